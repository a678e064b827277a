import { expect, test } from 'vitest'
import type { Leverage, Money, Price, Qty } from '../../../src/domain/decimal'
import { LeverageForm } from '../../../src/ui/trading-kit/modes/leverage-form'
import { formatEntry, positionFigures } from '../../../src/ui/trading-kit/position-figures'
import { parsePosition, writePosition } from '../../../src/wire/shape/position'
import { instrumentOf, positionOf } from '../fixtures'

test('profit follows the mark of the ticker, not the one of the last position message', () => {
  // 0.5 · (61000 − 60000) = 500; position margin 3000 + 30000 · 0.9 · 0.00055 = 3014.85; 500 / 3014.85 = 16.58 %.
  const figures = positionFigures(positionOf(), '61000' as Price, instrumentOf())
  expect(figures).toMatchObject({ markPrice: '61000', value: '30500', unrealisedPnl: '500' })
  expect(Number(figures.roi)).toBeCloseTo(0.16584573, 7)
})

test('the result is reckoned from what was paid, not from the rounded average, and can be made again from what is shown', () => {
  // 100.01 at 2384.01, 106.02 at 2384.86 and 200 at 2385.29: 968,325.6973 for 406.03, 2384.86244193… each.
  const position = positionOf({
    size: '406.03' as Qty,
    value: '968325.6973' as Money,
    entryPrice: '2384.86' as Price,
  })
  const instrument = instrumentOf({ tickSize: '0.01' as Price })
  // 406.03 × 2384.61 − 968,325.6973 = 968,223.1983 − 968,325.6973.
  expect(positionFigures(position, '2384.61' as Price, instrument).unrealisedPnl).toBe('-102.499')
  expect(formatEntry(position, instrument)).toBe('2,384.86244')
  // (2384.61 − 2384.86244) × 406.03 = −102.4982, the same cents; from 2384.86 it would be −101.51.
  const short = { ...position, side: 'sell' as const }
  expect(positionFigures(short, '2384.61' as Price, instrument).unrealisedPnl).toBe('102.499')
})

test('a small position shows its average at the tick, one in coins at the decimals that its result asks for', () => {
  const small = positionOf({ size: '0.1' as Qty, value: '6000' as Money })
  // 0.1 × 10^-1 is a cent: the tick's one decimal does. 0.5 × 10^-1 is more than one.
  expect(formatEntry(small, instrumentOf())).toBe('60,000.0')
  expect(formatEntry(positionOf(), instrumentOf())).toBe('60,000.00')
  const inverse = instrumentOf({ kind: 'inversePerpetual', settleCoin: 'BTC', tickSize: '0.5' as Price })
  // 3,000 contracts for 0.05 coins and one unit: V²·δ/q at most 1e-8, so δ at most 1e-8 · 3000 / 0.0025 = 0.012.
  const coins = positionOf({ size: '3000' as Qty, value: '0.05000001' as Money, entryPrice: '59999.988' as Price })
  expect(formatEntry(coins, inverse)).toBe('59,999.99')
})

test('of one fill an inverse position shows the price, though the coins that were booked average to another', () => {
  const inverse = instrumentOf({ kind: 'inversePerpetual', settleCoin: 'BTC', tickSize: '0.5' as Price })
  // 10,000 / 64,293 = 0.155537928… is booked as 0.15553793, and 10,000 / 0.15553793 = 64,292.9993.
  const held = { size: '10000' as Qty, value: '0.15553793' as Money }
  const filled = positionOf({ ...held, entryPrice: '64293' as Price })
  expect(formatEntry(filled, inverse)).toBe('64,293.0')
  // A mean has the decimals that its result asks for: V²·δ/q at most 1e-8, so δ at most 1e-8 · 10,000 / 0.0242 = 0.0041.
  expect(formatEntry({ ...filled, entryPrice: '64292.9991234' as Price }, inverse)).toBe('64,292.999')
  // Results are reckoned from the coins, as the exchange books them: 10,000 / 65,000 = 0.15384615 against 0.15553793.
  expect(positionFigures(filled, '65000' as Price, inverse).unrealisedPnl).toBe('0.00169178')
})

test('a short loses what a long gains', () => {
  expect(positionFigures(positionOf({ side: 'sell' }), '61000' as Price, instrumentOf()).unrealisedPnl).toBe('-500')
})

test('with portfolio margin there is no ROI, whether a list or a push told the position', () => {
  // semantics.md §1.8: no leverage is its own, so there is no margin at the entry that 500 could be a share of.
  const told = parsePosition({ ...writePosition(positionOf({ isPortfolio: true })) })
  expect(positionFigures(told, '61000' as Price, instrumentOf())).toMatchObject({ unrealisedPnl: '500', roi: null })
})

test('without a mark there is nothing to say', () => {
  expect(positionFigures(positionOf({ markPrice: null }), null, instrumentOf())).toEqual({
    markPrice: null,
    value: null,
    unrealisedPnl: null,
    roi: null,
  })
})

test('the leverage dialog confirms another leverage, and not the one in force, however it is written', () => {
  const form = new LeverageForm(instrumentOf(), '10' as Leverage)
  expect(form.isChanged.value).toBe(false)
  for (const [text, isChanged] of [
    ['12.5', true],
    ['10.00', false],
    ['', false],
    ['9', true],
  ] as const) {
    form.setText(text)
    expect([text, form.isChanged.value]).toEqual([text, isChanged])
  }
})

test('the leverage dialog names no value beyond what orders make of a side', () => {
  const tier = instrumentOf().riskTiers[0]!
  const limits = ['45035996.27', '60000000'].map((limit) => limit as Money)
  const form = new LeverageForm(
    instrumentOf({
      riskTiers: limits.map((limit, at) => ({ ...tier, id: at + 1, limit, maxLeverage: ['100', '5'][at] as Leverage })),
    }),
    '5' as Leverage,
  )
  // 2^52 units of 1e-8 are 45,035,996.27370496: the tier of 5× goes on to 60 million, that of 100× ends just below.
  expect(form.maxValue.value).toBe('45035996.27370496')
  form.setText('100')
  expect(form.maxValue.value).toBe('45035996.27')
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
  expect(form.isOutside.value).toBe(false)
  // Bounds are 1 and 100: while something else stands in the field that is said.
  for (const outside of ['500', '100.01', '0.5', '0', '']) {
    form.setText(outside)
    expect(form.isOutside.value).toBe(true)
  }
  form.setText('500')
  form.settle()
  expect(form.isOutside.value).toBe(false)
  expect(form.text.value).toBe('100')
  form.setText('')
  expect(form.leverage.value).toBeNull()
})
