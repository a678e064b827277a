import { describe, expect, it } from 'vitest'
import { restoreEngine } from '../../../../exchange/engine/create-engine'
import { BTC, ofType, place, USDT } from '../engine-fixture'
import { COIN, pair, PAIR } from '../spot-fixture'
import { COINS, lendingDesk, type LendingDesk } from './lending-fixture'

/** 0.4 BTC at 50,000 are 20,000 USDT, of which ann has half. */
const onMargin = (change = {}) => pair('ann', { lots: 400, isLeverage: true, ...change })

function conserved({ engine }: LendingDesk): void {
  for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
}

/** Ann owes 10,000 USDT and has 0.3996 BTC: the fee of 0.1 % is taken of what is bought. */
function bought(): LendingDesk {
  const desk = lendingDesk()
  desk.order(pair('bob', { side: 'sell', lots: 400 }))
  desk.order(onMargin())
  return desk
}

describe('borrowing at acceptance (spec, products: spot margin at the order)', () => {
  it('lends what the order lacks when it is accepted, and a cancel repays it', () => {
    const desk = lendingDesk()
    const { id } = desk.order(onMargin())
    expect(desk.coin('ann', 'USDT')).toMatchObject({ lentE8: 10_000 * USDT, borrowedE8: 10_000 * USDT })
    expect(desk.wallet('ann', 'USDT')).toBe(20_000 * USDT)
    conserved(desk)
    const { events } = desk.ok({ type: 'cancel', account: 'ann', symbol: PAIR.symbol, orderId: id, linkId: null })
    expect(ofType(events, 'loan')).toMatchObject([{ move: 'repay', changeE8: -10_000 * USDT, walletE8: 10_000 * USDT }])
    expect(desk.coin('ann', 'USDT')).toMatchObject({ lentE8: 0, borrowedE8: 0 })
    conserved(desk)
  })

  it('borrows 200 for an order of 300 with 100 in the wallet (Bybit EU, Borrowing & repayment)', () => {
    const desk = lendingDesk()
    desk.ok({ type: 'openAccount', account: 'eve', role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    desk.ok({ type: 'credit', account: 'eve', coin: 'USDT', amountE8: 100 * USDT })
    desk.ok({ type: 'setSpotMargin', account: 'eve', isOn: true })
    // 0.006 BTC at 50,000.
    desk.order(pair('eve', { lots: 6, isLeverage: true }))
    expect(desk.coin('eve', 'USDT').borrowedE8).toBe(200 * USDT)
  })

  it('goes as far as what is available carries haircut and initial margin', () => {
    // Of 10,000 come 9,990 in bitcoin at 95 %: 509.5 are lost. Each borrowed dollar loses 0.05095 and holds 0.2:
    // 9,490.5 / 0.25095 = 37,818.29049611… more.
    const desk = lendingDesk()
    expect(desk.refused(onMargin({ lots: 957 }))).toEqual({
      kind: 'insufficientBalance',
      requiredE8: 47_850 * USDT,
      availableE8: 4_781_829_049_611,
    })
    desk.order(onMargin({ lots: 956 }))
    expect(desk.coin('ann', 'USDT').lentE8).toBe(37_800 * USDT)
  })

  it('of two orders takes the second as far as one for both would go', () => {
    const desk = lendingDesk()
    desk.order(onMargin({ lots: 300 }))
    // 47,818.29 less 15,000 are 656 lots of 50 and some.
    expect(desk.engine.mostLots(onMargin())).toBe(656)
    expect(desk.refused(onMargin({ lots: 657 }))).toMatchObject({ availableE8: 4_781_829_049_611 - 15_000 * USDT })
    desk.order(onMargin({ lots: 656 }))
    expect(desk.coin('ann', 'USDT').lentE8).toBe(37_800 * USDT)
    // Filled at their price, both leave what was left: fee, haircut and margin were asked for.
    const free = desk.lending('ann').figures!
    desk.order(pair('bob', { side: 'sell', lots: 956 }))
    const filled = desk.lending('ann').figures!
    expect(filled.equityE8 - filled.initialE8).toBe(free.equityE8 - free.initialE8)
  })

  it('goes no further than the limit of the coin', () => {
    const desk = lendingDesk()
    desk.ok({ type: 'credit', account: 'ann', coin: 'USDT', amountE8: 990_000 * USDT })
    // 3 BTC may be owed; a short sale of them holds 20 % of 150,000.
    expect(desk.refused(onMargin({ side: 'sell', lots: 3_001 }))).toMatchObject({ availableE8: 3 * COIN })
    desk.order(onMargin({ side: 'sell', lots: 3_000 }))
    expect(desk.coin('ann', 'BTC')).toMatchObject({ lentE8: 3 * COIN, availableToBorrowE8: 0 })
    conserved(desk)
  })

  it('lends nothing to an order that does not ask for it, nor while spot margin is off, nor what is not lent', () => {
    const desk = lendingDesk()
    expect(desk.refused(pair('ann', { lots: 400 }))).toMatchObject({ kind: 'insufficientBalance' })
    expect(desk.refused(pair('bob', { lots: 10, isLeverage: true }))).toEqual({ kind: 'spotMarginOff' })
    expect(desk.refused(place('ann', { isLeverage: true }))).toEqual({ kind: 'pairNotLent' })
  })
})

describe('a debt over a day', () => {
  it('bears interest each hour, pays it first, and what was bought repays it', () => {
    const desk = bought()
    expect(desk.wallet('ann', 'USDT')).toBe(0)
    expect(desk.wallet('ann', 'BTC')).toBe(39_960_000)
    // 0.3996 × 95 % × 50,000 − 10,000 = 8,981; 20 % and 4 % of the debt.
    expect(desk.lending('ann').figures).toEqual({
      equityE8: 8_981 * USDT,
      initialE8: 2_000 * USDT,
      maintenanceE8: 400 * USDT,
      availableE8: 6_981 * USDT,
    })
    for (let hour = 0; hour < 24; hour += 1) {
      const { events } = desk.ok({ type: 'interest', hours: 1 })
      // 10,000 × 0.00001.
      expect(ofType(events, 'interest')).toMatchObject([
        { coin: 'USDT', borrowedE8: 10_000 * USDT, interestE8: 10_000_000 },
      ])
    }
    expect(desk.coin('ann', 'USDT')).toMatchObject({ lentE8: 10_000 * USDT, interestE8: 240_000_000 })
    desk.order(pair('bob', { lots: 399 }))
    const { events } = desk.ok(pair('ann', { side: 'sell', lots: 399 }))
    // 0.399 × 50,000 less 0.1 %: 19,930.05; then 2.4 of interest and 10,000 are paid.
    expect(ofType(events, 'loan').map(({ move, changeE8 }) => [move, changeE8])).toEqual([
      ['interest', -240_000_000],
      ['repay', -10_000 * USDT],
    ])
    expect(desk.wallet('ann', 'USDT')).toBe(1_993_005_000_000 - 240_000_000 - 10_000 * USDT)
    expect(desk.lending('ann').figures).toMatchObject({ initialE8: 0, maintenanceE8: 0 })
    conserved(desk)
  })

  it('charges the hours of a time without the exchange at once', () => {
    const desk = bought()
    const { events } = desk.ok({ type: 'interest', hours: 24, firstMs: -90_000_000 })
    expect(desk.coin('ann', 'USDT').interestE8).toBe(240_000_000)
    const rows = ofType(events, 'interest').filter(({ coin }) => coin === 'USDT')
    expect(rows.map(({ interestE8, timeMs }) => [interestE8, timeMs])).toEqual(
      Array.from({ length: 24 }, (_, hour) => [10_000_000, (hour - 25) * 3_600_000]),
    )
  })

  it('costs the cube of the use above the limit', () => {
    const half = COINS.map((one) => ({
      ...one,
      loan: one.loan === null ? null : { ...one.loan, maxBorrow: (one.coin === 'USDT' ? '5000' : '3') as never },
    }))
    const desk = lendingDesk(half)
    desk.ok({ type: 'credit', account: 'ann', coin: 'BTC', amountE8: 5 * COIN })
    desk.order(place('bob', { side: 'sell', lots: 20_000, ticks: 500_000 }))
    desk.order(place('ann', { lots: 20_000 }))
    desk.price(49_000)
    desk.order(place('cid', { lots: 20_000, ticks: 490_000 }))
    desk.order(place('ann', { side: 'sell', lots: 20_000, ticks: 490_000 }))
    // 20 × 1,000 lost, fees of 550 and 539: 10,000 − 21,089 is owed, 2.2178 times the limit, at 10.90… times the rate.
    const owed = 11_089
    expect(desk.coin('ann', 'USDT').lentE8).toBe(owed * USDT)
    desk.ok({ type: 'interest', hours: 1 })
    expect(desk.coin('ann', 'USDT').interestE8).toBe(Math.round(owed * 0.00001 * (owed / 5_000) ** 3 * 1e8))
    conserved(desk)
  })

  it('leaves free what unrealised losses took, up to its limit (Bybit UTA, Borrowing & repayment, scenario 2)', () => {
    const desk = lendingDesk()
    desk.ok({ type: 'openAccount', account: 'eve', role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    desk.ok({ type: 'credit', account: 'eve', coin: 'BTC', amountE8: COIN })
    desk.ok({ type: 'credit', account: 'eve', coin: 'USDT', amountE8: 51 * USDT })
    desk.ok({ type: 'setSpotMargin', account: 'eve', isOn: true })
    // Its fee is 0.02 % of 5,000: 50 USDT are left. 100 are lost at 49,000.
    desk.order(place('eve', { lots: 100 }))
    desk.order(place('bob', { side: 'sell', lots: 100 }))
    desk.price(49_000)
    expect(desk.coin('eve', 'USDT')).toMatchObject({ borrowedE8: 50 * USDT, lentE8: 0 })
    desk.ok({ type: 'interest', hours: 1 })
    expect(desk.coin('eve', 'USDT').interestE8).toBe(0)
    // 1,000 lost at 40,000, of which 950 are owed: 450 of them bear interest, which the wallet pays.
    desk.price(40_000)
    const { events } = desk.ok({ type: 'interest', hours: 1 })
    expect(ofType(events, 'interest')).toMatchObject([
      { borrowedE8: 950 * USDT, freeE8: 500 * USDT, interestE8: 450_000 },
    ])
    expect(desk.wallet('eve', 'USDT')).toBe(50 * USDT - 450_000)
  })
})

describe('repaying by hand', () => {
  it('bears none once an account shares nothing, however much its losses and orders take of a coin', () => {
    const desk = lendingDesk()
    desk.ok({ type: 'setSpotMargin', account: 'ann', isOn: false })
    desk.order(place('bob', { side: 'sell', lots: 1_000 }))
    desk.order(place('ann', { lots: 1_000 }))
    // 0.1 coins at 40,000 hold 4,000 of the 10,000 back; 7,000 are lost at 43,000: 1,000 more than is there.
    desk.order(pair('ann', { lots: 100, ticks: 400_000 }))
    desk.price(43_000)
    expect(desk.lending('ann').figures).toBeNull()
    const { events } = desk.ok({ type: 'interest', hours: 1 })
    expect(ofType(events, 'interest')).toEqual([])
    expect(desk.coin('ann', 'USDT')).toMatchObject({ lentE8: 0, interestE8: 0 })
  })

  it('gives other coins at their index, with a fee of 0.1 %', () => {
    const desk = bought()
    desk.ok({ type: 'interest', hours: 1 })
    const { events } = desk.ok({ type: 'repay', account: 'ann', coin: 'USDT', amountE8: 5_000 * USDT })
    // 5,000 × 1.001 / 50,000 = 0.1001 BTC, of which 0.0001 are the fee.
    expect(ofType(events, 'loan').map(({ coin, move, changeE8, feeE8 }) => [coin, move, changeE8, feeE8])).toEqual([
      ['BTC', 'convertOut', -10_010_000, 10_000],
      ['USDT', 'convertIn', 5_000 * USDT, 0],
      ['USDT', 'interest', -10_000_000, undefined],
      ['USDT', 'repay', -(5_000 * USDT - 10_000_000), undefined],
    ])
    expect(ofType(events, 'loan')[0]).toMatchObject({ cause: 'repayment' })
    expect(desk.coin('ann', 'USDT')).toMatchObject({ lentE8: 5_000 * USDT + 10_000_000, interestE8: 0 })
    desk.ok({ type: 'repay', account: 'ann', coin: null, amountE8: null })
    expect(desk.coin('ann', 'USDT').lentE8).toBe(0)
    expect(desk.refused({ type: 'repay', account: 'ann', coin: null, amountE8: null })).toEqual({ kind: 'nothingOwed' })
    conserved(desk)
  })
})

describe('after a restart', () => {
  it('goes on from a snapshot as the engine that took it', () => {
    const desk = bought()
    desk.ok({ type: 'interest', hours: 1 })
    desk.ok({ type: 'setBorrowLeverage', account: 'ann', coin: 'BTC', leverageE2: 300 })
    const saved: unknown = JSON.parse(JSON.stringify(desk.engine.snapshot()))
    const again = restoreEngine([BTC, PAIR], saved, COINS)
    expect(again.snapshot()).toEqual(desk.engine.snapshot())
    expect(again.lending('ann')).toEqual(desk.engine.lending('ann'))
    const commands = [
      { type: 'interest', hours: 2 },
      onMargin({ lots: 100, ticks: 490_000 }),
      { type: 'mark', symbol: PAIR.symbol, markTicks: 200_000, indexTicks: 200_000 },
      { type: 'repay', account: 'ann', coin: null, amountE8: null },
    ] as const
    for (const command of commands) expect(again.handle(command, 9_000)).toEqual(desk.engine.handle(command, 9_000))
  })
})
