import { describe, expect, test } from 'vitest'
import { restoreEngine } from '../../../exchange/engine/create-engine'
import { BTC, ETH, place, USDT } from '../engine/engine-fixture'
import { guardDesk, leg, trigger } from '../engine/guard-fixture'
import { codeOf } from './code-of'

/**
 * semantics.md §2.3, one test a row:
 *
 * | row | what holds |
 * |---|---|
 * | only shrinks | a reduce-only order never opens, nor turns a position round |
 * | no TP/SL | reduce-only orders take none |
 * | cut | a quantity above the position is cut to it |
 * | cut to zero | nothing to reduce: 110017 |
 * | no longer fits | a resting one is cut, and ends as CancelByReduceOnly |
 * | close-on-trigger | with the balance short, other active orders give way |
 * | zero lots | with both flags: all of it, up to the largest order |
 */
describe('reduce-only and close-on-trigger (semantics.md §2.3)', () => {
  const sell = { side: 'sell', reduceOnly: true } as const

  test('only shrinks: of 80 against a position of 50, 50 trade and the position is flat', () => {
    const { hold, order, run, engine } = guardDesk()
    hold('ann', 50)
    run(place('bob', { lots: 80 }))
    expect(order(place('ann', { ...sell, lots: 80 }))).toMatchObject({ status: 'filled', filledLots: 50 })
    expect(engine.positions('ann')).toEqual([])
  })

  test('no TP/SL: a reduce-only order with them is refused', () => {
    const { hold, refused } = guardDesk()
    hold('ann', 50)
    const tpSl = { mode: 'full', takeProfit: leg(490_000), stopLoss: null } as const
    expect(refused(place('ann', { ...sell, tpSl }))).toEqual({ kind: 'tpSlNotAllowed', reason: 'reduceOnly' })
  })

  test('cut: a resting one has the size of the position', () => {
    const { hold, order } = guardDesk()
    hold('ann', 50)
    expect(order(place('ann', { ...sell, ticks: 505_000, lots: 80 }))).toMatchObject({ status: 'new', lots: 50 })
  })

  test.each([
    ['without a position', 0],
    ['on the side of the position', -50],
  ])('cut to zero: %s it is refused with 110017', (_, lots) => {
    const { hold, refused } = guardDesk()
    if (lots !== 0) hold('ann', lots)
    expect(codeOf(refused(place('ann', sell)))).toBe(110_017)
  })

  test('no longer fits: cut while something is left, then CancelByReduceOnly', () => {
    const { hold, order, engine } = guardDesk()
    hold('ann', 50)
    const rests = order(place('ann', { ...sell, ticks: 505_000, lots: 50 }))
    hold('ann', -20)
    expect(engine.findOrder('ann', { orderId: rests.id })).toMatchObject({ status: 'new', lots: 30 })
    hold('ann', -30)
    expect(engine.findOrder('ann', { orderId: rests.id })).toMatchObject({
      status: 'canceled',
      cancelType: 'CancelByReduceOnly',
    })
  })

  test('close-on-trigger: with the balance short, other active orders of the contract give way', () => {
    // Long 1 BTC at 50,000 and 10×: about 5,040 of 5,300 are used; a sell of another BTC cannot be paid beside it.
    const { hold, order, print, engine } = guardDesk(5_300 * USDT)
    hold('ann', 1_000)
    const inTheWay = order(place('ann', { side: 'sell', ticks: 508_000, lots: 1_000 }))
    const closes = order(
      place('ann', { side: 'sell', lots: 1_000, ticks: 495_000, closeOnTrigger: true, trigger: trigger(499_000, 2) }),
    )
    order(place('bob', { ticks: 498_500, lots: 1_000 }))
    print(499_000)
    expect(engine.findOrder('ann', { orderId: closes.id })!.status).toBe('filled')
    expect(engine.findOrder('ann', { orderId: inTheWay.id })!.lots).toBeLessThan(60)
    expect(engine.positions('ann')).toEqual([])
  })

  test('zero lots: with both flags all of the position closes when it fires', () => {
    const { hold, order, run, print, engine } = guardDesk()
    hold('ann', 70)
    const all = { ...sell, lots: 0, closeOnTrigger: true, orderType: 'market' } as const
    const waits = order(place('ann', { ...all, trigger: trigger(499_000, 2) }))
    run(place('bob', { ticks: 498_000, lots: 90 }))
    print(499_000)
    expect(engine.findOrder('ann', { orderId: waits.id })).toMatchObject({ status: 'filled', filledLots: 70 })
  })

  test('zero lots: up to the largest order', () => {
    const { hold, engine } = guardDesk(400_000 * USDT)
    hold('ann', 70)
    // The same book under a contract whose largest market order is 50 lots.
    const small = restoreEngine([{ ...BTC, maxMarketLots: 50 }, ETH], JSON.parse(JSON.stringify(engine.snapshot())))
    small.handle(place('bob', { lots: 90 }), 9_000)
    const all = place('ann', { ...sell, lots: 0, closeOnTrigger: true, orderType: 'market' })
    expect(small.handle(all, 9_001).result.ok).toBe(true)
    expect(small.positions('ann')).toMatchObject([{ lots: 20 }])
  })
})
