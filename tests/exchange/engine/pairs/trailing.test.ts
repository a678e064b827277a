import { describe, expect, it } from 'vitest'
import { restoreEngine } from '../../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import { BTC, place } from '../engine-fixture'
import { pair, PAIR } from '../spot-fixture'
import { print, tradedDesk } from './oco-fixture'

const USERS = ['ann', 'bob', 'joe', 'eve']
const BEHIND_1000 = { distanceTicks: 10_000, rateE8: null, activationTicks: 0 } as const
const AT_MARKET = { orderType: 'market', ticks: 0, timeInForce: 'immediateOrCancel', lots: 100 } as const

describe('an order of a pair that trails the price (semantics.md §2.5)', () => {
  it('sells once the price has come back by the distance from its highest', () => {
    const desk = tradedDesk(USERS)
    const order = desk.order(pair('ann', { ...AT_MARKET, side: 'sell', trailing: BEHIND_1000 }))
    expect(order).toMatchObject({
      status: 'untriggered',
      stop: { trailing: { bestTicks: 500_000, stopTicks: 490_000 } },
    })
    // Nothing is held back before it fires.
    expect(desk.wallet('ann', 'BTC').heldE8).toBe(0)
    print(desk, 512_000)
    print(desk, 503_000)
    expect(desk.engine.findOrder('ann', { orderId: order.id })!.stop!.trailing).toMatchObject({ stopTicks: 502_000 })
    desk.order(pair('bob', { ticks: 501_000 }))
    print(desk, 502_000)
    expect(desk.engine.findOrder('ann', { orderId: order.id })).toMatchObject({
      status: 'filled',
      filledLots: 100,
      filledValueE8: 100 * 501_000 * 10_000,
    })
  })

  it('buys once the price has come back by the rate from its lowest', () => {
    const desk = tradedDesk(USERS)
    const trailing = { distanceTicks: null, rateE8: 1_000_000, activationTicks: 0 }
    const order = desk.order(pair('bob', { ...AT_MARKET, trailing }))
    // 1 % above 50,000 and above 49,000.
    expect(order.stop!.trailing!.stopTicks).toBe(505_000)
    print(desk, 490_000)
    expect(desk.engine.findOrder('bob', { orderId: order.id })!.stop!.trailing!.stopTicks).toBe(494_900)
    desk.order(pair('ann', { side: 'sell', ticks: 495_500 }))
    print(desk, 495_000)
    expect(desk.engine.findOrder('bob', { orderId: order.id })).toMatchObject({ status: 'filled', filledLots: 100 })
  })

  it('with an activation price (a trailing profit) waits for it first', () => {
    const desk = tradedDesk(USERS)
    const trailing = { ...BEHIND_1000, activationTicks: 510_000 }
    const order = desk.order(pair('ann', { ...AT_MARKET, side: 'sell', trailing }))
    expect(order.stop!.trailing).toMatchObject({ bestTicks: null, stopTicks: null })
    print(desk, 488_000)
    expect(desk.engine.findOrder('ann', { orderId: order.id })).toMatchObject({ status: 'untriggered' })
    print(desk, 500_000)
    print(desk, 511_000)
    expect(desk.engine.findOrder('ann', { orderId: order.id })!.stop!.trailing!.stopTicks).toBe(501_000)
    const back = { ...trailing, activationTicks: 499_000 }
    expect(desk.refused(pair('ann', { ...AT_MARKET, side: 'sell', trailing: back }))).toEqual({
      kind: 'trailingInvalid',
    })
  })

  it('that its account cannot pay for when it fires is cancelled', () => {
    const desk = tradedDesk(USERS)
    const order = desk.order(pair('ann', { ...AT_MARKET, side: 'sell', lots: 1_900, trailing: BEHIND_1000 }))
    desk.order(pair('ann', { side: 'sell', lots: 500, ticks: 514_000 }))
    desk.order(pair('bob', { lots: 1_900, ticks: 489_000 }))
    print(desk, 490_000)
    expect(desk.engine.findOrder('ann', { orderId: order.id })).toMatchObject({
      status: 'canceled',
      cancelType: 'CancelByCannotAffordOrderCost',
    })
  })

  it('has a quantity to amend and nothing else, ends when cancelled, and is the same after a restart', () => {
    const desk = tradedDesk(USERS)
    const order = desk.order(pair('ann', { ...AT_MARKET, side: 'sell', trailing: BEHIND_1000 }))
    const ids = { account: 'ann', symbol: 'BTC/USDT', orderId: order.id, linkId: null }
    const amend: EngineCommand = { ...ids, type: 'amend', ticks: null, lots: 50 }
    desk.run(amend)
    expect(desk.engine.findOrder('ann', { orderId: order.id })).toMatchObject({ lots: 50 })
    expect(desk.refused({ ...amend, triggerTicks: 520_000 })).toEqual({ kind: 'nothingToChange' })
    const again = restoreEngine([BTC, PAIR], JSON.parse(JSON.stringify(desk.engine.snapshot())))
    const next = pair('joe', { side: 'sell', lots: 10, ticks: 505_000 })
    expect(again.handle(next, 9_000)).toEqual(desk.engine.handle(next, 9_000))
    const meets = pair('eve', { lots: 10, ticks: 505_000 })
    expect(again.handle(meets, 9_000)).toEqual(desk.engine.handle(meets, 9_000))
    desk.run({ ...ids, type: 'cancel' })
    expect(desk.engine.findOrder('ann', { orderId: order.id })).toMatchObject({ status: 'deactivated' })
  })

  it('is of pairs alone: a contract’s position has its own', () => {
    const desk = tradedDesk(USERS)
    expect(desk.refused(place('ann', { ...AT_MARKET, side: 'sell', trailing: BEHIND_1000 }))).toEqual({
      kind: 'holdsNoPosition',
    })
  })
})
