import { describe, expect, test } from 'vitest'
import { place } from './engine-fixture'
import { guard, guardDesk, leg } from './guard-fixture'

const value = (distanceTicks: number, activationTicks = 0) => ({ distanceTicks, rateE8: null, activationTicks })

describe('trailing stops (semantics.md §2.5)', () => {
  test('start at the last price, follow the best one, never fall back, and close at market', () => {
    const { hold, run, waiting, print, engine } = guardDesk()
    hold('ann', 50)
    run(guard('ann', { trailing: value(5_000) }))
    const stop = () => engine.positions('ann')[0]!.protection!.trailing!.stopTicks
    expect(stop()).toBe(495_000)
    print(504_000)
    expect(stop()).toBe(499_000)
    print(502_000)
    expect(stop()).toBe(499_000)
    const id = waiting('ann')[0]!.id
    run(place('bob', { ticks: 498_000, lots: 60 }))
    print(499_000)
    expect(engine.findOrder('ann', { orderId: id })).toMatchObject({
      status: 'filled',
      createType: 'CreateByTrailingStop',
      filledLots: 50,
    })
    expect(engine.positions('ann')).toEqual([])
  })

  test('with an activation price they sleep until the last price reaches it', () => {
    const { hold, run, print, engine } = guardDesk()
    hold('ann', 50)
    run(guard('ann', { trailing: value(1_000, 504_000) }))
    const trailing = () => engine.positions('ann')[0]!.protection!.trailing!
    print(503_900)
    print(503_000)
    expect(trailing()).toMatchObject({ bestTicks: null, stopTicks: null })
    print(504_000)
    expect(trailing()).toMatchObject({ bestTicks: 504_000, stopTicks: 503_000 })
  })

  test('by rate, of a short: rounded away from the price', () => {
    const { hold, run, engine, print } = guardDesk()
    hold('ann', -50)
    // 1 % above 500,000 is 505,000; above 499,950 it is 504,949.5, so 504,950.
    run(guard('ann', { trailing: { distanceTicks: null, rateE8: 1_000_000, activationTicks: 0 } }))
    const stop = () => engine.positions('ann')[0]!.protection!.trailing!.stopTicks
    expect(stop()).toBe(505_000)
    print(499_950)
    expect(stop()).toBe(504_950)
  })

  test('one per position, changed in place; zero cancels; it stands beside a take-profit', () => {
    const { hold, run, waiting } = guardDesk()
    hold('ann', 50)
    run(guard('ann', { trailing: value(5_000), takeProfit: leg(520_000) }))
    const before = waiting('ann')
    run(guard('ann', { trailing: value(2_000) }))
    expect(waiting('ann').map((one) => one.id)).toEqual(before.map((one) => one.id))
    run(guard('ann', { trailing: value(0) }))
    expect(waiting('ann').map((one) => one.stop!.kind)).toEqual(['takeProfit'])
  })

  test('an activation price behind the last price, and a distance without sense, are refused', () => {
    const { hold, refused } = guardDesk()
    hold('ann', 50)
    expect(refused(guard('ann', { trailing: value(5_000, 499_000) }))).toEqual({ kind: 'trailingInvalid' })
    expect(refused(guard('ann', { trailing: value(600_000) }))).toEqual({ kind: 'trailingInvalid' })
  })

  test('cleared with the position', () => {
    const { hold, run, waiting, engine } = guardDesk()
    hold('ann', 50)
    run(guard('ann', { trailing: value(5_000) }))
    const id = waiting('ann')[0]!.id
    hold('ann', -50)
    expect(engine.findOrder('ann', { orderId: id })!.cancelType).toBe('CancelByTpSlTsClear')
  })
})

describe('slippage tolerance of market orders (semantics.md §1.9)', () => {
  test('ticks: ask + n; what lies beyond is not touched', () => {
    const { run, order } = guardDesk()
    run(place('max', { side: 'sell', ticks: 500_100, lots: 10 }))
    run(place('max', { side: 'sell', ticks: 500_111, lots: 10 }))
    const market = { orderType: 'market', timeInForce: 'immediateOrCancel', lots: 20 } as const
    const taken = order(place('ann', { ...market, slippage: { unit: 'tick', value: 10 } }))
    expect(taken).toMatchObject({ status: 'canceled', filledLots: 10, ticks: 500_110 })
  })

  test('percent: bid × (1 − v), rounded inward, up for a sell', () => {
    const { run, order } = guardDesk()
    // 499,999 × 0.9999 = 499,949.0001, so 499,950.
    run(place('max', { ticks: 499_999, lots: 10 }))
    run(place('max', { ticks: 499_949, lots: 10 }))
    const market = { orderType: 'market', timeInForce: 'immediateOrCancel', side: 'sell', lots: 20 } as const
    const taken = order(place('ann', { ...market, slippage: { unit: 'percent', value: 1 } }))
    expect(taken).toMatchObject({ filledLots: 10, ticks: 499_950 })
  })

  test('the protected price stays the outer bound, and values out of range are refused', () => {
    const { run, order, refused } = guardDesk()
    run(place('max', { side: 'sell', ticks: 509_000, lots: 10 }))
    const market = { orderType: 'market', timeInForce: 'immediateOrCancel', lots: 10 } as const
    // Mark 500,000 and Y 2 %: 510,000.
    expect(order(place('ann', { ...market, slippage: { unit: 'percent', value: 1_000 } })).ticks).toBe(510_000)
    for (const slippage of [
      { unit: 'tick', value: 10_001 },
      { unit: 'tick', value: 0 },
      { unit: 'percent', value: 1_001 },
    ] as const) {
      expect(refused(place('ann', { ...market, slippage }))).toEqual({ kind: 'slippageInvalid', unit: slippage.unit })
    }
  })
})
