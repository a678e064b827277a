import { describe, expect, test } from 'vitest'
import { restoreEngine } from '../../../exchange/engine/create-engine'
import { BTC, desk, ETH, mark, ofType, place, USDT } from './engine-fixture'
import { guardDesk, lifeOf, trigger } from './guard-fixture'

describe('conditional orders (semantics.md §2.2)', () => {
  test('wait, reserve nothing, and go untriggered → triggered → new → filled as the same order', () => {
    const { order, run, engine, waiting, print } = guardDesk()
    const before = engine.balances('ann')[0]!
    const waits = order(place('ann', { trigger: trigger(503_000, 1), ticks: 504_000, lots: 1_000 }))
    expect(waits).toMatchObject({ status: 'untriggered', stop: { kind: 'stop', ticks: 503_000, direction: 1 } })
    expect(engine.balances('ann')[0]).toEqual(before)
    expect(engine.book('BTCUSDT', 5).bids).toEqual([])
    print(502_999)
    expect(waiting('ann')).toHaveLength(1)
    run(place('max', { side: 'sell', ticks: 503_500, lots: 1_000 }))
    const events = print(503_000)
    expect(lifeOf(events, waits.id)).toEqual(['triggered', 'new', 'filled'])
    expect(engine.positions('ann')[0]!.lots).toBe(1_000)
  })

  test('a fall fires what expects a fall; equal triggers fire oldest first', () => {
    const { order, print, engine } = guardDesk()
    const rises = order(place('ann', { trigger: trigger(510_000, 1) }))
    const first = order(place('ann', { trigger: trigger(498_000, 2), ticks: 490_000 }))
    const second = order(place('bob', { trigger: trigger(498_000, 2), ticks: 490_000 }))
    const fired = ofType(print(497_000), 'order').filter(({ order: one }) => one.status === 'triggered')
    expect(fired.map(({ order: one }) => one.id)).toEqual([first.id, second.id])
    expect(engine.findOrder('ann', { orderId: rises.id })!.status).toBe('untriggered')
  })

  test('mark and index prices fire their own orders only', () => {
    const { order, run, engine } = guardDesk()
    const byMark = order(place('ann', { trigger: trigger(501_000, 1, 'mark'), ticks: 490_000 }))
    const byIndex = order(place('ann', { trigger: trigger(501_000, 1, 'index'), ticks: 490_000 }))
    const byLast = order(place('ann', { trigger: trigger(501_000, 1, 'last'), ticks: 490_000 }))
    const status = (id: string) => engine.findOrder('ann', { orderId: id })!.status
    run(mark(501_000, 500_500))
    expect([status(byMark.id), status(byIndex.id), status(byLast.id)]).toEqual(['new', 'untriggered', 'untriggered'])
    run(mark(500_000, 501_200))
    expect([status(byIndex.id), status(byLast.id)]).toEqual(['new', 'untriggered'])
  })

  test('a trigger that the price has passed is refused, by direction', () => {
    const { refused, print } = guardDesk()
    print(500_000)
    const rise = place('ann', { trigger: trigger(500_000, 1) })
    expect(refused(rise)).toEqual({ kind: 'triggerPassed', direction: 1, by: 'last' })
    const fall = place('ann', { trigger: trigger(500_000, 2, 'mark') })
    expect(refused(fall)).toEqual({ kind: 'triggerPassed', direction: 2, by: 'mark' })
  })

  test('ten wait in one symbol, an eleventh is refused; another symbol has its own ten', () => {
    const { order, refused } = guardDesk()
    for (let i = 0; i < 10; i++) order(place('ann', { trigger: trigger(510_000 + i, 1) }))
    expect(refused(place('ann', { trigger: trigger(520_000, 1) }))).toEqual({ kind: 'tooManyConditionals', limit: 10 })
    order(place('ann', { symbol: 'ETHUSDT', trigger: trigger(510_000, 1) }))
  })

  test('money is looked at only when it fires: without enough it is cancelled', () => {
    const { order, print, engine } = guardDesk(100 * USDT)
    // 1 BTC at 50,500 with 10×: 5,050 of margin, 100 in the wallet.
    const waits = order(place('ann', { trigger: trigger(501_000, 1), ticks: 505_000, lots: 1_000 }))
    const events = print(501_000)
    expect(lifeOf(events, waits.id)).toEqual(['triggered', 'canceled'])
    expect(engine.findOrder('ann', { orderId: waits.id })).toMatchObject({
      cancelType: 'CancelByCannotAffordOrderCost',
      filledLots: 0,
    })
    expect(engine.balances('ann')[0]!.orderMarginE8).toBe(0)
  })

  test('cancelled before it fires it is deactivated, and fires no more', () => {
    const { order, run, print, engine, refused } = guardDesk()
    const waits = order(place('ann', { trigger: trigger(501_000, 1) }))
    const cancel = { type: 'cancel', account: 'ann', symbol: 'BTCUSDT', orderId: waits.id, linkId: null } as const
    run(cancel)
    expect(engine.findOrder('ann', { orderId: waits.id })).toMatchObject({
      status: 'deactivated',
      cancelType: 'CancelByUser',
    })
    expect(refused(cancel)).toEqual({ kind: 'orderFinished', status: 'deactivated' })
    expect(lifeOf(print(502_000), waits.id)).toEqual([])
  })

  test('trigger price, price and quantity can be amended while it waits', () => {
    const { order, run, refused, print, engine } = guardDesk()
    const waits = order(place('ann', { trigger: trigger(501_000, 1), ticks: 490_000 }))
    const amend = {
      type: 'amend',
      account: 'ann',
      symbol: 'BTCUSDT',
      orderId: waits.id,
      linkId: null,
      ticks: null,
      lots: null,
    } as const
    expect(refused(amend)).toEqual({ kind: 'nothingToChange' })
    expect(refused({ ...amend, triggerTicks: 499_000 })).toMatchObject({ kind: 'triggerPassed', direction: 1 })
    run({ ...amend, triggerTicks: 503_000, ticks: 495_000, lots: 7 })
    print(502_000)
    expect(engine.findOrder('ann', { orderId: waits.id })).toMatchObject({
      status: 'untriggered',
      ticks: 495_000,
      lots: 7,
    })
    print(503_000)
    expect(engine.book('BTCUSDT', 1).bids).toEqual([[495_000, 7]])
  })

  test('one firing may fire the next: a cascade ends in the order of the prices', () => {
    const { order, run, print, engine } = guardDesk()
    run(place('max', { side: 'sell', ticks: 502_000, lots: 10 }))
    run(place('max', { side: 'sell', ticks: 504_000, lots: 10 }))
    const one = order(place('ann', { trigger: trigger(501_000, 1), orderType: 'market', lots: 10 }))
    const two = order(place('bob', { trigger: trigger(502_000, 1), orderType: 'market', lots: 10 }))
    print(501_000)
    expect(engine.findOrder('ann', { orderId: one.id })!.status).toBe('filled')
    expect(engine.findOrder('bob', { orderId: two.id })).toMatchObject({ status: 'filled', filledLots: 10 })
  })

  test('they stay out of the 500 active orders', () => {
    const { run, order, refused } = desk(['ann', 'bob'], 10_000_000 * USDT)
    run(mark(500_000))
    for (let i = 0; i < 10; i++) order(place('ann', { trigger: trigger(510_000 + i, 1) }))
    for (let i = 0; i < 500; i++) order(place('ann', { lots: 2, ticks: 495_000 + i }))
    expect(refused(place('ann', { lots: 2, ticks: 496_000 }))).toEqual({ kind: 'tooManyOrders', limit: 500 })
  })
})

describe('reduce-only and close-on-trigger (semantics.md §2.3)', () => {
  test('a reduce-only conditional is cut to the position when it fires', () => {
    const { hold, order, run, print, engine } = guardDesk()
    hold('ann', 50)
    const closes = order(
      place('ann', { side: 'sell', reduceOnly: true, lots: 80, orderType: 'market', trigger: trigger(499_000, 2) }),
    )
    run(place('bob', { ticks: 498_000, lots: 80 }))
    print(499_000)
    expect(engine.findOrder('ann', { orderId: closes.id })).toMatchObject({ status: 'filled', filledLots: 50 })
    expect(engine.positions('ann')).toEqual([])
  })

  test('with nothing to reduce it ends as CancelByReduceOnly', () => {
    const { order, print, engine } = guardDesk()
    const closes = order(place('ann', { side: 'sell', reduceOnly: true, trigger: trigger(499_000, 2) }))
    print(499_000)
    expect(engine.findOrder('ann', { orderId: closes.id })).toMatchObject({
      status: 'canceled',
      cancelType: 'CancelByReduceOnly',
    })
  })

  test('zero lots with both flags close all of it', () => {
    const { hold, order, run, print, engine } = guardDesk()
    hold('ann', 50)
    const flags = { reduceOnly: true, closeOnTrigger: true, lots: 0, orderType: 'market' } as const
    order(place('ann', { side: 'sell', trigger: trigger(499_000, 2), ...flags }))
    run(place('bob', { ticks: 498_000, lots: 80 }))
    print(499_000)
    expect(engine.positions('ann')).toEqual([])
  })

  test('close-on-trigger with the balance short makes other orders of the contract give way', () => {
    // Long 1 BTC at 50,000 with 10×: margin 5,000 and fees; 200 is left of 5,300.
    const { hold, order, print, engine } = guardDesk(5_300 * USDT)
    hold('ann', 1_000)
    const older = order(place('ann', { side: 'sell', ticks: 509_000, lots: 400 }))
    const newer = order(place('ann', { side: 'sell', ticks: 508_000, lots: 600 }))
    const closes = order(
      place('ann', {
        side: 'sell',
        lots: 1_000,
        ticks: 495_000,
        closeOnTrigger: true,
        trigger: trigger(499_000, 2),
      }),
    )
    order(place('bob', { ticks: 498_500, lots: 1_000 }))
    const status = (id: string) => engine.findOrder('ann', { orderId: id })!
    print(499_000)
    expect(status(closes.id).status).toBe('filled')
    expect(status(newer.id).status).toBe('canceled')
    // About 245 free at 5 USDT a lot and its fees: a few dozen of the 400 stay beyond the position.
    expect(status(older.id).lots).toBeLessThan(50)
    expect(status(older.id).lots).toBeGreaterThan(30)
    expect(engine.positions('ann')).toEqual([])
  })
})

describe('cancel-all by kind (semantics.md §2.7)', () => {
  test('active, conditional and guarding orders apart', () => {
    const { hold, order, run, engine } = guardDesk()
    hold('ann', 50)
    const active = order(place('ann', { ticks: 490_000 }))
    const stop = order(place('ann', { trigger: trigger(510_000, 1) }))
    const cancelAll = (filter: 'active' | 'stop') =>
      run({ type: 'cancelAll', account: 'ann', symbol: 'BTCUSDT', filter }).result
    expect(cancelAll('active')).toMatchObject({ orderIds: [active.id] })
    expect(cancelAll('stop')).toMatchObject({ orderIds: [stop.id] })
    expect(engine.openOrders('ann')).toEqual([])
  })
})

describe('snapshots', () => {
  test('one of another version is not read: the journal then replays the ledger', () => {
    const { engine } = guardDesk()
    const state = { ...(engine.snapshot() as object), version: 2 }
    expect(() => restoreEngine([BTC, ETH], state)).toThrow('engine snapshot version 4 expected, found 2')
  })

  test('a waiting order fires after a restart as it would have before', () => {
    const { engine, order } = guardDesk()
    const waits = order(place('ann', { trigger: trigger(501_000, 1, 'mark'), ticks: 490_000 }))
    const again = restoreEngine([BTC, ETH], JSON.parse(JSON.stringify(engine.snapshot())))
    again.handle(mark(501_000), 9_000)
    expect(again.findOrder('ann', { orderId: waits.id })!.status).toBe('new')
  })

  test('a new tick size restates triggers', () => {
    const { engine, order } = guardDesk()
    const waits = order(place('ann', { trigger: trigger(501_000, 1), ticks: 490_000 }))
    engine.updateInstrument({ ...BTC, valueUnitE8: BTC.valueUnitE8 * 2, maxPriceTicks: 9_999_999 }, 5_000)
    expect(engine.findOrder('ann', { orderId: waits.id })).toMatchObject({ ticks: 245_000, stop: { ticks: 250_500 } })
  })
})
