import { describe, expect, test } from 'vitest'
import type { Leverage, Money, Price, Qty, Rate } from '../../../src/domain/decimal'
import { priceAtRate, type RatedPosition } from '../../../src/domain/risk/rate-price'

const tier = (limit: string, rate: string, deduction: string, id: number) => ({
  id,
  limit: limit as Money,
  initialMarginRate: '0.01' as Rate,
  maintenanceMarginRate: rate as Rate,
  maxLeverage: '100' as Leverage,
  deduction: deduction as Money,
})
// The published deduction: 0 + 60,000 · (1 % − 0.5 %) = 300.
const TIERS = [tier('60000', '0.005', '0', 1), tier('1000000', '0.01', '300', 2)]

const held = (change: Partial<Record<keyof RatedPosition, unknown>>) =>
  ({
    payoff: 'linear',
    side: 'buy',
    qty: '1' as Qty,
    markPrice: '50000' as Price,
    tiers: TIERS,
    backing: '500' as Money,
    maintenance: '250' as Money,
    ...change,
  }) as RatedPosition

describe('the mark price of a maintenance rate (spec §3 MmRateClose)', () => {
  test.each([
    // 249 / (500 − 200) = 83 % at 49,800; 249.5 / 400 = 62.375 % at 49,900.
    ['long', {}, '0.83', '49800'],
    ['long', {}, '0.62375', '49900'],
    // 251 / (500 − 200) at 50,200.
    ['short', { side: 'sell' }, '0.83666666666666666667', '50200'],
    // 100 more is asked by others: (249 + 100) / 300 at 49,800, from 350 now.
    ['long beside others', { maintenance: '350' }, '1.16333333333333333333', '49800'],
  ] as const)('a %s', (_, change, rate, price) => {
    expect(Number(priceAtRate(held(change), rate as Rate))).toBeCloseTo(Number(price), 6)
  })

  test('a short goes on in the next tier: 70,000 · 1 % − 300 = 400 against 1,000 of 21,000 left', () => {
    const short = held({ side: 'sell', backing: '21000' as Money })
    expect(Number(priceAtRate(short, '0.4' as Rate))).toBeCloseTo(70_000, 6)
  })

  test('an inverse long, in its coin: 10,000 at 50,000 are 0.2, at 40,000 0.25', () => {
    // 0.25 · 0.5 % = 0.00125 against 0.06 − 0.05 = 0.01: 12.5 %.
    const inverse = held({ payoff: 'inverse', qty: '10000', backing: '0.06', maintenance: '0.001' })
    expect(Number(priceAtRate(inverse, '0.125' as Rate))).toBeCloseTo(40_000, 6)
  })

  test('what no price brings has none: a long with more than its value behind it', () => {
    expect(priceAtRate(held({ backing: '60000' }), '0.8' as Rate)).toBeNull()
  })
})
