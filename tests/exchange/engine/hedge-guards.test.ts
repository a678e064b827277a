import { describe, expect, test } from 'vitest'
import { restoreEngine } from '../../../exchange/engine/create-engine'
import { mark, place, USDT } from './engine-fixture'
import { guard, leg } from './guard-fixture'
import { INVERSE, isolate, LINEAR, PERP, room } from './modes-fixture'

/** Ann in hedge mode with 100 lots long and 60 short at 20,000; both have a stop-loss half a per cent away. */
function hedged(by: 'mark' | 'last', isIsolated: boolean) {
  const { run, engine } = room()
  run(mark(200_000))
  if (isIsolated) run(isolate('ann'))
  run({ type: 'setPositionMode', account: 'ann', symbol: 'BTCUSDT', coin: null, mode: 'hedge' })
  run(place('bob', { side: 'sell', ticks: 200_000, lots: 100 }))
  run(place('ann', { ticks: 200_000, lots: 100, positionIdx: 1 }))
  run(place('bob', { ticks: 200_000, lots: 60 }))
  run(place('ann', { side: 'sell', ticks: 200_000, lots: 60, positionIdx: 2 }))
  const long = run(guard('ann', { stopLoss: leg(199_000, { by }), positionIdx: 1 })).result
  const short = run(guard('ann', { stopLoss: leg(201_000, { by }), positionIdx: 2 })).result
  expect([long.ok, short.ok]).toEqual([true, true])
  return { run, engine }
}

describe('stop-losses in hedge mode (semantics.md §2.4, §2.8)', () => {
  test('a position is guarded by its own index, and only by a fitting one', () => {
    const { run, engine } = hedged('mark', false)
    expect(run(guard('ann', { stopLoss: leg(199_000) })).result).toMatchObject({
      refusal: { kind: 'positionIdxInvalid' },
    })
    expect(engine.openOrders('ann')).toMatchObject([
      { positionIdx: 1, side: 'sell', lots: 100 },
      { positionIdx: 2, side: 'buy', lots: 60 },
    ])
  })

  test('one fires and leaves the other direction alone, after a restart too', () => {
    const saved: unknown = JSON.parse(JSON.stringify(hedged('mark', false).engine.snapshot()))
    const again = restoreEngine([LINEAR, PERP, INVERSE], saved)
    again.handle(place('bob', { side: 'sell', ticks: 200_500, lots: 60 }), 2_000)
    again.handle(mark(201_000), 2_001)
    expect(again.positions('ann', 'BTCUSDT').map(({ lots }) => lots)).toEqual([100, 0])
    expect(again.openOrders('ann')).toMatchObject([{ positionIdx: 1, lots: 100 }])
  })

  test('a liquidated side takes its stop-loss with it, the other side keeps its own', () => {
    // At 50× an isolated long's margin is gone 2 % below; the mark says so before any last price reaches the stop.
    const { run, engine } = hedged('last', true)
    // A full insurance pool, so that nobody is deleveraged.
    run({ type: 'credit', account: 'insurance', coin: 'USDT', amountE8: 1_000_000 * USDT })
    run(mark(190_000))
    expect(engine.positions('ann', 'BTCUSDT').map(({ lots }) => lots)).toEqual([0, -60])
    expect(engine.openOrders('ann')).toMatchObject([{ positionIdx: 2, side: 'buy', lots: 60 }])
  })
})
