import { describe, expect, test } from 'vitest'
import type { InstrumentSymbol, OrderLinkId } from '../../../src/domain/order/order'
import { mergeOrders, openOrderRows, orderKind, rowAttributes, rowState } from '../../../src/ui/trading-kit/order-rows'
import { intentOf, orderOf } from '../fixtures'

describe('open orders', () => {
  test('a press stands above the orders until its order is here, open or closed', () => {
    const order = orderOf('a')
    const linkId = order.linkId as OrderLinkId
    expect(openOrderRows([order], new Set([linkId]), [intentOf('other', 'sending')]).map(rowState)).toEqual([
      'sending',
      'live',
    ])
    expect(openOrderRows([order], new Set([linkId]), [intentOf(linkId, 'unknown')]).map(rowState)).toEqual(['live'])
    expect(openOrderRows([], new Set([linkId]), [intentOf(linkId, 'unknown')])).toEqual([])
  })

  test('an unknown press is shown as unknown, one that was not placed as that, a refused one not at all', () => {
    const intents = [intentOf('u', 'unknown', 1), intentOf('n', 'notPlaced', 2), intentOf('r', 'refused', 3)]
    expect(openOrderRows([], new Set(), intents).map(rowState)).toEqual(['notPlaced', 'unknown'])
  })

  test('rows say their ids and state', () => {
    const row = { kind: 'order', order: orderOf('a', { status: 'partiallyFilled' }) } as const
    expect(rowAttributes(row)).toMatchObject({
      'data-order-id': 'a',
      'data-order-link-id': 'link-a',
      'data-order-state': 'live',
    })
    const press = { kind: 'intent', intent: intentOf('p', 'sending') } as const
    expect(rowAttributes(press)).toMatchObject({ 'data-order-link-id': 'p', 'data-order-state': 'sending' })
  })
})

// Spec §3: activity, condition, tpSl, trailingStop, mmr, oco and futureSpread.
test.each([
  ['active', {}],
  ['active', { status: 'partiallyFilled', stopOrderType: 'stop' }],
  ['conditional', { status: 'untriggered', stopOrderType: 'stop' }],
  ['tpSl', { status: 'untriggered', stopOrderType: 'partialStopLoss' }],
  ['tpSl', { status: 'untriggered', stopOrderType: 'stop', planType: 'takeProfitStopLoss' }],
  ['trailingStop', { status: 'untriggered', stopOrderType: 'trailingStop' }],
  ['mmr', { status: 'untriggered', stopOrderType: 'mmRateClose' }],
  ['oco', { status: 'untriggered', stopOrderType: 'stop', planType: 'oco', symbol: 'BTC/USDT' as InstrumentSymbol }],
  ['futureSpread', { symbol: 'BTCUSDT-27MAR26_BTCUSDT' as InstrumentSymbol }],
  ['futureSpread', { symbol: 'SOLUSDT_SOL/USDT' as InstrumentSymbol }],
] as const)('an open order of %s: %o', (kind, change) => {
  expect(orderKind({ kind: 'order', order: orderOf('a', change) })).toBe(kind)
})

test('history shows each order once, the later word winning, newest change first', () => {
  const read = [orderOf('a', { status: 'canceled', seq: 3, updatedAtMs: 30 })]
  const live = [
    orderOf('a', { status: 'filled', seq: 2, updatedAtMs: 20 }),
    orderOf('b', { status: 'filled', seq: 9, updatedAtMs: 90 }),
    orderOf('c'),
  ]
  expect(mergeOrders(live, read).map((order) => [order.id, order.status])).toEqual([
    ['b', 'filled'],
    ['a', 'canceled'],
  ])
})
