import { array, assert as holds, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { USDT } from './engine-fixture'
import { PRESENT_RULES } from '../../../exchange/engine/engine-rules'
import { COIN, pair, PAIR, spotDesk, type SpotDesk } from './spot-fixture'

const BUY = { side: 'buy', orderType: 'market', timeInForce: 'immediateOrCancel', ticks: 0, lots: 0 } as const
/** 50,000 USDT in ticks of 0.1; a lot of 0.001 BTC costs 50 USDT there. */
const MIDDLE = 500_000

/** Beside bob an account of ann's with so many USDT, and 10 BTC. */
function deskOf(amountE8: number): SpotDesk {
  const desk = spotDesk(['bob'])
  desk.run({ type: 'openAccount', account: 'ann', role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
  desk.run({ type: 'credit', account: 'ann', coin: 'USDT', amountE8 })
  for (const account of ['ann', 'bob']) desk.run({ type: 'credit', account, coin: 'BTC', amountE8: 10 * COIN })
  return desk
}

describe('a purchase of an amount (semantics.md §1.2)', () => {
  test('the whole balance is taken, though the worst price times all lots is more', () => {
    const desk = deskOf(9_995_009_990_000)
    // 1 BTC at 50,000 and 1 at 50,000.1: the amount pays 1.999 BTC, for 50,000 + 0.999 × 50,000.1 = 99,950.0999.
    desk.order(pair('bob', { side: 'sell', ticks: MIDDLE, lots: 1_000 }))
    desk.order(pair('bob', { side: 'sell', ticks: MIDDLE + 1, lots: 1_000 }))
    const { filledLots } = desk.order(pair('ann', { ...BUY, amountE8: 9_995_009_990_000 }))
    expect(filledLots).toBe(1_999)
    expect(desk.wallet('ann', 'USDT')).toEqual({ walletE8: 0, heldE8: 0, freeE8: 0 })
  })

  test('an own order that makes room leaves what lies behind it unpaid: the amount is never passed', () => {
    const desk = deskOf(100_000 * USDT)
    desk.order(pair('ann', { side: 'sell', ticks: MIDDLE, lots: 1_000 }))
    desk.order(pair('bob', { side: 'sell', ticks: MIDDLE + 10_000, lots: 2_000 }))
    // 51,000 USDT pay 1 BTC at 51,000; at 50,000 they would have paid 1.02.
    const bought = desk.order(pair('ann', { ...BUY, amountE8: 51_000 * USDT, selfMatch: 'cancelMaker' }))
    expect(bought.filledLots).toBe(1_000)
    expect(desk.wallet('ann', 'USDT').walletE8).toBe(49_000 * USDT)
  })

  test('all that is free is always taken, whatever the book, and never more', () => {
    const world = record({
      levels: array(
        record({
          step: integer({ min: 1, max: 400 }),
          lots: integer({ min: 1, max: 900 }),
          owner: constantFrom('ann', 'bob'),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      amountE8: integer({ min: 60 * USDT, max: 100_000 * USDT }),
      selfMatch: constantFrom('cancelMaker', 'cancelTaker', 'none'),
    })
    holds(
      property(world, ({ levels, amountE8, selfMatch }) => {
        const desk = deskOf(amountE8)
        let ticks = MIDDLE
        // Somebody else is there in any case: a book of one's own orders alone has nothing to buy.
        for (const { step, lots, owner } of [{ step: 1, lots: 2, owner: 'bob' }, ...levels]) {
          ticks += step
          desk.order(pair(owner, { side: 'sell', ticks, lots }))
        }
        const { result } = desk.run(pair('ann', { ...BUY, amountE8, selfMatch }))
        if (!result.ok) throw new Error(JSON.stringify(result.refusal))
        const { walletE8 } = desk.wallet('ann', 'USDT')
        if (walletE8 < 0 || walletE8 > amountE8) throw new Error(`${walletE8} is left of ${amountE8}`)
      }),
      { numRuns: 200 },
    )
  })
})

/** Traded at 50,000 last, so that a purchase at market ends at 3 % above, 51,500; the least order is of 2 lots. */
function thinDesk(rules = PRESENT_RULES): SpotDesk {
  const desk = spotDesk(['ann', 'bob'], { ...PAIR, minLots: 2 }, rules)
  desk.order(pair('bob', { side: 'sell', ticks: MIDDLE, lots: 2 }))
  desk.order(pair('ann', { ticks: MIDDLE, lots: 2 }))
  return desk
}

describe('a purchase of an amount of which the book has less than the least order (ADR-1106)', () => {
  // At 51,500 a lot costs 51.5 USDT, and 103 pay for 2.
  const amount = pair('ann', { ...BUY, amountE8: 103 * USDT })

  test.each([
    ['nothing', null, 'EC_NoImmediateQtyToFill'],
    ['what lies beyond the price that protects it', 520_000, 'EC_ReachMarketPriceLimit'],
  ] as const)('is taken and cancelled as one of lots is, of %s', (_, ticks, rejectReason) => {
    const desk = thinDesk()
    if (ticks !== null) desk.order(pair('bob', { side: 'sell', ticks, lots: 10 }))
    const before = desk.wallet('ann', 'USDT')
    const ended = { status: 'canceled', lots: 2, filledLots: 0, rejectReason }
    expect(desk.order(amount)).toMatchObject(ended)
    expect(desk.order(pair('ann', { ...BUY, lots: 2 }))).toMatchObject(ended)
    expect(desk.wallet('ann', 'USDT')).toEqual(before)
  })

  test('has what there is, and no more of it', () => {
    const desk = thinDesk()
    desk.order(pair('bob', { side: 'sell', ticks: MIDDLE, lots: 3 }))
    desk.order(pair('ann', { ...BUY, lots: 2 }))
    // 1 lot is left for 50 USDT, and the 103 that remain of 153 would have paid for 2 more.
    const bought = desk.order(pair('ann', { ...BUY, amountE8: 153 * USDT }))
    expect(bought).toMatchObject({ status: 'partiallyFilledCanceled', lots: 3, filledLots: 1 })
  })

  test('of nothing at all is a sale of an amount as well', () => {
    const sale = pair('ann', { ...BUY, side: 'sell', amountE8: 97 * USDT })
    // At market a sale ends 3 % below, at 48,500, where a lot brings 48.5.
    expect(thinDesk().order(sale)).toMatchObject({ status: 'canceled', lots: 2, filledLots: 0 })
  })

  test('is refused where the amount itself is too small, and in an exchange that began before edition 19', () => {
    const least = { kind: 'qtyInvalid', minLots: 2 }
    const desk = thinDesk()
    desk.order(pair('bob', { side: 'sell', ticks: MIDDLE, lots: 10 }))
    expect(desk.refused(pair('ann', { ...BUY, amountE8: 99 * USDT }))).toMatchObject(least)
    const before = thinDesk({ ...PRESENT_RULES, takesThinAmounts: false })
    expect(before.refused(amount)).toMatchObject(least)
  })
})
