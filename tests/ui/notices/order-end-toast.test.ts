import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '../../../src/domain/order/order'
import { i18n } from '../../../src/ui/i18n/instance'
import { toastText } from '../../../src/ui/notices/toast-text'
import { instrumentOf, orderOf } from '../fixtures'

beforeAll(async () => {
  const words = (name: string): Record<string, unknown> =>
    JSON.parse(readFileSync(new URL(`../../../locales/en/${name}.json`, import.meta.url), 'utf8')) as Record<
      string,
      unknown
    >
  const resources = { en: { notices: words('notices'), trade: words('trade') } }
  await i18n.init({ lng: 'en', resources, interpolation: { escapeValue: false } })
})

const btc = instrumentOf()
const contracts = new Map([[btc.symbol, btc]])

function toldOf(change: object): readonly [title: string, body: string, failure: boolean] {
  const order = { ...orderOf('o'), status: 'canceled', price: '64000', qty: '0.01', ...change } as Order
  const notice = { id: 'n', kind: 'orderCanceled', order, intent: null, rejection: null, timeMs: 0 } as const
  const { title, body, failure } = toastText({ from: 'hub', id: 'n', notice }, contracts)
  return [title, body, failure]
}

describe('one message of an order that ended, with its reason (issue 19.5)', () => {
  test('a post-only order that would have matched', () => {
    expect(toldOf({ timeInForce: 'postOnly', rejectReason: 'EC_PostOnlyWillTakeLiquidity' })).toEqual([
      'Post-only order not placed',
      'BTCUSDT Buy 0.010 BTC at 64,000.0. It would have matched at once. Nothing was filled.',
      true,
    ])
  })

  test('IOC and FOK orders that found nothing, or not enough', () => {
    expect(toldOf({ timeInForce: 'immediateOrCancel', rejectReason: 'EC_NoImmediateQtyToFill' })).toEqual([
      'Order not filled',
      'BTCUSDT Buy 0.010 BTC at 64,000.0. Nothing in the book matched its price. Nothing was filled.',
      true,
    ])
    expect(toldOf({ timeInForce: 'fillOrKill', rejectReason: 'EC_NoEnoughQtyToFill' })[1]).toBe(
      'BTCUSDT Buy 0.010 BTC at 64,000.0. The book could not fill all of it at once. Nothing was filled.',
    )
  })

  test('an IOC order that filled in part says what was filled and what was not', () => {
    // 0.01 − 0.004 = 0.006.
    expect(toldOf({ timeInForce: 'immediateOrCancel', filledQty: '0.004', avgPrice: '63999.5' })).toEqual([
      'Order partly filled, rest cancelled',
      'BTCUSDT Buy 0.010 BTC at 64,000.0. 0.004 BTC filled at 63,999.5, 0.006 BTC cancelled. The book had no more at its price.',
      true,
    ])
  })

  test('a cancel that was asked for is news, and needs no reason', () => {
    expect(toldOf({ cancelType: 'CancelByUser' })).toEqual([
      'Order cancelled',
      'BTCUSDT Buy 0.010 BTC at 64,000.0 was cancelled.',
      false,
    ])
  })

  test('of an order that had filled in part the rest was cancelled, and what filled is kept (issue 19.5)', () => {
    // 0.664 − 0.164 = 0.5.
    const part = { cancelType: 'CancelByUser', qty: '0.664', filledQty: '0.164', avgPrice: '63999.95' }
    expect(toldOf(part)).toEqual([
      'Order cancelled',
      'BTCUSDT Buy 0.500 of 0.664 BTC at 64,000.0 was cancelled, 0.164 BTC filled at 63,999.95.',
      false,
    ])
    // A limit take profit of a part of the position that had triggered.
    const guard = { ...part, side: 'sell', stopOrderType: 'partialTakeProfit' }
    expect(toldOf(guard).slice(0, 2)).toEqual([
      'Partial take profit removed',
      'BTCUSDT Sell 0.500 of 0.664 BTC at 64,000.0 was cancelled, 0.164 BTC filled at 63,999.95.',
    ])
  })

  test('portfolio margin that ended one in part says what filled and what did not, too', () => {
    const ended = { cancelType: 'CancelByPmTrialMmOverEquity', qty: '0.664', filledQty: '0.164', avgPrice: '64000' }
    expect(toldOf(ended).slice(0, 2)).toEqual([
      'Order partly filled, rest cancelled',
      'BTCUSDT Buy 0.664 BTC at 64,000.0. 0.164 BTC filled at 64,000.0, 0.500 BTC cancelled. The margin it needs is above the equity.',
    ])
  })

  test('a code that nobody here knows is no word of the screen', () => {
    const [, body, failure] = toldOf({ rejectReason: 'EC_Elsewhere', cancelType: 'CancelByMoon' })
    expect(body).toBe(
      'BTCUSDT Buy 0.010 BTC at 64,000.0. Cancelled by the exchange without a known reason. Nothing was filled.',
    )
    expect(failure).toBe(true)
  })

  test('a contract that this page does not know has neither unit nor step: its figures stand as they came', () => {
    const [, body] = toldOf({ symbol: 'NEWUSDT', cancelType: 'CancelByUser' })
    expect(body).toBe('NEWUSDT Buy 0.01 at 64,000 was cancelled.')
  })
})

describe('a guard that its trader took away is told as that, and no order that was cancelled', () => {
  const guard = {
    status: 'deactivated',
    side: 'sell',
    type: 'market',
    cancelType: 'CancelByUser',
    triggerPrice: '58000',
  }
  const removed = (change: object) => toldOf({ ...guard, ...change }).slice(0, 2)

  test('of the whole position, with the side and the price that it closed at', () => {
    expect(toldOf({ ...guard, stopOrderType: 'stopLoss' })).toEqual([
      'Stop loss removed',
      'BTCUSDT: it would have closed the long position at 58,000.0.',
      false,
    ])
    expect(removed({ side: 'buy', stopOrderType: 'takeProfit' })).toEqual([
      'Take profit removed',
      'BTCUSDT: it would have closed the short position at 58,000.0.',
    ])
  })

  test('of a part of it, at a limit of its own', () => {
    expect(
      removed({ stopOrderType: 'partialTakeProfit', triggerPrice: '66000', type: 'limit', price: '66100' }),
    ).toEqual([
      'Partial take profit removed',
      'BTCUSDT: it would have closed 0.010 BTC of the long position at 66,000.0 (limit 66,100.0).',
    ])
  })

  test('a trailing stop, with its distance', () => {
    expect(removed({ stopOrderType: 'trailingStop', trailingStop: '500.5' })).toEqual([
      'Trailing stop removed',
      'BTCUSDT: it would have closed the long position 500.5 below the highest price.',
    ])
    expect(removed({ side: 'buy', stopOrderType: 'trailingStop', trailingRate: '0.02' })[1]).toBe(
      'BTCUSDT: it would have closed the short position 2.00% above the lowest price.',
    )
  })

  test('what closes at a margin rate', () => {
    expect(removed({ stopOrderType: 'mmRateClose', mmRate: '0.8' })).toEqual([
      'Close at margin rate removed',
      'BTCUSDT no longer closes at a maintenance margin rate of 80.00%.',
    ])
  })

  test('a limit of one that had triggered is an order in the book: what of it is gone is its quantity', () => {
    const resting = { status: 'canceled', stopOrderType: 'partialTakeProfit', type: 'limit', price: '66100' }
    expect(removed(resting)).toEqual([
      'Partial take profit removed',
      'BTCUSDT Sell 0.010 BTC at 66,100.0 was cancelled.',
    ])
  })
})

describe('a leg of two over one amount says which it was, and why it ended', () => {
  const leg = { status: 'deactivated', side: 'sell', type: 'market', stopOrderType: 'stop', triggerPrice: '58000' }
  const limitOfOco = {
    ...leg,
    planType: 'oco',
    createType: 'CreateByTakeProfit',
    type: 'limit',
    price: '66000',
    triggerPrice: '66000',
  }

  test('the limit of an OCO whose stop was triggered, and the stop whose limit was reached', () => {
    expect(toldOf({ ...limitOfOco, cancelType: 'CancelByOCOTpCanceledBySlTriggered' })).toEqual([
      'Limit of the OCO cancelled',
      'BTCUSDT Sell 0.010 BTC at 66,000.0. The stop of the OCO was triggered first.',
      false,
    ])
    const stop = { ...leg, planType: 'oco', createType: 'CreateByStopLoss' }
    expect(toldOf({ ...stop, cancelType: 'CancelByOCOSlCanceledByTpTriggered' })).toEqual([
      'Stop of the OCO cancelled',
      'BTCUSDT Sell 0.010 BTC at 58,000.0. The limit of the OCO was reached first.',
      false,
    ])
  })

  test('of a TP/SL order the take profit, whose stop loss came first', () => {
    const takeProfit = { ...limitOfOco, planType: 'takeProfitStopLoss', price: '66100' }
    expect(toldOf({ ...takeProfit, cancelType: 'CancelByOCOTpCanceledBySlTriggered' }).slice(0, 2)).toEqual([
      'Take profit cancelled',
      'BTCUSDT Sell 0.010 BTC at 66,000.0 (limit 66,100.0). The stop loss was triggered first.',
    ])
  })

  test('one that its trader cancelled alone', () => {
    expect(toldOf({ ...limitOfOco, cancelType: 'CancelByUser' }).slice(0, 2)).toEqual([
      'Limit of the OCO cancelled',
      'BTCUSDT Sell 0.010 BTC at 66,000.0 was cancelled.',
    ])
  })

  test('one that the exchange ended is a failure, with its reason', () => {
    const poor = { cancelType: 'CancelByCannotAffordOrderCost', rejectReason: 'EC_Others' }
    expect(toldOf({ ...leg, ...poor, planType: 'takeProfitStopLoss', createType: 'CreateByStopLoss' })).toEqual([
      'Stop loss cancelled',
      'BTCUSDT Sell 0.010 BTC at 58,000.0. Insufficient balance when it was triggered.',
      true,
    ])
  })
})
