import { describe, expect, it } from 'vitest'
import { restoreEngine } from '../../../../exchange/engine/create-engine'
import type { EngineCommand } from '../../../../exchange/engine/commands'
import { BTC, ofType, place, USDT } from '../engine-fixture'
import { COIN, pair, PAIR, spotDesk, TERMS, type SpotDesk } from '../spot-fixture'
import { leg, limitLeg, placeLegs, print, tradedDesk } from './oco-fixture'

const USERS = ['ann', 'bob', 'joe', 'eve']
const SALE = { side: 'sell', lots: 1_500, takeProfit: limitLeg(510_000, 510_000), stopLoss: leg(490_000) } as const

function conserved({ engine }: SpotDesk): void {
  for (const { sumE8, creditedE8 } of engine.conservation()) expect(sumE8).toBe(creditedE8)
}

const amend = (account: string, orderId: string, changes: object) =>
  ({
    type: 'amend',
    account,
    symbol: 'BTC/USDT',
    orderId,
    linkId: null,
    ticks: null,
    lots: null,
    ...changes,
  }) as EngineCommand
const cancel = (account: string, orderId: string, changes: object = {}) =>
  ({ type: 'cancel', account, symbol: 'BTC/USDT', orderId, linkId: null, ...changes }) as EngineCommand

describe('two legs over one amount (semantics.md §2.6)', () => {
  it('wait on either side of the price, linked, and hold what they would sell once', () => {
    const desk = tradedDesk(USERS)
    const [profit, loss] = placeLegs(desk, 'ann', SALE)
    expect(profit).toMatchObject({ status: 'untriggered', createType: 'CreateByTakeProfit', orderType: 'limit' })
    expect(profit.stop).toMatchObject({ direction: 1, ticks: 510_000, pairId: loss.id })
    expect(loss).toMatchObject({ status: 'untriggered', createType: 'CreateByStopLoss', orderType: 'market' })
    expect(loss.stop).toMatchObject({ direction: 2, ticks: 490_000, pairId: profit.id })
    expect(desk.wallet('ann', 'BTC').heldE8).toBe(150_000_000)
    // Of 1.99 BTC 0.49 are left.
    expect(desk.refused(pair('ann', { side: 'sell', lots: 491 }))).toMatchObject({ kind: 'insufficientBalance' })
    desk.order(pair('ann', { side: 'sell', lots: 490, ticks: 505_000 }))
  })

  it('of a purchase hold what the dearer leg would pay: at market its trigger, else its limit', () => {
    const desk = tradedDesk(USERS)
    // The profit of a purchase lies below the price: 48,000. Its loss above: a limit of 52,100.
    placeLegs(desk, 'bob', { side: 'buy', lots: 1_000, takeProfit: leg(480_000), stopLoss: limitLeg(520_000, 521_000) })
    expect(desk.wallet('bob', 'USDT').heldE8).toBe(52_100 * USDT)
    // 99,500 − 52,100 = 47,400 are left: 0.9 at 52,000 are 46,800, one at 47,500 is more.
    const legs = { takeProfit: leg(475_000), stopLoss: leg(476_000) }
    expect(desk.refused(pair('bob', { lots: 1_000, oco: { ...legs, stopLoss: leg(510_000) } }))).toMatchObject({
      kind: 'insufficientBalance',
      requiredE8: 51_000 * USDT,
    })
    placeLegs(desk, 'bob', { side: 'buy', lots: 900, takeProfit: leg(480_000), stopLoss: leg(520_000) })
    expect(desk.wallet('bob', 'USDT').heldE8).toBe((52_100 + 46_800) * USDT)
  })

  it('end each other as one triggers, whether that one fills or not', () => {
    const desk = tradedDesk(USERS)
    const [profit, loss] = placeLegs(desk, 'ann', { ...SALE, takeProfit: limitLeg(510_000, 512_000) })
    print(desk, 510_000)
    expect(desk.engine.findOrder('ann', { orderId: profit.id })).toMatchObject({ status: 'new', filledLots: 0 })
    expect(desk.engine.findOrder('ann', { orderId: loss.id })).toMatchObject({
      status: 'deactivated',
      cancelType: 'CancelByOCOSlCanceledByTpTriggered',
    })
    // The leg rests with the same amount.
    expect(desk.wallet('ann', 'BTC').heldE8).toBe(150_000_000)
    desk.order(pair('bob', { lots: 500, ticks: 512_000 }))
    expect(desk.wallet('ann', 'BTC').heldE8).toBe(100_000_000)
    desk.run(cancel('ann', profit.id))
    expect(desk.engine.findOrder('ann', { orderId: profit.id })).toMatchObject({
      status: 'partiallyFilledCanceled',
      filledLots: 500,
    })
    expect(desk.wallet('ann', 'BTC').heldE8).toBe(0)
    conserved(desk)
  })

  it('sell once where the loss triggers, and say by which leg the other ended', () => {
    const desk = tradedDesk(USERS)
    const [profit, loss] = placeLegs(desk, 'ann', SALE)
    desk.order(pair('bob', { lots: 1_000, ticks: 489_000 }))
    print(desk, 490_000)
    expect(desk.engine.findOrder('ann', { orderId: profit.id })).toMatchObject({
      status: 'deactivated',
      cancelType: 'CancelByOCOTpCanceledBySlTriggered',
    })
    // The book had 1,000 lots; a market order does not wait for the rest.
    expect(desk.engine.findOrder('ann', { orderId: loss.id })).toMatchObject({
      status: 'partiallyFilledCanceled',
      filledLots: 1_000,
    })
    // 1.99 − 1.
    expect(desk.wallet('ann', 'BTC')).toMatchObject({ heldE8: 0, walletE8: 99_000_000 })
    print(desk, 502_000)
    print(desk, 510_000)
    expect(desk.wallet('ann', 'BTC').walletE8).toBe(99_000_000)
    conserved(desk)
  })

  it('of which one is cancelled leave the other with the amount; both go together where that is asked', () => {
    const desk = tradedDesk(USERS)
    const [low, high] = placeLegs(desk, 'bob', {
      side: 'buy',
      lots: 1_000,
      takeProfit: leg(480_000),
      stopLoss: leg(520_000),
    })
    desk.run(cancel('bob', high.id))
    expect(desk.engine.findOrder('bob', { orderId: high.id })).toMatchObject({ status: 'deactivated' })
    expect(desk.engine.findOrder('bob', { orderId: low.id })!.stop).toMatchObject({ pairId: high.id, reserves: true })
    expect(desk.wallet('bob', 'USDT').heldE8).toBe(48_000 * USDT)
    desk.run(cancel('bob', low.id))
    expect(desk.wallet('bob', 'USDT').heldE8).toBe(0)

    const [one, other] = placeLegs(desk, 'ann', SALE)
    desk.run(cancel('ann', other.id, { withPair: true }))
    expect(desk.engine.findOrder('ann', { orderId: one.id })).toMatchObject({
      status: 'deactivated',
      cancelType: 'CancelByUser',
    })
    expect(desk.wallet('ann', 'BTC').heldE8).toBe(0)
  })

  it('are told apart by the filters of a cancel-all', () => {
    const desk = tradedDesk(USERS)
    placeLegs(desk, 'ann', { ...SALE, lots: 100 })
    desk.order(pair('ann', { side: 'sell', oco: SALE, carried: { planType: 'takeProfitStopLoss' } }))
    const alone = desk.order(
      pair('ann', { side: 'sell', trigger: { ticks: 480_000, by: 'last', direction: 2 }, reserves: true }),
    )
    const gone = (filter: 'oco' | 'tpSl' | 'bidirectionalTpSl' | 'conditional') => {
      const { result } = desk.run({ type: 'cancelAll', account: 'ann', symbol: 'BTC/USDT', filter })
      return result.ok ? result.orderIds : []
    }
    expect(gone('conditional')).toEqual([])
    expect(gone('tpSl')).toEqual([alone.id])
    expect(gone('oco')).toHaveLength(2)
    expect(gone('bidirectionalTpSl')).toHaveLength(2)
    expect(desk.wallet('ann', 'BTC').heldE8).toBe(0)
  })

  it('are amended one by one in price, together in quantity, and the amount follows', () => {
    const desk = tradedDesk(USERS)
    const [low, high] = placeLegs(desk, 'bob', {
      side: 'buy',
      lots: 1_000,
      takeProfit: limitLeg(480_000, 479_000),
      stopLoss: leg(520_000),
    })
    desk.run(amend('bob', high.id, { triggerTicks: 510_000 }))
    expect(desk.wallet('bob', 'USDT').heldE8).toBe(51_000 * USDT)
    desk.run(amend('bob', low.id, { lots: 1_500 }))
    expect(desk.engine.findOrder('bob', { orderId: high.id })).toMatchObject({ lots: 1_500 })
    expect(desk.wallet('bob', 'USDT').heldE8).toBe(76_500 * USDT)
    // A limit of 60,000 makes the other leg the dearer one: 1.5 × 60,000 = 90,000; 1.7 × 60,000 are more than 99,500.
    const { events } = desk.run(amend('bob', low.id, { ticks: 600_000 }))
    // The other one holds nothing any more, and both are told.
    expect(ofType(events, 'order').map(({ order }) => order.id)).toEqual([low.id, high.id])
    expect(desk.wallet('bob', 'USDT').heldE8).toBe(90_000 * USDT)
    expect(desk.refused(amend('bob', high.id, { lots: 1_700 }))).toMatchObject({ kind: 'insufficientBalance' })
    expect(desk.wallet('bob', 'USDT').heldE8).toBe(90_000 * USDT)
    expect(desk.refused(amend('bob', high.id, { triggerTicks: 499_000 }))).toMatchObject({ kind: 'triggerPassed' })
    desk.run(cancel('bob', low.id))
    expect(desk.wallet('bob', 'USDT').heldE8).toBe(76_500 * USDT)
  })

  it('at market buy as many lots as the amount pays for, where the price has passed the trigger', () => {
    const desk = tradedDesk(USERS)
    // 1.9 × 52,000 = 98,800 of the 99,500 USDT.
    const [, loss] = placeLegs(desk, 'bob', {
      side: 'buy',
      lots: 1_900,
      takeProfit: leg(480_000),
      stopLoss: leg(520_000),
    })
    desk.order(pair('ann', { side: 'sell', lots: 1_900, ticks: 525_000 }))
    print(desk, 510_000)
    print(desk, 524_000)
    // 99,500 ÷ 52,500 = 1.895….
    expect(desk.engine.findOrder('bob', { orderId: loss.id })).toMatchObject({ status: 'filled', lots: 1_895 })
    expect(desk.wallet('bob', 'USDT')).toMatchObject({ heldE8: 0, walletE8: 99_500 * USDT - 1_895 * 5_250_000_000 })
    conserved(desk)
  })

  it('are the same after a restart, and go on as before', () => {
    const desk = tradedDesk(USERS)
    placeLegs(desk, 'ann', SALE)
    placeLegs(desk, 'bob', { side: 'buy', lots: 100, takeProfit: leg(480_000), stopLoss: leg(520_000) })
    const again = restoreEngine([BTC, PAIR], JSON.parse(JSON.stringify(desk.engine.snapshot())))
    expect(again.balances('ann')).toEqual(desk.engine.balances('ann'))
    expect(again.balances('bob')).toEqual(desk.engine.balances('bob'))
    const commands = [
      pair('joe', { side: 'sell', lots: 10, ticks: 490_000 }),
      pair('eve', { lots: 10, ticks: 490_000 }),
    ]
    for (const command of commands) expect(again.handle(command, 9_000)).toEqual(desk.engine.handle(command, 9_000))
    expect(again.snapshot()).toEqual(desk.engine.snapshot())
  })

  it('keep their amount through another tick size; a leg that does not fit it leaves the other', () => {
    const desk = tradedDesk(USERS)
    placeLegs(desk, 'bob', { side: 'buy', lots: 1_000, takeProfit: leg(480_000), stopLoss: leg(520_001) })
    // A tick of 0.5: 52,000.1 is none of them.
    desk.engine.updateInstrument({ ...PAIR, valueUnitE8: 50_000, maxPriceTicks: 3_999_999 }, 9_000)
    expect(desk.wallet('bob', 'USDT').heldE8).toBe(48_000 * USDT)
    const [left] = desk.engine.openOrders('bob', 'BTC/USDT')
    desk.run(cancel('bob', left!.id))
    expect(desk.wallet('bob', 'USDT').heldE8).toBe(0)
  })

  it('are refused where one leg is on the wrong side, too small, too many, or of a contract', () => {
    const desk = tradedDesk(USERS)
    const oco = { takeProfit: leg(510_000), stopLoss: leg(490_000) }
    const sale = pair('ann', { side: 'sell', oco })
    expect(desk.refused({ ...sale, oco: { ...oco, takeProfit: leg(499_000) } })).toMatchObject({
      kind: 'triggerPassed',
    })
    expect(desk.refused({ ...sale, side: 'buy' })).toMatchObject({ kind: 'triggerPassed' })
    expect(desk.refused({ ...sale, lots: 0 })).toMatchObject({ kind: 'qtyInvalid' })
    expect(desk.refused(place('ann', { oco: { takeProfit: leg(490_000), stopLoss: leg(510_000) } }))).toMatchObject({
      kind: 'holdsNoPosition',
    })
    for (let at = 0; at < 15; at++) desk.order({ ...sale, lots: 10 })
    expect(desk.refused({ ...sale, lots: 10 })).toEqual({ kind: 'tooManyConditionals', limit: 30 })
    // What holds nothing back is counted apart.
    desk.order(pair('ann', { side: 'sell', trigger: { ticks: 480_000, by: 'last', direction: 2 } }))
  })

  it('end where the side of the leg that triggers was banned meanwhile, and give the amount back', () => {
    const desk = tradedDesk(USERS)
    const [, loss] = placeLegs(desk, 'ann', SALE)
    desk.engine.updateInstrument({ ...PAIR, terms: { ...TERMS, isSellBanned: true } }, 9_000)
    expect(desk.refused(pair('ann', { side: 'sell', oco: SALE }))).toEqual({ kind: 'sideBanned', side: 'sell' })
    desk.engine.updateInstrument(PAIR, 9_001)
    desk.order(pair('joe', { side: 'sell', lots: 10, ticks: 490_000 }))
    desk.engine.updateInstrument({ ...PAIR, terms: { ...TERMS, isSellBanned: true } }, 9_002)
    desk.order(pair('eve', { lots: 10, ticks: 490_000 }))
    expect(desk.engine.findOrder('ann', { orderId: loss.id })).toMatchObject({
      status: 'canceled',
      rejectReason: 'EC_InvalidSymbolStatus',
    })
    expect(desk.wallet('ann', 'BTC').heldE8).toBe(0)
  })

  it('are not taken where a pair takes no plans (spec §3 allowPlan), nor is anything else that waits', () => {
    const desk = spotDesk(['ann'], { ...PAIR, takesPlans: false })
    const trigger = { ticks: 480_000, by: 'last', direction: 2 } as const
    const tpSl = { mode: 'full', takeProfit: leg(510_000), stopLoss: null } as const
    for (const plan of [{ oco: SALE }, { trigger }, { tpSl }]) {
      expect(desk.refused(pair('ann', plan))).toEqual({ kind: 'noTriggers' })
    }
    desk.order(pair('ann'))
  })

  it('make two orders and no position', () => {
    const desk = tradedDesk(USERS)
    const { events } = desk.run(pair('ann', { side: 'sell', oco: SALE }))
    expect(ofType(events, 'order').map(({ action, order }) => [action, order.status])).toEqual([
      ['newed', 'untriggered'],
      ['newed', 'untriggered'],
    ])
    expect(ofType(events, 'position')).toEqual([])
    expect(desk.wallet('ann', 'BTC').walletE8).toBe(2 * COIN - 1_000_000)
  })
})
