import { expect, test } from 'vitest'
import { evaluate } from '../../scripts/vectors/evaluate'

/**
 * One example of each rule and of each form in which examples of it come, with figures worked out beside them. Each
 * result is asked for together with the others and alone, under the topic's short name, with numbers as text.
 */
const EXAMPLES: readonly {
  readonly topic: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
}[] = [
  // 2 × 100 × 0.0001 = 0.02, paid by a long.
  {
    topic: 'fund',
    inputs: { side: 'Buy', qty: 2, mark: 100, rate: 0.0001 },
    expected: { funding: -0.02, fundingFee: -0.02 },
  },
  {
    topic: 'fund',
    inputs: { side: 'Sell', positionValue: 200, value: 200, rate: 0.0001 },
    expected: { funding: 0.02 },
  },
  // 0.0008 + clamp(0.0001 − 0.0008, ±0.0005) = 0.0003, and a cap of 0.0002.
  { topic: 'fund', inputs: { P: 0.0008, I: 0.0001 }, expected: { F: 0.0003, fundingRate: 0.0003 } },
  { topic: 'fund', inputs: { P: 0.0008, I: 0.0001, upper: 0.0002 }, expected: { F: 0.0002 } },
  // 100 × 0.25 + 104 × 0.75 = 103.
  { topic: 'idx', inputs: { prices: [100, 104], weights: [0.25, 0.75] }, expected: { index: 103, indexPrice: 103 } },
  {
    topic: 'idx',
    inputs: {
      components: [
        { price: '100', weight: '0.25' },
        { price: '104', weight: '0.75' },
      ],
    },
    expected: { index: 103 },
  },
  // P1 = 100 × (1 + 0.001 × 4 / 8) = 100.05, P2 = 100.2, the middle one of them and 100.1.
  {
    topic: 'mark',
    inputs: { index: 100, lastFundingRate: 0.001, timeToFunding: 4, interval: 8, movingAverage: 0.2, last: 100.1 },
    expected: { P1: 100.05, P2: 100.2, markPrice: 100.1 },
  },
  { topic: 'mark', inputs: { index: 100, basisRate: 0.015 }, expected: { mark: 101.5 } },
  // maxBuy = min(102, max(99, 101 + 0.5)), minSell = max(98, min(99, 99 + 0)).
  {
    topic: 'plim',
    inputs: { mark: 100, index: 99, X: 0.01, Y: 0.02, prem30s: 0.5, tick: 0.1 },
    expected: { maxBuy: 101.5, minSell: 99, upperLimit: 101.5, sellLmt: 99 },
  },
  // 5 / 3 = 1.666… up to the lot of 0.1; at a price of 100 the minimum itself.
  { topic: 'minqty', inputs: { minOrderQty: 0.1, minNotional: 5, price: 3, qtyStep: 0.1 }, expected: { minQty: 1.7 } },
  {
    topic: 'minqty',
    inputs: { minOrderQty: 0.1, minNotional: 5, price: 100, lotSize: 0.1 },
    expected: { minOrderQty: 0.1 },
  },
  // 3 long, 1 short: 2 long. 3 × (110 − 100) + 1 × (105 − 110) = 25.
  {
    topic: 'hedge',
    inputs: { longQty: 3, longEntry: 100, shortQty: 1, shortEntry: 105, mark: 110 },
    expected: { netQty: 2, netSide: 'Buy', unrealisedPnl: 25 },
  },
  {
    topic: 'session',
    inputs: {
      fills: [
        [1, 100],
        [1, 102],
      ],
      mark: 104,
    },
    expected: { avgEntry: 101, sessionPnl: 6, newSessionAvg: 104 },
  },
  { topic: 'session', inputs: { side: 'Sell', size: 2, avgEntryPrice: 101, mark: 104 }, expected: { realisedPnl: -6 } },
  // 100 × (1 − 1 / 50), and (1 + f)·q / (V + balance) = 10,000 × 1.001 / (1.25 + 0.5).
  {
    topic: 'bust',
    inputs: { kind: 'linear', side: 'Buy', qty: 1, entry: 100, leverage: 50 },
    expected: { bustPrice: 98 },
  },
  {
    topic: 'bust',
    inputs: { kind: 'inverse', side: 'Buy', qty: 10000, entry: 8000, balance: 0.5, takerFee: 0.001 },
    expected: { bankruptcyPrice: 5720 },
  },
  { topic: 'slip', inputs: { ask1: 200, percent: 0.5 }, expected: { buyLimit: 201 } },
  { topic: 'slip', inputs: { bid1: 200, ticks: 3, tickSize: 0.5 }, expected: { sellLimit: 198.5 } },
  // The best price is 110: 5 % below it.
  {
    topic: 'ts',
    inputs: { side: 'Buy', callbackRate: 5, prices: [100, 110, 108] },
    expected: { stop: 104.5, triggerPrice: 104.5 },
  },
  {
    topic: 'ts',
    inputs: { side: 'Sell', activePrice: 100, last: 101, distance: 2 },
    expected: { active: false, firstStop: 102 },
  },
  { topic: 'adl', inputs: { pnlRatio: -0.26, balance: 100, threshold: 1 }, expected: { triggered: false } },
  { topic: 'adl', inputs: { pnlPercent: 0.5, effectiveLeverage: 4 }, expected: { rank: 2 } },
  { topic: 'adl', inputs: { pnlPercent: -0.5, effectiveLeverage: 4 }, expected: { rankingScore: -0.125 } },
]

test.each(EXAMPLES)('$topic $inputs gives $expected', ({ topic, inputs, expected }) => {
  const asText = JSON.parse(JSON.stringify(inputs), (_, value: unknown) =>
    typeof value === 'number' ? String(value) : value,
  ) as Record<string, unknown>
  for (const given of [inputs, asText]) {
    expect(evaluate({ id: 'any', topic, inputs: given, expected })).toMatchObject({ ok: true })
    for (const [name, value] of Object.entries(expected)) {
      expect(evaluate({ id: 'any', topic, inputs: given, expected: { [name]: value } }), name).toMatchObject({
        ok: true,
      })
    }
  }
})

test('a wrong figure is found, and what no rule computes is said to be unknown', () => {
  expect(
    evaluate({ id: 'a', topic: 'slip', inputs: { ask1: 200, percent: 0.5 }, expected: { buyLimit: 202 } }).ok,
  ).toBe(false)
  expect(evaluate({ id: 'b', topic: 'slip', inputs: { ask1: 200 }, expected: { buyLimit: 202 } }).ok).toBeNull()
})
