import { signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import type { DecimalText } from '../../../../src/domain/decimal'
import { FIRST_SIZE_PRESETS, type SizePreset, type SizePresets } from '../../../../src/domain/order/size-preset'
import { QuickSizes } from '../../../../src/ui/trading-kit/one-press/quick-sizes'
import { SizeText } from '../../../../src/ui/trading-kit/one-press/size-text'
import { deskOf } from '../../fixtures'

const amount = (text: string) => text as DecimalText
const ALL: SizePresets = [
  { unit: 'quote', amount: amount('100') },
  { unit: 'qty', amount: amount('0.25') },
  { unit: 'quote', amount: amount('50') },
  { unit: 'percent', amount: amount('50') },
]

describe('sizes of one-press orders', () => {
  test('are the quantities of the presets at the last price; the chosen one is sent', () => {
    const desk = deskOf()
    const sizes = new QuickSizes(desk, { presets: signal(ALL), set() {} })
    const qtys = sizes.qtys(desk.market)
    // 100 ÷ 60,000 = 0.00166… down to the lot of 0.001; 50 ÷ 60,000 is less than a lot.
    expect(qtys.slice(0, 3)).toEqual(['0.001', '0.25', null])
    // 10,000 free at 10× are worth less than 100,000, of which half is 0.833 BTC; fees leave a little less.
    expect(Number(qtys[3])).toBeGreaterThan(0.82)
    expect(Number(qtys[3])).toBeLessThan(0.834)
    sizes.choose(1)
    expect(sizes.qty(desk.market)).toBe('0.25')
    sizes.choose(4)
    expect(sizes.chosen.peek()).toBe(1)
  })

  test('nothing is known before the price', () => {
    const desk = deskOf({ last: null })
    const sizes = new QuickSizes(desk, { presets: signal(FIRST_SIZE_PRESETS), set() {} })
    expect(sizes.qtys(desk.market)).toEqual([null, null, null, null])
  })
})

describe('the field of a size', () => {
  function field(preset: SizePreset) {
    const kept: SizePreset[] = []
    return { kept, text: new SizeText({ set: (_index, one) => void kept.push(one) }, 2, preset) }
  }

  test('keeps what it means once it is left, and nothing that is no size', () => {
    const { kept, text } = field({ unit: 'quote', amount: amount('100') })
    text.setText('250.5')
    expect(kept).toEqual([])
    text.settle()
    text.setText('0')
    text.settle()
    expect([kept, text.amount()]).toEqual([[{ unit: 'quote', amount: '250.5' }], null])
  })

  test('more than all of it is no per cent', () => {
    const { kept, text } = field({ unit: 'quote', amount: amount('101') })
    text.setUnit('percent')
    expect([kept, text.amount()]).toEqual([[], null])
    text.setText('100')
    text.settle()
    expect(kept).toEqual([{ unit: 'percent', amount: '100' }])
  })

  test('arrow keys go by one in the last place, and never to nothing', () => {
    const { kept, text } = field({ unit: 'qty', amount: amount('0.2') })
    text.step(1)
    text.step(-1)
    text.step(-1)
    text.step(-1)
    expect(text.text.peek()).toBe('0.1')
    expect(kept.map((one) => one.amount)).toEqual(['0.3', '0.2', '0.1', '0.1'])
  })
})
