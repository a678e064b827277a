import { expect, test } from 'vitest'
import type { Leverage, Price } from '../../../src/domain/decimal'
import { LeverageForm } from '../../../src/ui/positions/leverage-form'
import { positionFigures } from '../../../src/ui/positions/position-figures'
import { instrumentOf, positionOf } from '../fixtures'

test('profit follows the mark of the ticker, not the one of the last position message', () => {
  // 0.5 · (61000 − 60000) = 500; position margin 3000 + 30000 · 0.9 · 0.00055 = 3014.85; 500 / 3014.85 = 16.58 %.
  const figures = positionFigures(positionOf(), '61000' as Price, instrumentOf())
  expect(figures).toMatchObject({ markPrice: '61000', value: '30500', unrealisedPnl: '500' })
  expect(Number(figures.roi)).toBeCloseTo(0.16584573, 7)
})

test('a short loses what a long gains', () => {
  expect(positionFigures(positionOf({ side: 'sell' }), '61000' as Price, instrumentOf()).unrealisedPnl).toBe('-500')
})

test('without a mark there is nothing to say', () => {
  expect(positionFigures(positionOf({ markPrice: null }), null, instrumentOf())).toEqual({
    markPrice: null,
    value: null,
    unrealisedPnl: null,
    roi: null,
  })
})

test('the leverage dialog clamps, warns from ten and names the largest value', () => {
  const form = new LeverageForm(instrumentOf(), '5' as Leverage)
  expect(form.isHigh.value).toBe(false)
  expect(form.maxValue.value).toBe('2600000')
  form.setText('10')
  expect(form.isHigh.value).toBe(true)
  form.setText('95.555')
  expect(form.leverage.value).toBe('95.55')
  expect(form.maxValue.value).toBe('2000000')
  form.setText('500')
  form.settle()
  expect(form.text.value).toBe('100')
  form.setText('')
  expect(form.leverage.value).toBeNull()
})
