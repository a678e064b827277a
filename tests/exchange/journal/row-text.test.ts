import { describe, expect, test } from 'vitest'
import { placeOf, RowBatch } from '../../../exchange/journal/row-batch'
import { readRow, rowText } from '../../../exchange/journal/row-text'
import type { HistoryRow } from '../../../exchange/journal/history-row'
import type { ClosedPnl } from '../../../src/domain/position/closed-pnl'
import type { Order } from '../../../src/domain/order/order'
import { FakeVenue, place } from './fake-venue'

const venue = new FakeVenue()
venue.apply(place('maker'), 1)
const { events } = venue.apply(place('täker "2"', { type: 'market' }), 2)
const [limit, market] = events.flatMap((event) => (event.type === 'order' ? [event.order] : [])).slice(1)
const [executed] = events.flatMap((event) => (event.type === 'execution' ? [event] : []))

const closed = {
  id: 'c',
  orderId: null,
  symbol: 'BTCUSDT',
  positionIdx: 2,
  side: 'sell',
  orderType: 'limit',
  orderPrice: '1',
  orderQty: '2',
  leverage: '3',
  execType: 'Trade',
  closedQty: '4',
  fillCount: 5,
  avgEntryPrice: '6',
  avgExitPrice: null,
  entryValue: '7',
  exitValue: '8',
  openFee: '9',
  closeFee: '10',
  funding: '-11',
  closedPnl: '12',
  createdAtMs: 13,
  updatedAtMs: 14,
  seq: 15,
} as ClosedPnl

const ROWS: readonly (readonly [what: string, row: HistoryRow])[] = [
  ['a limit order', { kind: 'order', account: 'a', value: limit! }],
  ['a market order', { kind: 'order', account: 'a', value: market! }],
  [
    'an order with what only few have',
    {
      kind: 'order',
      account: 'a',
      value: { ...limit, triggerPrice: '9', takeProfit: null, parentOrderId: 'p' } as unknown as Order,
    },
  ],
  ['an execution', { kind: 'execution', account: 'a', value: executed!.execution, effect: executed!.effect }],
  [
    'an execution of an option',
    {
      kind: 'execution',
      account: 'a',
      value: {
        ...executed!.execution,
        option: { volatility: null, markVolatility: 0.61, markPrice: '1', indexPrice: '2', underlyingPrice: '3' },
      } as never,
      effect: executed!.effect,
    },
  ],
  [
    'an execution that a liquidation took a fee of',
    {
      kind: 'execution',
      account: 'a',
      value: { ...executed!.execution, liquidationFee: { coin: 'USDT', rate: '0.002', fee: '0.52' } } as never,
      effect: executed!.effect,
    },
  ],
  ['a closed result', { kind: 'closedPnl', account: 'a', value: closed }],
  ['a funding', { kind: 'funding', account: '', value: { symbol: 'X', rate: '0', timeMs: 1, seq: 2 } as never }],
]

describe('a history row is read as it was written', () => {
  test.each(ROWS)('%s', (_what, row) => {
    expect(readRow(row.kind, row.account, JSON.parse(rowText(row)))).toEqual(row)
  })

  test('from a batch: each account’s own, by kind, oldest first', () => {
    const batch = new RowBatch()
    for (const [, row] of ROWS) expect(batch.append(row, row.account === 'a' ? 1 : 0)).toBe(true)
    expect([...batch.rows('order', 'a', 1)]).toEqual(ROWS.slice(0, 3).map(([, row]) => row))
    expect([...batch.rows('funding', '', 0)]).toEqual([ROWS[7]![1]])
    expect([...batch.rows('order', 'b', 2)]).toEqual([])
    batch.clear()
    expect([...batch.rows('order', 'a', 1)]).toEqual([])
  })
})

describe('where an id is looked up', () => {
  test('the exchange’s own ids by their counter', () => {
    expect(placeOf('00000000-0000-4000-8000-0000000000ff')).toBe(255)
  })

  test.each(['', 'a:1', 'press-1', '00000000-0000-4000-8000-zzzzzzzzzzzz', 'ключ'])(
    'any text has a place: %s',
    (id) => {
      const found = placeOf(id)
      expect(Number.isSafeInteger(found)).toBe(true)
      expect(found).toBeGreaterThan(0)
      expect(placeOf(id)).toBe(found)
    },
  )
})
