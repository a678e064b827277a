import { describe, expect, test } from 'vitest'
import { type EngineRules, PRESENT_RULES } from '../../../../exchange/engine/engine-rules'
import { ofType, place, USDT } from '../engine-fixture'
import { COIN, DOLLAR, floor, isConserved } from './option-fixture'

const deliver = (dollars: number, symbol = 'BTC-C') =>
  ({ type: 'deliver', symbol, ticks: Math.round(dollars * DOLLAR), feeRateE8: 15_000 }) as const

/** ann holds two calls of bob's at 1,000, each after a fee of 6.075. */
function dealt() {
  const one = floor()
  one.trade('bob', 'sell', 1_000, 2)
  one.trade('ann', 'buy', 1_000, 2)
  return one
}
const AFTER = { ann: 100_000 - 2_000 - 12.15, bob: 100_000 + 2_000 - 12.15 }

describe('expiry (semantics.md §1.2, §1.7: European, cash-settled, by itself where it is in the money)', () => {
  test.each([
    // Delivery at, what a call of 20,000 pays, the fee of each side: min(0.015 % × S, 12.5 % × payoff), a coin.
    ['in the money', 22_000, 2_000, 3.3],
    ['barely in the money: the fee is capped', 20_010, 10, 1.25],
    ['at the money', 20_000, 0, 0],
    ['out of the money', 18_000, 0, 0],
  ])('%s', (_what, settlement, payoff, fee) => {
    const { run, walletE8, engine } = dealt()
    const { events } = run(deliver(settlement))
    expect(walletE8('ann')).toBe(Math.round((AFTER.ann + 2 * (payoff - fee)) * USDT))
    expect(walletE8('bob')).toBe(Math.round((AFTER.bob - 2 * (payoff + fee)) * USDT))
    expect(engine.positions('ann')).toEqual([])
    expect(engine.positions('bob')).toEqual([])
    // Each holder hears what was paid; the row of the closed position has both fees.
    expect(ofType(events, 'execution').map(({ execution }) => execution)).toMatchObject(
      [
        { execType: 'Delivery', side: 'buy', ticks: payoff * DOLLAR, feeE8: Math.round(2 * fee * USDT) },
        { execType: 'Delivery', side: 'sell', ticks: payoff * DOLLAR, feeE8: Math.round(2 * fee * USDT) },
      ].toSorted(() => 0),
    )
    expect(isConserved(engine)).toBe(true)
  })

  test('a put pays below its strike', () => {
    const { run, trade, walletE8, engine } = floor()
    trade('bob', 'sell', 280, 1, 'BTC-P')
    trade('ann', 'buy', 280, 1, 'BTC-P')
    run(deliver(18_000, 'BTC-P'))
    // 500 paid; fee min(2.7, 62.5) = 2.7.
    expect(walletE8('ann')).toBe(Math.round((100_000 - 280 - 6.075 + 500 - 2.7) * USDT))
    expect(walletE8('bob')).toBe(Math.round((100_000 + 280 - 6.075 - 500 - 2.7) * USDT))
    expect(isConserved(engine)).toBe(true)
  })

  test('cancels what is at rest, and what was held for it is free again', () => {
    const { run, trade, engine, walletE8 } = dealt()
    trade('ann', 'buy', 900, 5)
    run(deliver(18_000))
    expect(engine.openOrders('ann')).toEqual([])
    expect(engine.balances('ann')[0]!.availableE8).toBe(walletE8('ann'))
  })

  test('the margin of a seller is free, or was too little: then the insurance pool pays the rest', () => {
    const { run, engine, trade } = floor(['ann', 'poor'], 5_000)
    trade('poor', 'sell', 1_000, 1)
    trade('ann', 'buy', 1_000, 1)
    // 15,000 is due where there are about 6,000: what an account without positions owes, the pool pays.
    run(deliver(35_000))
    expect(engine.balances('poor')[0]!.walletE8).toBe(0)
    expect(engine.balances('ann')[0]!.walletE8).toBeGreaterThan(18_000 * USDT)
    expect(isConserved(engine)).toBe(true)
  })

  test('a closed P&L says premium, payoff and both fees', () => {
    const { run } = dealt()
    const rows = ofType(run(deliver(22_000)).events, 'closedPnl').map(({ closed }) => closed)
    expect(rows.find((one) => one.account === 'ann')).toMatchObject({
      execType: 'Delivery',
      entryValueE8: 2_000 * USDT,
      exitValueE8: 4_000 * USDT,
      openFeeE8: Math.round(12.15 * USDT),
      closeFeeE8: Math.round(6.6 * USDT),
      pnlE8: Math.round((2_000 - 12.15 - 6.6) * USDT),
    })
  })
})

describe('liquidation of option sellers', () => {
  /** short has sold a call at 1,000 and owns about 7,000; maker offers one at 1,500. */
  function squeezed(rules?: EngineRules) {
    const one = floor(['ann', 'maker', 'short'], 6_000, rules)
    one.trade('ann', 'buy', 1_000, 1)
    one.trade('short', 'sell', 1_000, 1)
    one.trade('maker', 'sell', 1_500, 1)
    const pool = () => one.engine.insurancePool('USDT').balanceE8
    const before = pool()
    // At a mark of 6,300 and an index of 26,000 the margin is 780 + 6,300 + 52 = 7,132.
    const { events } = one.run({
      type: 'mark',
      symbol: 'BTC-C',
      markTicks: 6_300 * DOLLAR,
      indexTicks: 26_000 * DOLLAR,
    })
    const bought = COIN + one.engine.positions('short')[0]!.lots
    return { ...one, events, bought, gotE8: pool() - before }
  }

  test('a short is bought back through the book while the account can pay, and nobody owes anything', () => {
    const { engine, walletE8, events, bought, gotE8 } = squeezed()
    // Bought back at 1,500, as far as it needs: until the margin is at most nine tenths of what is there.
    const [short] = engine.positions('short')
    expect(short!.lots).toBeGreaterThan(-COIN)
    expect(short!.lots).toBeLessThan(0)
    expect(short!.maintenanceMarginE8 * 10).toBeLessThanOrEqual(walletE8('short') * 9)
    // Each lot cost 15, a fee of 0.0003 × 26,000 / 100, and 0.002 × 26,000 / 100 for the insurance pool (ADR-963).
    expect(walletE8('short')).toBe(Math.round((6_000 + 1_000 - 6.075 - bought * (15 + 0.078 + 0.52)) * USDT))
    expect(gotE8).toBe(Math.round(bought * 0.52 * USDT))
    // Both fees in one figure, whose part of the liquidation is named; the rate is that of the trade.
    const fills = ofType(events, 'execution').map(({ execution }) => execution)
    expect(fills.find(({ account }) => account === 'short')).toMatchObject({
      execType: 'BustTrade',
      feeE8: Math.round(bought * 0.598 * USDT),
      liquidationFeeE8: Math.round(bought * 0.52 * USDT),
      feeRateE8: 30_000,
    })
    // Who sold to it pays the trade's fee alone, 0.078 a lot.
    expect(fills.find(({ account }) => account === 'maker')!.feeE8).toBe(Math.round(bought * 0.078 * USDT))
    expect(isConserved(engine)).toBe(true)
  })

  test('an exchange that began before the liquidation fee takes none, so that its ledger replays as it was', () => {
    const { engine, walletE8, bought, gotE8 } = squeezed({ ...PRESENT_RULES, chargesLiquidationFee: false })
    expect(bought).toBeGreaterThan(0)
    expect(walletE8('short')).toBe(Math.round((6_000 + 1_000 - 6.075 - bought * (15 + 0.078)) * USDT))
    expect(gotE8).toBe(0)
    expect(isConserved(engine)).toBe(true)
  })

  test('at the worst price that a liquidation pays, the liquidation fee is still paid from the account', () => {
    // Wallet 6,993.925. All of a call costs its price, 7.8 and 52: at 6,934.12 nothing is left, so 6,930 may be paid, and
    // 6,935 (which the two fees of the trade alone would leave room for) may not.
    for (const [price, fills] of [
      [6_930, true],
      [6_935, false],
    ] as const) {
      const { engine, trade, mark, walletE8 } = floor(['ann', 'maker', 'short'], 6_000)
      trade('ann', 'buy', 1_000, 1)
      trade('short', 'sell', 1_000, 1)
      mark('BTC-C', 5_900, 26_000)
      trade('maker', 'sell', price, 1)
      mark('BTC-C', 6_300, 26_000)
      // 6,993.925 − 6,930 − 7.8 − 52 = 4.125
      expect(walletE8('short')).toBe(Math.round((fills ? 4.125 : 6_993.925) * USDT))
      expect(engine.positions('short').length).toBe(fills ? 0 : 1)
      expect(isConserved(engine)).toBe(true)
    }
  })

  test('what cannot pay the liquidation fee any more is taken over, although it could pay the trade', () => {
    const { mark, trade, engine } = floor(['ann', 'short'], 6_000)
    trade('ann', 'buy', 1_000, 1)
    trade('short', 'sell', 1_000, 1)
    // Wallet 6,993.925: the mark and the fee of the trade are 6,957.8, with the 52 they are 7,009.8.
    mark('BTC-C', 6_950, 26_000)
    expect(engine.positions('short')).toEqual([])
    expect(engine.balances('short')[0]!.walletE8).toBe(0)
    expect(isConserved(engine)).toBe(true)
  })

  test('a long that is sold pays none', () => {
    const { engine, run, trade, mark } = floor(['ann', 'bob', 'both'], 6_000)
    for (const rich of ['ann', 'bob']) run({ type: 'credit', account: rich, coin: 'USDT', amountE8: 1_000_000 * USDT })
    trade('bob', 'sell', 280, 10, 'BTC-P')
    trade('both', 'buy', 280, 10, 'BTC-P')
    trade('ann', 'buy', 1_000, 1)
    trade('both', 'sell', 1_000, 1)
    trade('ann', 'buy', 250, 10, 'BTC-P')
    const before = engine.insurancePool('USDT').balanceE8
    mark('BTC-C', 4_000, 23_500)
    expect(engine.positions('both', 'BTC-P')[0]!.lots).toBeLessThan(10 * COIN)
    expect(engine.positions('both', 'BTC-C')[0]!.lots).toBe(-COIN)
    expect(engine.insurancePool('USDT').balanceE8).toBe(before)
  })

  test('is taken over for all that is left where nobody offers, and the wallet is not below zero', () => {
    const { mark, trade, engine, run } = floor(['ann', 'short'], 6_000)
    trade('ann', 'buy', 1_000, 1)
    trade('short', 'sell', 1_000, 1)
    mark('BTC-C', 12_000, 32_000)
    const stages = ofType(
      run(place('ann', { symbol: 'BTC-C', side: 'buy', ticks: 500, lots: 1 })).events,
      'liquidation',
    )
    expect(stages).toEqual([])
    expect(engine.positions('short')).toEqual([])
    expect(engine.balances('short')[0]!.walletE8).toBe(0)
    expect(isConserved(engine)).toBe(true)
  })

  test('options that are held are sold where they bring what is missing', () => {
    const { mark, trade, engine, run, walletE8 } = floor(['ann', 'bob', 'both'], 6_000)
    for (const rich of ['ann', 'bob']) run({ type: 'credit', account: rich, coin: 'USDT', amountE8: 1_000_000 * USDT })
    // Holds puts and has sold a call.
    trade('bob', 'sell', 280, 10, 'BTC-P')
    trade('both', 'buy', 280, 10, 'BTC-P')
    trade('ann', 'buy', 1_000, 1)
    trade('both', 'sell', 1_000, 1)
    trade('ann', 'buy', 250, 10, 'BTC-P')
    const before = walletE8('both')
    mark('BTC-C', 4_000, 23_500)
    expect(engine.positions('both', 'BTC-P')[0]!.lots).toBeLessThan(10 * COIN)
    expect(walletE8('both')).toBeGreaterThan(before)
    expect(isConserved(engine)).toBe(true)
  })
})
