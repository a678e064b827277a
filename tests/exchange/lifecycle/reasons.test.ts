import { describe, expect, test } from 'vitest'
import type { EngineEvent } from '../../../exchange/engine/events'
import type { EngineInstrument } from '../../../exchange/engine/instrument'
import { BTC, desk, mark, ofType, place, USDT } from '../engine/engine-fixture'
import { guard, guardDesk, leg, trigger } from '../engine/guard-fixture'
import { isolate, room } from '../engine/modes-fixture'

/**
 * Every create, cancel and reject reason of semantics.md §2.1 that contracts can come to, each from its own condition.
 *
 * Not among them, and why:
 * - `CreateByTrailingProfit` (spot), `CreateByFutureSpread`, `CancelByRebalance` (spreads), `CancelByCannotAffordOrderCost`
 *   of options, `CancelByPmTrialMmOverEquity`, `CancelByDelivery` of options (`tests/exchange/venue/mean-values`),
 *   `CancelByMmpTriggered` and `EC_CancelByMMP` (`tests/exchange/engine/options/maker-protection`);
 * - `CreateBySettle`: a settlement moves money and a delivery closes positions, neither by an order;
 * - `CreateByClosing`: the venue's word for a close-on-trigger order (`tests/exchange/api/trigger-calls`);
 * - `CancelByPrepareAdl`: who is deleveraged loses all active orders of the contract, `CancelAllBeforeAdl`;
 * - `EC_CancelForNoFullFill`: a fill-or-kill order is never begun here, so it ends as `EC_NoEnoughQtyToFill`;
 * - `EC_OrigClOrdIDDoesNotExist`: a cancel is answered after the matching before it, so it cannot lose a race; it is
 *   refused with 110001, 110008 or 110010.
 */
function words(events: readonly EngineEvent[]): readonly string[] {
  return ofType(events, 'order').flatMap(({ order }) =>
    [order.createType, order.cancelType, order.rejectReason].filter((word) => word !== null),
  )
}

/** Ann long 0.1 BTC at 50,000 with guards of both sides. */
function guarded(mode: 'full' | 'partial') {
  const one = guardDesk()
  one.hold('ann', 100)
  one.run(guard('ann', { mode, takeProfit: leg(503_000), stopLoss: leg(497_000) }))
  one.order(place('kit', { ticks: 496_000, lots: 500 }))
  one.order(place('kit', { side: 'sell', ticks: 504_000, lots: 500 }))
  return one
}

/** Ann, isolated at 50×, long 1 BTC from 20,000 against bob. */
function bustSoon() {
  const one = room()
  one.run(isolate('ann'))
  one.deal('ann', 'bob', 200_000, 1_000)
  one.run(mark(200_000))
  return one
}

describe('reasons (semantics.md §2.1)', () => {
  test.each<[word: string, condition: string, events: () => readonly EngineEvent[]]>([
    ['CreateByUser', 'a user sends it', () => desk().run(place('ann')).events],
    [
      'CancelByUser',
      'a user takes it back',
      () => {
        const { order, run } = desk()
        const { id } = order(place('ann'))
        return run({ type: 'cancel', account: 'ann', symbol: 'BTCUSDT', orderId: id, linkId: null }).events
      },
    ],
    [
      'CancelByDCP',
      'the last private channel of an account was gone for the window',
      () => {
        const { order, run } = desk()
        order(place('ann'))
        return run({ type: 'cancelAll', account: 'ann', symbol: null, isDisconnect: true }).events
      },
    ],
    ['CreateByTakeProfit', 'a take-profit over the position', () => guarded('full').print(503_000)],
    ['CreateByStopLoss', 'a stop-loss over the position', () => guarded('full').print(497_000)],
    ['CreateByPartialTakeProfit', 'a take-profit over a part of it', () => guarded('partial').print(503_000)],
    ['CreateByPartialStopLoss', 'a stop-loss over a part of it', () => guarded('partial').print(497_000)],
    ['CancelByOCOSlCanceledByTpTriggered', 'its partner took the profit', () => guarded('full').print(503_000)],
    ['CancelByOCOTpCanceledBySlTriggered', 'its partner stopped the loss', () => guarded('full').print(497_000)],
    [
      'CreateByTrailingStop',
      'a trailing stop was reached',
      () => {
        const one = guardDesk()
        one.hold('ann', 100)
        one.run(guard('ann', { trailing: { distanceTicks: 2_000, rateE8: null, activationTicks: 0 } }))
        one.order(place('kit', { ticks: 496_000, lots: 500 }))
        return one.print(497_000)
      },
    ],
    [
      'CancelByTpSlTsClear',
      'the position that it guards is closed',
      () => {
        const one = guarded('full')
        return one.run(place('ann', { side: 'sell', ticks: 496_000, reduceOnly: true })).events
      },
    ],
    [
      'CancelByReduceOnly',
      'the position is smaller than a resting reduce-only order',
      () => {
        const one = guardDesk()
        one.hold('ann', 100)
        one.order(place('ann', { side: 'sell', ticks: 520_000, reduceOnly: true }))
        one.order(place('kit', { ticks: 499_000 }))
        return one.run(place('ann', { side: 'sell', ticks: 499_000 })).events
      },
    ],
    [
      'EC_QtyCannotBeZero',
      'a conditional reduce-only order fires without a position',
      () => {
        const one = guardDesk()
        one.hold('ann', 100)
        one.order(place('ann', { side: 'sell', orderType: 'market', reduceOnly: true, trigger: trigger(497_000, 2) }))
        one.order(place('kit', { ticks: 499_000 }))
        one.order(place('ann', { side: 'sell', ticks: 499_000 }))
        return one.print(497_000)
      },
    ],
    [
      'CancelByCannotAffordOrderCost',
      'a conditional order fires with too little money',
      () => {
        const one = guardDesk(1_000 * USDT)
        one.order(place('ann', { trigger: trigger(503_000, 1) }))
        one.order(place('ann', { ticks: 495_000, lots: 150 }))
        return one.print(503_000)
      },
    ],
    [
      'EC_TooManyOrders',
      'a conditional order fires above 500 active ones',
      () => {
        const one = guardDesk(10_000_000 * USDT)
        one.order(place('ann', { trigger: trigger(503_000, 1), ticks: 480_000, lots: 2 }))
        for (let i = 0; i < 500; i++) one.order(place('ann', { ticks: 495_000 + i, lots: 2 }))
        return one.print(503_000)
      },
    ],
    [
      'EC_InvalidSymbolStatus',
      'a conditional order fires while its contract does not trade',
      () => {
        const one = guardDesk()
        one.order(place('ann', { trigger: { ...trigger(503_000, 1), by: 'mark' } }))
        one.engine.updateInstrument({ ...BTC, isTrading: false }, 9_000)
        return one.run(mark(503_000)).events
      },
    ],
    [
      'CancelByAdmin',
      'a new tick size leaves its price between two ticks',
      () => {
        const one = desk()
        one.order(place('ann', { ticks: 500_001 }))
        const wider: EngineInstrument = { ...BTC, valueUnitE8: BTC.valueUnitE8 * 2 }
        return one.engine.updateInstrument(wider, 9_000).events
      },
    ],
    [
      'CancelBySettle',
      'a dated contract is delivered',
      () => {
        const one = desk()
        one.run(mark(500_000))
        one.order(place('ann', { ticks: 497_000 }))
        return one.run({ type: 'deliver', symbol: 'BTCUSDT', ticks: 500_000, feeRateE8: 50_000 }).events
      },
    ],
    [
      'CancelBySmp',
      'it would trade with its own account',
      () => {
        const one = desk()
        one.order(place('ann'))
        return one.run(place('ann', { side: 'sell' })).events
      },
    ],
    [
      'EC_BySelfMatch',
      'it would trade with its own account',
      () => {
        const one = desk()
        one.order(place('ann'))
        return one.run(place('ann', { side: 'sell', selfMatch: 'cancelTaker' })).events
      },
    ],
    [
      'EC_PostOnlyWillTakeLiquidity',
      'a post-only order would take',
      () => {
        const one = desk()
        one.order(place('ann'))
        return one.run(place('bob', { side: 'sell', timeInForce: 'postOnly' })).events
      },
    ],
    [
      'EC_NoImmediateQtyToFill',
      'immediate-or-cancel with nothing to meet',
      () => desk().run(place('ann', { timeInForce: 'immediateOrCancel' })).events,
    ],
    [
      'EC_NoEnoughQtyToFill',
      'fill-or-kill above what stands there',
      () => {
        const one = desk()
        one.order(place('ann', { lots: 50 }))
        return one.run(place('bob', { side: 'sell', timeInForce: 'fillOrKill' })).events
      },
    ],
    [
      'EC_ReachMarketPriceLimit',
      'a market order comes to its protected price and more stands beyond it',
      () => {
        const one = desk()
        // Offered before the first mark, when there is no band: 2 % above 50,000 is 51,000.
        one.order(place('bob', { side: 'sell', ticks: 501_000, lots: 40 }))
        one.order(place('bob', { side: 'sell', ticks: 520_000, lots: 60 }))
        one.run(mark(500_000))
        return one.run(place('ann', { orderType: 'market' })).events
      },
    ],
    ['CreateByTakeOver_PassThrough', 'the exchange takes a position over', () => bustSoon().run(mark(196_985)).events],
    [
      'CancelByPrepareLiq',
      'a liquidation begins',
      () => {
        const one = bustSoon()
        one.run(place('ann', { ticks: 196_500, lots: 10 }))
        return one.run(mark(196_985)).events
      },
    ],
    [
      'CreateByAdl_PassThrough',
      'a profitable position is deleveraged',
      () => {
        const one = bustSoon()
        one.run(mark(196_985))
        return one.run(mark(195_000)).events
      },
    ],
    [
      'CancelAllBeforeAdl',
      'a profitable position is deleveraged',
      () => {
        const one = bustSoon()
        one.run(mark(196_985))
        one.run(place('bob', { ticks: 180_000, lots: 5 }))
        return one.run(mark(195_000)).events
      },
    ],
  ])('%s: %s', (word, _, events) => {
    expect(words(events())).toContain(word)
  })

  test.each(['CreateByLiq', 'EC_ReachRiskPriceLimit', 'CancelAllBeforeLiq'])(
    '%s: a cross account is sold step by step, at no price beyond its bankruptcy, and then taken over',
    (word) => {
      const one = room()
      // Ann begins with 100,000 and has 30 BTC long from 50,000 at 50×; the mark falls by 3,000.
      one.run({ type: 'credit', account: 'bob', coin: 'USDT', amountE8: 1_000_000 * USDT })
      one.deal('ann', 'bob', 500_000, 30_000)
      one.run(mark(500_000))
      one.run(place('ann', { side: 'sell', ticks: 520_000, reduceOnly: true }))
      // Some bids stand where ann stays solvent, more stand below.
      one.run(place('cat', { ticks: 470_500, lots: 100 }))
      one.run(place('cat', { ticks: 462_000, lots: 100 }))
      const events = [470_000, 467_000, 466_000].flatMap((ticks) => [...one.run(mark(ticks)).events])
      expect(words(events)).toContain(word)
    },
  )
})
