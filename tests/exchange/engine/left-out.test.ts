import { describe, expect, test } from 'vitest'
import type { AskedTpSlLeg, AskedTrailingTerms } from '../../../exchange/engine/orders/order-terms'
import { amend, place } from './engine-fixture'
import { guard, guardDesk, leg } from './guard-fixture'

/** Prices are in ticks: 500,000 is 50,000 USDT. */
const priceAlone = (ticks: number, changes: Partial<AskedTpSlLeg> = {}): AskedTpSlLeg => ({
  ...leg(ticks, changes),
  leftOut: { by: true, type: true },
})

describe('what a change of guards leaves out stays (ADR-1063)', () => {
  const brought = {
    mode: 'partial',
    takeProfit: leg(510_000, { by: 'mark', orderType: 'limit', limitTicks: 509_000 }),
    stopLoss: leg(470_000, { by: 'index', slippage: { unit: 'tick', value: 50 } }),
  } as const

  test('of an order at rest: the other terms of the leg, the other leg, and the mode', () => {
    const { run, order, engine } = guardDesk()
    const { id } = order(place('ann', { ticks: 480_000, lots: 50, tpSl: brought }))
    const tpSl = () => engine.findOrder('ann', { orderId: id })!.tpSl
    run(amend(id, { tpSl: { mode: 'full', keepsMode: true, takeProfit: priceAlone(520_000), stopLoss: null } }))
    expect(tpSl()).toEqual({ ...brought, takeProfit: { ...brought.takeProfit, ticks: 520_000 } })
    const limitTicks = 519_000
    run(
      amend(id, {
        tpSl: { mode: 'full', keepsMode: true, takeProfit: priceAlone(520_000, { limitTicks }), stopLoss: null },
      }),
    )
    expect(tpSl()!.takeProfit).toEqual({ ...brought.takeProfit, ticks: 520_000, limitTicks })
    run(amend(id, { tpSl: { mode: 'full', keepsMode: true, takeProfit: null, stopLoss: priceAlone(460_000) } }))
    expect(tpSl()!.stopLoss).toEqual({ ...brought.stopLoss, ticks: 460_000 })
  })

  test('of an order that waits for its trigger', () => {
    const { run, order, engine } = guardDesk()
    const trigger = { ticks: 480_000, by: 'last', direction: 2 } as const
    const { id } = order(place('ann', { ticks: 480_000, lots: 50, trigger, tpSl: brought }))
    run(amend(id, { tpSl: { mode: 'full', keepsMode: true, takeProfit: priceAlone(520_000), stopLoss: null } }))
    expect(engine.findOrder('ann', { orderId: id })!.tpSl).toEqual({
      ...brought,
      takeProfit: { ...brought.takeProfit, ticks: 520_000 },
    })
  })

  test('what had nothing has the defaults; a mode that is made full has no limit', () => {
    const { run, order, engine } = guardDesk()
    const { id } = order(place('ann', { ticks: 480_000, lots: 50 }))
    const tpSl = () => engine.findOrder('ann', { orderId: id })!.tpSl
    run(amend(id, { tpSl: { mode: 'full', keepsMode: true, takeProfit: priceAlone(520_000), stopLoss: null } }))
    expect(tpSl()).toEqual({ mode: 'full', takeProfit: leg(520_000), stopLoss: null })
    const other = order(place('ann', { ticks: 479_000, lots: 50, tpSl: brought }))
    run(amend(other.id, { tpSl: { mode: 'full', takeProfit: priceAlone(520_000), stopLoss: null } }))
    expect(engine.findOrder('ann', { orderId: other.id })!.tpSl).toMatchObject({
      mode: 'full',
      takeProfit: leg(520_000, { by: 'mark' }),
    })
  })

  test('of a position: by which price its full guards go, and a slippage beside a type that is not named', () => {
    const { hold, run, waiting } = guardDesk()
    hold('ann', 50)
    const slippage = { unit: 'tick', value: 50 } as const
    run(guard('ann', { takeProfit: leg(510_000, { by: 'mark', slippage }), stopLoss: leg(490_000, { by: 'index' }) }))
    run(guard('ann', { takeProfit: priceAlone(520_000), stopLoss: priceAlone(480_000) }))
    expect(waiting('ann').map(({ stop }) => [stop!.ticks, stop!.by, stop!.slippage])).toEqual([
      [520_000, 'mark', slippage],
      [480_000, 'index', null],
    ])
    run(guard('ann', { takeProfit: leg(521_000) }))
    expect(waiting('ann')[0]!.stop).toMatchObject({ ticks: 521_000, by: 'last', slippage: null })
  })

  test('of a limit partial take-profit: its type, its price and by which price it goes', () => {
    const { hold, run, waiting } = guardDesk()
    hold('ann', 50)
    const takeProfit = leg(510_000, { by: 'mark', orderType: 'limit', limitTicks: 509_000 })
    run(guard('ann', { mode: 'partial', takeProfit, lots: 20 }))
    const takeProfitId = waiting('ann')[0]!.id
    run(guard('ann', { mode: 'partial', takeProfit: priceAlone(520_000), takeProfitId }))
    expect(waiting('ann')).toHaveLength(1)
    expect(waiting('ann')[0]).toMatchObject({
      id: takeProfitId,
      orderType: 'limit',
      ticks: 509_000,
      lots: 20,
      stop: { ticks: 520_000, by: 'mark' },
    })
  })

  test('the activation of a trailing stop that waits for it; one that follows begins anew as before', () => {
    const { hold, run, print, engine } = guardDesk()
    hold('ann', 50)
    const trailing = () => engine.positions('ann')[0]!.protection!.trailing
    const distance = (distanceTicks: number): AskedTrailingTerms => ({
      distanceTicks,
      rateE8: null,
      activationTicks: 0,
      keepsActivation: true,
    })
    run(guard('ann', { trailing: { distanceTicks: 1_000, rateE8: null, activationTicks: 504_000 } }))
    run(guard('ann', { trailing: distance(2_000) }))
    // Nothing else than these five: what the command leaves out is no term of the stop.
    const waits = { distanceTicks: 2_000, rateE8: null, activationTicks: 504_000, bestTicks: null, stopTicks: null }
    expect(trailing()).toEqual(waits)
    print(504_000)
    // 504,000 − 2,000, and with half the distance 504,000 − 1,000.
    expect(trailing()).toEqual({ ...waits, bestTicks: 504_000, stopTicks: 502_000 })
    run(guard('ann', { trailing: distance(1_000) }))
    expect(trailing()).toMatchObject({ activationTicks: 0, bestTicks: 504_000, stopTicks: 503_000 })
  })
})
