import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../exchange/listings/catalogue'
import { compare, toSteps, type Money, type Price, type Qty } from '../../../src/domain/decimal'
import { settlePrice, stepPrice } from '../../../src/domain/order/price-rules'
import { minOrderQty, settleQty, stepQty } from '../../../src/domain/order/quantity-rules'
import { parseTyped } from '../../../src/domain/order/typed-number'

const btc = catalogue('global')[0]!
const coarse = { tickSize: '5' as Price, minPrice: '5' as Price, maxPrice: '1110000' as Price }

describe('parseTyped', () => {
  it.each([
    ['64218.39', 1, '64218.3'],
    ['64218.39', 0, '64218'],
    ['.5', 1, '0.5'],
    ['．5', 1, '0.5'],
    ['。5', 1, '0.5'],
    ['.', 1, '0'],
    ['5.', 1, '5'],
    ['+5', 1, '5'],
    ['-5.25', 1, '-5.2'],
    ['007', 1, '7'],
    [' 5 ', 1, '5'],
    ['', 1, null],
    ['-', 1, null],
  ])('%j with %d places is %j', (text, decimals, value) => {
    expect(parseTyped(text, decimals)).toEqual({ ok: true, value })
  })

  it.each(['1e5', '0x1', '1,00,0', '1.2.3', '--1', 'abc', 'NaN', '9'.repeat(61)])('%j is no number', (text) => {
    expect(parseTyped(text, 2)).toEqual({ ok: false, error: { kind: 'notANumber' } })
  })
})

describe('price field', () => {
  it('is clamped and rounded up to the tick when it is left', () => {
    expect(settlePrice('64218.3', btc)).toEqual({ ok: true, value: '64218.3' })
    expect(settlePrice('64218.37', btc)).toEqual({ ok: true, value: '64218.3' })
    // Above zero and below the least is the least.
    expect(settlePrice('0.04', btc)).toEqual({ ok: true, value: '0.1' })
    expect(settlePrice('99999999', btc)).toEqual({ ok: true, value: '1999999.8' })
    expect(settlePrice('', btc)).toEqual({ ok: true, value: null })
    // A tick of 0.05: 612.31 goes up to 612.35.
    const bnb = catalogue('global').find((one) => one.symbol === 'BNBUSDT')!
    expect(settlePrice('612.31', bnb)).toEqual({ ok: true, value: '612.35' })
  })

  it.each(['0', '0.00', '-5', '-0.04'])(
    '%s is no price where the least is above zero, and is not made the least',
    (text) => {
      expect(settlePrice(text, btc)).toEqual({ ok: false, error: { kind: 'belowMin' } })
      // The price of a spread is a difference.
      const spread = { tickSize: '0.1' as Price, minPrice: '-1000' as Price, maxPrice: '1000' as Price }
      // Its places beyond the tick's are cut: of -0.04 nothing is left.
      const kept = text === '-5' ? '-5' : '0'
      expect(settlePrice(text, spread)).toEqual({ ok: true, value: kept })
    },
  )

  it('says so where a coarse tick is missed, instead of moving the price far', () => {
    expect(settlePrice('1002', coarse)).toEqual({
      ok: false,
      error: { kind: 'notMultipleOfTick' },
    })
    expect(settlePrice('1005', coarse)).toEqual({ ok: true, value: '1005' })
  })

  it('steps by ticks, snapping first', () => {
    expect(stepPrice('100' as Price, 1, btc)).toBe('100.1')
    expect(stepPrice('100' as Price, -50, btc)).toBe('95')
    expect(stepPrice(null, 1, btc)).toBe('0.1')
    expect(stepPrice('1002' as Price, 1, coarse)).toBe('1005')
    expect(stepPrice('1002' as Price, -1, coarse)).toBe('1000')
    // Zero may stand; anything else below the minimum is the minimum.
    expect(stepPrice('5' as Price, -1, coarse)).toBe('0')
    expect(stepPrice('5' as Price, -2, coarse)).toBe('5')
    expect(stepPrice('1109999' as Price, 10, coarse)).toBe('1110000')
  })

  it('always ends on a tick inside the range', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,8}\.?\d{0,4}$/), fc.integer({ min: -200, max: 200 }), (text, steps) => {
        const settled = settlePrice(text, btc)
        if (!settled.ok || settled.value === null) return
        for (const price of [settled.value, stepPrice(settled.value, steps, btc)]) {
          expect(toSteps(price, btc.tickSize)).not.toBeNull()
          expect(compare(price, btc.maxPrice)).toBeLessThanOrEqual(0)
        }
      }),
    )
  })
})

describe('quantity field', () => {
  const options = { type: 'limit', coin: 'BTC', splits: false } as const

  it('is cut to the lot, and replaced with a notice above the maximum', () => {
    expect(settleQty('0.0019', btc, options)).toEqual({ ok: true, value: { qty: '0.001', notice: null } })
    expect(settleQty('', btc, options)).toEqual({ ok: true, value: { qty: null, notice: null } })
    expect(settleQty('-1', btc, options)).toEqual({ ok: true, value: { qty: '0', notice: null } })
    expect(settleQty('2000', btc, options)).toEqual({
      ok: true,
      value: { qty: '1190', notice: { messageKey: 'orderMaxQtyReplace', qty: '1190', coin: 'BTC' } },
    })
    expect(settleQty('501', btc, { ...options, type: 'market' })).toMatchObject({ value: { qty: '500' } })
  })

  it('is raised to the minimum where it is more than zero, also below one lot, and never from zero', () => {
    // The lot and the minimum of BTCUSDT are 0.001.
    for (const text of ['0.0005', '0.0000001', '0.001'])
      expect(settleQty(text, btc, options)).toEqual({ ok: true, value: { qty: '0.001', notice: null } })
    for (const text of ['0', '0.000', '-0.0005'])
      expect(settleQty(text, btc, options)).toEqual({ ok: true, value: { qty: '0', notice: null } })
    // A minimum of five lots.
    expect(settleQty('0.0049', { ...btc, minQty: '0.005' as Qty }, options)).toMatchObject({ value: { qty: '0.005' } })
  })

  it('stays above the maximum where it will be split', () => {
    expect(settleQty('2000', btc, { ...options, splits: true })).toEqual({
      ok: true,
      value: { qty: '2000', notice: { messageKey: 'maxQtySplitOrderTip', qty: '1190', coin: 'BTC' } },
    })
  })

  it('needs enough for the least notional, up to the lot', () => {
    // 5 / 64,218.4 = 0.0000778…, so one lot; 5 / 1,000 = 0.005; 5 / 900 = 0.00555…, up to 0.006.
    expect(minOrderQty(btc, '64218.4' as Price)).toBe('0.001')
    expect(minOrderQty(btc, '1000' as Price)).toBe('0.005')
    expect(minOrderQty(btc, '900' as Price)).toBe('0.006')
    expect(minOrderQty({ ...btc, minNotional: '0' as Money }, null)).toBe('0.001')
  })

  it('steps by lots', () => {
    expect(stepQty('0.001' as Qty, 1, btc, 'limit')).toBe('0.002')
    expect(stepQty(null, 1, btc, 'limit')).toBe('0.001')
    expect(stepQty('500' as Qty, 1, btc, 'market')).toBe('500')
    expect(stepQty('0.001' as Qty, -1, btc, 'limit')).toBe('0')
  })
})
