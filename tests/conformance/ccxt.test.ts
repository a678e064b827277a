import { AuthenticationError, bybit, InsufficientFunds, OrderNotFound, pro } from 'ccxt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AT_ONCE } from './lib/ccxt-options'
import { EMPTY_CATEGORIES, MARKETS } from './lib/markets'
import { openSandbox, type Sandbox } from './lib/sandbox'

let sandbox: Sandbox
let exchange: InstanceType<typeof pro.bybit>

beforeAll(async () => {
  sandbox = await openSandbox()
  const { apiKey, apiSecret: secret } = await sandbox.newKey()
  exchange = new pro.bybit({ apiKey, secret, ...AT_ONCE })
  // The library wants this before it opens a socket that is not encrypted.
  await exchange.loadHttpProxyAgent()
  const { http, ws } = sandbox
  const road = (path: string): string => `${ws}/v5/${path}`
  const categories = ['linear', 'inverse', 'spot', 'option'].map((one) => [one, road(`public/${one}`)] as const)
  exchange.urls['api'] = {
    public: http,
    private: http,
    ws: {
      public: Object.fromEntries(categories),
      private: { contract: road('private'), spot: { unified: road('private') }, trade: road('trade') },
    },
  }
  await exchange.loadMarkets()
}, 60_000)
afterAll(async () => {
  await exchange.close()
  await sandbox.close()
})

/** Half a per cent below the best bid: rests, and lies inside the price band. */
async function restingPrice(symbol: string): Promise<number> {
  const { bids } = await exchange.fetchOrderBook(symbol, 1)
  return Number(exchange.priceToPrecision(symbol, Number(bids[0]![0]) * 0.995))
}

describe.each(MARKETS)('ccxt, $kind', ({ unified, qty, coin, category }) => {
  const amount = Number(qty)

  it('reads the market', async () => {
    const market = exchange.market(unified)
    expect(market).toMatchObject({ swap: true, active: true, settle: coin, linear: category === 'linear' })
    const book = await exchange.fetchOrderBook(unified, 50)
    expect(book.bids.length).toBeGreaterThan(5)
    expect(book.bids[0]![0]!).toBeLessThan(book.asks[0]![0]!)
    for (const candles of [
      await exchange.fetchOHLCV(unified, '1h', undefined, 24),
      await exchange.fetchMarkOHLCV(unified, '1m', undefined, 24),
      await exchange.fetchIndexOHLCV(unified, '1d', undefined, 24),
    ]) {
      expect(candles).toHaveLength(24)
      for (const [, open, high, low, close] of candles) {
        expect(high!).toBeGreaterThanOrEqual(Math.max(open!, close!))
        expect(low!).toBeLessThanOrEqual(Math.min(open!, close!))
      }
    }
    const premium = await exchange.fetchPremiumIndexOHLCV(unified, '1m', undefined, 5)
    expect(premium).toHaveLength(5)
    for (const [, open] of premium) expect(Math.abs(open!)).toBeLessThan(0.01)
    const ticker = await exchange.fetchTicker(unified)
    expect(ticker.ask! - ticker.bid!).toBeGreaterThan(0)
    expect(Object.keys(await exchange.fetchTickers([unified]))).toEqual([unified])
    const { fundingRate, markPrice } = await exchange.fetchFundingRate(unified)
    expect(Math.abs(fundingRate!)).toBeLessThanOrEqual(0.00375)
    expect(Math.abs(markPrice! / ticker.last! - 1)).toBeLessThan(0.02)
    expect(await exchange.fetchOpenInterestHistory(unified, '5m')).not.toHaveLength(0)
    const tiers = await exchange.fetchMarketLeverageTiers(unified)
    expect(tiers.length).toBeGreaterThan(1)
  })

  it('places, amends, lists and cancels an order', async () => {
    await exchange.setLeverage(7, unified)
    const price = await restingPrice(unified)
    const clientOrderId = `ccxt-${coin}`
    const id = String((await exchange.createOrder(unified, 'limit', 'buy', amount, price, { clientOrderId })).id)
    expect(await exchange.fetchOpenOrder(id, unified)).toMatchObject({
      id,
      clientOrderId,
      price,
      amount,
      status: 'open',
    })
    await exchange.editOrder(id, unified, 'limit', 'buy', amount * 2)
    const open = await exchange.fetchOpenOrders(unified)
    expect(open).toMatchObject([{ id, symbol: unified, amount: amount * 2, remaining: amount * 2 }])
    await exchange.cancelOrder(id, unified)
    expect(await exchange.fetchOpenOrders(unified)).toEqual([])
    expect(await exchange.fetchOrder(id, unified, { acknowledged: true })).toMatchObject({
      status: 'canceled',
      filled: 0,
    })
    expect(await exchange.fetchCanceledOrders(unified)).toMatchObject([{ id }])
  })

  it('opens a position, guards it, closes it, and finds fills, fees and balance', async () => {
    const before = (await exchange.fetchBalance()) as unknown as Record<string, { readonly total: number }>
    const { id } = await exchange.createOrder(unified, 'market', 'buy', amount)
    const [position] = await exchange.fetchPositions([unified])
    expect(position).toMatchObject({ symbol: unified, side: 'long', leverage: 7 })
    expect(Number(position!.info.size)).toBe(amount)
    const stop = exchange.priceToPrecision(unified, position!.entryPrice! * 0.95)
    await exchange.privatePostV5PositionTradingStop({
      category,
      symbol: exchange.market(unified).id,
      stopLoss: stop,
      tpslMode: 'Full',
      positionIdx: 0,
    })
    expect((await exchange.fetchPosition(unified)).stopLossPrice).toBe(Number(stop))
    await exchange.createOrder(unified, 'market', 'sell', amount, undefined, { reduceOnly: true })
    expect((await exchange.fetchPositions([unified])).filter((one) => Number(one.info.size) > 0)).toEqual([])
    const fills = (await exchange.fetchMyTrades(unified)).filter((one) => one.order === id)
    expect(fills.reduce((sum, one) => sum + one.amount!, 0)).toBeCloseTo(amount, 8)
    expect(fills.every((one) => one.fee!.cost! > 0 && one.fee!.currency === coin)).toBe(true)
    const after = (await exchange.fetchBalance()) as unknown as Record<string, { readonly total: number }>
    // Both trades paid the taker's fee and half a spread; the market may have moved besides.
    expect(after[coin]!.total).not.toBe(before[coin]!.total)
    expect(await exchange.fetchTradingFee(unified)).toMatchObject({ maker: 0.0002, taker: 0.00055 })
  })

  it('finds closed results and the ledger', async () => {
    const results = await exchange.fetchPositionsHistory([unified])
    // Bought and sold once above, nothing else was closed.
    expect(results).toMatchObject([{ symbol: unified, info: { closedSize: qty, side: 'Sell' } }])
    const trades = (await exchange.fetchLedger(coin)).filter((one) => one.type === 'trade')
    expect(trades.length).toBeGreaterThanOrEqual(2)
  })

  it('streams the market', async () => {
    // The socket is open once the ticker spoke: it will hear of these two trades.
    const ticker = await exchange.watchTicker(unified)
    const prints = exchange.watchTrades(unified)
    await exchange.createOrder(unified, 'market', 'buy', amount)
    await exchange.createOrder(unified, 'market', 'sell', amount, undefined, { reduceOnly: true })
    const [book, trades, candles] = await Promise.all([
      exchange.watchOrderBook(unified, 50),
      prints,
      exchange.watchOHLCV(unified, '1m'),
    ])
    expect(book.bids.length).toBeGreaterThan(5)
    expect(ticker.last!).toBeGreaterThan(0)
    expect(trades.length).toBeGreaterThan(0)
    expect(candles.at(-1)![1]!).toBeGreaterThan(0)
    for (let i = 0; i < 3; i++) {
      const next = await exchange.watchOrderBook(unified, 50)
      expect(next.bids[0]![0]!).toBeLessThan(next.asks[0]![0]!)
      expect(next.bids.length).toBeLessThanOrEqual(50)
    }
    // Last: the library keeps one book for a symbol, and its best level takes the place of the whole.
    const best = (await exchange.watchBidsAsks([unified]))[unified]!
    expect(best.ask! - best.bid!).toBeGreaterThan(0)
  })

  it('streams orders, fills, positions and balance, and trades over the socket', async () => {
    const news = Promise.all([
      exchange.watchOrders(unified),
      exchange.watchMyTrades(unified),
      exchange.watchPositions([unified]),
      exchange.watchBalance(),
    ])
    const price = await restingPrice(unified)
    const resting = await exchange.createOrderWs(unified, 'limit', 'buy', amount, price)
    await exchange.editOrderWs(String(resting.id), unified, 'limit', 'buy', amount * 2)
    await exchange.cancelOrderWs(String(resting.id), unified)
    // The library does not say when its subscriptions stand: it trades until each has told of something.
    const ids = new Set([resting.id])
    const isWaiting = (): Promise<boolean> =>
      Promise.race([news.then(() => false), new Promise<boolean>((resolve) => setImmediate(() => resolve(true)))])
    do {
      ids.add((await exchange.createOrderWs(unified, 'market', 'buy', amount)).id)
      ids.add((await exchange.createOrderWs(unified, 'market', 'sell', amount, undefined, { reduceOnly: true })).id)
    } while (await isWaiting())
    const [orders, fills] = await news
    expect(orders.some(({ id }) => ids.has(id))).toBe(true)
    expect(fills.some(({ order }) => order !== undefined && ids.has(order))).toBe(true)
  })
})

describe('ccxt, the account', () => {
  it('changes position and margin mode, and back', async () => {
    await exchange.setPositionMode(true, 'ETH/USDT:USDT')
    expect((await exchange.setPositionMode(false, 'ETH/USDT:USDT')).retCode).toBe(0)
    await exchange.setMarginMode('isolated')
    expect((await exchange.setMarginMode('cross')).retCode).toBe(0)
    await expect(exchange.setPositionMode(true, 'BTC/USD:BTC')).rejects.toThrow('one-way mode only')
  })

  it('gets refusals as the library’s own errors', async () => {
    await expect(exchange.fetchOpenOrder('nobody', 'BTC/USDT:USDT')).rejects.toThrow(OrderNotFound)
    await expect(exchange.cancelOrder('nobody', 'BTC/USDT:USDT')).rejects.toThrow(OrderNotFound)
    const price = await restingPrice('BTC/USDT:USDT')
    await expect(exchange.createOrder('BTC/USDT:USDT', 'limit', 'buy', 100, price)).rejects.toThrow(InsufficientFunds)
    const stranger = new bybit({ apiKey: 'nobody', secret: 'nothing' })
    stranger.urls['api'] = exchange.urls['api']
    await expect(stranger.fetchBalance()).rejects.toThrow(AuthenticationError)
  })

  it.each(EMPTY_CATEGORIES)('finds nothing in %s, well formed', async (category) => {
    expect(Object.values(exchange.markets ?? {}).filter((one) => one?.type === category)).toEqual([])
    // v5: tickers of options are those of one coin.
    const params = category === 'option' ? { category, baseCoin: 'BTC' } : { category }
    for (const answer of [
      await exchange.publicGetV5MarketTickers(params),
      await exchange.privateGetV5OrderRealtime(params),
      await exchange.privateGetV5OrderHistory(params),
      await exchange.privateGetV5ExecutionList(params),
    ])
      expect(answer).toMatchObject({ retCode: 0, result: { category, list: [] } })
  })
})
