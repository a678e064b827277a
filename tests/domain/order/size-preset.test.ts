import { assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact, type DecimalText, type Price, type Qty } from '../../../src/domain/decimal'
import {
  FIRST_SIZE_PRESETS,
  qtyOfPreset,
  readSizePresets,
  type SizePreset,
  type SizePresetUnit,
} from '../../../src/domain/order/size-preset'
import { instrumentOf } from '../../ui/fixtures'

const LINEAR = instrumentOf()
const INVERSE = instrumentOf({ kind: 'inversePerpetual', lotSize: '1' as Qty, minQty: '1' as Qty, settleCoin: 'BTC' })
const of = (unit: SizePresetUnit, amount: string): SizePreset => ({ unit, amount: amount as DecimalText })
const at = (price: string | null, max: string | null = null, instrument = LINEAR) => ({
  instrument,
  price: price as Price | null,
  max: max as Qty | null,
})

describe('presets of sizes 1 to 4 (issue 23.1)', () => {
  test('1,000 USDT at 60,000 are 0.016 coins, down to the lot of 0.001', () => {
    // 1000 / 60000 = 0.01666…
    expect(qtyOfPreset(of('quote', '1000'), at('60000'))).toBe('0.016')
  })

  test('an inverse contract counts units of its quote coin: 1,000 are 1,000, whatever the price', () => {
    expect(qtyOfPreset(of('quote', '1000'), at(null, null, INVERSE))).toBe('1000')
  })

  test('per cent are of the most that can be ordered', () => {
    expect(qtyOfPreset(of('percent', '25'), at('60000', '0.5'))).toBe('0.125')
  })

  test('what a preset needs and nobody knows gives none, and so does less than a lot', () => {
    expect(qtyOfPreset(of('quote', '1000'), at(null))).toBeNull()
    expect(qtyOfPreset(of('percent', '25'), at('60000'))).toBeNull()
    // 59 / 60000 = 0.00098…, below 0.001
    expect(qtyOfPreset(of('quote', '59'), at('60000'))).toBeNull()
    expect(qtyOfPreset(of('qty', '0.0009'), at(null))).toBeNull()
  })

  test('a quantity lies on the lot and is never worth more than its preset', () => {
    const amount = integer({ min: 1, max: 10_000_000 }).map(String)
    const price = integer({ min: 1, max: 2_000_000 }).map(String)
    assert(
      property(amount, price, (worth, one) => {
        const qty = qtyOfPreset(of('quote', worth), at(one))
        if (qty === null) return
        expect(new Exact(qty).mod(LINEAR.lotSize).isZero()).toBe(true)
        expect(new Exact(qty).times(one).lte(worth)).toBe(true)
        expect(new Exact(qty).plus(LINEAR.lotSize).times(one).gt(worth)).toBe(true)
      }),
    )
  })

  test('storage that holds something else gives the first presets, each in its place', () => {
    expect(readSizePresets(undefined)).toEqual(FIRST_SIZE_PRESETS)
    const stored = [of('qty', '0.5'), { unit: 'percent', amount: '101' }, 'x', { unit: 'quote', amount: '1e5' }]
    expect(readSizePresets(stored)).toEqual([of('qty', '0.5'), ...FIRST_SIZE_PRESETS.slice(1)])
  })
})
