import { signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import type { Money, Qty } from '../../../src/domain/decimal'
import { MarginForm } from '../../../src/ui/positions/margin-form'
import { instrumentOf, positionOf } from '../fixtures'

function formOn(available: string, extraMargin = '0') {
  const position = positionOf({ marginMode: 'isolated', extraMargin: extraMargin as Money })
  return new MarginForm(signal(position), instrumentOf(), signal(available as Money))
}

describe('margin of an isolated position (semantics §2.8)', () => {
  test('adds up to what is available, cut to four decimals', () => {
    const form = formOn('100.00019')
    expect(form.max.value).toBe('100.0001')
    form.setText('100.0001')
    expect(form.amount.value).toBe('100.0001')
    form.setText('100.0002')
    expect(form.problem.value).toBe('overMax')
    form.setText('1.23456')
    // It stays as typed until the field is left, and what is sent is what leaving makes of it.
    expect(form.text.value).toBe('1.23456')
    expect(form.amount.value).toBe('1.2345')
    form.settle()
    expect(form.text.value).toBe('1.2345')
  })

  test.each(['0', '-5', '-0'])('%s moves nothing, and says so (issue 19.2)', (text) => {
    const form = formOn('1000')
    expect(form.isNotPositive.value).toBe(false)
    form.setText(text)
    expect([form.amount.value, form.isNotPositive.value]).toEqual([null, true])
    form.settle()
    expect(form.text.value).toBe(text)
  })

  test('takes back no more than was added', () => {
    const form = formOn('1000', '50')
    form.setMove('reduce')
    form.setText('50.0001')
    expect(form.problem.value).toBe('overMax')
    form.fillMax()
    expect(form.amount.value).toBe('-50')
  })

  test('tells where it would be liquidated then', () => {
    const form = formOn('1000')
    form.setText('300')
    // (30000 − 3000 − 300/(1 − 0.00055)) / (0.5 · 0.995) = 26699.83490845 / 0.4975 = 53668.0098…, up to the tick.
    expect(form.liquidationPrice.value).toBe('53668.1')
  })

  test('the tier is that of the position at that price, not at the entry (decisions 38)', () => {
    const figures = {
      marginMode: 'isolated' as const,
      size: '35' as Qty,
      value: '2100000' as Money,
      extraMargin: '0' as Money,
    }
    const form = new MarginForm(signal(positionOf(figures)), instrumentOf(), signal('1000' as Money))
    form.setText('0.0001')
    // 2,100,000 is the second tier; at 54000 / 0.995 = 54271.356… the position is worth 1,899,497, the first.
    expect(form.liquidationPrice.value).toBe('54271.4')
  })
})
