import type { Json } from './v5-rows'

/** v2, 2021: neither `ts` on books, nor `type` on prints, nor `op` on what answers a subscription. */
export const MESSAGES_OF_2021: Readonly<Record<string, Json>> = {
  'linear book, snapshot': {
    topic: 'orderBookL2_25.LTCUSDT',
    type: 'snapshot',
    data: { order_book: [{ price: '312.50', symbol: 'LTCUSDT', id: '3125000', side: 'Buy', size: 2.5 }] },
    cross_seq: '168452',
    timestamp_e6: '1618677785959019',
  },
  'inverse book, snapshot': {
    topic: 'orderBookL2_25.BTCUSD',
    type: 'snapshot',
    data: [{ price: '60600.50', symbol: 'BTCUSD', id: 606005000, side: 'Buy', size: 9700 }],
    cross_seq: 593895,
    timestamp_e6: 1618677785397906,
  },
  'linear book, delta': {
    topic: 'orderBookL2_25.LTCUSDT',
    type: 'delta',
    data: {
      delete: [{ price: '312.40', symbol: 'LTCUSDT', id: '3124000', side: 'Buy' }],
      update: [{ price: '312.50', symbol: 'LTCUSDT', id: '3125000', side: 'Buy', size: 1 }],
      insert: [{ price: '312.60', symbol: 'LTCUSDT', id: '3126000', side: 'Sell', size: 4 }],
    },
    cross_seq: '168453',
    timestamp_e6: '1618677785979019',
  },
  'inverse book, delta': {
    topic: 'orderBookL2_25.BTCUSD',
    type: 'delta',
    data: { delete: [], update: [], insert: [], transactTimeE6: 0 },
    cross_seq: 593897,
    timestamp_e6: 1618677785417939,
  },
  prints: {
    topic: 'trade.LTCUSDT',
    data: [
      {
        symbol: 'LTCUSDT',
        tick_direction: 'PlusTick',
        price: '312.50',
        size: 0.5,
        timestamp: '2021-04-17T16:43:05.000Z',
        trade_time_ms: '1618677785116',
        side: 'Buy',
        trade_id: 'print-1',
      },
    ],
  },
  'answer to a subscription': {
    success: true,
    ret_msg: '',
    conn_id: 'connection-1',
    request: { op: 'subscribe', args: ['trade.LTCUSDT'] },
  },
}

const book = (type: 'snapshot' | 'delta', u: number, seq: number, b: unknown, a: unknown): Json => ({
  topic: 'orderbook.500.XRPUSDT',
  type,
  ts: 1733011200000 + u * 100,
  data: { s: 'XRPUSDT', b, a, u, seq },
  cts: 1733011199990 + u * 100,
})

/** v5, 2024: `u` rises by one, `seq` as it likes; a size of 0 takes a level away. */
export const BOOK_OF_2024: readonly Json[] = [
  book(
    'snapshot',
    100,
    7_001,
    [
      ['1.9531', '62'],
      ['1.9530', '24'],
      ['1.9528', '10'],
    ],
    [
      ['1.9532', '80'],
      ['1.9534', '40'],
    ],
  ),
  book(
    'delta',
    101,
    7_004,
    [
      ['1.9531', '61'],
      ['1.9529', '20'],
    ],
    [['1.9535', '8']],
  ),
  book(
    'delta',
    102,
    7_042,
    [['1.9528', '0']],
    [
      ['1.9532', '0'],
      ['1.9533', '5'],
    ],
  ),
  // Both sides move up: the ask that was best goes away with the bid that takes its place.
  book('delta', 103, 7_043, [['1.9533', '9']], [['1.9533', '0']]),
  book(
    'delta',
    104,
    7_150,
    [
      ['1.9533', '0'],
      ['1.9531', '0'],
    ],
    [['1.9531', '3']],
  ),
]
