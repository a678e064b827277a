import { describe, expect, it } from 'vitest'
import { restoreEngine } from '../../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import { BTC, USDT } from '../engine-fixture'
import { pair, PAIR, type SpotDesk } from '../spot-fixture'
import { leg, limitLeg, print, tradedDesk } from './oco-fixture'

const USERS = ['ann', 'bob', 'joe', 'eve']
const BOTH = { mode: 'full', takeProfit: limitLeg(510_000, 509_000), stopLoss: leg(490_000) } as const

const legsOf = ({ engine }: SpotDesk, account: string) =>
  engine
    .openOrders(account, 'BTC/USDT')
    .filter(({ status }) => status === 'untriggered')
    .toSorted((a, b) => a.stop!.direction - b.stop!.direction)

describe('take-profit and stop-loss that an order of a pair brings', () => {
  it('come to life with its fills, over what was received, and hold it', () => {
    const desk = tradedDesk(USERS)
    const heldBefore = desk.wallet('bob', 'BTC').heldE8
    const bought = desk.order(pair('bob', { lots: 1_000, tpSl: BOTH }))
    expect(legsOf(desk, 'bob')).toEqual([])
    desk.order(pair('ann', { side: 'sell', lots: 400 }))
    // Of 0.4 BTC a fee of 0.1 % is taken: 0.3996, which is 399 whole lots.
    expect(legsOf(desk, 'bob')).toMatchObject([
      { side: 'sell', lots: 399, orderType: 'limit', ticks: 509_000, createType: 'CreateByTakeProfit' },
      { side: 'sell', lots: 399, orderType: 'market', createType: 'CreateByStopLoss' },
    ])
    expect(legsOf(desk, 'bob')[0]!.carried).toEqual({ planType: 'takeProfitStopLoss', parentOrderId: bought.id })
    expect(desk.wallet('bob', 'BTC').heldE8 - heldBefore).toBe(39_900_000)
    desk.order(pair('ann', { side: 'sell', lots: 600 }))
    // All of it: 1 BTC less 0.001, 999 lots, as if it had been one fill. They are the same two orders.
    expect(legsOf(desk, 'bob')).toMatchObject([{ lots: 999 }, { lots: 999 }])
    expect(desk.wallet('bob', 'BTC').heldE8 - heldBefore).toBe(99_900_000)
  })

  it('of a sale buy back what it received at the dearer leg', () => {
    const desk = tradedDesk(USERS)
    const tpSl = { mode: 'full', takeProfit: leg(480_000), stopLoss: leg(510_000) } as const
    desk.order(pair('bob', { lots: 100, ticks: 500_000 }))
    desk.order(pair('ann', { side: 'sell', lots: 100, tpSl }))
    // 5,000 USDT less a fee of 5: 4,995 ÷ 51 a lot = 97.9.
    expect(legsOf(desk, 'ann')).toMatchObject([
      { side: 'buy', lots: 97, stop: { ticks: 510_000 } },
      { side: 'buy', lots: 97, stop: { ticks: 480_000 } },
    ])
    expect(desk.wallet('ann', 'USDT').heldE8).toBe(97 * 51 * USDT)
  })

  it('stand alone where an order brings one', () => {
    const desk = tradedDesk(USERS)
    desk.order(pair('ann', { side: 'sell', lots: 200 }))
    desk.order(pair('bob', { lots: 200, tpSl: { ...BOTH, takeProfit: null } }))
    expect(legsOf(desk, 'bob')).toMatchObject([{ lots: 199, stop: { pairId: null, reserves: true, direction: 2 } }])
  })

  it('trigger as any others do: one sells, the other ends', () => {
    const desk = tradedDesk(USERS)
    desk.order(pair('ann', { side: 'sell', lots: 200 }))
    desk.order(pair('bob', { lots: 200, tpSl: BOTH }))
    const [profit, loss] = legsOf(desk, 'bob')
    desk.order(pair('ann', { lots: 300, ticks: 489_500 }))
    print(desk, 490_000)
    expect(desk.engine.findOrder('bob', { orderId: loss!.id })).toMatchObject({ status: 'filled', filledLots: 199 })
    expect(desk.engine.findOrder('bob', { orderId: profit!.id })).toMatchObject({
      status: 'deactivated',
      cancelType: 'CancelByOCOTpCanceledBySlTriggered',
    })
    for (const { sumE8, creditedE8 } of desk.engine.conservation()) expect(sumE8).toBe(creditedE8)
  })

  it('are another set for what fills after the first has changed or triggered', () => {
    const desk = tradedDesk(USERS)
    desk.order(pair('bob', { lots: 1_000, tpSl: BOTH }))
    desk.order(pair('ann', { side: 'sell', lots: 400 }))
    const [profit] = legsOf(desk, 'bob')
    const amend: EngineCommand = {
      type: 'amend',
      account: 'bob',
      symbol: 'BTC/USDT',
      orderId: profit!.id,
      linkId: null,
      ticks: null,
      lots: 300,
      triggerTicks: 511_000,
    }
    desk.run(amend)
    desk.order(pair('ann', { side: 'sell', lots: 600 }))
    // 999 lots in all, of which the first fill brought 399.
    expect(
      legsOf(desk, 'bob')
        .map(({ lots }) => lots)
        .toSorted(),
    ).toEqual([300, 300, 600, 600])
  })

  it('are checked against the price of the order, and belong to it after a restart', () => {
    const desk = tradedDesk(USERS)
    expect(desk.refused(pair('bob', { tpSl: { ...BOTH, takeProfit: leg(499_000) } }))).toMatchObject({
      kind: 'tpSlWrongSide',
      which: 'longTakeProfit',
    })
    desk.order(pair('bob', { lots: 500, ticks: 499_000, tpSl: BOTH }))
    const again = restoreEngine([BTC, PAIR], JSON.parse(JSON.stringify(desk.engine.snapshot())))
    const fill = pair('ann', { side: 'sell', lots: 300, ticks: 499_000 })
    expect(again.handle(fill, 9_000)).toEqual(desk.engine.handle(fill, 9_000))
    expect(legsOf(desk, 'bob')).toHaveLength(2)
  })
})
