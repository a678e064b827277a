import { describe, expect, test } from 'vitest'
import { legPrices } from '../../../../exchange/engine/products/leg-prices'
import type { EngineExecution } from '../../../../exchange/engine/records/order-records'
import type { EngineEvent } from '../../../../exchange/engine/events'
import { BTC, USDT } from '../engine-fixture'
import { FUTURE, openSpreads, SPREAD_SYMBOL, spreadOrder } from './spread-fixture'

const executionsOf = (events: readonly EngineEvent[]): readonly EngineExecution[] =>
  events.flatMap((event) => (event.type === 'execution' ? [event.execution] : []))

describe('prices of the legs (semantics.md §4: leg 1 − leg 2)', () => {
  const terms = { kind: 'spread', legs: ['A', 'B'], lotsPerLeg: [1, 1] } as const

  test('the published fill: 20.9848 with the first mark at 119 is 124.1 and 103.1152', () => {
    // In ten-thousandths. A second mark of 108.2152 makes the difference of the marks 10.7848; the price is 10.2 above it,
    // so the first is 119 + 5.1 and the second 108.2152 − 5.1.
    const marks = { first: 1_190_000, second: 1_082_152 }
    expect(legPrices({ ...terms, ticksPerLeg: [1, 1] }, 209_848, marks)).toEqual({
      first: 1_241_000,
      second: 1_031_152,
    })
  })

  test('their difference is the price, at every price and whatever the ticks of the legs', () => {
    for (const ticks of [-4_000, -1, 0, 1, 199, 200, 201, 4_000]) {
      const { first, second } = legPrices({ ...terms, ticksPerLeg: [1, 5] }, ticks, { first: 100_200, second: 500_003 })
      // Five ticks of the second leg are one of the spread's.
      expect(first * 5 - second).toBe(ticks * 5)
      expect(second % 5).toBe(0)
    }
  })
})

describe('a fill of a spread', () => {
  test('makes both legs of both accounts, each with an order that names its parent', () => {
    const engine = openSpreads(['ann', 'bob'])
    const resting = engine.handle(spreadOrder('ann', { side: 'sell', ticks: 210, lots: 2 }), 2)
    expect(resting.result.ok).toBe(true)
    const { result, events } = engine.handle(spreadOrder('bob', { ticks: 215, lots: 2 }), 3)
    expect(result.ok).toBe(true)
    // 10 ticks (5 USDT) above the marks: the future 2.5 up at 50,102.5 (100,205), the perpetual 2.5 down at 49,997.5.
    expect(engine.positions('bob').map(({ symbol, lots, costE8 }) => [symbol, lots, costE8])).toEqual([
      [FUTURE.symbol, 20, 100_205 * 20 * 50_000],
      [BTC.symbol, -20, 499_975 * 20 * 10_000],
    ])
    expect(engine.positions('ann').map(({ symbol, lots }) => [symbol, lots])).toEqual([
      [FUTURE.symbol, -20],
      [BTC.symbol, 20],
    ])
    const bobs = executionsOf(events).filter(({ account }) => account === 'bob')
    expect(bobs.map(({ symbol, execType, side }) => [symbol, execType, side])).toEqual([
      [FUTURE.symbol, 'FutureSpread', 'buy'],
      [BTC.symbol, 'FutureSpread', 'sell'],
      [SPREAD_SYMBOL, 'Trade', 'buy'],
    ])
    // Half of 0.055 %: 20 lots are 0.02 BTC; 50,102.5 × 0.02 × 0.000275 = 0.27556375, 49,997.5 × … = 0.27498625.
    expect(bobs.map(({ feeE8 }) => feeE8)).toEqual([27_556_375, 27_498_625, 0])
    const combo = engine.findOrder('bob', { orderId: bobs[2]!.orderId })!
    expect(combo).toMatchObject({ status: 'filled', filledLots: 2, feeE8: 55_055_000 })
    expect([combo.carried?.legOrderId1, combo.carried?.legOrderId2]).toEqual([bobs[0]!.orderId, bobs[1]!.orderId])
    for (const { orderId } of bobs.slice(0, 2)) {
      const leg = engine.findOrder('bob', { orderId })!
      expect(leg).toMatchObject({ status: 'filled', createType: 'CreateByFutureSpread' })
      expect(leg.carried?.parentOrderId).toBe(combo.id)
    }
    // The spread prints in its own book, the legs in none.
    const prints = events.flatMap((event) => (event.type === 'trade' && event.isHidden !== true ? [event.symbol] : []))
    expect(prints).toEqual([SPREAD_SYMBOL])
    expect(engine.positions('bob', SPREAD_SYMBOL).every(({ lots }) => lots === 0)).toBe(true)
  })

  test('trades at zero and below', () => {
    const engine = openSpreads(['ann', 'bob'])
    engine.handle({ type: 'mark', symbol: FUTURE.symbol, markTicks: 99_900, indexTicks: 100_000 }, 2)
    engine.handle(spreadOrder('ann', { side: 'sell', ticks: -104 }), 2)
    engine.handle(spreadOrder('ann', { side: 'sell', ticks: 0 }), 2)
    expect(engine.book(SPREAD_SYMBOL, 5).asks).toEqual([
      [-104, 1],
      [0, 1],
    ])
    engine.handle(spreadOrder('bob', { ticks: 0, lots: 2 }), 3)
    // −104 and 0 in ticks of 0.5: the first leg is 52 and 0 USDT below the second.
    const [future, perpetual] = engine.positions('bob')
    expect(future!.costE8 - perpetual!.costE8).toBe((-52 + 0) * 0.01 * USDT)
    expect(engine.conservation()[0]!.sumE8).toBe(engine.conservation()[0]!.creditedE8)
  })

  test('leaves nothing behind where a leg is beyond its limits: the order at rest ends as CancelByRebalance', () => {
    const engine = openSpreads(['ann', 'bob'])
    engine.handle(spreadOrder('ann', { side: 'sell', ticks: 400 }), 2)
    // The perpetual falls by 2 %: at 400 ticks (200 USDT) the future's price would be above its band of 1 %.
    engine.handle({ type: 'mark', symbol: BTC.symbol, markTicks: 480_000, indexTicks: 480_000 }, 3)
    engine.handle({ type: 'mark', symbol: FUTURE.symbol, markTicks: 100_200, indexTicks: 100_000 }, 3)
    const before = ['ann', 'bob'].map((one) => engine.balances(one)[0]!.walletE8)
    const { events } = engine.handle(spreadOrder('bob', { orderType: 'market', timeInForce: 'immediateOrCancel' }), 4)
    expect(executionsOf(events)).toEqual([])
    const ended = events.flatMap((event) =>
      event.type === 'order' ? [[event.order.account, event.order.cancelType]] : [],
    )
    expect(ended).toContainEqual(['ann', 'CancelByRebalance'])
    expect([...engine.positions('ann'), ...engine.positions('bob')]).toEqual([])
    expect(['ann', 'bob'].map((one) => engine.balances(one)[0]!.walletE8)).toEqual(before)
  })

  test('leaves nothing behind where the account at rest cannot carry a leg any more', () => {
    const engine = openSpreads(['ann', 'bob'], 300 * USDT)
    // 2 lots hold about 2 × (50 + 50) USDT of ann's 300; then the perpetual takes nearly all that is left.
    engine.handle(spreadOrder('ann', { side: 'sell', ticks: 200, lots: 2 }), 2)
    expect(engine.balances('ann')[0]!.orderMarginE8).toBeGreaterThan(200 * USDT)
    // A better leverage no more: at 1× each leg needs ten times as much.
    for (const symbol of [BTC.symbol, FUTURE.symbol])
      engine.handle({ type: 'setLeverage', account: 'ann', symbol, leverageE2: 100 }, 3)
    const { events } = engine.handle(spreadOrder('bob', { ticks: 200, timeInForce: 'immediateOrCancel' }), 4)
    expect(executionsOf(events)).toEqual([])
    expect(engine.positions('ann')).toEqual([])
    expect(engine.openOrders('ann')).toEqual([])
  })

  test('a fill-or-kill fills whole or not at all', () => {
    const engine = openSpreads(['ann', 'bob'])
    engine.handle(spreadOrder('ann', { side: 'sell', ticks: 200, lots: 2 }), 2)
    engine.handle(spreadOrder('bob', { ticks: 200, lots: 3, timeInForce: 'fillOrKill' }), 3)
    expect(engine.positions('bob')).toEqual([])
    engine.handle(spreadOrder('bob', { ticks: 200, lots: 2, timeInForce: 'fillOrKill' }), 4)
    expect(engine.positions('bob').map(({ lots }) => lots)).toEqual([20, -20])
  })

  test('closing both legs needs no margin and comes back to nothing', () => {
    const engine = openSpreads(['ann', 'bob', 'cat'], 125 * USDT)
    engine.handle(spreadOrder('ann', { side: 'sell' }), 2)
    engine.handle(spreadOrder('bob'), 3)
    // About 100 of 125 USDT hold the two positions; a second lot does not fit, the way back does.
    expect(engine.handle(spreadOrder('bob', { ticks: 190 }), 4).result).toMatchObject({
      ok: false,
      refusal: { kind: 'insufficientBalance' },
    })
    engine.handle(spreadOrder('cat', { ticks: 200 }), 5)
    expect(engine.handle(spreadOrder('bob', { side: 'sell', ticks: 200 }), 6).result.ok).toBe(true)
    expect(engine.positions('bob')).toEqual([])
    expect(engine.conservation()[0]!.sumE8).toBe(engine.conservation()[0]!.creditedE8)
  })
})
