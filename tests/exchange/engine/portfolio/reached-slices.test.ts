import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { PRESENT_RULES } from '../../../../exchange/engine/engine-rules'
import { ofType, place, USDT } from '../engine-fixture'
import { COIN_LOTS, desk } from './account-wide-fixture'

/* Of bitcoins the first ten count at 95 %, the next ten at 90 %, and no more (`COINS`); one is 20,000 dollars. */

/** Of a fill, E8. */
const A_THOUSANDTH = 100_000

const buy = (coins: number) =>
  place('ann', { side: 'buy', symbol: 'BTC/USDT', ticks: 200_000, lots: Math.round(coins * COIN_LOTS) })

function rich(dollars: number, rules = PRESENT_RULES, rateE8 = 0) {
  const one = desk(0, true, rules, rateE8)
  one.ok({ type: 'credit', account: 'ann', coin: 'USDT', amountE8: dollars * USDT })
  const figures = () => one.engine.lending('ann')!.figures!
  const sell = (coins: number) =>
    one.ok(place('mm', { side: 'sell', symbol: 'BTC/USDT', ticks: 200_000, lots: Math.round(coins * COIN_LOTS) }))
  return { ...one, figures, sell }
}

test('a purchase holds back what the slices that it reaches do not count (ADR-1049)', () => {
  const one = rich(1_000_000)
  const before = one.figures().equityE8
  one.ok(buy(12))
  // 5 % of ten coins, and 10 % of two.
  expect(one.figures().initialE8).toBe(14_000 * USDT)
  one.ok(buy(18))
  // 10 % of ten of all thirty, and all of another ten.
  expect(one.figures().initialE8).toBe(230_000 * USDT)
  one.sell(30)
  expect(one.figures()).toMatchObject({ equityE8: before - 230_000 * USDT, initialE8: 0 })
  // Exchanges that began before take the ratio of now for all of it: 5 % of thirty.
  const former = rich(1_000_000, { ...PRESENT_RULES, countsReachedSlices: false })
  former.ok(buy(30))
  expect(former.figures().initialE8).toBe(30_000 * USDT)
})

test('the fee, which is taken of what is received, is held back with it (ADR-1059)', () => {
  const charged = rich(1_000_000, PRESENT_RULES, A_THOUSANDTH)
  const before = charged.figures().equityE8
  charged.ok(buy(12))
  // Of twelve 11.988 come: 240,000 for ten at 95 % and 1.988 at 90 %, 190,000 + 35,784.
  expect(charged.figures().initialE8).toBe(14_216 * USDT)
  charged.sell(12)
  expect(charged.figures()).toMatchObject({ equityE8: before - 14_216 * USDT, initialE8: 0 })
  const former = rich(1_000_000, { ...PRESENT_RULES, asksSwapsExactly: false }, A_THOUSANDTH)
  former.ok(buy(12))
  expect(former.figures().initialE8).toBe(14_000 * USDT)
})

test('no purchase that is taken liquidates beside what is held, at rest or at once, in one order or several', () => {
  const orders = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 4 })
  const rate = fc.constantFrom(0, A_THOUSANDTH)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 130 }), orders, fc.boolean(), rate, (coins, sizes, isTaker, rateE8) => {
      const one = rich(400_000, PRESENT_RULES, rateE8)
      // 2,544 of initial margin a coin: of the 420,000 dollars up to 90,000 are left.
      if (coins > 0) one.deal('buy', 'BTCUSDT', coins * COIN_LOTS)
      if (isTaker) one.sell(40)
      for (const size of sizes) one.run(buy(size / 10))
      const atRest = one.figures()
      expect(atRest.equityE8).toBeGreaterThanOrEqual(atRest.initialE8)
      if (!isTaker) for (const part of [40, 40, 40]) one.sell(part)
      const { equityE8, initialE8 } = one.figures()
      expect(equityE8).toBeGreaterThanOrEqual(initialE8 - 10)
      expect(equityE8 - initialE8).toBeGreaterThanOrEqual(atRest.equityE8 - atRest.initialE8 - 10)
      expect(ofType(one.at(20_000).events, 'liquidation')).toEqual([])
    }),
    { numRuns: 100 },
  )
})
