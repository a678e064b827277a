import {
  bar,
  coin,
  execution,
  optionTicker,
  order,
  position,
  print,
  spotTicker,
  ticker,
  wallet,
  type Json,
} from './v5-rows'

const header = { 'X-Bapi-Limit': '10', 'X-Bapi-Limit-Status': '9', Traceid: 'trace-1', Timenow: '1700000006000' }
const rows = (topic: string, ...data: readonly Json[]): Json => ({
  id: 'message-1',
  topic,
  creationTime: 1700000007000,
  data,
})
const news = (topic: string, data: unknown, type = 'snapshot'): Json => ({ topic, type, ts: 1700000000003, data })
const without = (row: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

/** v5: a message of a socket, and the kind that a reader makes of it, or the field for which it is refused. */
export const V5_MESSAGES: readonly (readonly [what: string, message: Json, outcome: string])[] = [
  ['a working order', rows('order', order), 'orders'],
  [
    'an order that was cancelled',
    rows('order', { ...order, orderStatus: 'Cancelled', cancelType: 'CancelByUser', rejectReason: '', avgPrice: '0' }),
    'orders',
  ],
  ['a conditional market order', rows('order', { ...order, orderType: 'Market', price: '' }), 'orders'],
  ['a stop loss', rows('order', { ...order, stopOrderType: 'StopLoss', reduceOnly: true }), 'orders'],
  ['a take profit', rows('order', { ...order, stopOrderType: 'TakeProfit', reduceOnly: true }), 'orders'],
  [
    'an order refused after half of it was filled',
    rows('order', {
      ...order,
      orderStatus: 'Rejected',
      leavesQty: '0.005',
      cumExecQty: '0.005',
      cumExecValue: '150',
      avgPrice: '30000',
      rejectReason: 'EC_PostOnlyWillTakeLiquidity',
    }),
    'orders',
  ],
  [
    'an order of an option, which says nothing of what is left',
    rows('order', { ...order, leavesQty: '', leavesValue: '' }),
    'refused: leavesQty',
  ],
  ['a fill', rows('execution', execution), 'executions'],
  ['a fill of 2023, empty where none was closed', rows('execution', { ...execution, closedSize: '' }), 'executions'],
  [
    'a deleveraging, without a fee',
    rows('execution', { ...execution, execType: 'AdlTrade', execFee: '0', feeRate: '0' }),
    'executions',
  ],
  [
    'fast fills, which are not followed',
    rows('execution.fast', without(execution, 'execFee', 'feeRate', 'execType')),
    'refused: topic',
  ],
  ['fast fills of one category', rows('execution.fast.linear'), 'refused: topic'],
  [
    'fills of spreads',
    rows('spread.execution', { ...execution, symbol: 'SOLUSDT_SOL/USDT', execFee: '' }),
    'refused: topic',
  ],
  ['a position', rows('position', position), 'positions'],
  [
    'no position: no side, a sequence of -1',
    rows('position.linear', {
      ...position,
      side: '',
      size: '0',
      entryPrice: '0',
      breakEvenPrice: '3600',
      liqPrice: '',
      seq: '-1',
      openTime: '1700000000000',
    }),
    'positions',
  ],
  [
    'a position of early 2023',
    rows('position', { ...without(position, 'curRealisedPnl', 'adlRankIndicator', 'seq'), category: '', liqPrice: '' }),
    'refused: curRealisedPnl',
  ],
  ['a bare row of a position', without(position, 'seq'), 'refused: op'],
  [
    'a wallet, in debt',
    rows('wallet', {
      ...wallet,
      coin: [
        coin,
        { ...coin, equity: '-620.5', walletBalance: '-620.5', borrowAmount: '620.5', availableToBorrow: '2499000' },
      ],
    }),
    'wallets',
  ],
  [
    'a wallet that spells its result otherwise',
    rows('wallet', { ...without(wallet, 'totalPerpUPL'), totalPerpUpl: '0' }),
    'refused: totalPerpUPL',
  ],
  [
    'greeks, which are not followed',
    rows('greeks', { baseCoin: 'ETH', totalDelta: '0.07', totalGamma: '0', totalVega: '0', totalTheta: '0' }),
    'refused: topic',
  ],
  ['a candle', news('kline.5.BTCUSDT', [bar]), 'candles'],
  [
    'a book',
    news('orderbook.1.BTCUSDT', {
      s: 'BTCUSDT',
      b: [['30000.00', '0.500']],
      a: [['30001.00', '0.750']],
      u: 12,
      seq: 34,
    }),
    'book',
  ],
  [
    'a change of a book',
    news(
      'orderbook.1.BTCUSDT',
      { s: 'BTCUSDT', b: [['30000.00', '0.400']], a: [['30001.00', '0']], u: 13, seq: 35 },
      'delta',
    ),
    'book',
  ],
  ['a ticker', { ...news('tickers.BTCUSDT', ticker), cs: 249 }, 'ticker'],
  ['a ticker of a spot pair', { ...news('tickers.BTCUSDT', spotTicker), cs: 258 }, 'ticker'],
  ['a ticker of an option', { ...news('tickers.BTC-6JAN23-17500-C', optionTicker), id: 'tickers-1' }, 'ticker'],
  ['prints', news('publicTrade.BTCUSDT', [print]), 'trades'],
  [
    'liquidations, which are not followed',
    news('allLiquidation.ETHUSDT', [{ T: 1700000000000, s: 'ETHUSDT', S: 'Sell', v: '20000', p: '0.045' }]),
    'refused: topic',
  ],
  [
    'a price limit',
    without(news('priceLimit.BTCUSDT', { symbol: 'BTCUSDT', buyLmt: '31500.00', sellLmt: '28500.00' }), 'type'),
    'refused: topic',
  ],
  [
    'an ADL alert',
    news('adlAlert.USDT', [{ c: 'USDT', s: 'BTCUSDT', b: '100000.5', mb: '', i_pr: '-0.3', pr: '-0.28' }]),
    'refused: topic',
  ],
  [
    'an insurance pool',
    news('insurance.USDT', [{ coin: 'USDT', symbols: 'BTCUSDT', balance: '25600.5' }], 'delta'),
    'refused: topic',
  ],
  [
    'the state of the system',
    { topic: 'system.status', ts: 1700000000000, data: [{ id: '1', title: 't', state: 'completed' }] },
    'refused: topic',
  ],
  ['signed in', { op: 'auth', success: true, retCode: 0, retMsg: '', connId: 'connection-1' }, 'reply'],
  [
    'not signed in',
    { op: 'auth', success: false, retCode: 10003, retMsg: 'Invalid apikey', connId: 'connection-1' },
    'reply',
  ],
  [
    'subscribed',
    { success: true, ret_msg: 'subscribe', conn_id: 'connection-1', req_id: '|1|', op: 'subscribe' },
    'reply',
  ],
  ['not subscribed', { success: false, ret_msg: 'Invalid topic', conn_id: 'connection-1', op: 'subscribe' }, 'reply'],
  [
    'an option socket’s answer, which has no op',
    {
      success: true,
      conn_id: 'connection-1',
      data: { failTopics: [], successTopics: ['tickers.BTC'] },
      type: 'COMMAND_RESP',
    },
    'reply',
  ],
  [
    'an order taken over the trade socket',
    {
      op: 'order.create',
      retCode: 0,
      retMsg: 'OK',
      reqId: 'request-1',
      data: { orderId: 'order-1', orderLinkId: 'press-1' },
      retExtInfo: {},
      header,
      connId: 'connection-1',
    },
    'reply',
  ],
  [
    'orders taken together',
    {
      op: 'order.create-batch',
      retCode: 0,
      retMsg: 'OK',
      reqId: 'request-2',
      data: {
        list: [{ category: 'linear', symbol: 'BTCUSDT', orderId: 'order-1', orderLinkId: 'press-1', createAt: '' }],
      },
      retExtInfo: { list: [{ code: 0, msg: 'OK' }] },
      header,
      connId: 'connection-1',
    },
    'reply',
  ],
]

const answer = { retCode: 0, retMsg: 'OK', result: {}, retExtInfo: {}, time: 1700000006000 }

/** v5: the envelopes of REST, each with the code and the extra information that a client reads of it. */
export const V5_ENVELOPES: readonly (readonly [what: string, envelope: Json, code: number, extra: Json])[] = [
  ['most calls', answer, 0, {}],
  ['a message in another case', { ...answer, retMsg: 'SUCCESS' }, 0, {}],
  ['no message', { ...answer, retMsg: '' }, 0, {}],
  ['nothing further, and no time', { retCode: 0, retMsg: 'OK', result: {} }, 0, {}],
  ['not even a result', { retCode: 0, retMsg: 'success' }, 0, {}],
  [
    'a list for a result',
    {
      retCode: 0,
      retMsg: 'SUCCESS',
      category: 'option',
      result: [{ period: 7, value: '0.27', time: '1700000000000' }],
    },
    0,
    {},
  ],
  ['the extra information as text', { ...answer, retExtInfo: '{}' }, 0, {}],
  [
    'a batch of which one failed',
    {
      ...answer,
      retExtInfo: {
        list: [
          { code: 0, msg: 'OK' },
          { code: 170213, msg: 'Order does not exist.' },
        ],
      },
    },
    0,
    {
      list: [
        { code: 0, msg: 'OK' },
        { code: 170213, msg: 'Order does not exist.' },
      ],
    },
  ],
  [
    'a margin mode that may not be changed',
    {
      retCode: 3400045,
      retMsg: 'Set margin mode failed',
      result: {
        reasons: [{ reasonCode: '3400000', reasonMsg: 'Equity needs to be equal to or greater than 1000 USDT' }],
      },
    },
    3400045,
    {},
  ],
]

/** v5: rows of REST under their topic's name; an order has no `createType` there, a wallet's second coin no margins. */
export const V5_REST_ROWS: readonly (readonly [topic: string, data: readonly Json[], outcome: string])[] = [
  [
    'order',
    [
      {
        ...without(order, 'createType', 'category'),
        isLeverage: '1',
        avgPrice: null,
        blockTradeId: null,
        orderIv: null,
      },
    ],
    'refused: createType',
  ],
  [
    'position',
    [
      {
        ...without(position, 'entryPrice', 'category', 'positionIMByMp', 'positionMMByMp', 'sessionAvgPrice'),
        avgPrice: '3600',
      },
    ],
    'positions',
  ],
  [
    'wallet',
    [{ ...wallet, coin: [coin, without(coin, 'totalOrderIM', 'totalPositionIM', 'totalPositionMM')] }],
    'refused: totalPositionIM',
  ],
]

/** `[start, open, high, low, close, volume, turnover]` */
export const V5_CANDLE_ROW: readonly string[] = ['1700000040000', '30000', '30010', '29990', '30005', '12.5', '375000']
