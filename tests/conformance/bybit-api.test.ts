import { RestClientV5, WebsocketClient, type WsKey } from 'bybit-api'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { EMPTY_CATEGORIES, MARKETS } from './lib/markets'
import { openSandbox, type Sandbox } from './lib/sandbox'

interface Update {
  readonly topic: string
  readonly type?: string
  readonly data: unknown
}

/** A socket of the library's, pointed at one of our roads, that remembers what it was told. */
class Socket {
  readonly updates: Update[] = []
  readonly client: WebsocketClient
  #wake: () => void = () => undefined

  constructor(wsUrl: string, keys: { readonly apiKey: string; readonly apiSecret: string } | null) {
    const silent = { trace: () => undefined, info: () => undefined, error: () => undefined }
    const credentials = keys === null ? {} : { key: keys.apiKey, secret: keys.apiSecret }
    this.client = new WebsocketClient({ market: 'v5', wsUrl, ...credentials }, silent)
    this.client.on('update', (update: Update) => {
      this.updates.push(update)
      this.#wake()
    })
  }

  async until(fits: (update: Update) => boolean): Promise<Update> {
    for (;;) {
      const found = this.updates.find(fits)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

let sandbox: Sandbox
let rest: RestClientV5
const sockets: Socket[] = []

function open(road: string, keys: { readonly apiKey: string; readonly apiSecret: string } | null = null): Socket {
  const socket = new Socket(`${sandbox.ws}/v5/${road}`, keys)
  sockets.push(socket)
  return socket
}

let keys: { readonly apiKey: string; readonly apiSecret: string }
beforeAll(async () => {
  sandbox = await openSandbox()
  keys = await sandbox.newKey()
  rest = new RestClientV5({
    baseUrl: sandbox.http,
    key: keys.apiKey,
    secret: keys.apiSecret,
    parseAPIRateLimits: true,
    enable_time_sync: false,
  })
}, 60_000)
afterAll(async () => {
  for (const { client } of sockets) client.closeAll(true)
  await sandbox.close()
})

/** The result of an answer that has to be a success. */
function ok<T>(answer: { readonly retCode: number; readonly retMsg: string; readonly result: T }): T {
  expect(answer).toMatchObject({ retCode: 0, retMsg: 'OK' })
  return answer.result
}

async function restingPrice(category: 'linear' | 'inverse', symbol: string): Promise<string> {
  const book = ok(await rest.getOrderbook({ category, symbol, limit: 1 }))
  const info = ok(await rest.getInstrumentsInfo({ category, symbol })).list[0]!
  const tick = Number(info.priceFilter.tickSize)
  const price = Math.floor((Number(book.b[0]![0]) * 0.995) / tick) * tick
  return String(Number(price.toFixed(Number('priceScale' in info ? info.priceScale : 0))))
}

describe.each(MARKETS)('bybit-api, $kind', ({ category, id: symbol, coin, qty }) => {
  const more = String(Number(qty) * 2)

  it('reads the market', async () => {
    const info = ok(await rest.getInstrumentsInfo({ category, symbol })).list[0]!
    expect(info).toMatchObject({ symbol, status: 'Trading', settleCoin: coin })
    const book = ok(await rest.getOrderbook({ category, symbol, limit: 50 }))
    expect(Number(book.b[0]![0])).toBeLessThan(Number(book.a[0]![0]))
    const asked = { category, symbol, interval: '5', limit: 20 } as const
    expect(ok(await rest.getKline(asked)).list).toHaveLength(20)
    expect(ok(await rest.getMarkPriceKline(asked)).list).toHaveLength(20)
    expect(ok(await rest.getIndexPriceKline(asked)).list).toHaveLength(20)
    expect(ok(await rest.getTickers({ category, symbol })).list).toHaveLength(1)
    const interest = ok(await rest.getOpenInterest({ category, symbol, intervalTime: '5min' }))
    expect(interest.list.length).toBeGreaterThan(0)
    expect(ok(await rest.getRiskLimit({ category, symbol })).list.length).toBeGreaterThan(1)
  })

  it('places, amends, lists and cancels, one by one and in batches', async () => {
    ok(await rest.setLeverage({ category, symbol, buyLeverage: '7', sellLeverage: '7' }))
    const price = await restingPrice(category, symbol)
    const order = { category, symbol, side: 'Buy', orderType: 'Limit', qty, price } as const
    const orderLinkId = `one-${symbol}`
    // Looked at first: margin would be held back, and nothing is there yet.
    const looked = ok(await rest.preCheckOrder({ ...order, orderLinkId }))
    expect(looked.postImrE4).toBeGreaterThanOrEqual(looked.preImrE4)
    expect(ok(await rest.getActiveOrders({ category, symbol })).list).toEqual([])
    const { orderId } = ok(await rest.submitOrder({ ...order, orderLinkId }))
    ok(await rest.amendOrder({ category, symbol, orderId, qty: more }))
    const open = ok(await rest.getActiveOrders({ category, symbol })).list
    expect(open).toMatchObject([{ orderId, orderLinkId, qty: more, price, orderStatus: 'New' }])
    ok(await rest.cancelOrder({ category, symbol, orderLinkId }))
    const [gone] = ok(await rest.getHistoricOrders({ category, symbol, orderId })).list
    expect(gone).toMatchObject({ orderStatus: 'Cancelled', cancelType: 'CancelByUser', leavesQty: '0' })

    const batch = await rest.batchSubmitOrders(category, [order, { ...order, qty: '0' }])
    expect(batch.retExtInfo.list.map((one) => one.code)).toEqual([0, 10001])
    const placed = batch.result.list[0]!.orderId
    const amended = await rest.batchAmendOrders(category, [{ symbol, orderId: placed, qty: more }])
    expect(amended.retExtInfo.list).toMatchObject([{ code: 0 }])
    const cancelled = await rest.batchCancelOrders(category, [{ symbol, orderId: placed }])
    expect(cancelled.retExtInfo.list).toMatchObject([{ code: 0 }])
    ok(await rest.submitOrder(order))
    expect(ok(await rest.cancelAllOrders({ category, symbol })).list).toHaveLength(1)
  })

  it('opens a position, guards and closes it, and finds fills, fees and balance', async () => {
    const { orderId } = ok(await rest.submitOrder({ category, symbol, side: 'Buy', orderType: 'Market', qty }))
    const [position] = ok(await rest.getPositionInfo({ category, symbol })).list
    expect(position).toMatchObject({ symbol, side: 'Buy', size: qty, leverage: '7' })
    const tick = Number(ok(await rest.getInstrumentsInfo({ category, symbol })).list[0]!.priceFilter.tickSize)
    const stopLoss = (Math.floor((Number(position!.avgPrice) * 0.95) / tick) * tick).toFixed(1)
    ok(await rest.setTradingStop({ category, symbol, stopLoss, tpslMode: 'Full', positionIdx: 0 }))
    const [guarded] = ok(await rest.getPositionInfo({ category, symbol })).list
    expect(Number(guarded!.stopLoss)).toBe(Number(stopLoss))
    const close = { category, symbol, side: 'Sell', orderType: 'Market', qty, reduceOnly: true } as const
    ok(await rest.submitOrder(close))
    const left = ok(await rest.getPositionInfo({ category, symbol })).list
    expect(left.filter((one) => one.size !== '0')).toEqual([])
    const fills = ok(await rest.getExecutionList({ category, symbol, orderId })).list
    expect(fills.reduce((sum, one) => sum + Number(one.execQty), 0)).toBeCloseTo(Number(qty), 8)
    expect(fills[0]).toMatchObject({ orderType: 'Market', orderQty: qty, side: 'Buy', isMaker: false })
    expect(ok(await rest.getPublicTradingHistory({ category, symbol, limit: 10 })).list.length).toBeGreaterThan(0)
    const [wallet] = ok(await rest.getWalletBalance({ accountType: 'UNIFIED', coin })).list
    expect(wallet!.coin).toMatchObject([{ coin }])
    const fees = ok(await rest.getFeeRate({ category, symbol })).list
    expect(fees).toMatchObject([{ symbol, makerFeeRate: '0.0002', takerFeeRate: '0.00055' }])
  })

  it('finds closed results and transactions', async () => {
    const [closed] = ok(await rest.getClosedPnL({ category, symbol })).list
    expect(closed).toMatchObject({ symbol, side: 'Sell', closedSize: qty, execType: 'Trade' })
    const log = ok(await rest.getTransactionLog({ currency: coin, type: 'TRADE' })).list
    expect(log.filter((one) => one.symbol === symbol).length).toBeGreaterThanOrEqual(2)
  })

  it('streams the market', async () => {
    const socket = open(`public/${category}`)
    const key = (category === 'linear' ? 'v5LinearPublic' : 'v5InversePublic') satisfies WsKey
    const topics = [`orderbook.50.${symbol}`, `orderbook.1.${symbol}`, `publicTrade.${symbol}`, `tickers.${symbol}`]
    const group = category === 'inverse' ? 'inverse' : coin
    topics.push(`kline.1.${symbol}`, `allLiquidation.${symbol}`, `insurance.${group}`, `adlAlert.${group}`)
    void socket.client.subscribe(topics, key)
    const isOf = (topic: string, type: string) => (one: Update) => one.topic === topic && one.type === type
    const book = await socket.until(isOf(`orderbook.50.${symbol}`, 'snapshot'))
    expect(book.data).toMatchObject({ s: symbol })
    expect((book.data as { readonly b: readonly unknown[] }).b.length).toBeGreaterThan(5)
    await socket.until(isOf(`orderbook.50.${symbol}`, 'delta'))
    await socket.until(isOf(`orderbook.1.${symbol}`, 'snapshot'))
    await socket.until(isOf(`publicTrade.${symbol}`, 'snapshot'))
    await socket.until(isOf(`tickers.${symbol}`, 'delta'))
    const candle = await socket.until(isOf(`kline.1.${symbol}`, 'snapshot'))
    expect(candle.data).toMatchObject([{ interval: '1', confirm: false }])
    const pools = await socket.until(isOf(`insurance.${group}`, 'snapshot'))
    expect((pools.data as readonly unknown[])[0]).toMatchObject({ symbols: expect.stringContaining(symbol) })
    const alerts = await socket.until(isOf(`adlAlert.${group}`, 'snapshot'))
    expect(alerts.data).toContainEqual(expect.objectContaining({ s: symbol, c: coin, i_pr: '-0.3', adl_sr: '-0.25' }))
  })

  it('streams orders, fills, positions and wallet', async () => {
    const socket = open('private', keys)
    void socket.client.subscribe(['order', 'execution', 'execution.fast', 'position', 'wallet'], 'v5Private')
    const subscribed = new Promise((resolve) => socket.client.on('response', resolve))
    await subscribed
    const order = { category, symbol, side: 'Buy', orderType: 'Market', qty } as const
    const { orderId } = ok(await rest.submitOrder(order))
    const has = (topic: string, fields: object) => (one: Update) =>
      one.topic === topic && (one.data as readonly object[]).some((row) => matches(row, fields))
    await socket.until(has('order', { category, symbol, orderId, orderStatus: 'Filled' }))
    await socket.until(has('execution', { category, symbol, orderId, execType: 'Trade', orderType: 'Market' }))
    await socket.until(has('execution.fast', { category, symbol, orderId }))
    await socket.until(has('position', { category, symbol, side: 'Buy', size: qty }))
    const wallet = await socket.until((one) => one.topic === 'wallet')
    expect(wallet.data).toMatchObject([{ accountType: 'UNIFIED' }])
    ok(await rest.submitOrder({ ...order, side: 'Sell', reduceOnly: true }))
    await socket.until(has('position', { category, symbol, side: '', size: '0' }))
  })

  it('trades over a socket', async () => {
    const { client } = open('trade', keys)
    const price = await restingPrice(category, symbol)
    const order = { category, symbol, side: 'Buy', orderType: 'Limit', qty, price } as const
    const placed = await client.sendWSAPIRequest('v5PrivateTrade', 'order.create', order)
    expect(placed).toMatchObject({ retCode: 0, op: 'order.create', header: { 'X-Bapi-Limit': '100' } })
    const { orderId } = placed.data
    const amended = await client.sendWSAPIRequest('v5PrivateTrade', 'order.amend', {
      category,
      symbol,
      orderId,
      qty: more,
    })
    expect(amended).toMatchObject({ retCode: 0, data: { orderId } })
    const gone = await client.sendWSAPIRequest('v5PrivateTrade', 'order.cancel', { category, symbol, orderId })
    expect(gone).toMatchObject({ retCode: 0, data: { orderId } })
    const again = client.sendWSAPIRequest('v5PrivateTrade', 'order.cancel', { category, symbol, orderId })
    await expect(again).rejects.toMatchObject({ retCode: 110010 })
  })
})

function matches(row: object, fields: object): boolean {
  return Object.entries(fields).every(([key, value]) => (row as Record<string, unknown>)[key] === value)
}

describe('bybit-api, the account', () => {
  it('knows time, key and rate', async () => {
    expect(Math.abs((await rest.fetchServerTime()) * 1000 - Date.now())).toBeLessThan(2000)
    const key = ok(await rest.getQueryApiKey())
    expect(key).toMatchObject({ apiKey: keys.apiKey, readOnly: 0, uta: 1 })
    const { rateLimitApi } = await rest.getAccountInfo()
    expect(rateLimitApi).toMatchObject({ maxRequests: 50 })
  })

  it('changes position mode and margin mode, and adds margin', async () => {
    const symbol = 'ETHUSDT'
    const category = 'linear'
    ok(await rest.switchPositionMode({ category, symbol, mode: 3 }))
    ok(await rest.switchPositionMode({ category, symbol, mode: 0 }))
    ok(await rest.setMarginMode('ISOLATED_MARGIN'))
    ok(await rest.submitOrder({ category, symbol, side: 'Buy', orderType: 'Market', qty: '0.1' }))
    ok(await rest.addOrReduceMargin({ category, symbol, margin: '5' }))
    ok(await rest.setAutoAddMargin({ category, symbol, autoAddMargin: 1 }))
    expect(ok(await rest.getPositionInfo({ category, symbol })).list).toMatchObject([
      { tradeMode: 1, autoAddMargin: 1 },
    ])
    ok(await rest.submitOrder({ category, symbol, side: 'Sell', orderType: 'Market', qty: '0.1', reduceOnly: true }))
    ok(await rest.setMarginMode('REGULAR_MARGIN'))
    const old = { category, symbol, tradeMode: 1, buyLeverage: '5', sellLeverage: '5' } as const
    expect((await rest.switchIsolatedMargin(old)).retCode).toBe(100028)
  })

  it.each(EMPTY_CATEGORIES)('finds nothing in %s, well formed', async (category) => {
    const empty = { retCode: 0, result: { category, list: [] } }
    expect(await rest.getInstrumentsInfo({ category })).toMatchObject(empty)
    expect(await rest.getActiveOrders({ category })).toMatchObject(empty)
    expect(await rest.getHistoricOrders({ category })).toMatchObject(empty)
    expect(await rest.getExecutionList({ category })).toMatchObject(empty)
  })

  it('finds no spreads, well formed', async () => {
    expect(await rest.getSpreadInstrumentsInfo()).toMatchObject({ retCode: 0, result: { list: [] } })
    expect(await rest.getSpreadOpenOrders()).toMatchObject({ retCode: 0, result: { list: [] } })
  })
})

describe('bybit-api, at the next funding', () => {
  it('finds the rates that were settled, in every market', async () => {
    const [ticker] = ok(await rest.getTickers({ category: 'linear', symbol: MARKETS[0].id })).list
    const dueMs = Number(ticker!.nextFundingTime)
    sandbox.advance(dueMs - Date.now())
    for (const { category, id: symbol } of MARKETS) {
      const rates = async () => ok(await rest.getFundingRateHistory({ category, symbol })).list
      const settled = async () => Number((await rates())[0]?.fundingRateTimestamp ?? 0) >= dueMs
      await vi.waitUntil(settled, { timeout: 20_000, interval: 200 })
      const [newest, ...before] = await rates()
      // Before the exchange first opened there is a past, a rate for each interval.
      expect(before.length).toBeGreaterThan(100)
      expect(newest).toMatchObject({ symbol, fundingRate: expect.stringMatching(/^-?0(\.\d+)?$/) })
      // Quiet markets take their step within a second or two of its time.
      expect(Number(newest!.fundingRateTimestamp) - dueMs).toBeGreaterThanOrEqual(0)
      expect(Number(newest!.fundingRateTimestamp) - dueMs).toBeLessThan(10_000)
    }
  })
})
