import type { Json } from './mutate'

/** A call of the exchange as a client that means well makes it. */
export interface Call {
  readonly path: string
  readonly body: { readonly [key: string]: Json }
}

const LINEAR = { category: 'linear', symbol: 'BTCUSDT' }
const ORDER = { ...LINEAR, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '50000', timeInForce: 'GTC' }
const NATIVE_ORDER = {
  symbol: 'BTCUSDT',
  side: 'Sell',
  orderType: 'Market',
  qtyX: '1000000',
  timeInForce: 'GoodTillCancel',
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  type: 'Order',
}
const CONDITIONAL = { ...ORDER, triggerPrice: '45000', triggerDirection: 2, triggerBy: 'MarkPrice', reduceOnly: false }
const WITH_TPSL = {
  ...ORDER,
  takeProfit: '90000',
  stopLoss: '20000',
  tpTriggerBy: 'LastPrice',
  slTriggerBy: 'IndexPrice',
  tpslMode: 'Partial',
  tpOrderType: 'Limit',
  tpLimitPrice: '90000',
}

/** Every call that may change something, by both dialects (docs/protocol.md). */
export const CALLS: readonly Call[] = [
  { path: '/v5/order/create', body: ORDER },
  { path: '/v5/order/create', body: CONDITIONAL },
  { path: '/v5/order/create', body: WITH_TPSL },
  {
    path: '/v5/order/create',
    body: { ...ORDER, orderType: 'Market', slippageToleranceType: 'Percent', slippageTolerance: '0.5' },
  },
  {
    path: '/v5/order/create',
    body: { ...ORDER, orderLinkId: 'press-1', isLeverage: 0, positionIdx: 0, reduceOnly: false },
  },
  { path: '/contract/v5/order/create', body: NATIVE_ORDER },
  { path: '/contract/v5/order/create', body: { ...NATIVE_ORDER, qtyX: '50000000000', needGeneratePid: true } },
  {
    path: '/contract/v5/order/create',
    body: {
      ...NATIVE_ORDER,
      orderType: 'Limit',
      price: '60000',
      basePrice: '59000',
      triggerPrice: '61000',
      triggerBy: 'LastPrice',
    },
  },
  { path: '/contract/v5/order/replace', body: { symbol: 'BTCUSDT', orderId: 'o-1', price: '50001', qtyX: '2000000' } },
  { path: '/v5/order/amend', body: { ...LINEAR, orderLinkId: 'press-1', qty: '0.02', takeProfit: '0' } },
  { path: '/contract/v5/order/cancel', body: { symbol: 'BTCUSDT', orderId: 'o-1', type: 'TpSlOcoStopOrder' } },
  { path: '/v5/order/cancel', body: { ...LINEAR, orderId: 'o-1' } },
  { path: '/v5/order/cancel-all', body: { ...LINEAR, orderFilter: 'StopOrder' } },
  {
    path: '/v5/order/create-batch',
    body: { category: 'linear', request: [ORDER, CONDITIONAL, { ...ORDER, side: 'Sell', price: '70000' }] },
  },
  {
    path: '/v5/order/amend-batch',
    body: { category: 'linear', request: [{ symbol: 'BTCUSDT', orderId: 'o-1', price: '50002' }] },
  },
  {
    path: '/v5/order/cancel-batch',
    body: {
      category: 'linear',
      request: [
        { symbol: 'BTCUSDT', orderId: 'o-1' },
        { symbol: 'ETHUSDT', orderLinkId: 'x' },
      ],
    },
  },
  { path: '/v5/position/set-leverage', body: { ...LINEAR, buyLeverage: '12', sellLeverage: '12' } },
  { path: '/v5/account/set-margin-mode', body: { setMarginMode: 'ISOLATED_MARGIN' } },
  { path: '/v5/position/switch-mode', body: { ...LINEAR, mode: 3 } },
  { path: '/v5/position/add-margin', body: { ...LINEAR, margin: '10', positionIdx: 0 } },
  { path: '/v5/position/set-auto-add-margin', body: { ...LINEAR, autoAddMargin: 1, positionIdx: 0 } },
  {
    path: '/v5/position/trading-stop',
    body: { ...LINEAR, takeProfit: '90000', stopLoss: '20000', tpslMode: 'Full', positionIdx: 0 },
  },
  {
    path: '/contract/v5/position/set-tp-sl-ts',
    body: {
      symbol: 'BTCUSDT',
      takeProfit: '90000',
      tpSizeX: '100000',
      tpSlMode: 'Partial',
      trailingStop: '100',
      activationPrice: '0',
      positionIdx: 0,
    },
  },
  { path: '/contract/v5/order/cancel-totally', body: { symbol: 'BTCUSDT', type: 'PartialTpSlConditional' } },
  {
    path: '/contract/v5/private/position/set-auto-add-margin',
    body: { symbol: 'BTCUSDT', newAutoAddMargin: 1, positionIdx: 0 },
  },
  {
    path: '/contract/v5/private/position/add-margin',
    body: { symbol: 'BTCUSDT', addToPositionBalanceE8: '1000000000', positionIdx: 0 },
  },
  {
    path: '/contract/v5/private/position/pre-add-margin',
    body: { symbol: 'BTCUSDT', addToPositionBalanceE8: '1000000000', positionIdx: 0 },
  },
  {
    path: '/contract/v5/twap/create',
    body: {
      symbol: 'BTCUSDT',
      side: 'Buy',
      strategyType: 'TWAP',
      qtyX: '100000000',
      duration: 600,
      interval: 30,
      price: '70000',
      reduceOnly: false,
      positionIdx: 0,
    },
  },
  {
    path: '/contract/v5/twap/create',
    body: { symbol: 'BTCUSDT', side: 'Sell', strategyType: 'Iceberg', qty: '0.1', showQty: '0.01', price: '80000' },
  },
  {
    path: '/contract/v5/twap/create',
    body: { symbol: 'BTCUSDT', side: 'Sell', strategyType: 'ChaseLimit', qty: '0.1', maxChaseDistance: '50' },
  },
  { path: '/contract/v5/twap/cancel', body: { strategyId: 's-1' } },
  { path: '/fapi/beehive/private/v1/common/order/create', body: { ...NATIVE_ORDER, leverageE2: '1500' } },
  { path: '/fapi/beehive/private/v1/common/order/close-all', body: { symbol: 'BTCUSDT', positionIdx: 0 } },
  { path: '/v5/position/switch-isolated', body: { ...LINEAR, tradeMode: 1, buyLeverage: '10', sellLeverage: '10' } },
  {
    path: '/v5/spread/order/create',
    body: { symbol: 'SOLUSDT_SOL/USDT', side: 'Buy', orderType: 'Limit', qty: '1', price: '0.1' },
  },
  { path: '/sandbox/faucet', body: { coin: 'USDT', amount: '10' } },
  { path: '/user/private/ott', body: {} },
]

/** Reads with a query, public and private. */
export const READS: readonly string[] = [
  '/contract/v5/product/brief-symbol-list?filter=LinearPerpetual&version=abc',
  '/contract/v5/product/dynamic-symbol-item?symbol=BTCUSDT',
  '/contract/v5/position/risk-limit-list?symbol=BTCUSDT',
  '/contract/v5/settings/visitor-profile',
  '/contract/v5/public/instrument/slippage?symbol=BTCUSDT',
  '/contract/v5/order/history-list?symbol=BTCUSDT&limit=20&cursor=5',
  '/contract/v5/position/closed-pnl?symbol=BTCUSDT&startTime=1700000000000&endTime=1900000000000',
  '/contract/v5/twap/list?strategyType=TWAP',
  '/contract/v5/twap/order-list?strategyId=s-1&limit=5&cursor=1',
  '/spot/api/basic/symbol_list_v3',
  '/v5/market/instruments-info?category=linear&status=Trading&limit=5',
  '/v5/market/tickers?category=linear&symbol=BTCUSDT',
  '/v5/market/orderbook?category=linear&symbol=BTCUSDT&limit=50',
  '/v5/market/recent-trade?category=linear&symbol=BTCUSDT&limit=10',
  '/v5/market/kline?category=linear&symbol=BTCUSDT&interval=15&start=1799990000000&end=1800000000000&limit=10',
  '/v5/market/mark-price-kline?category=linear&symbol=BTCUSDT&interval=1D',
  '/v5/market/premium-index-price-kline?category=linear&symbol=BTCUSDT&interval=1',
  '/v5/market/open-interest?category=linear&symbol=BTCUSDT&intervalTime=5min',
  '/v5/market/risk-limit?category=linear&symbol=BTCUSDT',
  '/v5/market/funding/history?category=linear&symbol=BTCUSDT&limit=10',
  '/v5/market/price-limit?category=linear&symbol=BTCUSDT',
  '/v5/order/realtime?category=linear&symbol=BTCUSDT&orderLinkId=press-1&limit=10',
  '/v5/order/history?category=linear&limit=10',
  '/v5/execution/list?category=linear&execType=Trade&limit=10',
  '/v5/position/list?category=linear&settleCoin=USDT',
  '/v5/account/wallet-balance?accountType=UNIFIED&coin=USDT',
  '/v5/account/transaction-log?type=TRADE&currency=USDT&limit=10',
  '/v5/account/fee-rate?category=linear&symbol=BTCUSDT',
  '/sandbox/accounts',
]

const BTC = 'BTCUSDT'
/** What the house's sockets are asked. */
export const NATIVE_REQUESTS: readonly Json[] = [
  { op: 'subscribe', args: [`orderBook_25.H.${BTC}`, `instrument_info.M.${BTC}`], req_id: 'a' },
  { op: 'subscribe', args: [`kline.1.${BTC}`, `index_quote_20.H.${BTC}`, 'public.symbol.notify'], req_id: 'b' },
  { op: 'subscribe', args: [`recently_trade.H.${BTC}`, 'public.notice'] },
  { op: 'subscribe', args: ['user.order', 'user.execution', 'user.position', 'user.wallet'], from: 1_234, req_id: 'c' },
  { op: 'subscribe', args: ['user.order', 'user.trade.msg'], from: { 'user.order': 5, 'user.wallet': 7 } },
  { op: 'unsubscribe', args: [`orderBook_25.H.${BTC}`, 'user.order'], req_id: 'd' },
  { op: 'login', args: ['dGhpcyBpcyBubyB0b2tlbiBhdCBhbGw'], req_id: 'e' },
  { op: 'ping', req_id: 'f' },
]

const V5_HEADER = { 'X-BAPI-TIMESTAMP': '1800000000000', 'X-BAPI-RECV-WINDOW': '5000' }
/** What v5's sockets that stream are asked. */
export const V5_REQUESTS: readonly Json[] = [
  { op: 'subscribe', args: [`orderbook.50.${BTC}`, `kline.1.${BTC}`], req_id: 'a' },
  { op: 'subscribe', args: [`publicTrade.${BTC}`, `tickers.${BTC}`, `allLiquidation.${BTC}`], req_id: 7 },
  { op: 'subscribe', args: ['order', 'execution.linear', 'position', 'wallet'], req_id: 'b' },
  { op: 'subscribe', args: ['order', 'order.linear'] },
  { op: 'unsubscribe', args: [`tickers.${BTC}`, 'order'] },
  { op: 'auth', args: ['key', 1_800_000_001_000, '0'.repeat(64)], req_id: 'c' },
  { op: 'ping', req_id: 'd' },
]

/** What the socket that trades is asked; the timestamp is put in when it leaves. */
export const TRADE_REQUESTS: readonly { readonly [key: string]: Json }[] = [
  { op: 'order.create', header: V5_HEADER, args: [ORDER], reqId: 'a' },
  { op: 'order.create', header: V5_HEADER, args: [WITH_TPSL], reqId: 'b' },
  { op: 'order.amend', header: V5_HEADER, args: [{ ...ORDER, orderId: 'o-1' }], reqId: 'c' },
  { op: 'order.cancel', header: V5_HEADER, args: [{ ...LINEAR, orderId: 'o-1' }], reqId: 'd' },
  {
    op: 'order.create-batch',
    header: V5_HEADER,
    args: [{ category: 'linear', request: [ORDER, CONDITIONAL] }],
    reqId: 'e',
  },
  {
    op: 'order.cancel-batch',
    header: V5_HEADER,
    args: [{ category: 'linear', request: [{ ...LINEAR, orderId: 'o-1' }] }],
    reqId: 'f',
  },
]
