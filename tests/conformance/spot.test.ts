import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Exact } from '../../src/domain/decimal'
import { openClients, type Clients } from './lib/clients'

const SPOT = { category: 'spot', symbol: 'BTCUSDT' } as const

let clients: Clients
let rest: Clients['rest']
let exchange: Clients['exchange']

beforeAll(async () => {
  clients = await openClients(['spot'], ['linear', 'spot'])
  ;({ rest, exchange } = clients)
}, 60_000)
afterAll(() => clients.close())

async function walletOf(coin: string): Promise<string> {
  const { list } = (await rest.getWalletBalance({ accountType: 'UNIFIED', coin })).result
  return list[0]!.coin.find((one) => one.coin === coin)?.walletBalance ?? '0'
}

describe('pairs through bybit-api', () => {
  it('lists them with their rules, beside the perpetual of the same name', async () => {
    const { list } = (await rest.getInstrumentsInfo({ category: 'spot', limit: 1000 })).result
    expect(list.length).toBeGreaterThanOrEqual(20)
    expect((await rest.getInstrumentsInfo(SPOT)).result.list).toMatchObject([
      {
        symbol: 'BTCUSDT',
        baseCoin: 'BTC',
        quoteCoin: 'USDT',
        status: 'Trading',
        lotSizeFilter: { basePrecision: '0.000001', minOrderAmt: '5', maxLimitOrderQty: '83' },
        priceFilter: { tickSize: '0.1' },
      },
    ])
    const linear = (await rest.getInstrumentsInfo({ category: 'linear', symbol: 'BTCUSDT' })).result
    expect(linear.list).toMatchObject([{ contractType: 'LinearPerpetual' }])
  })

  it('reads the market of the pair, not of the perpetual', async () => {
    const book = (await rest.getOrderbook({ ...SPOT, limit: 50 })).result
    expect(book.s).toBe('BTCUSDT')
    expect(Number(book.b[0]![0])).toBeLessThan(Number(book.a[0]![0]))
    const [ticker] = (await rest.getTickers(SPOT)).result.list
    expect(ticker).toMatchObject({ symbol: 'BTCUSDT', usdIndexPrice: expect.stringMatching(/^\d/) })
    expect(ticker).not.toHaveProperty('fundingRate')
    expect((await rest.getKline({ ...SPOT, interval: '1', limit: 5 })).result.list).toHaveLength(5)
    const [trade] = (await rest.getPublicTradingHistory({ ...SPOT, limit: 1 })).result.list
    expect(trade).toMatchObject({ symbol: 'BTCUSDT' })
    // 3 % to either side of the market (spec §9).
    const band = await rest.getOrderPriceLimit({ category: 'spot', symbol: 'BTCUSDT' })
    const limits = (band as unknown as { result: { buyLmt: string; sellLmt: string } }).result
    expect(Number(limits.buyLmt) / Number(limits.sellLmt)).toBeCloseTo(1.03 / 0.97, 2)
  })

  it('buys for an amount of the quote coin unless another unit is said, and sells again', async () => {
    const before = { usdt: await walletOf('USDT'), btc: await walletOf('BTC') }
    const bought = await rest.submitOrder({ ...SPOT, side: 'Buy', orderType: 'Market', qty: '1000' })
    expect(bought).toMatchObject({ retCode: 0 })
    const spent = new Exact(before.usdt).minus(await walletOf('USDT'))
    expect(spent.toNumber()).toBeGreaterThan(990)
    expect(spent.toNumber()).toBeLessThanOrEqual(1000)
    const { orderId } = bought.result
    const { list } = (await rest.getExecutionList({ ...SPOT, orderId })).result
    // The order is what was asked for: an amount of the quote coin. What it bought is in the base coin.
    const bySum = list.reduce((sum, { execQty }) => sum.plus(execQty), new Exact(0)).toFixed()
    expect((await rest.getHistoricOrders({ ...SPOT, orderId })).result.list).toMatchObject([
      { orderId, marketUnit: 'quoteCoin', qty: '1000', cumExecQty: bySum, orderStatus: 'Filled' },
    ])
    for (const fill of list) {
      expect(fill).toMatchObject({ symbol: 'BTCUSDT', feeCurrency: 'BTC', side: 'Buy' })
      expect(fill).toMatchObject({ orderQty: '1000', marketUnit: 'quoteCoin' })
      // 0.1 % of the coin received, to eight decimals.
      const fee = new Exact(fill.execQty).times('0.001').toDecimalPlaces(8, Exact.ROUND_HALF_UP)
      expect(fill.execFee).toBe(fee.toFixed())
    }
    const got = list.reduce((sum, { execQty, execFee }) => sum.plus(execQty).minus(execFee), new Exact(0))
    expect(new Exact(await walletOf('BTC')).minus(before.btc).toFixed()).toBe(got.toFixed())
    const sold = await rest.submitOrder({
      ...SPOT,
      side: 'Sell',
      orderType: 'Market',
      qty: '0.01',
      marketUnit: 'baseCoin',
    })
    expect(sold).toMatchObject({ retCode: 0 })
    expect((await rest.getHistoricOrders({ ...SPOT, orderId: sold.result.orderId })).result.list).toMatchObject([
      { marketUnit: 'baseCoin', qty: '0.01', cumExecQty: '0.01' },
    ])
    expect((await rest.getPositionInfo({ category: 'linear', symbol: 'BTCUSDT' })).result.list).toMatchObject([
      { size: '0' },
    ])
  })

  it('writes both coins of a fill into the log, which sums to the wallets', async () => {
    const rows: { readonly currency: string; readonly change: string }[] = []
    let cursor: string | undefined
    do {
      const page = (await rest.getTransactionLog({ limit: 50, ...(cursor ? { cursor } : {}) })).result
      rows.push(...page.list)
      cursor = page.nextPageCursor
    } while (cursor !== '')
    for (const coin of ['USDT', 'BTC']) {
      const sum = rows
        .filter(({ currency }) => currency === coin)
        .reduce((all, { change }) => all.plus(change), new Exact(0))
      expect(sum.toFixed()).toBe(await walletOf(coin))
    }
    const btc = (await rest.getTransactionLog({ currency: 'BTC', type: 'TRADE' })).result.list
    expect(btc.length).toBeGreaterThanOrEqual(2)
  })

  it('rests, amends and cancels, holding back what it pays with', async () => {
    const { b } = (await rest.getOrderbook({ ...SPOT, limit: 1 })).result
    const price = String(Math.floor(Number(b[0]![0]) * 0.98))
    const { orderId } = (await rest.submitOrder({ ...SPOT, side: 'Buy', orderType: 'Limit', qty: '0.01', price }))
      .result
    const [open] = (await rest.getActiveOrders(SPOT)).result.list
    expect(open).toMatchObject({ orderId, symbol: 'BTCUSDT', orderStatus: 'New', leavesQty: '0.01' })
    expect((await rest.getActiveOrders({ category: 'linear', symbol: 'BTCUSDT' })).result.list).toEqual([])
    expect((await rest.amendOrder({ ...SPOT, orderId, qty: '0.02' })).retCode).toBe(0)
    const { list } = (await rest.getWalletBalance({ accountType: 'UNIFIED', coin: 'USDT' })).result
    expect(list[0]!.coin[0]!.locked).toBe(new Exact(price).times('0.02').toFixed())
    expect((await rest.cancelOrder({ ...SPOT, orderId })).retCode).toBe(0)
    expect((await rest.getHistoricOrders({ ...SPOT, orderId })).result.list).toMatchObject([
      { orderId, symbol: 'BTCUSDT', category: 'spot', orderStatus: 'Cancelled' },
    ])
  })

  it('takes plans: a stop that holds nothing back, and a tpslOrder that does', async () => {
    const { b } = (await rest.getOrderbook({ ...SPOT, limit: 1 })).result
    const triggerPrice = String(Math.floor(Number(b[0]![0]) * 0.95))
    const order = { ...SPOT, side: 'Sell', orderType: 'Market', qty: '0.5', triggerPrice } as const
    const lockedOf = async () => {
      const { list } = (await rest.getWalletBalance({ accountType: 'UNIFIED', coin: 'BTC' })).result
      return list[0]!.coin[0]!.locked
    }
    const plain = await rest.submitOrder({ ...order, orderFilter: 'StopOrder', triggerDirection: 2 })
    expect(plain).toMatchObject({ retCode: 0 })
    expect(await lockedOf()).toBe('0')
    const held = await rest.submitOrder({ ...order, orderFilter: 'tpslOrder', triggerDirection: 2 })
    expect(held).toMatchObject({ retCode: 0 })
    expect(await lockedOf()).toBe('0.5')
    const [row] = (await rest.getActiveOrders({ ...SPOT, orderId: held.result.orderId })).result.list
    expect(row).toMatchObject({ orderStatus: 'Untriggered', stopOrderType: 'tpslOrder' })
    expect((await rest.cancelAllOrders({ ...SPOT, orderFilter: 'tpslOrder' })).result.list).toHaveLength(1)
    expect(await lockedOf()).toBe('0')
    expect((await rest.cancelOrder({ ...SPOT, orderId: plain.result.orderId, orderFilter: 'StopOrder' })).retCode).toBe(
      0,
    )
    expect(await rest.submitOrder({ ...order, category: 'linear', orderFilter: 'tpslOrder' })).toMatchObject({
      retCode: 10001,
    })
  })

  it('refuses in the codes of spot', async () => {
    const { a } = (await rest.getOrderbook({ ...SPOT, limit: 1 })).result
    const order = { ...SPOT, side: 'Buy', orderType: 'Limit', qty: '0.01', price: a[0]![0]! } as const
    const far = String(Math.ceil(Number(a[0]![0]) * 1.05))
    expect(await rest.submitOrder({ ...order, price: far })).toMatchObject({ retCode: 170193 })
    expect(await rest.submitOrder({ ...order, qty: '50' })).toMatchObject({ retCode: 170131 })
    expect(await rest.submitOrder({ ...order, qty: '0.000011' })).toMatchObject({ retCode: 170140 })
    expect(
      await rest.submitOrder({ ...order, category: 'spot', symbol: 'EOSUSDT', qty: '10', price: '1.19' }),
    ).toMatchObject({ retCode: 170210 })
  })
})

describe('pairs through ccxt', () => {
  it('tells the pair from the perpetual', () => {
    expect(exchange.market('BTC/USDT')).toMatchObject({ spot: true, id: 'BTCUSDT', base: 'BTC', quote: 'USDT' })
    expect(exchange.market('BTC/USDT:USDT')).toMatchObject({ swap: true, id: 'BTCUSDT' })
  })

  it('trades it and streams orders, book, trades and ticker', async () => {
    const news = exchange.watchOrders('ETH/USDT')
    const cost = await exchange.createMarketBuyOrderWithCost('ETH/USDT', 500)
    expect((await news).some((one) => one.id === cost.id)).toBe(true)
    const book = await exchange.watchOrderBook('ETH/USDT', 50)
    expect(book.bids[0]![0]!).toBeLessThan(book.asks[0]![0]!)
    const ticker = await exchange.watchTicker('ETH/USDT')
    expect(ticker).toMatchObject({ symbol: 'ETH/USDT' })
    const [trade] = await exchange.watchTrades('ETH/USDT')
    expect(trade).toMatchObject({ symbol: 'ETH/USDT' })
    const sold = await exchange.createOrder('ETH/USDT', 'market', 'sell', 0.1)
    const [closed] = (await exchange.fetchMyTrades('ETH/USDT')).filter(({ order }) => order === sold.id)
    expect(closed).toMatchObject({ symbol: 'ETH/USDT', side: 'sell', fee: { currency: 'USDT' } })
  })
})
