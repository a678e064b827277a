import { describe, expect, test } from 'vitest'
import { place } from '../engine/engine-fixture'
import { guard, guardDesk, lifeOf } from '../engine/guard-fixture'

/**
 * semantics.md §2.5, one test a row:
 *
 * | row | what holds |
 * |---|---|
 * | distance | follows the best price since activation at a distance |
 * | rate | or at a share of it, in whole ticks |
 * | no activation | starts at once from the last price |
 * | activation | sleeps until the last price reaches it; first stop = activation ∓ distance |
 * | favour only | the stop never falls back |
 * | fires | a market order that reduces, at the stop and not a tick before |
 * | closing only | a flat account has none |
 * | stream | `triggerPrice` is the activation price |
 */
const terms = (distanceTicks: number, activationTicks = 0) => ({ distanceTicks, rateE8: null, activationTicks })

function trailed(lots: number, trailing: NonNullable<Parameters<typeof guard>[1]>['trailing']) {
  const desk = guardDesk()
  desk.hold('ann', lots)
  expect(desk.run(guard('ann', { trailing: trailing! })).result.ok).toBe(true)
  return { ...desk, stop: () => desk.engine.positions('ann')[0]!.protection!.trailing!.stopTicks }
}

describe('trailing stops (semantics.md §2.5)', () => {
  test.each([
    ['a long', 50, 504_000, 502_000],
    ['a short', -50, 496_000, 498_000],
  ])('distance: %s follows its best price', (_, lots, best, stopAt) => {
    const { print, stop } = trailed(lots, terms(2_000))
    print(best)
    expect(stop()).toBe(stopAt)
  })

  test('rate: 1 % of the best price, rounded away from it to the tick', () => {
    const { print, stop } = trailed(50, { distanceTicks: null, rateE8: 1_000_000, activationTicks: 0 })
    // 500,050 × 0.99 = 495,049.5
    print(500_050)
    expect(stop()).toBe(495_049)
  })

  test('no activation: starts at once from the last price', () => {
    expect(trailed(50, terms(2_000)).stop()).toBe(498_000)
  })

  test('activation: sleeps until the last price reaches it, then stands at activation ∓ distance', () => {
    const { print, stop } = trailed(50, terms(1_000, 504_000))
    print(503_999)
    expect(stop()).toBeNull()
    print(504_000)
    expect(stop()).toBe(503_000)
  })

  test('favour only: a price against the position leaves the stop where it is', () => {
    const { print, stop } = trailed(50, terms(5_000))
    print(503_000)
    print(499_000)
    expect(stop()).toBe(498_000)
  })

  test('fires: a market order that reduces, at the stop and not a tick before', () => {
    const { run, print, waiting, engine } = trailed(50, terms(2_000))
    const { id } = waiting('ann')[0]!
    run(place('bob', { ticks: 497_000, lots: 60 }))
    expect(lifeOf(print(498_001), id)).toEqual([])
    expect(lifeOf(print(498_000), id)).toEqual(['triggered', 'new', 'filled'])
    expect(engine.findOrder('ann', { orderId: id })).toMatchObject({ orderType: 'market', reduceOnly: true })
    expect(engine.positions('ann')).toEqual([])
  })

  test('closing only: a flat account has none', () => {
    expect(guardDesk().refused(guard('ann', { trailing: terms(2_000) }))).toEqual({ kind: 'noPosition' })
  })

  test('stream: the trigger price of a trailing stop is its activation price', () => {
    expect(trailed(50, terms(1_000, 504_000)).waiting('ann')[0]!.stop).toMatchObject({
      kind: 'trailingStop',
      ticks: 504_000,
    })
  })
})
