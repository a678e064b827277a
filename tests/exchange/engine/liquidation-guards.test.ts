import { describe, expect, test } from 'vitest'
import type { EngineOrder } from '../../../exchange/engine/records/order-records'
import { mark, ofType, place, USDT } from './engine-fixture'
import { guard, leg, trigger } from './guard-fixture'
import { isolate, room, type Room } from './modes-fixture'

const TRAILING = { distanceTicks: 3_500, rateE8: null, activationTicks: 0 }

/** A full stop-loss before the liquidation price, a take-profit and a trailing stop, all by prices that do not come. */
function protect({ run, engine }: Room, account: string, ticks = { takeProfit: 230_000, stopLoss: 198_000 }) {
  run(
    guard(account, {
      takeProfit: leg(ticks.takeProfit, { by: 'last' }),
      stopLoss: leg(ticks.stopLoss, { by: 'last' }),
      trailing: TRAILING,
    }),
  )
  return engine.openOrders(account).filter((order) => order.status === 'untriggered')
}

const ends = ({ engine }: Room, account: string, orders: readonly EngineOrder[]) =>
  orders.map(({ id }) => {
    const { status, cancelType } = engine.findOrder(account, { orderId: id })!
    return [status, cancelType]
  })

const CLEARED = ['deactivated', 'CancelByTpSlTsClear']

describe('what guards a position ends with the position, and not before (semantics.md §2.4)', () => {
  test('an isolated position that is taken over', () => {
    const one = room()
    one.run(isolate('ann'))
    one.deal('ann', 'bob', 200_000, 1_000)
    one.run(mark(200_000))
    const guards = protect(one, 'ann')
    expect(guards).toHaveLength(3)
    const closes = { side: 'sell', reduceOnly: true, orderType: 'market' } as const
    one.run(place('ann', { ticks: 196_500, lots: 10 }))
    one.run(place('ann', { ticks: 196_500, lots: 10, trigger: trigger(210_000, 1) }))
    one.run(place('ann', { ...closes, lots: 500, trigger: trigger(197_500, 2) }))
    const others = one.engine.openOrders('ann').slice(3)
    const { events } = one.run(mark(196_985))
    expect(ofType(events, 'liquidation')).toMatchObject([{ stage: 'takeover' }])
    expect(ends(one, 'ann', guards)).toEqual([CLEARED, CLEARED, CLEARED])
    // Active orders, and what could open more, go first; a conditional order that closes goes with the position.
    expect(ends(one, 'ann', others)).toEqual([
      ['canceled', 'CancelByPrepareLiq'],
      ['deactivated', 'CancelByPrepareLiq'],
      ['deactivated', 'CancelAllBeforeLiq'],
    ])
    expect(one.engine.openOrders('ann')).toEqual([])
  })

  test('an isolated position that is cut to a lower tier keeps them, as large as it is', () => {
    const one = room()
    one.run({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 100_000 * USDT })
    one.run(isolate('ann'))
    one.deal('ann', 'bob', 200_000, 110_000)
    one.run(mark(200_000))
    const guards = protect(one, 'ann')
    const closes = { side: 'sell', reduceOnly: true, orderType: 'market', lots: 500 } as const
    one.run(place('ann', { ...closes, trigger: trigger(197_500, 2) }))
    one.run(place('cat', { ticks: 196_500, lots: 9_000 }))
    // A trade at the book's price alone would reach the stops: they are by the last price, so none of theirs comes true.
    one.run(guard('ann', { stopLoss: leg(0), trailing: { ...TRAILING, distanceTicks: 0 } }))
    one.run(guard('ann', { stopLoss: leg(198_000, { by: 'index' }) }))
    const { events } = one.run(mark(196_990, 200_000))
    expect(ofType(events, 'liquidation').map(({ stage }) => stage)).toEqual(['partial'])
    const held = one.position('ann').lots
    expect(held).toBeGreaterThan(0)
    expect(held).toBeLessThan(110_000)
    const kept = one.engine.openOrders('ann')
    expect(kept.map((order) => [order.id === guards[0]!.id, order.stop!.kind, order.lots])).toContainEqual([
      true,
      'takeProfit',
      held,
    ])
    expect(kept.filter((order) => order.stop!.kind === 'stopLoss')).toMatchObject([{ lots: held }])
  })

  test('a cross account that is taken over', () => {
    const one = room()
    one.deal('ann', 'bob', 200_000, 50_000)
    one.run(mark(200_000))
    const guards = protect(one, 'ann', { takeProfit: 230_000, stopLoss: 190_000 })
    one.run(mark(180_000))
    expect(one.engine.positions('ann')).toEqual([])
    expect(ends(one, 'ann', guards)).toEqual([CLEARED, CLEARED, CLEARED])
  })

  test('a position that is delivered', () => {
    const one = room()
    one.deal('ann', 'bob', 200_000, 100)
    one.run(mark(200_000))
    const guards = protect(one, 'ann')
    one.run(place('ann', { ticks: 196_500, lots: 10 }))
    one.run(place('ann', { ticks: 196_500, lots: 10, trigger: trigger(210_000, 1) }))
    const others = one.engine.openOrders('ann').slice(3)
    const { events } = one.run({ type: 'deliver', symbol: 'BTCUSDT', ticks: 200_000, feeRateE8: 50_000 })
    expect(ends(one, 'ann', guards)).toEqual([CLEARED, CLEARED, CLEARED])
    expect(ends(one, 'ann', others)).toEqual([
      ['canceled', 'CancelBySettle'],
      ['deactivated', 'CancelBySettle'],
    ])
    // The delivery is told before its guards end.
    const told = events.filter((event) => event.type !== 'level' && event.type !== 'wallet')
    const at = (which: (event: (typeof told)[number]) => boolean) => told.findIndex(which)
    expect(at((event) => event.type === 'execution' && event.execution.account === 'ann')).toBeLessThan(
      at((event) => event.type === 'order' && event.order.id === guards[0]!.id),
    )
  })

  test('a deleveraged position keeps a limit leg at rest, as large as it is', () => {
    const one = room()
    one.run(isolate('ann'))
    one.deal('ann', 'bob', 200_000, 1_000)
    one.deal('cat', 'bob', 200_000, 500)
    one.run(mark(200_000))
    const takeProfit = leg(199_000, { orderType: 'limit', limitTicks: 190_000 })
    one.run(guard('bob', { mode: 'partial', takeProfit, stopLoss: leg(230_000), lots: 800 }))
    one.deal('ann', 'cat', 199_000, 1)
    expect(one.engine.openOrders('bob').map((order) => [order.status, order.lots])).toEqual([
      ['new', 800],
      ['untriggered', 800],
    ])
    one.run(mark(196_980))
    // 1.001 BTC was taken over; at 19,500 the pool is exhausted and Bob's short of 1.5 BTC is closed against it.
    const { events } = one.run(mark(195_000))
    expect(ofType(events, 'liquidation')).toMatchObject([{ stage: 'adl', account: 'bob', lots: 1_001 }])
    expect(one.position('bob').lots).toBe(-499)
    expect(one.engine.openOrders('bob').map((order) => [order.status, order.lots])).toEqual([
      ['new', 499],
      ['untriggered', 499],
    ])
  })

  test('a limit leg that would rest in a debt waits on instead of ending', () => {
    const one = room()
    one.run(isolate('ann'))
    one.deal('ann', 'bob', 200_000, 1_000)
    one.run(mark(200_000))
    // Bankruptcy is 19,600: 20,000 less a fiftieth.
    const stopLoss = leg(198_500, { orderType: 'limit', limitTicks: 195_000 })
    one.run(mark(197_100))
    one.run(guard('ann', { mode: 'partial', stopLoss, lots: 400 }))
    const [waiting] = one.engine.openOrders('ann')
    one.deal('cat', 'bob', 198_500, 1)
    expect(one.engine.findOrder('ann', { orderId: waiting!.id })).toMatchObject({ status: 'untriggered', lots: 400 })
  })

  test('a limit leg at rest stays through a liquidation step and is cleared by the takeover', () => {
    const one = room()
    one.run(isolate('ann'))
    one.deal('ann', 'bob', 200_000, 1_000)
    one.run(mark(200_000))
    const takeProfit = leg(201_000, { orderType: 'limit', limitTicks: 201_500 })
    one.run(guard('ann', { mode: 'partial', takeProfit, stopLoss: leg(198_000), lots: 400 }))
    one.deal('cat', 'bob', 201_000, 1)
    const guards = one.engine.openOrders('ann')
    expect(guards.map((order) => order.status)).toEqual(['new', 'untriggered'])
    one.run(mark(196_985))
    expect(ends(one, 'ann', guards)).toEqual([['canceled', 'CancelByTpSlTsClear'], CLEARED])
  })
})
