import { describe, expect, test } from 'vitest'
import type { EngineCommand } from '../../../exchange/engine/commands'
import { desk, mark, ofType, place, USDT, walletOf, type Desk } from './engine-fixture'

/** Bob long and ann short 0.1 BTC at 50,000 (5,000 USDT), mark there; bob took, ann made. */
function opened(walletE8?: number): Desk {
  const one = desk(['ann', 'bob', 'cat'], walletE8)
  one.order(place('ann', { side: 'sell' }))
  one.order(place('bob'))
  one.run(mark(500_000))
  return one
}

/** Ann offers 0.05 BTC at 50,000 and 0.05 at 50,100. */
function offerTwice(one: Desk): void {
  one.run({ type: 'credit', account: 'ann', coin: 'USDT', amountE8: 10_000 * USDT })
  one.order(place('ann', { side: 'sell', lots: 50 }))
  one.order(place('ann', { side: 'sell', ticks: 501_000, lots: 50 }))
}

const leverage = (account: string, leverageE2: number): EngineCommand => ({
  type: 'setLeverage',
  account,
  symbol: 'BTCUSDT',
  leverageE2,
})

describe('margin of a cross account (semantics.md §1.3)', () => {
  test('position margin, maintenance margin and what is available', () => {
    const { engine } = opened()
    // IM: 5,000 / 10 + 5,000 × 0.9 × 0.055 % = 500 + 2.475. MM: 5,000 × 0.5 % + 2.475.
    expect(engine.positions('bob')[0]).toMatchObject({
      initialMarginE8: 50_247_500_000,
      maintenanceMarginE8: 2_747_500_000,
    })
    // 99,997.25 − 502.475.
    expect(engine.balances('bob')[0]).toMatchObject({
      walletE8: 9_999_725_000_000,
      unrealisedE8: 0,
      positionMarginE8: 50_247_500_000,
      orderMarginE8: 0,
      lockedE8: 0,
      maintenanceE8: 2_747_500_000,
      availableE8: 9_949_477_500_000,
    })
    // A short's bankruptcy price is dearer: 5,000 × 1.1 × 0.055 % = 3.025.
    expect(engine.positions('ann')[0]!.initialMarginE8).toBe(50_302_500_000)
  })

  test('the initial margin follows the mark, its fee part the entry', () => {
    const { engine, run } = opened()
    run(mark(510_000))
    // 5,100 / 10 + 2.475, and 100 of profit are available at once.
    expect(engine.balances('bob')[0]).toMatchObject({
      positionMarginE8: 51_247_500_000,
      // 99,997.25 + 100 − 512.475
      availableE8: 9_958_477_500_000,
    })
  })

  test('of the two sides of the orders the dearer one is reserved, and reducing is free', () => {
    const { engine, order } = opened()
    // A buy of 0.1 at 49,900: 499 + 2.7445 + 4,990 × 0.9 × 0.055 % = 2.47005.
    order(place('bob', { ticks: 499_000 }))
    expect(engine.balances('bob')[0]!.orderMarginE8).toBe(50_421_455_000)
    // A sell of 0.1 reduces: free.
    order(place('bob', { side: 'sell', ticks: 505_000 }))
    expect(engine.balances('bob')[0]!.orderMarginE8).toBe(50_421_455_000)
    // Another at 50,700: 0.1 of 0.2 are extra, half of 5,050 + 5,070 = 5,060: 506 + 2.783 + 5,060 × 1.1 × 0.055 % = 3.0613.
    order(place('bob', { side: 'sell', ticks: 507_000 }))
    expect(engine.balances('bob')[0]!.orderMarginE8).toBe(51_184_430_000)
    // Reduce-only orders never count.
    order(place('bob', { side: 'sell', ticks: 506_000, reduceOnly: true }))
    expect(engine.balances('bob')[0]!.orderMarginE8).toBe(51_184_430_000)
  })

  test('lots beyond those of the dearer side are reserved too: they are extra again once it is filled', () => {
    // A buy of 0.02 at 25,000 is worth 500: 50 + 0.275 + 500 × 0.9 × 0.055 % = 50.5225.
    // A sell of 0.01 at 50,000 is worth 500: 50 + 0.275 + 500 × 1.1 × 0.055 % = 50.5775. Filled, it makes 0.01 of the
    // buys free; the other 0.01, worth 250, still costs 25.26125. Together 75.83875.
    const buy = place('bob', { ticks: 250_000, lots: 20 })
    const sell = place('bob', { side: 'sell', lots: 10 })
    const short = desk(['bob'], 7_583_874_999)
    short.run(mark(500_000))
    short.order(buy)
    expect(short.refused(sell)).toEqual({
      kind: 'insufficientBalance',
      requiredE8: 2_531_625_000,
      availableE8: 2_531_624_999,
    })
    const enough = desk(['bob', 'cat'], 7_583_875_000)
    enough.run(mark(500_000))
    enough.order(buy)
    enough.order(sell)
    expect(enough.engine.balances('bob')[0]).toMatchObject({ orderMarginE8: 7_583_875_000, availableE8: 0 })
    // 0.01 at 50,000 for 0.1 as maker: 0.175 of the fee to open is left over, at the maker's 0.02 %.
    enough.order(place('cat', { lots: 10 }))
    expect(enough.engine.balances('bob')[0]!.availableE8).toBe(17_500_000)
  })

  test('what a price worse than the mark loses at once is reserved with the order (semantics.md §1.3, order loss)', () => {
    // A sell of 0.1 at 49,900, the mark at 50,000: 499 + 2.7445 + 4,990 × 1.1 × 0.055 % = 504.76345, and 10 of loss with
    // the margin on it, 11.
    const sell = place('bob', { side: 'sell', ticks: 499_000 })
    const bid = (walletE8: number) => {
      const one = desk(['bob'], walletE8)
      one.run({ type: 'openAccount', account: 'cat', role: 'user', kind: 'uta2', defaultLeverageE2: 1_000 })
      one.run({ type: 'credit', account: 'cat', coin: 'USDT', amountE8: 1_000 * USDT })
      one.run(mark(500_000))
      one.order(place('cat', { ticks: 499_000 }))
      return one
    }
    expect(bid(51_576_344_999).refused(sell)).toMatchObject({ requiredE8: 51_576_345_000 })
    const enough = bid(51_576_345_000)
    expect(enough.order(sell).status).toBe('filled')
    // 515.76345 − 2.7445 − 10 − (500 + 3.01895).
    expect(enough.engine.balances('bob')[0]!.availableE8).toBe(0)
    // Filled at 49,950 it would lose half: what the book gives counts, not the limit.
    const better = bid(51_576_345_000)
    better.order(place('cat', { ticks: 499_500, lots: 50 }))
    expect(better.order(sell).status).toBe('filled')
    expect(better.engine.balances('bob')[0]!.availableE8).toBeGreaterThan(0)
  })

  test('an order at rest that the mark has passed holds its loss back, and gives it back', () => {
    const { engine, order, run } = desk(['bob'])
    run(mark(500_000))
    order(place('bob', { ticks: 499_000 }))
    const before = engine.balances('bob')[0]!.orderMarginE8
    run(mark(498_000))
    // 0.1 × (49,900 − 49,800) = 10, less a tenth.
    expect(engine.balances('bob')[0]!.orderMarginE8 - before).toBe(9 * USDT)
    run(mark(500_000))
    expect(engine.balances('bob')[0]!.orderMarginE8).toBe(before)
  })

  test('an order needs exactly its cost', () => {
    // 0.1 BTC at 50,000, 10×: 500 + 2.75 + 2.475 = 505.225.
    const short = desk(['bob'], 50_522_499_999)
    expect(short.refused(place('bob'))).toEqual({
      kind: 'insufficientBalance',
      requiredE8: 50_522_500_000,
      availableE8: 50_522_499_999,
    })
    const enough = desk(['bob'], 50_522_500_000)
    expect(enough.order(place('bob')).status).toBe('new')
    expect(enough.engine.balances('bob')[0]!.availableE8).toBe(0)
  })

  test('a market order is charged at the worst price it reaches', () => {
    // Half at 50,000, half at 50,100: 0.1 × 50,100 = 5,010: 501 + 2.7555 + 2.47995 = 506.23545.
    const short = desk(['ann', 'bob'], 50_623_544_999)
    offerTwice(short)
    expect(short.refused(place('bob', { orderType: 'market' }))).toMatchObject({ requiredE8: 50_623_545_000 })
    const enough = desk(['ann', 'bob'], 50_623_545_000)
    offerTwice(enough)
    expect(enough.order(place('bob', { orderType: 'market' })).status).toBe('filled')
  })

  test('without anything available a position can still be closed', () => {
    const { run, order, engine, refused } = opened(506 * USDT)
    run(mark(480_000))
    // 506 − 2.75 − 200 − (480 + 2.475) < 0.
    expect(engine.balances('bob')[0]!.availableE8).toBeLessThan(0)
    expect(refused(place('bob', { ticks: 480_000, lots: 1 }))).toMatchObject({ kind: 'insufficientBalance' })
    run({ type: 'credit', account: 'cat', coin: 'USDT', amountE8: 10_000 * USDT })
    order(place('cat', { ticks: 479_000 }))
    expect(order(place('bob', { side: 'sell', ticks: 479_000 })).status).toBe('filled')
  })
})

describe('risk tiers and leverage (semantics.md §1.3)', () => {
  test('the value of position and orders stays within the tiers of the leverage', () => {
    const { run, refused, order } = desk(['bob'], 1_000_000 * USDT)
    run(leverage('bob', 10_000))
    // 40 BTC at 50,000 are 2,000,000, the end of the 100× tier; 0.001 more is not.
    order(place('bob', { lots: 40_000 }))
    expect(refused(place('bob', { lots: 1 }))).toEqual({
      kind: 'riskLimitExceeded',
      limitE8: 2_000_000 * USDT,
      maxLeverageE2: 9_000,
    })
    run(leverage('bob', 9_000))
    order(place('bob', { lots: 12_000 }))
    expect(refused(place('bob', { lots: 1 }))).toEqual({ kind: 'riskLimitExceeded', limitE8: 2_600_000 * USDT })
  })

  test('leverage is at least 1 and at most what contract and tier allow', () => {
    const { run, refused, order } = desk(['bob'], 1_000_000 * USDT)
    expect(refused(leverage('bob', 0))).toEqual({ kind: 'leverageInvalid', maxLeverageE2: 10_000 })
    expect(refused(leverage('bob', 10_001))).toMatchObject({ kind: 'leverageInvalid' })
    expect(refused(leverage('bob', 1_000))).toEqual({ kind: 'leverageUnchanged' })
    expect(refused(leverage('bob', 99))).toMatchObject({ kind: 'leverageInvalid' })
    expect(run(leverage('bob', 100)).result.ok).toBe(true)
    run(leverage('bob', 5_000))
    order(place('bob', { lots: 41_000 }))
    expect(refused(leverage('bob', 9_001))).toEqual({ kind: 'leverageInvalid', maxLeverageE2: 9_000 })
    expect(run(leverage('bob', 9_000)).result.ok).toBe(true)
  })

  test('a lower leverage must be paid for', () => {
    // Wallet 600 − 2.75; 10×: IM 502.475, so 94.775 are free. 5×: 1,000 + 5,000 × 0.8 × 0.055 % = 1,002.2: 499.725 more.
    const { refused, engine } = opened(600 * USDT)
    expect(refused(leverage('bob', 500))).toEqual({
      kind: 'insufficientBalance',
      requiredE8: 49_972_500_000,
      availableE8: 9_477_500_000,
    })
    expect(engine.positions('bob')[0]!.leverageE2).toBe(1_000)
  })
})

describe('liquidation (semantics.md §1.4, §1.5)', () => {
  test('liquidation and bankruptcy price of a long round up, of a short down', () => {
    const { engine } = opened(600 * USDT)
    // Long: (597.25 − 27.475) / 0.1 = 5,697.75 below 50,000 = 44,302.25; bust 5,972.5 below = 44,027.5.
    expect(engine.positions('bob')[0]).toMatchObject({ liquidationTicks: 443_023, bankruptcyTicks: 440_275 })
    // Short: wallet 599, MM 25 + 3.025: 570.975 / 0.1 = 5,709.75 above = 55,709.75; bust 5,990 above.
    expect(engine.positions('ann')[0]).toMatchObject({ liquidationTicks: 557_097, bankruptcyTicks: 559_900 })
  })

  test('a price outside the contract’s range is no price', () => {
    const { engine } = opened()
    // 99,997.25 of equity for 0.1 BTC: the mark would have to fall below zero.
    expect(engine.positions('bob')[0]).toMatchObject({ liquidationTicks: null, bankruptcyTicks: null })
  })

  test('the position is closed when equity is below the maintenance margin, and not a tick before', () => {
    const { run, engine, order } = opened(600 * USDT)
    run({ type: 'credit', account: 'cat', coin: 'USDT', amountE8: 10_000 * USDT })
    order(place('cat', { ticks: 440_600 }))
    const resting = order(place('bob', { ticks: 400_000, lots: 2 }))
    // Equity 597.25 − (50,000 − m)/10 against 0.0005 m + 2.475, m in USDT: they meet at m = 44,273.618.
    expect(run(mark(442_737)).events).toEqual([])
    const { events } = run(mark(442_736))
    expect(engine.findOrder('bob', { orderId: resting.id })).toMatchObject({ cancelType: 'CancelByPrepareLiq' })
    expect(ofType(events, 'execution').map(({ execution }) => [execution.account, execution.execType])).toEqual([
      ['cat', 'Trade'],
      ['bob', 'BustTrade'],
    ])
    expect(ofType(events, 'order').at(-1)!.order).toMatchObject({ createType: 'CreateByLiq', status: 'filled' })
    // Until Σ MM is 90 % of the equity: a lot frees 0.2461 and costs 0.2136 against the mark and 0.02475 of estimated
    // fee, so 24.612 − 0.9 × 24.610 = 2.463 takes 2.463 / (0.2461 − 0.9 × 0.2384) = 77.9 lots.
    expect(engine.positions('bob')).toMatchObject([{ lots: 22 }])
    // 78 lots at 44,060: 597.25 − 78 × 5.94 − 3,436.68 × 0.055 % = 132.039826.
    expect(walletOf(engine, 'bob')).toBe(13_203_982_600)
  })

  test('nothing is sold at a price that would leave debts: that is the insurance pool’s', () => {
    const { run, engine } = opened(600 * USDT)
    run({ type: 'credit', account: 'cat', coin: 'USDT', amountE8: 10_000 * USDT })
    // The equity is gone, fee paid, at (5,000 − 597.25) / (0.1 × 0.99945) = 44,051.73: up to the tick 44,051.8.
    run(place('cat', { ticks: 440_517 }))
    expect(ofType(run(mark(442_736)).events, 'execution')).toEqual([])
    // 0.25 of equity at 44,030 do not cover the fee of 2.475: taken over at the bankruptcy price, 44,027.5.
    const { events } = run(mark(440_300))
    expect(ofType(events, 'liquidation')).toMatchObject([{ stage: 'takeover', account: 'bob', ticks: 440_275 }])
    expect(walletOf(engine, 'bob')).toBe(0)
    expect(engine.conservation()[0]!.sumE8).toBe(engine.conservation()[0]!.creditedE8)
  })

  test('with nobody to take it the position waits, without an order at every mark', () => {
    const { run, engine } = opened(600 * USDT)
    expect(run(mark(442_000)).events).toEqual([])
    expect(run(mark(441_999)).events).toEqual([])
    expect(engine.positions('bob')).toHaveLength(1)
  })
})
