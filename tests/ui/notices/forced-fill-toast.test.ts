import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Rate } from '../../../src/domain/decimal'
import type { Order } from '../../../src/domain/order/order'
import { i18n } from '../../../src/ui/i18n/instance'
import { toastText } from '../../../src/ui/notices/toast-text'
import { NoticeModel } from '../../../src/ui/state/notice-model'
import { instrumentOf, orderOf } from '../fixtures'

beforeAll(async () => {
  const words = JSON.parse(
    readFileSync(new URL('../../../locales/en/notices.json', import.meta.url), 'utf8'),
  ) as Record<string, unknown>
  await i18n.init({ lng: 'en', resources: { en: { notices: words } }, interpolation: { escapeValue: false } })
})

const btc = instrumentOf()
const contracts = new Map([[btc.symbol, btc]])

function noticeOf(change: object) {
  const order = {
    ...orderOf('o', { side: 'sell' }),
    type: 'market',
    status: 'filled',
    qty: '0.01',
    filledQty: '0.01',
    avgPrice: '58000',
    ...change,
  } as Order
  const kind = order.status === 'filled' ? 'orderFilled' : 'orderCanceled'
  return { id: 'n', kind, order, intent: null, rejection: null, timeMs: 0 } as const
}

function toldOf(change: object): readonly [title: string, body: string, failure: boolean] {
  const { title, body, failure } = toastText({ from: 'hub', id: 'n', notice: noticeOf(change) }, contracts)
  return [title, body, failure]
}

describe('what the exchange closes is never told like an order of the trader’s (issue 23.7)', () => {
  test('a liquidation, whole and in part, is a failure with its reason', () => {
    expect(toldOf({ createType: 'CreateByLiq' })).toEqual([
      'Liquidation',
      "The position in BTCUSDT was liquidated. BTCUSDT Sell 0.010 BTC filled at 58,000.0. Liquidated: the account's margin fell below its maintenance margin.",
      true,
    ])
    expect(toldOf({ createType: 'CreateByLiq', status: 'partiallyFilledCanceled', filledQty: '0.004' })).toEqual([
      'Liquidation',
      "The position in BTCUSDT was partly liquidated. BTCUSDT Sell 0.004 BTC filled at 58,000.0. Liquidated: the account's margin fell below its maintenance margin.",
      true,
    ])
  })

  test('a takeover and auto-deleveraging are failures, a delivery is news', () => {
    expect(toldOf({ createType: 'CreateByTakeOver_PassThrough' })).toEqual([
      'Position taken over',
      'BTCUSDT: 0.010 BTC passed to the insurance pool at 58,000.0, because the position could not be closed in the market.',
      true,
    ])
    expect(toldOf({ createType: 'CreateByAdl_PassThrough' })[2]).toBe(true)
    expect(toldOf({ createType: 'CreateBySettle' })).toEqual([
      'Position settled',
      'BTCUSDT: 0.010 BTC settled at 58,000.0.',
      false,
    ])
  })

  test('a guard that fired says which one', () => {
    expect(toldOf({ stopOrderType: 'stopLoss' })[0]).toBe('Stop loss filled')
    expect(toldOf({ stopOrderType: 'partialTakeProfit' })[0]).toBe('Partial take profit filled')
    expect(toldOf({})[0]).toBe('Order filled')
  })

  test('a liquidation that found nobody to trade with is told by the takeover that follows', () => {
    const model = new NoticeModel()
    const notice = noticeOf({ createType: 'CreateByLiq', status: 'canceled', filledQty: '0' })
    model.apply({ type: 'notice', notice })
    expect(model.toasts.value).toEqual([])
  })
})

test('a close at a margin rate is told by its rate, and by no quantity that it does not have yet', () => {
  const order = { ...orderOf('o', { side: 'sell', mmRate: '0.8' as Rate }), type: 'market', qty: '0' } as Order
  const notice = { id: 'n', kind: 'orderPlaced', order, intent: null, rejection: null, timeMs: 0 } as const
  const { title, body } = toastText({ from: 'hub', id: 'n', notice }, contracts)
  expect([title, body]).toEqual([
    'Order placed',
    'BTCUSDT closes at market once the maintenance margin rate reaches 80.00%.',
  ])
})

test('an order by volatility is told by that: its price is the exchange’s, and may come later', () => {
  const order = orderOf('o', { side: 'sell', orderIv: '0.205' as Rate })
  const notice = { id: 'n', kind: 'orderPlaced', order, intent: null, rejection: null, timeMs: 0 } as const
  expect(toastText({ from: 'hub', id: 'n', notice }, contracts).body).toMatch(/^BTCUSDT Sell .+ at IV 20\.50%\.$/)
})

test('a delivery names what it was settled at, or what an option paid, and what came of it', () => {
  const bodyOf = (symbol: string, side: 'buy' | 'sell') => {
    const execution = {
      symbol,
      side,
      price: '744.2',
      qty: '0.3',
      closedQty: '0.3',
      grossPnl: '79.26',
      execType: 'Delivery',
    }
    const notice = { ...noticeOf({}), kind: 'delivered', order: null, execution: execution as never } as const
    return toastText({ from: 'hub', id: 'n', notice }, contracts)
  }
  expect(bodyOf('BTC-26NOV26-60000-C-USDT', 'sell')).toMatchObject({
    title: 'Option delivered',
    body: 'BTC-26NOV26-60000-C-USDT: long 0.3 expired with a payoff of 744.2. P&L +79.26 before the fee.',
    failure: false,
  })
  expect(bodyOf('BTCUSDT', 'buy')).toMatchObject({
    title: 'Position delivered',
    body: 'BTCUSDT: short 0.300 BTC settled at 744.2. P&L +79.26 USDT before the fee.',
  })
})
