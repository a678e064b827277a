import { describe, expect, test } from 'vitest'
import type { EngineTpSl } from '../../../exchange/engine/orders/order-terms'
import { mark, ofType, place } from './engine-fixture'
import { guard, guardDesk, leg, lifeOf } from './guard-fixture'

/** Position, guards and the market price are in ticks and lots: 500,000 is 50,000 USDT. */
describe('take-profit and stop-loss of a whole position (semantics.md §2.4)', () => {
  test('one of each; a second command changes it in place, zero cancels', () => {
    const { hold, run, waiting, engine } = guardDesk()
    hold('ann', 50)
    run(guard('ann', { takeProfit: leg(510_000), stopLoss: leg(490_000) }))
    const [takeProfit, stopLoss] = waiting('ann')
    expect(takeProfit).toMatchObject({
      side: 'sell',
      lots: 50,
      reduceOnly: true,
      stop: { kind: 'takeProfit', direction: 1 },
    })
    expect(stopLoss).toMatchObject({ side: 'sell', lots: 50, stop: { kind: 'stopLoss', direction: 2 } })
    run(guard('ann', { takeProfit: leg(512_000) }))
    expect(waiting('ann').map((order) => [order.id, order.stop!.ticks])).toEqual([
      [takeProfit!.id, 512_000],
      [stopLoss!.id, 490_000],
    ])
    expect(engine.positions('ann')[0]!.protection).toMatchObject({ takeProfitTicks: 512_000, stopLossTicks: 490_000 })
    run(guard('ann', { takeProfit: leg(0), stopLoss: leg(0) }))
    expect(engine.positions('ann')[0]!.protection).toBeNull()
    expect(engine.findOrder('ann', { orderId: takeProfit!.id })).toMatchObject({
      status: 'deactivated',
      cancelType: 'CancelByUser',
    })
  })

  test('fires at market, closes, and ends the other one by OCO', () => {
    const { hold, run, waiting, print, engine } = guardDesk()
    hold('ann', 50)
    run(guard('ann', { takeProfit: leg(504_000), stopLoss: leg(490_000) }))
    const [takeProfit, stopLoss] = waiting('ann')
    run(place('bob', { ticks: 503_000, lots: 60 }))
    const events = print(504_000)
    expect(lifeOf(events, takeProfit!.id)).toEqual(['triggered', 'new', 'filled'])
    expect(ofType(events, 'execution').find((one) => one.execution.orderId === takeProfit!.id)).toBeDefined()
    expect(engine.findOrder('ann', { orderId: stopLoss!.id })).toMatchObject({
      status: 'deactivated',
      cancelType: 'CancelByOCOSlCanceledByTpTriggered',
    })
    expect(engine.findOrder('ann', { orderId: takeProfit!.id })!.createType).toBe('CreateByTakeProfit')
    expect(engine.positions('ann')).toEqual([])
  })

  test('the stop-loss of a short fires on the rise and ends the take-profit', () => {
    const { hold, run, waiting, print, engine } = guardDesk()
    hold('ann', -50)
    run(guard('ann', { takeProfit: leg(490_000), stopLoss: leg(504_000) }))
    const [takeProfit] = waiting('ann')
    run(place('bob', { side: 'sell', ticks: 505_000, lots: 60 }))
    print(504_000)
    expect(engine.findOrder('ann', { orderId: takeProfit!.id })!.cancelType).toBe('CancelByOCOTpCanceledBySlTriggered')
    expect(engine.positions('ann')).toEqual([])
  })

  test('the quantity follows the position up and down', () => {
    const { hold, run, waiting } = guardDesk()
    hold('ann', 50)
    run(guard('ann', { stopLoss: leg(490_000) }))
    hold('ann', 30)
    expect(waiting('ann')[0]!.lots).toBe(80)
    hold('ann', -60)
    expect(waiting('ann')[0]!).toMatchObject({ lots: 20, stop: { ticks: 490_000 } })
  })

  test('closing the position clears them', () => {
    const { hold, run, waiting, engine } = guardDesk()
    hold('ann', 50)
    run(guard('ann', { takeProfit: leg(510_000), stopLoss: leg(490_000) }))
    const ids = waiting('ann').map((order) => order.id)
    hold('ann', -50)
    for (const orderId of ids) {
      expect(engine.findOrder('ann', { orderId })).toMatchObject({
        status: 'deactivated',
        cancelType: 'CancelByTpSlTsClear',
      })
    }
    expect(waiting('ann')).toEqual([])
  })

  test('a new order’s prices replace the old ones and apply to everything', () => {
    const { hold, run, waiting } = guardDesk()
    hold('ann', 50)
    run(guard('ann', { takeProfit: leg(510_000), stopLoss: leg(490_000) }))
    hold('ann', 30, 500_000, { tpSl: { mode: 'full', takeProfit: leg(515_000), stopLoss: null } })
    expect(waiting('ann').map((order) => [order.stop!.ticks, order.lots])).toEqual([
      [515_000, 80],
      [490_000, 80],
    ])
  })

  test('a flip: the new order’s apply (vector tpsl-02 in ticks)', () => {
    const { hold, run, engine } = guardDesk()
    run(mark(490_000))
    hold('ann', 5, 490_000)
    run(guard('ann', { takeProfit: leg(500_000), stopLoss: leg(480_000) }))
    hold('ann', -6, 490_000, { tpSl: { mode: 'full', takeProfit: leg(470_000), stopLoss: leg(500_000) } })
    expect(engine.positions('ann')[0]).toMatchObject({
      lots: -1,
      protection: { takeProfitTicks: 470_000, stopLossTicks: 500_000 },
    })
  })

  test('a limit price is for partial sets only, and a flat position takes none', () => {
    const { hold, refused } = guardDesk()
    expect(refused(guard('ann', { stopLoss: leg(490_000) }))).toEqual({ kind: 'noPosition' })
    hold('ann', 50)
    const limit = leg(510_000, { orderType: 'limit', limitTicks: 511_000 })
    expect(refused(guard('ann', { takeProfit: limit }))).toEqual({ kind: 'tpSlNotAllowed', reason: 'limitInFullMode' })
  })

  test('prices on the wrong side of their reference are refused (30027–30030)', () => {
    const { hold, refused } = guardDesk()
    hold('ann', 50)
    hold('bob', -50)
    const wrong = (account: string, which: 'takeProfit' | 'stopLoss', ticks: number) =>
      refused(guard(account, { [which]: leg(ticks, { by: 'mark' }) }))
    expect(wrong('ann', 'takeProfit', 500_000)).toEqual({ kind: 'tpSlWrongSide', which: 'longTakeProfit', by: 'mark' })
    expect(wrong('ann', 'stopLoss', 500_000)).toMatchObject({ which: 'longStopLoss' })
    expect(wrong('bob', 'stopLoss', 500_000)).toMatchObject({ which: 'shortStopLoss' })
    expect(wrong('bob', 'takeProfit', 500_000)).toMatchObject({ which: 'shortTakeProfit' })
  })

  test('a stop-loss lies before the liquidation price', () => {
    // 4 BTC long, value 200,000 with 10×; wallet about 21,000 after fees: liquidation near 45,000 × … above 44,000.
    const { hold, refused, engine } = guardDesk(2_100_000_000_000)
    hold('ann', 4_000)
    const { liquidationTicks } = engine.positions('ann')[0]!
    expect(liquidationTicks).not.toBeNull()
    expect(refused(guard('ann', { stopLoss: leg(liquidationTicks!) }))).toMatchObject({ which: 'longStopLoss' })
  })
})

function set(takeProfit: number, stopLoss: number, lots: number): ReturnType<typeof guard> {
  return guard('ann', { mode: 'partial', takeProfit: leg(takeProfit), stopLoss: leg(stopLoss), lots })
}

function partialTakeProfit(ticks: number): EngineTpSl {
  return { mode: 'partial', takeProfit: leg(ticks), stopLoss: null }
}

describe('partial sets', () => {
  test('two legs of a set are linked: one fires, the other ends; other sets stay', () => {
    const { hold, run, waiting, print, engine } = guardDesk()
    hold('ann', 50)
    run(set(504_000, 490_000, 20))
    run(set(512_000, 488_000, 30))
    const [takeProfit, stopLoss] = waiting('ann')
    expect(takeProfit!.stop!.pairId).toBe(stopLoss!.id)
    run(place('bob', { ticks: 503_000, lots: 60 }))
    print(504_000)
    expect(engine.positions('ann')[0]!.lots).toBe(30)
    expect(engine.findOrder('ann', { orderId: stopLoss!.id })!.cancelType).toBe('CancelByOCOSlCanceledByTpTriggered')
    expect(waiting('ann').map((order) => order.stop!.ticks)).toEqual([512_000, 488_000])
  })

  test('a limit take-profit rests as a reduce-only order at its limit price', () => {
    const { hold, run, print, engine } = guardDesk()
    hold('ann', 50)
    const limit = leg(504_000, { orderType: 'limit', limitTicks: 506_000 })
    run(guard('ann', { mode: 'partial', takeProfit: limit, lots: 20 }))
    print(504_000)
    expect(engine.openOrders('ann')[0]).toMatchObject({ status: 'new', ticks: 506_000, reduceOnly: true, lots: 20 })
  })

  test('20 take-profits and stop-losses together, a 21st is refused', () => {
    const { hold, run, refused, waiting } = guardDesk()
    hold('ann', 50)
    for (let i = 0; i < 10; i++) run(set(510_000 + i, 490_000 - i, 1))
    expect(waiting('ann')).toHaveLength(20)
    expect(refused(guard('ann', { mode: 'partial', takeProfit: leg(520_000), lots: 1 }))).toEqual({
      kind: 'tooManyTpSl',
      limit: 20,
    })
  })

  test('a shrinking position reduces the oldest set first, until they are equal', () => {
    const { hold, run, waiting } = guardDesk()
    hold('ann', 50)
    run(set(510_000, 490_000, 20))
    run(set(512_000, 488_000, 30))
    hold('ann', -15)
    expect(waiting('ann').map((order) => order.lots)).toEqual([5, 5, 30, 30])
    hold('ann', -10)
    expect(waiting('ann').map((order) => order.lots)).toEqual([25, 25])
  })

  test('attached to an order it has the filled quantity, and grows with further fills', () => {
    const { run, order, waiting } = guardDesk()
    const tpSl = { mode: 'partial', takeProfit: leg(510_000), stopLoss: leg(490_000) } as const
    const bid = order(place('ann', { lots: 50, tpSl }))
    expect(waiting('ann')).toEqual([])
    run(place('max', { side: 'sell', lots: 20 }))
    expect(waiting('ann').map((one) => [one.lots, one.stop!.parentId])).toEqual([
      [20, bid.id],
      [20, bid.id],
    ])
    run(place('max', { side: 'sell', lots: 30 }))
    expect(waiting('ann').map((one) => one.lots)).toEqual([50, 50])
  })

  test('a second order adds a set of its own; a flip leaves the new order’s set alone', () => {
    const { hold, waiting } = guardDesk()
    hold('ann', 20, 500_000, { tpSl: partialTakeProfit(510_000) })
    hold('ann', 30, 500_000, { tpSl: partialTakeProfit(511_000) })
    expect(waiting('ann').map((one) => [one.stop!.ticks, one.lots])).toEqual([
      [510_000, 20],
      [511_000, 30],
    ])
    hold('ann', -60, 500_000, { tpSl: partialTakeProfit(490_000) })
    expect(waiting('ann').map((one) => [one.side, one.stop!.ticks, one.lots])).toEqual([['buy', 490_000, 10]])
  })

  test('changing one leg alone breaks the pair; cancelling with the pair ends both', () => {
    const { hold, run, waiting } = guardDesk()
    hold('ann', 50)
    run(set(510_000, 490_000, 20))
    run(set(512_000, 488_000, 20))
    const [takeProfit, , other] = waiting('ann')
    run(guard('ann', { mode: 'partial', takeProfit: leg(511_000), takeProfitId: takeProfit!.id }))
    expect(waiting('ann').map((one) => [one.stop!.ticks, one.stop!.pairId === null])).toEqual([
      [511_000, true],
      [490_000, true],
      [512_000, false],
      [488_000, false],
    ])
    run({ type: 'cancel', account: 'ann', symbol: 'BTCUSDT', orderId: other!.id, linkId: null, withPair: true })
    expect(waiting('ann')).toHaveLength(2)
  })

  test('full and partial do not stand side by side', () => {
    const { hold, run, refused } = guardDesk()
    hold('ann', 50)
    run(set(510_000, 490_000, 20))
    expect(refused(guard('ann', { stopLoss: leg(480_000) }))).toEqual({ kind: 'tpSlModeLocked' })
    run({ type: 'cancelAll', account: 'ann', symbol: 'BTCUSDT', filter: 'partialTpSl' })
    expect(run(guard('ann', { stopLoss: leg(480_000) })).result.ok).toBe(true)
    expect(refused(set(510_000, 490_000, 20))).toEqual({ kind: 'tpSlModeLocked' })
  })
})

describe('on orders', () => {
  const tpSl = { mode: 'full', takeProfit: leg(510_000), stopLoss: leg(490_000) } as const

  test('reduce-only orders take none; a limit order’s own price is the reference', () => {
    const { hold, refused } = guardDesk()
    hold('ann', 50)
    expect(refused(place('ann', { side: 'sell', reduceOnly: true, tpSl }))).toEqual({
      kind: 'tpSlNotAllowed',
      reason: 'reduceOnly',
    })
    expect(refused(place('ann', { ticks: 489_000, tpSl }))).toMatchObject({ which: 'longStopLoss' })
  })

  test('an order that has filled in part keeps what it has (110059); a waiting or untouched one may change it', () => {
    const { order, run, refused, engine } = guardDesk()
    const bid = order(place('ann', { lots: 50, tpSl }))
    const amend = {
      type: 'amend',
      account: 'ann',
      symbol: 'BTCUSDT',
      orderId: bid.id,
      linkId: null,
      ticks: null,
      lots: null,
    } as const
    run({ ...amend, tpSl: { mode: 'full', takeProfit: leg(0), stopLoss: leg(480_000) } })
    expect(engine.findOrder('ann', { orderId: bid.id })!.tpSl).toMatchObject({
      takeProfit: null,
      stopLoss: { ticks: 480_000 },
    })
    run(place('max', { side: 'sell', lots: 20 }))
    expect(refused({ ...amend, tpSl })).toEqual({ kind: 'tpSlNotAllowed', reason: 'partlyFilled' })
  })

  test('a conditional order brings its guards too', () => {
    const { order, run, print, waiting } = guardDesk()
    order(place('ann', { ticks: 502_000, trigger: { ticks: 501_000, by: 'last', direction: 1 }, tpSl }))
    run(place('max', { side: 'sell', ticks: 501_500, lots: 100 }))
    print(501_000)
    expect(waiting('ann').map((one) => one.stop!.ticks)).toEqual([510_000, 490_000])
  })
})
