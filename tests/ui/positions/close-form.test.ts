import { signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import type { Money, Price, Qty } from '../../../src/domain/decimal'
import type { Position } from '../../../src/domain/position/position'
import { CloseForm, closeOutcome } from '../../../src/ui/positions/close-form'
import { instrumentOf, positionOf } from '../fixtures'

const qty = (text: string): Qty => text as Qty

function formOf(size: string, change: Parameters<typeof instrumentOf>[0] = {}) {
  const held = signal(qty(size))
  return { held, form: new CloseForm(held, instrumentOf(change)) }
}

describe('a part of a position (issue 19.3)', () => {
  test('all of it at first; a part is cut down to the lot', () => {
    const { form } = formOf('0.015')
    expect(form.qty.value).toBe('0.015')
    // 0.015 · 25 % = 0.00375, down to the lot of 0.001.
    form.choose('25')
    expect([form.text.value, form.qty.value]).toEqual(['0.003', '0.003'])
    // 0.015 · 75 % = 0.01125.
    form.choose('75')
    expect(form.qty.value).toBe('0.011')
    form.choose('100')
    expect(form.qty.value).toBe('0.015')
  })

  test('a part below the smallest order closes nothing, and says so', () => {
    const { form } = formOf('0.001')
    form.choose('50')
    expect([form.text.value, form.qty.value, form.problem.value]).toEqual([
      '',
      null,
      { key: 'qtyBelowMin', bound: '0.001' },
    ])
  })

  test('a part follows the position, a number that was typed does not', () => {
    const { form, held } = formOf('0.02')
    form.choose('50')
    held.value = qty('0.04')
    expect(form.qty.value).toBe('0.02')
    form.setText('0.03')
    expect(form.part.value).toBeNull()
    held.value = qty('0.025')
    expect([form.qty.value, form.problem.value]).toEqual([null, { key: 'qtyAboveMax', bound: '0.025' }])
  })

  test('a part stands still under the caret, and follows again when the field is left', () => {
    const { form, held } = formOf('0.02')
    form.focus()
    held.value = qty('0.04')
    expect([form.text.value, form.qty.value]).toEqual(['0.020', '0.02'])
    form.settle()
    expect(form.qty.value).toBe('0.04')
    form.focus()
    held.value = qty('0.05')
    form.choose('100')
    expect(form.qty.value).toBe('0.05')
  })

  test.each([
    ['0', 'qtyBelowMin'],
    ['-0.001', 'qtyBelowMin'],
    ['0.0005', 'qtyBelowMin'],
    ['0.0015', 'qtyStep'],
    ['0.021', 'qtyAboveMax'],
  ])('%s of 0.02 closes nothing: %s', (text, key) => {
    const { form } = formOf('0.02')
    form.setText(text)
    expect([form.qty.value, form.problem.value?.key]).toEqual([null, key])
  })

  test('leaving the field cuts down to the lot and to the position', () => {
    const { form } = formOf('0.02')
    form.setText('0.0159')
    form.settle()
    expect(form.text.value).toBe('0.015')
    form.setText('3')
    form.settle()
    expect(form.text.value).toBe('0.020')
  })

  test('what it comes to: value and result of the part alone', () => {
    const position: Position = positionOf({ side: 'buy', size: qty('0.02'), value: '1200' as Money })
    // 0.01 · 63,000 = 630; 0.01 · (63,000 − 60,000) = 30.
    expect(closeOutcome(position, instrumentOf(), { qty: qty('0.01'), price: '63000' as Price })).toEqual({
      value: '630',
      pnl: '30',
    })
    expect(closeOutcome(position, instrumentOf(), { qty: null, price: '63000' as Price }).value).toBeNull()
  })
})
