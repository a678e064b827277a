import { describe, expect, it } from 'vitest'
import { restoreEngine } from '../../../../exchange/engine/create-engine'
import { BTC, ofType, USDT } from '../engine-fixture'
import { COIN, pair, PAIR } from '../spot-fixture'
import { COINS, lendingDesk, type LendingDesk } from './lending-fixture'

const borrow = (coin: string, amountE8: number) => ({ type: 'borrow', account: 'ann', coin, amountE8 }) as const
const repay = (change = {}) => ({ type: 'repay', account: 'ann', coin: 'USDT', amountE8: null, ...change }) as const

function conserved({ engine }: LendingDesk): void {
  for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
}

describe('borrowing by hand (ADR-487)', () => {
  it('brings the coins, which are owed while they are free', () => {
    const desk = lendingDesk()
    const { events } = desk.ok(borrow('USDT', 5_000 * USDT))
    expect(ofType(events, 'loan')).toMatchObject([{ move: 'borrow', changeE8: 5_000 * USDT, walletE8: 15_000 * USDT }])
    expect(desk.coin('ann', 'USDT')).toMatchObject({
      lentE8: 5_000 * USDT,
      borrowedE8: 5_000 * USDT,
      repayableE8: 5_000 * USDT,
    })
    // 20 % and 4 % of the debt; the coins that it brought are no equity.
    expect(desk.lending('ann').figures).toMatchObject({
      equityE8: 10_000 * USDT,
      initialE8: 1_000 * USDT,
      maintenanceE8: 200 * USDT,
    })
    conserved(desk)
  })

  it('bears interest, which free coins pay, and stays', () => {
    const desk = lendingDesk()
    desk.ok(borrow('USDT', 5_000 * USDT))
    desk.ok({ type: 'interest', hours: 1 })
    // 5,000 × 0.00001.
    expect(desk.wallet('ann', 'USDT')).toBe(15_000 * USDT - 5_000_000)
    expect(desk.coin('ann', 'USDT')).toMatchObject({ lentE8: 5_000 * USDT, interestE8: 0 })
    conserved(desk)
  })

  it('goes as far as the limit, and as what is available carries', () => {
    const desk = lendingDesk()
    // 10,000 at five times: 50,000; one bitcoin of them, whose limit is 3.
    expect(desk.refused(borrow('USDT', 50_000 * USDT + 1))).toEqual({ kind: 'borrowTooMuch', mostE8: 50_000 * USDT })
    expect(desk.refused(borrow('BTC', COIN + 1))).toEqual({ kind: 'borrowTooMuch', mostE8: COIN })
    expect(desk.refused(borrow('EOS', 1))).toEqual({ kind: 'unknownCollateral', coin: 'EOS' })
    expect(desk.refused(borrow('USDT', 0))).toEqual({ kind: 'amountInvalid' })
    expect(desk.refused({ ...borrow('USDT', USDT), account: 'bob' })).toEqual({ kind: 'spotMarginOff' })
    desk.ok(borrow('USDT', 50_000 * USDT))
    expect(desk.lending('ann').figures).toMatchObject({ availableE8: 0 })
  })

  it('is repaid with its own coin alone, or the rest with others', () => {
    const desk = lendingDesk()
    desk.ok({ type: 'credit', account: 'ann', coin: 'BTC', amountE8: COIN })
    desk.ok(borrow('USDT', 20_000 * USDT))
    // 25,000 for 0.5 BTC: its own, and three fourths of what was borrowed.
    desk.order(pair('bob', { side: 'sell', lots: 500 }))
    desk.order(pair('ann', { lots: 500 }))
    expect(desk.wallet('ann', 'USDT')).toBe(5_000 * USDT)
    desk.ok(repay({ amountE8: 2_000 * USDT, isOwnCoinOnly: true }))
    expect(desk.coin('ann', 'USDT').lentE8).toBe(18_000 * USDT)
    desk.ok(repay({ isOwnCoinOnly: true }))
    expect(desk.coin('ann', 'USDT').lentE8).toBe(15_000 * USDT)
    expect(desk.refused(repay({ isOwnCoinOnly: true }))).toEqual({ kind: 'nothingToRepayWith' })
    const { events } = desk.ok(repay())
    expect(ofType(events, 'loan').map(({ coin, move }) => [coin, move])).toEqual([
      ['BTC', 'convertOut'],
      ['USDT', 'convertIn'],
      ['USDT', 'repay'],
    ])
    expect(desk.coin('ann', 'USDT')).toMatchObject({ lentE8: 0, borrowedE8: 0 })
    expect(desk.refused(repay())).toEqual({ kind: 'nothingOwed' })
    conserved(desk)
  })

  it('does not repay by itself what a cancel frees beyond what the order had borrowed', () => {
    const desk = lendingDesk()
    desk.ok(borrow('USDT', 5_000 * USDT))
    const { id } = desk.order(pair('ann', { lots: 400, isLeverage: true }))
    // 20,000 of which 15,000 were there.
    expect(desk.coin('ann', 'USDT').lentE8).toBe(10_000 * USDT)
    desk.ok({ type: 'cancel', account: 'ann', symbol: PAIR.symbol, orderId: id, linkId: null })
    expect(desk.coin('ann', 'USDT').lentE8).toBe(5_000 * USDT)
    expect(desk.wallet('ann', 'USDT')).toBe(15_000 * USDT)
    conserved(desk)
  })

  it('stays free beside what an order owes of the same coin', () => {
    const desk = lendingDesk()
    desk.order(pair('bob', { lots: 100 }))
    desk.order(pair('ann', { side: 'sell', lots: 100, isLeverage: true }))
    desk.ok(borrow('BTC', COIN / 20))
    expect(desk.wallet('ann', 'BTC')).toBe(COIN / 20)
    expect(desk.coin('ann', 'BTC')).toMatchObject({ lentE8: COIN / 10 + COIN / 20, borrowedE8: COIN / 10 + COIN / 20 })
    // What is bought beyond them repays what the order had borrowed: 0.05 less the fee of 0.1 %.
    desk.order(pair('bob', { side: 'sell', lots: 50 }))
    desk.order(pair('ann', { lots: 50 }))
    expect(desk.wallet('ann', 'BTC')).toBe(COIN / 20)
    expect(desk.coin('ann', 'BTC').lentE8).toBe(COIN / 10 + COIN / 20 - 4_995_000)
    conserved(desk)
  })

  it('is the same after a restart', () => {
    const desk = lendingDesk()
    desk.ok(borrow('BTC', COIN / 2))
    const again = restoreEngine([BTC, PAIR], JSON.parse(JSON.stringify(desk.engine.snapshot())), COINS)
    expect(again.lending('ann')).toEqual(desk.engine.lending('ann'))
    expect(again.snapshot()).toEqual(desk.engine.snapshot())
  })
})

describe('with what an account could trade a pair', () => {
  it('is what an order is taken for, with a loan and without', () => {
    const desk = lendingDesk()
    const power = desk.engine.spotPower('ann', PAIR.symbol)!
    // As in borrowing.test.ts: 47,818.29 with a loan; short, one bitcoin of 20 % of 50,000 and its fee of 50 for 10,000.
    expect(power.quote).toEqual({ ownE8: 10_000 * USDT, mostE8: 4_781_829_049_611 })
    // 10,000 / 10,050 of a bitcoin.
    expect(power.base).toEqual({ ownE8: 0, mostE8: 99_502_487 })
    desk.order(pair('ann', { lots: 956, isLeverage: true }))
    // 9,490.5 − 37,800 × 0.25095 = 4.59 are left, of which each borrowed dollar takes 0.25095: 18.29 more, as there were without it.
    expect(desk.engine.spotPower('ann', PAIR.symbol)!.quote).toEqual({ ownE8: 0, mostE8: 1_829_049_611 })
    expect(desk.engine.spotPower('bob', PAIR.symbol)).toEqual({
      base: { ownE8: 20 * COIN, mostE8: 20 * COIN },
      quote: { ownE8: 1_000_000 * USDT, mostE8: 1_000_000 * USDT },
    })
    expect(desk.engine.spotPower('ann', 'BTCUSDT')).toBeNull()
  })
})
