import { describe, expect, test } from 'vitest'
import { restoreEngine } from '../../../exchange/engine/create-engine'
import { BTC, desk, ETH, place } from './engine-fixture'

const KINDS = ['none', 'cancelMaker', 'cancelTaker', 'cancelBoth'] as const
const IOC = { timeInForce: 'immediateOrCancel' } as const
const FOK = { timeInForce: 'fillOrKill' } as const

/** At 50,000 sell, oldest first: ann 10 lots, bob 10, ann 10. Bob's order stands in the middle of the queue. */
function queue(makersKind: (typeof KINDS)[number] = 'none') {
  const one = desk()
  one.order(place('ann', { side: 'sell', lots: 10 }))
  const own = one.order(place('bob', { side: 'sell', lots: 10, selfMatch: makersKind }))
  one.order(place('ann', { side: 'sell', lots: 10 }))
  return { ...one, own, ownNow: () => one.engine.findOrder('bob', { orderId: own.id })! }
}

describe('an order that meets one of its own account (semantics.md §2.7)', () => {
  test.each([
    // The newer order wins where nothing is asked for: own lots make room, 20 of ann's fill.
    ['none', 20, 'filled', 'canceled'],
    ['cancelMaker', 20, 'filled', 'canceled'],
    // It trades up to the own order and ends there.
    ['cancelTaker', 10, 'canceled', 'new'],
    ['cancelBoth', 10, 'canceled', 'canceled'],
  ] as const)('%s: fills %i, ends as %s, the one at rest is %s', (selfMatch, filledLots, status, ownStatus) => {
    const { order, ownNow, own } = queue()
    const taker = order(place('bob', { lots: 20, selfMatch }))
    const smp = { cancelType: 'CancelBySmp', rejectReason: 'EC_BySelfMatch' }
    expect(taker).toMatchObject({ filledLots, status, selfMatch })
    expect(ownNow().status).toBe(ownStatus)
    if (status === 'canceled') expect(taker).toMatchObject({ ...smp, smpOrderId: own.id })
    else expect(taker).toMatchObject({ cancelType: null, smpOrderId: null })
    if (ownStatus === 'canceled') expect(ownNow()).toMatchObject({ ...smp, smpOrderId: taker.id })
  })

  test.each(KINDS)('what the order at rest asked for (%s) does not count', (makersKind) => {
    const { order, ownNow } = queue(makersKind)
    order(place('bob', { lots: 20, selfMatch: 'cancelTaker' }))
    expect(ownNow().status).toBe('new')
    order(place('bob', { lots: 20, selfMatch: 'cancelMaker', ...IOC }))
    expect(ownNow().status).toBe('canceled')
  })

  test.each([
    ['none', 20, 'filled'],
    ['cancelMaker', 20, 'filled'],
    // Ten lots stand before the own order: eleven cannot be had.
    ['cancelTaker', 11, 'canceled'],
    ['cancelTaker', 10, 'filled'],
    ['cancelBoth', 11, 'canceled'],
    ['cancelBoth', 10, 'filled'],
    ['cancelMaker', 21, 'canceled'],
  ] as const)('fill-or-kill, %s, %i lots: %s, and a killed one touches nothing', (selfMatch, lots, status) => {
    const { order, ownNow, engine } = queue()
    const killed = order(place('bob', { lots, selfMatch, ...FOK }))
    expect(killed).toMatchObject({ status, filledLots: status === 'filled' ? lots : 0 })
    if (status === 'filled') return
    expect(killed.rejectReason).toBe('EC_NoEnoughQtyToFill')
    expect([ownNow().status, engine.book('BTCUSDT', 1).asks]).toEqual(['new', [[500_000, 30]]])
  })

  test.each(KINDS)(
    'post-only never takes, so it falls also where the own order alone stands there (%s)',
    (selfMatch) => {
      const { order, engine } = desk()
      const own = order(place('bob', { side: 'sell', lots: 10 }))
      const posted = order(place('bob', { lots: 10, selfMatch, timeInForce: 'postOnly' }))
      expect(posted).toMatchObject({
        status: 'canceled',
        rejectReason: 'EC_PostOnlyWillTakeLiquidity',
        smpOrderId: null,
      })
      expect(engine.findOrder('bob', { orderId: own.id })!.status).toBe('new')
    },
  )

  test('what it asked for and whom it met are in the snapshot', () => {
    const { order, engine } = queue()
    const taker = order(place('bob', { lots: 20, selfMatch: 'cancelBoth' }))
    const resting = order(place('bob', { lots: 5, ticks: 400_000, selfMatch: 'cancelTaker' }))
    const again = restoreEngine([BTC, ETH], JSON.parse(JSON.stringify(engine.snapshot())))
    for (const { id } of [taker, resting])
      expect(again.findOrder('bob', { orderId: id })).toEqual(engine.findOrder('bob', { orderId: id }))
  })
})
