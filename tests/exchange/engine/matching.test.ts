import { describe, expect, test } from 'vitest'
import { desk, mark, ofType, place, USDT } from './engine-fixture'

describe('price-time priority (spec §8, matching)', () => {
  test('the best price trades first, and the older order first within a price', () => {
    const { engine, run, order } = desk(['ann', 'bob', 'cat', 'dan'])
    order(place('ann', { side: 'sell', ticks: 500_100, lots: 10 }))
    const second = order(place('bob', { side: 'sell', ticks: 500_000, lots: 10 }))
    const third = order(place('cat', { side: 'sell', ticks: 500_000, lots: 10 }))
    const { events } = run(place('dan', { ticks: 500_100, lots: 15 }))
    expect(ofType(events, 'trade').map(({ makerOrderId, ticks, lots }) => [makerOrderId, ticks, lots])).toEqual([
      [second.id, 500_000, 10],
      [third.id, 500_000, 5],
    ])
    expect(engine.book('BTCUSDT', 5)).toEqual({
      bids: [],
      asks: [
        [500_000, 5],
        [500_100, 10],
      ],
    })
  })

  test('a trade happens at the price of the order at rest', () => {
    const { order } = desk()
    order(place('ann', { side: 'sell', ticks: 499_000, lots: 10 }))
    const taker = order(place('bob', { ticks: 500_000, lots: 10 }))
    // 10 lots × 499,000 ticks × 10,000 E8 = 499 USDT.
    expect(taker).toMatchObject({ status: 'filled', filledLots: 10, filledValueE8: 49_900_000_000 })
  })

  test('what a limit order does not fill rests at its price', () => {
    const { engine, order } = desk()
    order(place('ann', { side: 'sell', lots: 4 }))
    const taker = order(place('bob', { lots: 10 }))
    expect(taker).toMatchObject({ status: 'partiallyFilled', filledLots: 4 })
    expect(engine.book('BTCUSDT', 5).bids).toEqual([[500_000, 6]])
  })

  test('each level that changed is told once, with its new total', () => {
    const { run, order } = desk(['ann', 'bob'])
    order(place('ann', { side: 'sell', lots: 4 }))
    order(place('ann', { side: 'sell', lots: 4 }))
    const { events } = run(place('bob', { lots: 10 }))
    expect(ofType(events, 'level').map(({ side, ticks, lots }) => [side, ticks, lots])).toEqual([
      ['sell', 500_000, 0],
      ['buy', 500_000, 2],
    ])
  })

  test("a maker's own orders, executions and positions are not told", () => {
    const { run } = desk(['ann'])
    run({ type: 'openAccount', account: 'mm', role: 'maker', kind: 'uta2', defaultLeverageE2: 1_000 })
    run({ type: 'credit', account: 'mm', coin: 'USDT', amountE8: 10_000_000_000_000 })
    expect(run(place('mm', { side: 'sell' })).events.map((event) => event.type)).toEqual(['level'])
    const { events } = run(place('ann'))
    expect(events.map((event) => event.type)).toEqual([
      'order',
      'execution',
      'trade',
      'order',
      'position',
      'wallet',
      'level',
    ])
  })
})

describe('time in force (semantics.md §2.1)', () => {
  test('immediate-or-cancel with nothing to meet ends as EC_NoImmediateQtyToFill', () => {
    const { engine, order } = desk()
    expect(order(place('ann', { timeInForce: 'immediateOrCancel' }))).toMatchObject({
      status: 'canceled',
      rejectReason: 'EC_NoImmediateQtyToFill',
      filledLots: 0,
    })
    expect(engine.book('BTCUSDT', 5).bids).toEqual([])
  })

  test('immediate-or-cancel keeps what it filled and cancels the rest', () => {
    const { order } = desk()
    order(place('ann', { side: 'sell', lots: 40 }))
    expect(order(place('bob', { timeInForce: 'immediateOrCancel' }))).toMatchObject({
      status: 'canceled',
      rejectReason: null,
      filledLots: 40,
    })
  })

  test('fill-or-kill fills whole or not at all', () => {
    const { engine, order } = desk()
    order(place('ann', { side: 'sell', lots: 60 }))
    order(place('ann', { side: 'sell', ticks: 500_010, lots: 39 }))
    expect(order(place('bob', { ticks: 500_010, timeInForce: 'fillOrKill' }))).toMatchObject({
      status: 'canceled',
      rejectReason: 'EC_NoEnoughQtyToFill',
      filledLots: 0,
    })
    expect(order(place('bob', { ticks: 500_010, lots: 99, timeInForce: 'fillOrKill' })).status).toBe('filled')
    expect(engine.book('BTCUSDT', 5).asks).toEqual([])
  })

  test('post-only that would take is accepted and then cancelled', () => {
    const { run, order } = desk()
    order(place('ann', { side: 'sell' }))
    const { result, events } = run(place('bob', { timeInForce: 'postOnly' }))
    expect(result.ok).toBe(true)
    expect(ofType(events, 'order').map(({ action, order: one }) => [action, one.status, one.rejectReason])).toEqual([
      ['newed', 'new', null],
      ['canceled', 'canceled', 'EC_PostOnlyWillTakeLiquidity'],
    ])
  })

  test('post-only one tick away rests', () => {
    const { engine, order } = desk()
    order(place('ann', { side: 'sell' }))
    order(place('bob', { ticks: 499_999, timeInForce: 'postOnly' }))
    expect(engine.book('BTCUSDT', 1).bids).toEqual([[499_999, 100]])
  })
})

describe('market orders (semantics.md §1.9)', () => {
  test('reach the protected price and no further', () => {
    const { run, order } = desk(['ann', 'bob'])
    run(mark(500_000))
    // Y = 2 %: a buy may pay 510,000 ticks; sells are offered from 495,000 (X = 1 %) upward.
    order(place('ann', { side: 'sell', ticks: 510_000, lots: 10 }))
    order(place('ann', { side: 'sell', ticks: 510_001, lots: 10 }))
    const taker = order(place('bob', { orderType: 'market', ticks: 0, lots: 20 }))
    expect(taker).toMatchObject({
      ticks: 510_000,
      status: 'canceled',
      filledLots: 10,
      rejectReason: 'EC_ReachMarketPriceLimit',
    })
  })

  test('with an empty book end as EC_NoImmediateQtyToFill, whatever their time in force', () => {
    const { order } = desk()
    expect(order(place('ann', { orderType: 'market', timeInForce: 'goodTillCancel' }))).toMatchObject({
      status: 'canceled',
      rejectReason: 'EC_NoImmediateQtyToFill',
    })
  })

  test('that take all of the book say that no more was there', () => {
    const { order } = desk(['ann', 'bob'])
    order(place('ann', { side: 'sell', lots: 10 }))
    expect(order(place('bob', { orderType: 'market', ticks: 0, lots: 20 }))).toMatchObject({
      status: 'canceled',
      filledLots: 10,
      rejectReason: 'EC_NoImmediateQtyToFill',
    })
    // What a limit order leaves says no more than its time in force does.
    order(place('ann', { side: 'sell', lots: 10 }))
    const limit = place('bob', { lots: 20, timeInForce: 'immediateOrCancel' })
    expect(order(limit)).toMatchObject({ status: 'canceled', filledLots: 10, rejectReason: null })
  })

  test('are charged whole, at the edge where the book has not enough', () => {
    const { run, order, refused } = desk(['ann', 'bob'], 1_000 * USDT)
    run(mark(500_000))
    order(place('ann', { side: 'sell', ticks: 500_000, lots: 10 }))
    // 0.3 at the 51,000 of the protected price and 10 times: 1,530, for a limit order there as at market.
    const asked = { lots: 300 } as const
    expect(refused(place('bob', { ...asked, ticks: 505_000 })).kind).toBe('insufficientBalance')
    expect(refused(place('bob', { ...asked, orderType: 'market', ticks: 0 })).kind).toBe('insufficientBalance')
    expect(order(place('bob', { orderType: 'market', ticks: 0, lots: 10 }))).toMatchObject({ status: 'filled' })
  })
})
