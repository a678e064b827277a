import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Leverage, Money, Qty, Rate } from '../../../src/domain/decimal'
import { Exact } from '../../../src/domain/decimal'
import {
  borrowedAmount,
  borrowInitialMarginRate,
  BORROW_MMR,
  chargedRate,
  hourlyInterest,
  nextInterestMs,
  repay,
} from '../../../src/domain/risk/borrowing'
import {
  borrowMaintenanceMargin,
  collateralOf,
  debtTier,
  type CollateralTier,
} from '../../../src/domain/risk/collateral'
import { workedExamples } from '../../data/worked-examples'

const example = (id: string) => {
  const { inputs, expected } = workedExamples('worked-examples-products').find((one) => one.id === id)!
  return { inputs: inputs as Record<string, unknown>, expected: expected as Record<string, number> }
}
const money = (value: unknown) => new Exact(value as number).toFixed() as Money
const tiersOf = (rows: unknown): readonly CollateralTier[] =>
  (rows as readonly (readonly [number | null, number])[]).map(([upTo, ratio]) => ({
    upTo: upTo === null ? null : (String(upTo) as Qty),
    ratio: String(ratio) as Rate,
  }))
type Coins = readonly Readonly<Record<string, unknown>>[]

describe('collateral counts in marginal slices', () => {
  test('published: two coins by their dollars, 90,000', () => {
    const { inputs, expected } = example('col-01')
    const values = (inputs['coins'] as Coins).map(({ qty, usd, tiersUsd }) =>
      collateralOf(money(Number(qty) * Number(usd)), tiersOf(tiersUsd)),
    )
    expect(values.reduce((sum, one) => sum.plus(one), new Exact(0)).toNumber()).toBe(expected['marginBalance'])
  })

  test.each(['col-03', 'col-05'])('published: %s by its quantity', (id) => {
    const { inputs, expected } = example(id)
    const [coin] = inputs['coins'] as Coins
    expect(Number(collateralOf(money(coin!['qty']), tiersOf(coin!['tiersQty'])))).toBe(expected['collateralQty'])
  })

  test('what is owed counts whole, and more is never worth less', () => {
    const tiers = tiersOf([
      [10, 0.98],
      [20, 0.9],
      [null, 0],
    ])
    expect(collateralOf('-3.5' as Money, tiers)).toBe('-3.5')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }), (a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((qty) => new Exact(collateralOf(money(qty), tiers)))
        expect(more!.gte(less!)).toBe(true)
        expect(more!.lte(Math.max(a, b))).toBe(true)
      }),
    )
  })
})

describe('borrowing', () => {
  test('what is short is borrowed: an unrealised loss, and a purchase beyond the wallet', () => {
    const none = { optionBuyMargin: '0' as Money, optionValue: '0' as Money, frozen: '0' as Money }
    const loss = example('bor-03')
    const equity = money(Number(loss.inputs['wallet']) + Number(loss.inputs['upl']))
    expect(Number(borrowedAmount({ ...none, equity }))).toBe(loss.expected['borrowed'])
    const bought = example('bor-04')
    const left = money(Number(bought.inputs['wallet']) - Number(bought.inputs['buyNotional']))
    expect(Number(borrowedAmount({ ...none, equity: left }))).toBe(bought.expected['borrowed'])
    expect(borrowedAmount({ ...none, equity: '5' as Money, frozen: '7' as Money })).toBe('2')
  })

  test('interest of an hour, to 8 decimals; the free part bears none, above the limit the rate is cubed', () => {
    const { inputs, expected } = example('bor-01')
    const interest = hourlyInterest(inputs['borrowAmount'] as Money, { hourlyRate: inputs['hourlyBorrowRate'] as Rate })
    expect(Number(interest)).toBe(expected['borrowCost'])
    const terms = { hourlyRate: '0.00001' as Rate }
    // (1,000 − 400) × 0.00001; 1,000 × 0.00001 × 2³.
    expect(hourlyInterest('1000' as Money, { ...terms, freePart: '400' as Money })).toBe('0.006')
    expect(hourlyInterest('1000' as Money, { ...terms, utilisation: '2' as Rate })).toBe('0.08')
    expect(hourlyInterest('1000' as Money, { ...terms, utilisation: '0.5' as Rate })).toBe('0.01')
    // What is reported is the rate that was charged: 0.08 ÷ 1,000.
    expect(chargedRate(terms.hourlyRate, '2' as Rate)).toBe('0.00008')
    expect(chargedRate(terms.hourlyRate, '0.5' as Rate)).toBe('0.00001')
  })

  test('is charged at five past each hour', () => {
    const noon = Date.UTC(2026, 0, 5, 12)
    expect(nextInterestMs(noon)).toBe(noon + 300_000)
    expect(nextInterestMs(noon + 300_000)).toBe(noon + 3_900_000)
    expect(nextInterestMs(noon + 299_999)).toBe(noon + 300_000)
  })

  test('a repayment pays interest first, and what is too much stays', () => {
    const debt = { borrowed: '100' as Money, interest: '2' as Money }
    expect(repay(debt, '1.5' as Money)).toEqual({ interest: '0.5', borrowed: '100', left: '0' })
    expect(repay(debt, '52' as Money)).toEqual({ interest: '0', borrowed: '50', left: '0' })
    expect(repay(debt, '110' as Money)).toEqual({ interest: '0', borrowed: '0', left: '8' })
  })

  test.each(['bor-tier-5', 'bor-tier-2'])('published rates of a borrow tier: %s', (id) => {
    const { inputs, expected } = example(id)
    const rate = borrowInitialMarginRate(String(inputs['leverage']) as Leverage)
    expect(Number(rate)).toBe(expected['positionIMR'])
    expect(BORROW_MMR).toBe('0.04')
  })

  test('a debt’s margin is marginal in its value: 3,000,000 hold 80,000', () => {
    const { inputs, expected } = example('bor-05')
    const value = money(Number(inputs['debtQty']) * Number(inputs['price']))
    const tiers = (inputs['tiersUsd'] as readonly (readonly [number, number])[]).map(([limit, rate]) => ({
      limit: String(limit) as Money,
      maintenanceMarginRate: String(rate) as Rate,
    }))
    expect(Number(borrowMaintenanceMargin(value, tiers))).toBe(expected['maintenanceMargin'])
    // 8,000,000: 2 % of two millions, 4 % of the other six, though the table ends at five.
    expect(borrowMaintenanceMargin('8000000' as Money, tiers)).toBe('280000')
  })
})

test('a debt stands in the first tier that reaches it, beyond the table in the last', () => {
  const limits = ['50', '100', '150'].map((limit) => limit as Money)
  expect(['0', '50', '50.00000001', '150', '151'].map((debt) => debtTier(debt as Money, limits))).toEqual([
    0, 0, 1, 2, 2,
  ])
})
