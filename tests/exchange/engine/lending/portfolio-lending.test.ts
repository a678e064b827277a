import { describe, expect, it } from 'vitest'
import { restoreEngine } from '../../../../exchange/engine/create-engine'
import { BTC, ofType, place, USDT } from '../engine-fixture'
import { pair, PAIR } from '../spot-fixture'
import { COINS, lendingDesk, type LendingDesk } from './lending-fixture'

/** Ann borrows with portfolio margin: 0.4 BTC for 20,000 USDT, of which half is hers; the fee leaves 0.3996. */
function bought(lots = 400): LendingDesk {
  const desk = lendingDesk()
  desk.ok({ type: 'setMarginMode', account: 'ann', mode: 'portfolio' })
  desk.order(pair('bob', { side: 'sell', lots }))
  desk.order(pair('ann', { lots, isLeverage: true }))
  return desk
}

const review = (desk: LendingDesk, dollars: number) => {
  desk.price(dollars)
  return desk.ok({ type: 'reviewAccounts' })
}

function conserved({ engine }: LendingDesk): void {
  for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
}

describe('an account with portfolio margin whose coins back each other (ADR-485)', () => {
  it('borrows as with cross margin: what is owed holds the same margin', () => {
    const desk = bought()
    // 0.3996 × 95 % × 50,000 − 10,000 = 8,981; 20 % and 4 % of the debt.
    expect(desk.lending('ann').figures).toEqual({
      equityE8: 8_981 * USDT,
      initialE8: 2_000 * USDT,
      maintenanceE8: 400 * USDT,
      availableE8: 6_981 * USDT,
    })
    conserved(desk)
  })

  it('margins what it holds by its scenarios, beside its debts', () => {
    const desk = bought()
    desk.order(place('bob', { side: 'sell', lots: 100 }))
    desk.order(place('ann', { lots: 100 }))
    // 0.1 BTC: 10 % of 5,000 and the contingency of 0.6 %: 530 and 400 of the debt; 1.2 × 530 and 2,000. The fee of
    // 0.055 %, 2.75 USDT, is owed too: 4 % and 20 % of it come on top.
    expect(desk.lending('ann').figures).toMatchObject({
      equityE8: 8_981 * USDT - 275_000_000,
      maintenanceE8: 930 * USDT + 11_000_000,
      initialE8: 2_636 * USDT + 55_000_000,
    })
  })

  it('chooses either while the other is in force, and goes back', () => {
    const desk = lendingDesk()
    desk.order(pair('bob', { side: 'sell', lots: 400 }))
    desk.order(pair('ann', { lots: 400, isLeverage: true }))
    desk.ok({ type: 'setMarginMode', account: 'ann', mode: 'portfolio' })
    desk.ok({ type: 'setMarginMode', account: 'ann', mode: 'cross' })
    desk.ok({ type: 'setMarginMode', account: 'bob', mode: 'portfolio' })
    desk.ok({ type: 'setSpotMargin', account: 'bob', isOn: true })
    expect(desk.lending('bob')).toMatchObject({ lends: true })
    expect(desk.engine.marginMode('ann')).toBe('cross')
  })

  it('repays from 85 % of the equity on, until it is back there, with nothing liquidated', () => {
    const desk = bought(950)
    // 0.94905 × 95 % × P − 37,500 is the equity, 1,500 the margin: 85 % at 43,550.1.
    expect(ofType(review(desk, 43_560).events, 'loan')).toEqual([])
    const { events } = review(desk, 43_540)
    expect(ofType(events, 'loan').map(({ coin, move, cause }) => [coin, move, cause])).toEqual([
      ['BTC', 'convertOut', 'autoRepayment'],
      ['USDT', 'convertIn', 'autoRepayment'],
      ['USDT', 'repay', undefined],
    ])
    expect(ofType(events, 'liquidation')).toEqual([])
    const { equityE8, maintenanceE8 } = desk.lending('ann').figures!
    expect(maintenanceE8).toBeLessThanOrEqual(0.85 * equityE8)
    expect(maintenanceE8).toBeGreaterThan(0.8 * equityE8)
    conserved(desk)
  })

  it('is liquidated as one: positions of each coin, then every coin for what is owed', () => {
    const desk = bought()
    desk.order(place('bob', { side: 'sell', lots: 300 }))
    desk.order(place('ann', { lots: 300 }))
    review(desk, 25_000)
    conserved(desk)
    expect(desk.engine.positions('ann')).toEqual([])
    expect(desk.coin('ann', 'USDT')).toMatchObject({ lentE8: 0, interestE8: 0 })
    expect(desk.wallet('ann', 'USDT')).toBeGreaterThanOrEqual(0)
    expect(desk.wallet('ann', 'BTC')).toBe(0)
  })

  it('is the same after a restart', () => {
    const desk = bought(950)
    const again = restoreEngine([BTC, PAIR], JSON.parse(JSON.stringify(desk.engine.snapshot())), COINS)
    expect(again.lending('ann')).toEqual(desk.engine.lending('ann'))
    const commands = [
      { type: 'mark', symbol: PAIR.symbol, markTicks: 435_400, indexTicks: 435_400 },
      { type: 'reviewAccounts' },
    ] as const
    for (const command of commands) expect(again.handle(command, 9_000)).toEqual(desk.engine.handle(command, 9_000))
  })
})

describe('what was lent', () => {
  it('keeps the coins together that back it', () => {
    const desk = lendingDesk()
    desk.ok({ type: 'openAccount', account: 'fay', role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    desk.ok({ type: 'credit', account: 'fay', coin: 'BTC', amountE8: 100_000_000 })
    desk.ok({ type: 'setCollateral', account: 'fay', coins: ['BTC'], isOn: true })
    for (const [seller, buyer] of [
      ['bob', 'fay'],
      ['fay', 'cid'],
    ] as const) {
      desk.order(place(seller, { side: 'sell', lots: 100 }))
      desk.order(place(buyer, { lots: 100 }))
    }
    // It holds nothing any more, and owes the fees.
    expect(desk.engine.positions('fay')).toEqual([])
    expect(desk.coin('fay', 'USDT').lentE8).toBeGreaterThan(0)
    expect(desk.refused({ type: 'setCollateral', account: 'fay', coins: ['BTC'], isOn: false })).toEqual({
      kind: 'switchRefused',
      why: 'debts',
    })
  })
})
