import { pro, type Market, type Order } from 'ccxt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  expectAscending,
  expectBalance,
  expectBars,
  expectBook,
  expectFundingRate,
  expectLedger,
  expectMarket,
  expectNear,
  expectOrder,
  expectPosition,
  expectTicker,
  expectTiers,
  expectTrade,
} from './lib/ccxt-structures'
import { AT_ONCE } from './lib/ccxt-options'
import { MARKETS } from './lib/markets'
import { openSandbox, type Sandbox } from './lib/sandbox'

const HOUR_MS = 3_600_000
/** Methods that this file and its neighbour `ccxt.test.ts` check. */
const CHECKED = `
  fetchMarkets fetchTime fetchStatus fetchCurrencies fetchTicker fetchTickers fetchBidsAsks fetchOrderBook fetchL2OrderBook
  fetchTrades fetchOHLCV fetchMarkOHLCV fetchIndexOHLCV fetchPremiumIndexOHLCV fetchFundingRate fetchFundingRates
  fetchFundingRateHistory fetchFundingHistory fetchOpenInterest fetchOpenInterestHistory fetchLongShortRatioHistory
  fetchLeverageTiers fetchMarketLeverageTiers fetchBalance fetchLedger fetchTradingFee fetchTradingFees fetchMyTrades
  fetchOrderTrades fetchOrder fetchOpenOrder fetchOpenOrders fetchClosedOrder fetchClosedOrders fetchCanceledOrders
  fetchCanceledAndClosedOrders fetchPosition fetchPositions fetchPositionHistory fetchPositionsHistory fetchLeverage
  fetchMarginMode fetchPositionADLRank fetchPositionsADLRank fetchMyLiquidations fetchSettlementHistory
  fetchMySettlementHistory createOrder createOrders createLimitOrder createMarketOrder createPostOnlyOrder
  createReduceOnlyOrder createStopLimitOrder createStopMarketOrder createStopOrder createStopLossOrder
  createTakeProfitOrder createTriggerOrder createTrailingAmountOrder createOrderWithTakeProfitAndStopLoss editOrder
  editOrders cancelOrder cancelOrders cancelOrdersForSymbols cancelAllOrders setLeverage setMarginMode setPositionMode
  createOrderWs createMarketOrderWs editOrderWs cancelOrderWs watchTicker watchTickers watchBidsAsks watchOrderBook
  watchOrderBookForSymbols watchTrades watchTradesForSymbols watchOHLCV watchOHLCVForSymbols watchOrders watchMyTrades
  watchPositions watchBalance`
/** What ccxt can do at Bybit and cannot here, by why. */
const WITHOUT: Readonly<Record<string, string>> = {
  'no spot pair, margin loan or conversion': `createMarketBuyOrderWithCost createMarketSellOrderWithCost borrowCrossMargin
    repayCrossMargin fetchBorrowInterest fetchBorrowRateHistory fetchCrossBorrowRate fetchConvertCurrencies
    fetchConvertQuote fetchConvertTrade fetchConvertTradeHistory createConvertTrade`,
  'no option': 'fetchOption fetchOptionChain fetchGreeks fetchAllGreeks fetchVolatilityHistory',
  'nothing is deposited, withdrawn or moved between accounts': `fetchDeposits fetchDepositAddress
    fetchDepositAddressesByNetwork fetchDepositWithdrawFee fetchDepositWithdrawFees fetchWithdrawals fetchTransfers transfer
    withdraw`,
  'disconnect protection is for institutions': 'cancelAllOrdersAfter',
  'words about ccxt itself, or the end of what is watched': `publicAPI privateAPI CORS sandbox spot margin swap future option
    ws fetchCurrenciesWs watchLiquidations unWatchOrders unWatchTrades unWatchTradesForSymbols unWatchOHLCVForSymbols
    unWatchOrderBookForSymbols unWatchPositions unWatchOrderBook unWatchTickers unWatchMyTrades unWatchTicker unWatchOHLCV`,
}
const names = (text: string): readonly string[] => text.trim().split(/\s+/)

let sandbox: Sandbox
let exchange: InstanceType<typeof pro.bybit>

beforeAll(async () => {
  sandbox = await openSandbox()
  exchange = await open()
  await exchange.loadMarkets()
}, 60_000)
afterAll(async () => {
  await exchange.close()
  await sandbox.close()
})

/** The library with a key of an account of its own. */
async function open(): Promise<InstanceType<typeof pro.bybit>> {
  const { apiKey, apiSecret: secret } = await sandbox.newKey()
  const one = new pro.bybit({ apiKey, secret, ...AT_ONCE })
  // The library wants this before it opens a socket that is not encrypted.
  await one.loadHttpProxyAgent()
  const { http, ws } = sandbox
  const road = (path: string): string => `${ws}/v5/${path}`
  const categories = ['linear', 'inverse', 'spot', 'option'].map((name) => [name, road(`public/${name}`)] as const)
  one.urls['api'] = {
    public: http,
    private: http,
    ws: {
      public: Object.fromEntries(categories),
      private: { contract: road('private'), spot: { unified: road('private') }, trade: road('trade') },
    },
  }
  if (exchange !== undefined) one.setMarkets(exchange.markets, exchange.currencies as never)
  return one
}

const idOf = (order: Order | undefined): string => order!.id!

/** Rests half a per cent from the best bid, inside the price band. */
async function priceAt(symbol: string, share: number): Promise<number> {
  const { bids } = await exchange.fetchOrderBook(symbol, 1)
  return Number(exchange.priceToPrecision(symbol, Number(bids[0]![0]) * share))
}

it('names every method of ccxt: checked, or not to be had here and why', () => {
  const able = Object.entries(exchange.has)
    .filter(([, has]) => has !== undefined && has !== false && has !== null)
    .map(([name]) => name)
  const told = [...names(CHECKED), ...Object.values(WITHOUT).flatMap(names)]
  expect(able.filter((name) => !told.includes(name))).toEqual([])
  expect(told.length).toBe(new Set(told).size)
})

describe('the exchange', () => {
  it('lists markets, all of them whole', async () => {
    const markets = (await exchange.fetchMarkets()) as readonly (Market & object)[]
    expect(markets.length).toBeGreaterThan(50)
    expect(new Set(markets.map((one) => one.symbol)).size).toBe(markets.length)
    for (const market of markets.filter((one) => one.active)) expectMarket(market)
    expect(new Set(markets.map((one) => one.type))).toEqual(new Set(['swap', 'future']))
  })

  it('tells its time, its state and its coins', async () => {
    expect(Math.abs((await exchange.fetchTime())! - Date.now())).toBeLessThan(10_000)
    expect(await exchange.fetchStatus()).toMatchObject({ status: 'ok' })
    const coins = await exchange.fetchCurrencies()
    for (const coin of ['USDT', 'USDC', 'BTC', 'ETH']) expect(coins![coin]).toMatchObject({ id: coin, code: coin })
  })

  it('tells all tickers, rates and interests by symbol', async () => {
    for (const subType of ['linear', 'inverse']) {
      const tickers = await exchange.fetchTickers(undefined, { type: 'swap', subType })
      const symbols = Object.keys(tickers)
      expect(symbols.length).toBeGreaterThan(1)
      for (const symbol of symbols.filter((one) => exchange.market(one).active))
        expectTicker(tickers[symbol]!, exchange.market(symbol) as never)
    }
    const all = MARKETS.filter(({ category }) => category === 'linear').map(({ unified }) => unified)
    const rates = await exchange.fetchFundingRates(all)
    expect(Object.keys(rates).toSorted()).toEqual(all.toSorted())
    const best = await exchange.fetchBidsAsks(all)
    for (const symbol of all) expect(best[symbol]!.bid!).toBeLessThan(best[symbol]!.ask!)
    const tiers = await exchange.fetchLeverageTiers(all)
    for (const symbol of all) expectTiers(tiers[symbol]!)
  })
})

describe.each(MARKETS)('$kind: the market', ({ unified, category }) => {
  const isLinear = category === 'linear'

  it('has a ticker, a book and prints in order', async () => {
    expectTicker(await exchange.fetchTicker(unified), exchange.market(unified) as never)
    expectBook(await exchange.fetchOrderBook(unified, 50), unified, 50)
    const readTrades = () => exchange.fetchTrades(unified, undefined, 100)
    await expect.poll(async () => (await readTrades()).length).toBeGreaterThan(1)
    const trades = await readTrades()
    expectAscending(trades, 'trades')
    expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length)
    for (const trade of trades) expectTrade(trade, unified, { isLinear, fee: null })
  })

  it('has bars of one length, oldest first, of each price', async () => {
    expectBars(await exchange.fetchOHLCV(unified, '1m', undefined, 50), 60_000, true)
    expectBars(await exchange.fetchOHLCV(unified, '1d', undefined, 10), 24 * HOUR_MS, true)
    expectBars(await exchange.fetchMarkOHLCV(unified, '1h', undefined, 50), HOUR_MS, false)
    expectBars(await exchange.fetchIndexOHLCV(unified, '15m', undefined, 50), 900_000, false)
    expectBars(await exchange.fetchPremiumIndexOHLCV(unified, '5m', undefined, 50), 300_000, false)
    // From a time on: that bar is the first.
    const since = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 10 * HOUR_MS
    const bars = await exchange.fetchOHLCV(unified, '1h', since, 5)
    expect(bars.map(([time]) => time)).toEqual([0, 1, 2, 3, 4].map((i) => since + i * HOUR_MS))
  })

  it('has a funding rate, its history, open interest and tiers', async () => {
    expectFundingRate(await exchange.fetchFundingRate(unified), unified, Date.now())
    const history = await exchange.fetchFundingRateHistory(unified, undefined, 10)
    expectAscending(history, 'fundings')
    for (const one of history) {
      expect(one.symbol).toBe(unified)
      expect(Math.abs(one.fundingRate!)).toBeLessThanOrEqual(0.00375)
      expect(one.timestamp! % (8 * HOUR_MS)).toBe(0)
    }
    const interest = await exchange.fetchOpenInterest(unified)
    expect(interest.symbol).toBe(unified)
    const past = await exchange.fetchOpenInterestHistory(unified, '5m')
    expectAscending(past as never, 'open interest')
    expectTiers(await exchange.fetchMarketLeverageTiers(unified))
    for (const one of await exchange.fetchLongShortRatioHistory(unified, '5min')) {
      expect(one.symbol).toBe(unified)
      expect(one.longShortRatio!).toBeGreaterThan(0)
    }
  })
})

describe.each(MARKETS)('$kind: the account', ({ unified, category, coin, qty, id: marketId }) => {
  const isLinear = category === 'linear'
  const amount = Number(qty)
  const terms = { isLinear, coin }
  let mine: InstanceType<typeof pro.bybit>
  const filled: string[] = []
  const canceled: string[] = []
  const held = async () => (await mine.fetchPositions([unified])).filter((one) => one.contracts! > 0)

  /** The library cancels several at once in linear contracts alone. */
  const cancel = async (ids: readonly string[]) => {
    if (isLinear) await mine.cancelOrders([...ids], unified)
    else for (const id of ids) await mine.cancelOrder(id, unified)
  }

  beforeAll(async () => {
    mine = await open()
  })
  afterAll(() => mine.close())

  it('places every kind of order, each open as it was asked for', async () => {
    const low = await priceAt(unified, 0.995)
    const trigger = await priceAt(unified, 1.1)
    const placed = [
      await mine.createLimitOrder(unified, 'buy', amount, low),
      await mine.createPostOnlyOrder(unified, 'limit', 'buy', amount, low),
      await mine.createTriggerOrder(unified, 'market', 'buy', amount, undefined, trigger, {
        triggerDirection: 'ascending',
      }),
      await mine.createStopMarketOrder(unified, 'buy', amount, trigger, { triggerDirection: 'ascending' }),
      await mine.createStopLimitOrder(unified, 'buy', amount, trigger, trigger, { triggerDirection: 'ascending' }),
      await mine.createOrderWithTakeProfitAndStopLoss(
        unified,
        'limit',
        'buy',
        amount,
        low,
        trigger,
        await priceAt(unified, 0.9),
      ),
    ]
    const open = await mine.fetchOpenOrders(unified)
    expectAscending(open, 'open orders')
    expect(open.map(({ id }) => id).toSorted()).toEqual(placed.map(({ id }) => id).toSorted())
    for (const order of open) {
      expectOrder(order, unified, terms)
      expect(order).toMatchObject({ status: 'open', side: 'buy', amount, filled: 0, remaining: amount })
    }
    const of = (i: number) => open.find(({ id }) => id === idOf(placed[i]))!
    expect(of(0)).toMatchObject({ type: 'limit', price: low, timeInForce: 'GTC', postOnly: false })
    expect(of(1)).toMatchObject({ timeInForce: 'PO', postOnly: true })
    for (const i of [2, 3]) expect(of(i)).toMatchObject({ type: 'market', triggerPrice: trigger })
    expect(of(4)).toMatchObject({ type: 'limit', triggerPrice: trigger, price: trigger })
    expect(of(5)).toMatchObject({ takeProfitPrice: trigger })
    // Orders with a trigger alone, and without one.
    const waiting = await mine.fetchOpenOrders(unified, undefined, undefined, { trigger: true })
    expect(waiting.map(({ id }) => id).toSorted()).toEqual([2, 3, 4].map((i) => idOf(placed[i])).toSorted())
    expect(await mine.fetchOpenOrder(idOf(placed[0]), unified)).toMatchObject({ id: idOf(placed[0]), status: 'open' })

    await mine.cancelOrder(idOf(placed[0]), unified)
    await cancel([1, 5].map((i) => idOf(placed[i])))
    canceled.push(idOf(placed[0]), idOf(placed[1]), idOf(placed[5]))
    expect((await mine.fetchOpenOrders(unified)).map(({ id }) => id).toSorted()).toEqual(
      [2, 3, 4].map((i) => idOf(placed[i])).toSorted(),
    )
    await mine.cancelAllOrders(unified, { trigger: true })
    expect(await mine.fetchOpenOrders(unified)).toEqual([])
  })

  it('changes orders, alone and several', async () => {
    const low = await priceAt(unified, 0.995)
    const other = await priceAt(unified, 0.994)
    const orders = await mine.createOrders(
      [1, 2].map(() => ({ symbol: unified, type: 'limit' as const, side: 'buy' as const, amount, price: low })),
    )
    const ids = orders.map(idOf)
    await mine.editOrder(ids[0]!, unified, 'limit', 'buy', amount * 2, other)
    await mine.editOrders([
      { id: ids[1]!, symbol: unified, type: 'limit', side: 'buy', amount: amount * 3, price: other } as never,
    ])
    const open = await mine.fetchOpenOrders(unified)
    for (const order of open) expectOrder(order, unified, terms)
    expect(open.find(({ id }) => id === ids[0])).toMatchObject({ amount: amount * 2, price: other })
    expect(open.find(({ id }) => id === ids[1])).toMatchObject({ amount: amount * 3, price: other })
    if (isLinear) await mine.cancelOrdersForSymbols(ids.map((id) => ({ id, symbol: unified })))
    else await cancel(ids)
    expect(await mine.fetchOpenOrders(unified)).toEqual([])
    canceled.push(...ids)
  })

  it('opens, guards and closes a position, and its figures hang together', async () => {
    await mine.setLeverage(5, unified)
    expect(await mine.fetchLeverage(unified)).toMatchObject({ symbol: unified, longLeverage: 5, shortLeverage: 5 })
    filled.push(idOf(await mine.createMarketOrder(unified, 'buy', amount)))
    filled.push(
      idOf(
        await mine.createOrder(unified, 'limit', 'buy', amount, await priceAt(unified, 1.005), { timeInForce: 'IOC' }),
      ),
    )
    const [position] = await held()
    expectPosition(position!, unified, isLinear)
    expect(position).toMatchObject({
      side: 'long',
      contracts: amount * 2,
      leverage: 5,
      hedged: false,
    })
    expect(await mine.fetchPosition(unified)).toMatchObject({ symbol: unified, contracts: amount * 2 })
    const [stop, profit] = [await priceAt(unified, 0.9), await priceAt(unified, 1.1)]
    const guards = [
      await mine.createStopLossOrder(unified, 'market', 'sell', amount, undefined, stop, { reduceOnly: true }),
      await mine.createTakeProfitOrder(unified, 'market', 'sell', amount, undefined, profit, { reduceOnly: true }),
    ]
    const waiting = await mine.fetchOpenOrders(unified, undefined, undefined, { trigger: true })
    expect(waiting.map(({ id }) => id).toSorted()).toEqual(guards.map(({ id }) => id).toSorted())
    for (const order of waiting) {
      expectOrder(order, unified, terms)
      expect(order).toMatchObject({ reduceOnly: true, side: 'sell' })
    }
    await mine.createTrailingAmountOrder(unified, 'market', 'sell', amount, undefined, Math.ceil(stop / 20))
    expect((await mine.fetchPosition(unified)).info.trailingStop).toBe(String(Math.ceil(stop / 20)))
    const adl = await mine.fetchPositionADLRank(unified)
    expect(adl).toMatchObject({ symbol: unified })
    expect(adl.rank!).toBeGreaterThanOrEqual(0)
    expect(adl.rank!).toBeLessThanOrEqual(5)

    filled.push(idOf(await mine.createReduceOnlyOrder(unified, 'market', 'sell', amount * 2)))
    expect(await held()).toEqual([])
  })

  it('tells filled and cancelled orders apart', async () => {
    const closed = await mine.fetchClosedOrders(unified)
    expectAscending(closed, 'closed orders')
    expect(closed.map(({ id }) => id).toSorted()).toEqual([...filled].toSorted())
    for (const order of closed) {
      expectOrder(order, unified, terms)
      expect(order.status).toBe('closed')
    }
    const gone = await mine.fetchCanceledOrders(unified)
    expectAscending(gone, 'cancelled orders')
    for (const order of gone) {
      expectOrder(order, unified, terms)
      expect(order.status).toBe('canceled')
    }
    for (const id of canceled) expect(gone.map((one) => one.id)).toContain(id)
    const both = await mine.fetchCanceledAndClosedOrders(unified)
    const ids = new Set(both.map(({ id }) => id))
    for (const { id } of [...closed, ...gone]) expect(ids.has(id)).toBe(true)
    expect(await mine.fetchClosedOrder(filled[0]!, unified)).toMatchObject({ id: filled[0], status: 'closed' })
    const one = await mine.fetchOrder(filled[0]!, unified, { acknowledged: true })
    expectOrder(one, unified, terms)
    // From a time on, and so many.
    expect(await mine.fetchClosedOrders(unified, Date.now() + HOUR_MS)).toEqual([])
    expect(await mine.fetchClosedOrders(unified, undefined, 1)).toHaveLength(1)
  })

  it('tells fills with cost and fee, and they make up their orders', async () => {
    const fills = await mine.fetchMyTrades(unified)
    expectAscending(fills, 'fills')
    for (const fill of fills) expectTrade(fill, unified, { isLinear, fee: coin })
    for (const id of filled) {
      const order = await mine.fetchClosedOrder(id, unified)
      const own = await mine.fetchOrderTrades(id, unified)
      expect(own.map((one) => one.id)).toEqual(fills.filter((one) => one.order === id).map((one) => one.id))
      const sum = (of: (one: (typeof own)[number]) => number) => own.reduce((total, one) => total + of(one), 0)
      expectNear(
        sum((one) => one.amount!),
        order.filled!,
        'amounts',
      )
      expectNear(
        sum((one) => one.cost!),
        order.cost!,
        'costs',
      )
      expectNear(
        sum((one) => one.fee!.cost!),
        order.fee!.cost!,
        'fees',
      )
    }
  })

  it('tells balance, ledger and closed results that agree', async () => {
    const balance = await mine.fetchBalance()
    expectBalance(balance, ['USDT', 'USDC', 'BTC', 'ETH'])
    const ledger = await mine.fetchLedger(coin, undefined, 50)
    expectLedger(ledger, coin, balance[coin]!.total!)
    expect(ledger.length).toBeGreaterThanOrEqual(3)
    const [result] = await mine.fetchPositionsHistory([unified])
    expect(result).toMatchObject({ symbol: unified, info: { symbol: marketId } })
    expect(await mine.fetchMyLiquidations(unified)).toEqual([])
    expect(await mine.fetchTradingFee(unified)).toMatchObject({ symbol: unified, maker: 0.0002, taker: 0.00055 })
    expect((await mine.fetchTradingFees())[unified]).toMatchObject({ symbol: unified })
  })
})

describe.each(MARKETS)('$kind: streams', ({ unified, category, coin, qty }) => {
  const terms = { isLinear: category === 'linear', coin }
  const amount = Number(qty)
  let mine: InstanceType<typeof pro.bybit>
  beforeAll(async () => {
    mine = await open()
  })
  afterAll(() => mine.close())

  it('of the market keep what the lists keep', async () => {
    const market = mine.market(unified) as never
    expectTicker(await mine.watchTicker(unified), market)
    expectTicker((await mine.watchTickers([unified]))[unified]!, market)
    for (let i = 0; i < 3; i++) expectBook(await mine.watchOrderBook(unified, 50), unified, 50)
    expectBook(await mine.watchOrderBookForSymbols([unified], 50), unified, 50)
    const prints = mine.watchTradesForSymbols([unified])
    await mine.createMarketOrderWs(unified, 'buy', amount)
    await mine.createOrderWs(unified, 'market', 'sell', amount, undefined, { reduceOnly: true })
    const trades = await prints
    expectAscending(trades, 'prints')
    for (const trade of trades) expectTrade(trade, unified, { ...terms, fee: null })
    const bars = (await mine.watchOHLCVForSymbols([[unified, '1m']]))[unified]!['1m']!
    expect(Number(bars.at(-1)![0]) % 60_000).toBe(0)
  })

  it('of the account keep what the lists keep', async () => {
    const news = Promise.all([
      mine.watchOrders(unified),
      mine.watchMyTrades(unified),
      mine.watchPositions([unified]),
      mine.watchBalance(),
    ])
    // The private socket is another one than that of the orders: it hears what comes after its subscriptions.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const low = await priceAt(unified, 0.995)
    const rests = idOf(await mine.createOrderWs(unified, 'limit', 'buy', amount, low))
    await mine.editOrderWs(rests, unified, 'limit', 'buy', amount * 2)
    await mine.cancelOrderWs(rests, unified)
    const bought = idOf(await mine.createMarketOrderWs(unified, 'buy', amount))
    const [orders, fills, positions, balance] = await news
    for (const order of orders) expectOrder(order, unified, terms)
    for (const fill of fills) expectTrade(fill, unified, { ...terms, fee: coin })
    expect(fills.some((one) => one.order === bought)).toBe(true)
    for (const one of positions.filter(({ contracts }) => contracts! > 0)) expectPosition(one, unified, terms.isLinear)
    // The library's stream calls equity the total, and the coins locked in spot orders what is used: no sum to hold it to.
    expect(balance[coin]!.free!).toBeGreaterThan(0)
    expect(balance[coin]!.free!).toBeLessThanOrEqual(balance[coin]!.total!)
    await mine.createOrderWs(unified, 'market', 'sell', amount, undefined, { reduceOnly: true })
  })
})

describe('modes', () => {
  it('are set, and told', async () => {
    const mine = await open()
    const symbol = 'BTC/USDT:USDT'
    await mine.setMarginMode('isolated')
    expect(await mine.fetchMarginMode(symbol)).toMatchObject({ marginMode: 'isolated' })
    await mine.createMarketOrder(symbol, 'buy', 0.01)
    const [position] = await mine.fetchPositions([symbol])
    expectPosition(position!, symbol, true)
    await mine.createReduceOnlyOrder(symbol, 'market', 'sell', 0.01)
    await mine.setMarginMode('cross')
    await mine.setPositionMode(true, symbol)
    await mine.createMarketOrder(symbol, 'buy', 0.01, undefined, { hedged: true })
    await mine.createMarketOrder(symbol, 'sell', 0.02, undefined, { hedged: true })
    const both = await mine.fetchPositions([symbol])
    for (const one of both) expectPosition(one, symbol, true)
    expect(both.map(({ side, contracts, hedged }) => [side, contracts, hedged]).toSorted()).toEqual([
      ['long', 0.01, true],
      ['short', 0.02, true],
    ])
    expect((await mine.fetchPositionsADLRank([symbol])).length).toBe(2)
    await mine.close()
  })
})

describe('after a funding', () => {
  it('tells what was paid, in the ledger too', async () => {
    const mine = await open()
    const symbol = 'BTC/USDT:USDT'
    await mine.createMarketOrder(symbol, 'buy', 0.1)
    sandbox.advance(8 * HOUR_MS)
    for (const one of [mine, exchange]) await one.loadTimeDifference()
    const until = Date.now() + 30_000
    let paid = await mine.fetchFundingHistory(symbol)
    while (paid.length === 0 && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      paid = await mine.fetchFundingHistory(symbol)
    }
    expect(paid).toHaveLength(1)
    expect(paid[0]).toMatchObject({ symbol, code: 'USDT' })
    const [rate] = (await mine.fetchFundingRateHistory(symbol)).toReversed()
    // A long pays a positive rate: amount is what it cost, at the mark of that time.
    expect(Math.sign(paid[0]!.amount!)).toBe(Math.sign(rate!.fundingRate!))
    const ledger = await mine.fetchLedger('USDT', undefined, 50)
    expectLedger(ledger, 'USDT', (await mine.fetchBalance())['USDT']!.total!)
    expect(ledger.length).toBeGreaterThanOrEqual(2)
    await mine.close()
  })
})

describe('dated contracts', () => {
  it('tell settlements, none before the first', async () => {
    expect(
      Array.isArray(await exchange.fetchSettlementHistory('BTC/USDT:USDT', undefined, undefined, { type: 'future' })),
    ).toBe(true)
    expect(
      await exchange.fetchMySettlementHistory(undefined, undefined, undefined, { type: 'future', subType: 'linear' }),
    ).toEqual([])
  })
})
