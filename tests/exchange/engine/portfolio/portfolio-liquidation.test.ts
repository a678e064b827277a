import { describe, expect, test } from 'vitest'
import { ofType, USDT } from '../engine-fixture'
import { isConserved } from '../options/option-fixture'
import { desk } from './portfolio-fixture'

describe('liquidation with portfolio margin (semantics.md §1.5)', () => {
  test('closes through the book no more than brings the margin to 90 % of the equity', () => {
    const { deal, engine, index, lots, order, run, usdt } = desk({ ann: 5_100 })
    deal('ann', 'mm', 'BTCUSDT', 20_000, 2)
    run(order('nn', 'buy', 'BTCUSDT', 19_400, 10))
    const told = index(19_400).flatMap(({ events }) => ofType(events, 'liquidation'))
    // Equity 5,100 − 1,200 = 3,900; MM of a coin 1,940 + 116.4 = 2,056.4, of two 4,112.8. 3,510 ÷ 2,056.4 = 1.7068…
    expect(lots('ann', 'BTCUSDT')).toBe(1_706)
    expect(told.map(({ stage, lots: closed }) => [stage, closed])).toEqual([['partial', 294]])
    expect(usdt('ann').maintenanceE8 * 10).toBeLessThanOrEqual(3_900 * USDT * 9)
    expect(isConserved(engine)).toBe(true)
  })

  test('what hedges stays: the risk is closed that lowers the margin most', () => {
    const { deal, index, lots, order, run } = desk({ ann: 14_000 })
    deal('ann', 'mm', 'BTCUSDT', 20_000, 5)
    deal('ann', 'mm', 'P20000', 1_900, 1)
    run(order('nn', 'buy', 'BTCUSDT', 18_700, 20))
    run(order('nn', 'buy', 'P20000', 2_400, 20))
    index(18_700)
    expect(lots('ann', 'P20000')).toBe(100)
    expect(lots('ann', 'BTCUSDT')).toBeLessThan(5_000)
    expect(lots('ann', 'BTCUSDT')).toBeGreaterThan(0)
  })

  test('beside it a cross account with the same perpetual is liquidated where a hedged portfolio is not', () => {
    const { deal, engine, index, lots, order, run } = desk({ ann: 2_700 })
    run({ type: 'openAccount', account: 'bob', role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
    run({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 2_700 * USDT })
    deal('ann', 'mm', 'BTCUSDT', 20_000, 1)
    // The put is not paid for with what the account has, but with what the two are worth together.
    deal('ann', 'mm', 'P20000', 1_900, 1)
    deal('bob', 'mm', 'BTCUSDT', 20_000, 1)
    run(order('nn', 'buy', 'BTCUSDT', 17_340, 10))
    index(18_700)
    index(17_400)
    expect(lots('ann', 'BTCUSDT')).toBe(1_000)
    // 2,700 − 2,600 = 100 are left, a maintenance margin of 0.5 % is 87.
    expect(lots('bob', 'BTCUSDT')).toBe(1_000)
    index(17_350)
    expect(lots('bob', 'BTCUSDT')).toBeLessThan(1_000)
    expect(lots('ann', 'BTCUSDT')).toBe(1_000)
    expect(isConserved(engine)).toBe(true)
  })

  test('orders that could raise the risk end first; a close at rest stays', () => {
    const { deal, engine, index, order, run } = desk({ ann: 5_100 })
    deal('ann', 'mm', 'BTCUSDT', 20_000, 2)
    run(order('ann', 'sell', 'C22000', 1_150, 0.01))
    const close = order('ann', 'sell', 'BTCUSDT', 20_300, 1)
    run({ ...close, reduceOnly: true } as typeof close)
    const ended = index(19_400).flatMap(({ events }) => ofType(events, 'order'))
    expect(ended.filter(({ order: { symbol } }) => symbol === 'C22000').at(-1)?.order.cancelType).toBe(
      'CancelByPrepareLiq',
    )
    expect(engine.openOrders('ann').map(({ symbol }) => symbol)).toEqual(['BTCUSDT'])
  })

  test('a short option is bought back with its liquidation fee, which the cut allows for', () => {
    const { deal, engine, index, lots, order, run, usdt } = desk({ ann: 5_600 })
    deal('mm', 'ann', 'C20000', 1_900, 2)
    run(order('nn', 'sell', 'C20000', 2_900, 10))
    const before = engine.insurancePool('USDT').balanceE8
    index(21_500)
    const bought = 200 + lots('ann', 'C20000')
    expect(bought).toBeGreaterThan(0)
    expect(bought).toBeLessThan(200)
    // A lot is 0.01: 29 of price, no fee of the trade here, and 0.002 × 21,500 / 100 = 0.43 (ADR-963).
    expect(usdt('ann').walletE8).toBe(Math.round((5_600 + 2 * 1_900 - bought * 29.43) * USDT))
    expect(engine.insurancePool('USDT').balanceE8 - before).toBe(Math.round(bought * 0.43 * USDT))
    const { walletE8, paidValueE8, maintenanceE8 } = usdt('ann')
    expect(maintenanceE8 * 10).toBeLessThanOrEqual((walletE8 + paidValueE8) * 9)
    expect(isConserved(engine)).toBe(true)
  })

  test('a jump past everything: all is taken over, the account is left with nothing and owes nothing', () => {
    const { deal, engine, index, lots, usdt } = desk({ ann: 12_000 })
    deal('ann', 'mm', 'BTCUSDT', 20_000, 2)
    deal('mm', 'ann', 'P18000', 1_150, 2)
    const stages = index(12_000).flatMap(({ events }) => ofType(events, 'liquidation'))
    expect(new Set(stages.map(({ stage }) => stage))).toContain('takeover')
    expect(lots('ann', 'BTCUSDT')).toBe(0)
    expect(lots('ann', 'P18000')).toBe(0)
    expect(usdt('ann').walletE8).toBe(0)
    expect(isConserved(engine)).toBe(true)
  })
})
