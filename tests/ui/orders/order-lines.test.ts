import { describe, expect, test, vi } from 'vitest'
import type { Contract } from '../../../src/domain/instrument/contract'
import type { Price } from '../../../src/domain/decimal'
import type { Order } from '../../../src/domain/order/order'
import { orderLines, type OrderLineTexts } from '../../../src/ui/orders/order-lines'
import type { LineSpec } from '../../../src/ui/trading-kit/chart-line'

const texts: OrderLineTexts = {
  order: (side, qty, origin) => [origin, side, qty].filter((one) => one !== null).join(' '),
  trigger: (side, qty) => `if ${side} ${qty}`,
  guard: (kind, qty) => `${kind} ${qty}`,
  takeProfitAt: (price) => `tp ${price}`,
  stopLossAt: (price) => `sl ${price}`,
  limitAt: (price) => `limit ${price}`,
  heldBack: () => 'waits',
  cancel: (line, price) => `cancel ${line} ${price}`,
  move: (line) => `move ${line}`,
  unknown: () => '?',
}
const instrument = { symbol: 'BTCUSDT', tickSize: '0.1', lotSize: '0.001', settleCoin: 'USDT' } as unknown as Contract
const sell = {
  id: '7',
  symbol: 'BTCUSDT',
  side: 'sell',
  type: 'limit',
  price: '64560',
  leavesQty: '0.2',
  status: 'new',
  createType: 'CreateByUser',
} as unknown as Order

function lines(over: Partial<Parameters<typeof orderLines>[0]> = {}): readonly LineSpec[] {
  return orderLines({ instrument, orders: [], texts, cancel: () => undefined, ...over })
}

describe('orderLines (spec §3, chart lines)', () => {
  test('an open limit order is a dashed line that can be cancelled by name', () => {
    const cancel = vi.fn()
    const [line] = lines({ orders: [sell], cancel })
    expect(line).toMatchObject({
      id: 'order/7',
      price: 64_560,
      priceText: '64,560.0',
      text: 'sell 0.200',
      tone: 'sell',
    })
    expect(line?.actions).toEqual([{ id: 'cancel', mark: '×', label: 'cancel sell 0.200 64,560.0' }])
    line?.onAction?.('cancel')
    expect(cancel).toHaveBeenCalledWith(sell)
  })

  test('in a call auction it has its button for as long as orders are taken back', () => {
    const buttons = (phase: string) => {
      const auction = { ...instrument, preListing: { phase } } as unknown as Contract
      return lines({ instrument: auction, orders: [sell] })[0]?.actions?.map(({ id }) => id)
    }
    expect(buttons('callAuction')).toEqual(['cancel'])
    expect(buttons('callAuctionNoCancel')).toEqual([])
    expect(buttons('crossMatching')).toEqual([])
    expect(buttons('continuousTrading')).toEqual(['cancel'])
  })

  test('other symbols and market orders have no line here', () => {
    const other = { ...sell, symbol: 'ETHUSDT' } as unknown as Order
    const market = { ...sell, type: 'market' } as unknown as Order
    expect(lines({ orders: [other, market] })).toEqual([])
  })
})

describe('what waits for a trigger (spec §3, chart lines)', () => {
  const waiting = (change: object): Order => ({ ...sell, status: 'untriggered', ...change }) as unknown as Order
  const shown = (change: object) => {
    const [line] = lines({ orders: [waiting(change)] })
    return line === undefined ? null : [line.kind, line.dash, line.tone, line.text, line.price, line.detail?.text ?? '']
  }

  test('a conditional limit order stands where it fires, not at its limit price, and is told from one in the book', () => {
    expect(shown({ stopOrderType: 'stop', triggerPrice: '64000' })).toEqual([
      'trigger',
      'dotted',
      'sell',
      'if sell 0.200',
      64_000,
      'limit 64,560.0',
    ])
    // The same order once it has fired rests at its limit price.
    const fired = lines({ orders: [waiting({ stopOrderType: 'stop', triggerPrice: '64000', status: 'new' })] })
    expect(fired).toMatchObject([{ kind: 'order', dash: 'dashed', price: 64_560 }])
  })

  test.each([
    ['takeProfit', 'profit', 'takeProfit 0.200'],
    ['partialTakeProfit', 'profit', 'takeProfit 0.200'],
    ['stopLoss', 'loss', 'stopLoss 0.200'],
    ['partialStopLoss', 'loss', 'stopLoss 0.200'],
  ])('a %s is a line of its own, at market', (stopOrderType, tone, text) => {
    expect(shown({ stopOrderType, type: 'market', triggerPrice: '63000' })).toEqual([
      'trigger',
      'dotted',
      tone,
      text,
      63_000,
      '',
    ])
  })

  test('the legs of an OCO are a limit and a stop of their side, those of a TP/SL order a take-profit and a stop-loss', () => {
    const leg = { stopOrderType: 'stop', triggerPrice: '63000', createType: 'CreateByTakeProfit' }
    expect(shown({ ...leg, planType: 'oco' })?.slice(2, 4)).toEqual(['sell', 'ocoLimit 0.200'])
    expect(shown({ ...leg, planType: 'oco', createType: 'CreateByStopLoss' })?.slice(2, 4)).toEqual([
      'sell',
      'ocoStop 0.200',
    ])
    expect(shown({ ...leg, planType: 'takeProfitStopLoss' })?.slice(2, 4)).toEqual(['profit', 'takeProfit 0.200'])
  })

  test('a trailing stop stands at its activation, then where the stop is now', () => {
    const trailing = { stopOrderType: 'trailingStop', type: 'market', triggerPrice: '65000' }
    expect(shown(trailing)?.slice(3, 5)).toEqual(['trailingStart 0.200', 65_000])
    expect(shown({ ...trailing, stopPrice: '64200' })?.slice(3, 5)).toEqual(['trailingStop 0.200', 64_200])
    expect(shown({ ...trailing, triggerPrice: null })).toBeNull()
  })

  test('a guard that was reached and waits says so, in place of its limit', () => {
    const guard = { stopOrderType: 'partialTakeProfit', triggerPrice: '65000', price: '65100' }
    expect(lines({ orders: [waiting({ ...guard, isHeldBack: true })] })[0]?.detail).toEqual({
      text: 'waits',
      tone: 'warn',
    })
    expect(lines({ orders: [waiting(guard)] })[0]?.detail?.text).toBe('limit 65,100.0')
  })

  test('each can be cancelled from its line, by name', () => {
    const cancel = vi.fn()
    const stopLoss = waiting({ stopOrderType: 'stopLoss', triggerPrice: '63000' })
    const [line] = lines({ orders: [stopLoss], cancel })
    expect(line?.actions).toEqual([{ id: 'cancel', mark: '×', label: 'cancel stopLoss 0.200 63,000.0' }])
    line?.onAction?.('cancel')
    expect(cancel).toHaveBeenCalledWith(stopLoss)
  })

  test('an order in the book says what sent it, and which guards it brings', () => {
    const order = { ...sell, createType: 'CreateByIceberg', takeProfit: '63000', stopLoss: '66000' } as unknown as Order
    expect(lines({ orders: [order] })).toMatchObject([
      { text: 'iceberg sell 0.200', detail: { text: 'tp 63,000.0 · sl 66,000.0', tone: 'muted' } },
    ])
  })
})

describe('a line that is moved (O12)', () => {
  const begin = () => null
  const moves = (order: object, over: object = {}) =>
    lines({ orders: [{ ...sell, ...order } as unknown as Order], begin, ...over }).map(
      ({ move }) => move?.label ?? null,
    )

  test.each([
    ['a limit order in the book', {}, 'move sell 0.200'],
    [
      'a conditional order',
      { status: 'untriggered', stopOrderType: 'stop', triggerPrice: '64000' },
      'move if sell 0.200',
    ],
    ['a stop-loss', { status: 'untriggered', stopOrderType: 'stopLoss', triggerPrice: '63000' }, 'move stopLoss 0.200'],
    // It follows the market by itself, and is changed from its position.
    ['a trailing stop', { status: 'untriggered', stopOrderType: 'trailingStop', triggerPrice: '65000' }, null],
  ])('%s', (_what, order, label) => {
    expect(moves(order)).toEqual([label])
  })

  test('an option’s order that was given by volatility stays: its price follows from that', () => {
    expect(moves({ orderIv: '0.565' })).toEqual([null])
    // An iceberg's: its next one would stand at the former price.
    expect(moves({ createType: 'CreateByIceberg' })).toEqual([null])
  })

  test('it stays where it is while orders are not changed in an auction, and where nobody moves it', () => {
    const auction = { ...instrument, preListing: { phase: 'callAuction' } } as unknown as Contract
    expect(moves({}, { instrument: auction })).toEqual([null])
    expect(moves({}, { begin: undefined })).toEqual([null])
  })

  test('after a lost answer both prices are drawn, both with the unknown mark, and neither is moved', () => {
    const shown = lines({ orders: [sell], begin, asked: () => '64600' as Price })
    expect(shown).toMatchObject([
      { id: 'order/7', kind: 'order', price: 64_560, detail: { text: '?', tone: 'warn' }, move: null },
      { id: 'asked/7', kind: 'asked', price: 64_600, priceText: '64,600.0', detail: { text: '?', tone: 'warn' } },
    ])
    expect(shown[0]?.actions?.map(({ id }) => id)).toEqual(['cancel'])
    expect(shown[1]?.actions).toBeUndefined()
  })
})
