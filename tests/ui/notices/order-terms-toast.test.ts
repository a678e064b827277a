import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DecimalText, Price, Qty, Rate } from '../../../src/domain/decimal'
import type { NewOrder } from '../../../src/domain/order/new-order'
import type { Order } from '../../../src/domain/order/order'
import type { TpSl } from '../../../src/domain/order/tp-sl'
import { i18n } from '../../../src/ui/i18n/instance'
import { toastText } from '../../../src/ui/notices/toast-text'
import type { Notice } from '../../../src/workers/hub-events'
import { instrumentOf, intentOf, orderOf } from '../fixtures'

beforeAll(async () => {
  const file = new URL('../../../locales/en/notices.json', import.meta.url)
  const notices = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  await i18n.init({ lng: 'en', resources: { en: { notices } }, interpolation: { escapeValue: false } })
})

const btc = instrumentOf()
const contracts = new Map([[btc.symbol, btc]])

function bodyOf(notice: Partial<Notice> & Pick<Notice, 'kind'>): string {
  const whole = { id: 'n', order: null, intent: null, rejection: null, timeMs: 0, ...notice }
  return toastText({ from: 'hub', id: 'n', notice: whole }, contracts).body
}

function placed(change: Partial<NewOrder>): string {
  const intent = intentOf('i', 'accepted')
  return bodyOf({ kind: 'orderPlaced', intent: { ...intent, order: { ...intent.order, side: 'sell', ...change } } })
}

const legs = (takeProfit: string, stopLoss: string, limit: string | null = null): TpSl => {
  const leg = { by: 'last', orderType: 'market', limitPrice: null, slippage: null } as const
  const atLimit = { ...leg, orderType: limit === null ? 'market' : 'limit', limitPrice: limit as Price | null } as const
  return {
    mode: 'partial',
    takeProfit: { ...atLimit, price: takeProfit as Price },
    stopLoss: { ...leg, price: stopLoss as Price },
  }
}

describe('a message says what was placed, with its numbers (spec §8, order messages)', () => {
  test('a conditional order names its trigger, the way to it and what is watched', () => {
    const trigger = { price: '61000' as Price, by: 'mark', direction: 1 } as const
    expect(placed({ trigger })).toBe(
      'BTCUSDT Sell 0.010 BTC at market. It triggers when the mark price rises to 61,000.0.',
    )
  })

  test('in hedge mode it says which position it opens or closes, which buy and sell do not (issue 23.6)', () => {
    expect(placed({ positionIdx: 2 })).toBe('BTCUSDT Sell 0.010 BTC at market. Opens short.')
    expect(placed({ positionIdx: 1, reduceOnly: true })).toBe('BTCUSDT Sell 0.010 BTC at market. Closes long.')
    const fill = { status: 'filled', type: 'market', filledQty: '0.01' as Qty, avgPrice: '60000' as Price } as const
    const filled = (change: object): string =>
      bodyOf({ kind: 'orderFilled', order: { ...orderOf('o'), ...fill, ...change } as Order })
    expect(filled({ side: 'buy', positionIdx: 1 })).toBe('BTCUSDT Buy 0.010 BTC filled at 60,000.0. Opened long.')
    expect(filled({ side: 'buy', positionIdx: 2 })).toBe('BTCUSDT Buy 0.010 BTC filled at 60,000.0. Closed short.')
    expect(filled({ side: 'buy', positionIdx: 0 })).toBe('BTCUSDT Buy 0.010 BTC filled at 60,000.0.')
  })

  test('a split order is told whole, with the parts that it went as, and what of it was not placed', () => {
    const intent = intentOf('i', 'accepted')
    const order = {
      ...intent.order,
      type: 'limit',
      price: '60000' as Price,
      qty: '3000' as Qty,
      isSplit: true,
    } as const
    const whole = { ...intent, order }
    // The fixture's largest limit order is 1,190: 3,000 are 1,190, 1,190 and 620. The row is that of the first.
    const row = { ...orderOf('o'), type: 'limit', qty: '1190' as Qty, price: '60000' as Price } as const
    expect(bodyOf({ kind: 'orderPlaced', intent: whole, order: row })).toBe(
      'BTCUSDT Buy 3,000.000 BTC at 60,000.0. Sent as 3 orders of at most 1,190.000 BTC.',
    )
    // 500 are one order, and nothing is said of parts. Nor is it of what did not come, or may not have.
    const small = { ...whole, order: { ...order, qty: '500' as Qty } }
    expect(bodyOf({ kind: 'orderPlaced', intent: small, order: row })).toBe('BTCUSDT Buy 500.000 BTC at 60,000.0.')
    for (const kind of ['orderNotPlaced', 'orderUnknown'] as const)
      expect(bodyOf({ kind, intent: whole })).toMatch(/^BTCUSDT Buy 3,000.000 BTC at 60,000.0. (?!Sent as)/)
    const split = { failedQty: '620' as Qty, coin: 'BTC' }
    expect(bodyOf({ kind: 'orderSplitFailed', intent: whole, split })).toBe(
      'BTCUSDT: 620 of 3,000 BTC of the split order were not placed. The other parts are in Open orders.',
    )
    // With the parts counted, and why the first of the others was refused.
    const told = { ...split, counts: { parts: 3, placed: 2 } }
    const counted = 'BTCUSDT: 2 of 3 orders were placed. 620 of 3,000 BTC were not.'
    expect(bodyOf({ kind: 'orderSplitFailed', intent: whole, split: told })).toBe(counted)
    const rejection = {
      code: 110007,
      reason: 'refusedByExchange',
      message: '',
      ext: { coin: 'USDT', required: '8000', available: '20' },
    } as const
    expect(bodyOf({ kind: 'orderSplitFailed', intent: whole, split: told, rejection })).toBe(
      `${counted} Insufficient balance: 8,000.00 USDT needed, 20.00 USDT available.`,
    )
  })

  test('a limit names the price that it was placed with, as its answer or its row says it, and the one that was asked for', () => {
    const intent = intentOf('i', 'accepted')
    const asked = { ...intent, order: { ...intent.order, type: 'limit', price: '70000' as Price } as const }
    const moved = 'BTCUSDT Buy 0.010 BTC at 64,839.6. The exchange changed the price: 70,000.0 is beyond its limit now.'
    expect(bodyOf({ kind: 'orderPlaced', intent: asked, placedPrice: '64839.6' as Price })).toBe(moved)
    const row = { ...orderOf('o'), type: 'limit', qty: '0.01' as Qty, price: '64839.6' as Price } as const
    expect(bodyOf({ kind: 'orderPlaced', intent: asked, order: row })).toBe(moved)
    expect(bodyOf({ kind: 'orderPlaced', intent: asked, placedPrice: '70000' as Price })).toBe(
      'BTCUSDT Buy 0.010 BTC at 70,000.0.',
    )
  })

  test('one that trails names its distance, and the price that starts it', () => {
    expect(placed({ trailRate: '0.015' as Rate })).toBe(
      'BTCUSDT Sell 0.010 BTC at market. It triggers when the last price has fallen 1.50% from its highest.',
    )
    expect(placed({ side: 'buy', trailValue: '500' as Price, activationPrice: '58000' as Price })).toBe(
      'BTCUSDT Buy 0.010 BTC at market. From 58,000.0 on, it triggers when the last price has risen 500.0 from its lowest.',
    )
  })

  test('an OCO names both legs, and the limit of one that has its own', () => {
    expect(placed({ heldFor: 'oco', tpSl: legs('63000', '58000') })).toBe(
      'BTCUSDT Sell 0.010 BTC as OCO: limit 63,000.0, stop 58,000.0.',
    )
    // A purchase has its limit below the price and its stop above: neither takes a profit.
    expect(placed({ side: 'buy', heldFor: 'oco', tpSl: legs('58000', '63000') })).toBe(
      'BTCUSDT Buy 0.010 BTC as OCO: limit 58,000.0, stop 63,000.0.',
    )
    expect(placed({ heldFor: 'bidirectionalTpSl', tpSl: legs('63000', '58000', '63100') })).toBe(
      'BTCUSDT Sell 0.010 BTC as TP/SL: take profit at 63,000.0 (limit 63,100.0), stop loss at 58,000.0.',
    )
  })

  test('an order that brings take-profit and stop-loss names them', () => {
    expect(placed({ tpSl: legs('63000', '58000') })).toBe(
      'BTCUSDT Sell 0.010 BTC at market. Take profit 63,000.0, stop loss 58,000.0.',
    )
  })
})

describe('an order whose answer was lost is named whole: whoever reads it may have to send it again', () => {
  const told = (kind: 'orderNotPlaced' | 'orderUnknown', change: Partial<NewOrder>): string => {
    const intent = intentOf('i', kind === 'orderUnknown' ? 'unknown' : 'notPlaced')
    return bodyOf({ kind, intent: { ...intent, order: { ...intent.order, ...change } } })
  }
  const never = 'The exchange never received this order. Send it again from Open orders.'

  test('with its limit price, or that it is at market', () => {
    expect(told('orderNotPlaced', { type: 'limit', price: '60000' as Price })).toBe(
      `BTCUSDT Buy 0.010 BTC at 60,000.0. ${never}`,
    )
    expect(told('orderNotPlaced', { side: 'sell' })).toBe(`BTCUSDT Sell 0.010 BTC at market. ${never}`)
    expect(told('orderUnknown', { type: 'limit', price: '60000' as Price })).toBe(
      'BTCUSDT Buy 0.010 BTC at 60,000.0. The exchange did not answer. Checking the order. It is not sent again.',
    )
  })

  test('with its trigger, or both of its legs', () => {
    const trigger = { price: '61000' as Price, by: 'mark', direction: 1 } as const
    expect(told('orderNotPlaced', { trigger })).toBe(
      `BTCUSDT Buy 0.010 BTC at market. It triggers when the mark price rises to 61,000.0. ${never}`,
    )
    expect(told('orderNotPlaced', { heldFor: 'bidirectionalTpSl', side: 'sell', tpSl: legs('63000', '58000') })).toBe(
      `BTCUSDT Sell 0.010 BTC as TP/SL: take profit at 63,000.0, stop loss at 58,000.0. ${never}`,
    )
  })
})

describe('a message says what of an order was changed', () => {
  const waiting: Order = {
    ...orderOf('o', { side: 'sell', status: 'untriggered', stopOrderType: 'stop', qty: '0.01' as Qty }),
    triggerPrice: '59000' as Price,
    triggerBy: 'last',
    triggerDirection: 2,
  }
  const amended = (before: Order, change: object) =>
    bodyOf({ kind: 'orderAmended', order: { ...before, ...change }, before })

  test('the trigger alone: quantity and price are not called new', () => {
    expect(amended(waiting, { triggerPrice: '59500' })).toBe(
      'BTCUSDT Sell 0.010 BTC at 60,000.0. It now triggers when the last price falls to 59,500.0.',
    )
  })

  test('the quantity alone: the trigger is not called new', () => {
    expect(amended(waiting, { qty: '0.02' as DecimalText })).toBe(
      'BTCUSDT Sell is now 0.020 BTC at 60,000.0. It triggers when the last price falls to 59,000.0.',
    )
  })

  test('what it brings, and that it brings nothing any more', () => {
    const plain = orderOf('o', { qty: '0.01' as Qty })
    const guarded = { ...plain, takeProfit: '63000' as Price }
    expect(amended(plain, { takeProfit: '63000' })).toBe('BTCUSDT Buy 0.010 BTC at 60,000.0. Take profit 63,000.0.')
    expect(amended(guarded, { takeProfit: null })).toBe(
      'BTCUSDT Buy 0.010 BTC at 60,000.0. It has no take profit or stop loss now.',
    )
  })

  test('that one of two guards was removed, and the other one stays', () => {
    const guarded = { ...orderOf('o', { qty: '0.01' as Qty }), takeProfit: '63000', stopLoss: '58000' } as Order
    expect(amended(guarded, { stopLoss: null })).toBe(
      'BTCUSDT Buy 0.010 BTC at 60,000.0. Its stop loss was removed. Take profit 63,000.0.',
    )
  })

  test('where it is not known how it was, the order as it is', () => {
    expect(bodyOf({ kind: 'orderAmended', order: orderOf('o', { qty: '0.01' as Qty }) })).toBe(
      'BTCUSDT Buy is now 0.010 BTC at 60,000.0.',
    )
  })
})

test('both legs of an OCO that one cancel ended are named', () => {
  const leg = { status: 'deactivated', planType: 'oco', qty: '0.01' as Qty, side: 'sell' } as const
  const takeProfit = orderOf('t', { ...leg, createType: 'CreateByTakeProfit', triggerPrice: '60000' as Price })
  const stopLoss = orderOf('s', { ...leg, createType: 'CreateByStopLoss', triggerPrice: '58000' as Price })
  const words = 'BTCUSDT Sell 0.010 BTC as OCO: limit 60,000.0, stop 58,000.0 (limit 60,000.0). Both were cancelled.'
  expect(bodyOf({ kind: 'orderCanceled', order: takeProfit, pair: stopLoss })).toBe(words)
  expect(bodyOf({ kind: 'orderCanceled', order: stopLoss, pair: takeProfit })).toBe(words)
})
