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
