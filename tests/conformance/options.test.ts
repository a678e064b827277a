import { RestClientV5 } from 'bybit-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openClients, type Clients } from './lib/clients'

let clients: Clients
let sandbox: Clients['sandbox']
let rest: Clients['rest']
let exchange: Clients['exchange']

const category = 'option' as const

beforeAll(async () => {
  clients = await openClients(['option'], ['linear', 'option'], { loadAllOptions: true })
  ;({ sandbox, rest, exchange } = clients)
}, 120_000)
afterAll(() => clients.close())

/** The call of the far expiry whose strike is nearest to the index: its book is deep, and it does not end meanwhile. */
async function nearTheMoney(settleCoin: string): Promise<string> {
  const { list } = (await rest.getTickers({ category, baseCoin: 'BTC' })).result
  const index = Number(list[0]!.indexPrice)
  const { list: listed } = (await rest.getInstrumentsInfo({ category, baseCoin: 'BTC', limit: 1000 })).result
  const calls = listed.filter((one) => one.settleCoin === settleCoin && one.optionsType === 'Call')
  const last = Math.max(...calls.map((one) => Number(one.deliveryTime)))
  const strike = (symbol: string): number => Number(symbol.split('-')[2])
  return calls
    .filter((one) => Number(one.deliveryTime) === last)
    .toSorted((a, b) => Math.abs(strike(a.symbol) - index) - Math.abs(strike(b.symbol) - index))[0]!.symbol
}

describe.each(['USDC', 'USDT'])('options settled in %s', (settleCoin) => {
  let symbol: string
  beforeAll(async () => {
    symbol = await nearTheMoney(settleCoin)
  })

  it('bybit-api lists the chain: four expiries of fifteen strikes, calls and puts', async () => {
    for (const baseCoin of ['BTC', 'ETH', 'SOL']) {
      const { list } = (await rest.getInstrumentsInfo({ category, baseCoin, limit: 1000 })).result
      const own = list.filter((one) => one.settleCoin === settleCoin)
      expect(new Set(own.map((one) => one.deliveryTime)).size).toBeGreaterThanOrEqual(4)
      expect(own.filter((one) => one.optionsType === 'Put').length * 2).toBe(own.length)
      expect(own.length).toBeGreaterThanOrEqual(4 * 15 * 2)
    }
  })

  it('bybit-api reads book, ticker with greeks, price limits and trades', async () => {
    const book = (await rest.getOrderbook({ category, symbol, limit: 25 })).result
    expect(Number(book.b[0]![0])).toBeLessThan(Number(book.a[0]![0]))
    const [ticker] = (await rest.getTickers({ category, symbol })).result.list
    expect(Number(ticker!.delta)).toBeGreaterThan(0.2)
    expect(Number(ticker!.delta)).toBeLessThan(0.8)
    expect(Number(ticker!.bid1Iv)).toBeLessThan(Number(ticker!.ask1Iv))
    for (const name of ['gamma', 'vega', 'markIv', 'underlyingPrice'] as const)
      expect(Number(ticker![name])).toBeGreaterThan(0)
    expect(Number(ticker!.theta)).toBeLessThan(0)
    expect((await rest.getOrderPriceLimit({ category, symbol } as never)).retCode).toBe(0)
    expect((await rest.getPublicTradingHistory({ category, baseCoin: 'BTC' } as never)).retCode).toBe(0)
    const { result } = await rest.getHistoricalVolatility({ category, baseCoin: 'BTC' })
    const [volatility] = result as unknown as readonly { readonly value: string }[]
    expect(Number(volatility!.value)).toBeGreaterThan(0.05)
  })

  it('bybit-api trades: rests, amends, cancels, opens and closes, and the wallet’s log explains it', async () => {
    const { priceFilter } = (await rest.getInstrumentsInfo({ category, symbol })).result.list[0]!
    const [best] = (await rest.getOrderbook({ category, symbol, limit: 1 })).result.b
    const price = String(Number(best![0]) - 4 * Number(priceFilter.tickSize))
    const order = { category, symbol, side: 'Buy', orderType: 'Limit', qty: '0.01', price } as const
    const { orderId } = (await rest.submitOrder({ ...order, orderLinkId: `rest-${settleCoin}` })).result
    expect((await rest.getActiveOrders({ category, symbol })).result.list).toMatchObject([{ orderId, price }])
    expect((await rest.amendOrder({ category, symbol, orderId, qty: '0.02' })).retCode).toBe(0)
    expect((await rest.cancelOrder({ category, symbol, orderId })).retCode).toBe(0)
    for (const side of ['Buy', 'Sell'] as const) {
      const market = { category, symbol, side, orderType: 'Market', qty: '0.05', orderLinkId: `${side}-${settleCoin}` }
      expect(await rest.submitOrder({ ...market, reduceOnly: side === 'Sell' } as never)).toMatchObject({ retCode: 0 })
      if (side === 'Sell') continue
      const [held] = (await rest.getPositionInfo({ category, symbol })).result.list
      expect(held).toMatchObject({ size: '0.05', side: 'Buy', positionIM: '0', liqPrice: '' })
      const { delta } = held as unknown as { readonly delta: string }
      expect(Number(delta)).toBeGreaterThan(0)
      const { result } = await rest.getCoinGreeks('BTC')
      expect(Number(result.list[0]!.totalDelta)).toBeCloseTo(Number(delta), 2)
      expect((await rest.getCoinGreeks('ETH')).result.list).toEqual([])
    }
    expect((await rest.getPositionInfo({ category, symbol })).result.list).toMatchObject([{ size: '0' }])
    const rows = (await rest.getTransactionLog({ category, limit: 50 })).result.list.filter(
      (one) => one.symbol === symbol,
    )
    expect(rows.length).toBeGreaterThanOrEqual(2)
    for (const row of rows) {
      expect(Number(row.change)).toBeCloseTo(Number(row.cashFlow) + Number(row.funding || 0) - Number(row.fee), 8)
      // A premium is paid whole with the fill.
      expect(Math.sign(Number(row.cashFlow))).toBe(row.side === 'Buy' ? -1 : 1)
      expect(Math.abs(Number(row.cashFlow))).toBeCloseTo(Number(row.tradePrice) * Number(row.qty), 6)
    }
  })

  it('takes an order by its volatility in place of a price', async () => {
    const [ticker] = (await rest.getTickers({ category, symbol })).result.list
    const orderIv = String(Number(ticker!.markIv) - 0.1)
    const order = { category, symbol, side: 'Buy', orderType: 'Limit', qty: '0.01', orderIv } as const
    const { result, retMsg } = await rest.submitOrder({ ...order, orderLinkId: `iv-${settleCoin}` })
    expect(retMsg).toBe('OK')
    const [open] = (await rest.getActiveOrders({ category, orderId: result.orderId })).result.list
    // Ten points below the mark's: about vega × 10 below its price.
    const expected = Number(ticker!.markPrice) - 10 * Number(ticker!.vega)
    expect(Math.abs(Number(open!.price) - expected)).toBeLessThan(0.2 * Number(ticker!.markPrice))
    const ofOrder = { category, symbol, orderId: result.orderId } as const
    const shown = async () => {
      const [row] = (await rest.getActiveOrders(ofOrder)).result.list
      return (row as unknown as { readonly orderIv: string }).orderIv
    }
    // The row says what was asked for, and of a price nothing else.
    expect(await shown()).toBe(orderIv)
    const lower = String(Number(ticker!.markIv) - 0.2)
    expect(await rest.amendOrder({ ...ofOrder, orderIv: lower })).toMatchObject({ retCode: 0 })
    expect(await shown()).toBe(lower)
    const tick = (await rest.getInstrumentsInfo({ category, symbol })).result.list[0]!.priceFilter.tickSize
    expect(await rest.amendOrder({ ...ofOrder, price: tick })).toMatchObject({ retCode: 0 })
    expect(await shown()).toBe('')
    expect((await rest.cancelOrder({ category, symbol, orderId: result.orderId })).retCode).toBe(0)
  })

  it('names the bounds of a volatility that is none', async () => {
    const order = { category, symbol, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '5' } as const
    for (const orderIv of ['0', '-1', '100'])
      expect(await rest.submitOrder({ ...order, orderIv, orderLinkId: `bad-${settleCoin}` })).toMatchObject({
        retCode: 10001,
        retExtInfo: { field: 'orderIv', min: '0.0001', max: '50' },
      })
  })

  it('market-maker protection pulls marked orders at its limit, and takes them again after a reset', async () => {
    const quoted = { category, symbol, orderType: 'Limit', mmp: true } as const
    const protect = { baseCoin: 'BTC', window: '60000', frozenPeriod: '0', qtyLimit: '0.02', deltaLimit: '100' }
    expect(await rest.setMMP(protect)).toMatchObject({ retCode: 0 })
    const { b, a } = (await rest.getOrderbook({ category, symbol, limit: 1 })).result
    const { priceFilter } = (await rest.getInstrumentsInfo({ category, symbol })).result.list[0]!
    // In the middle of the book, so that whoever sells next meets it and a maker's next quote does not, and behind all
    // of it. The market's takers sell here too: the first is larger than any of them takes, so that some of it is left.
    const tick = Number(priceFilter.tickSize)
    const ahead = String(tick * Math.round((Number(b[0]![0]) + Number(a[0]![0])) / 2 / tick))
    const behind = String(Number(b[0]![0]) - 6 * tick)
    const qty = String(Math.ceil(3 * Number(b[0]![1])))
    const first = { ...quoted, side: 'Buy', qty, price: ahead, orderLinkId: `mmp-1-${settleCoin}` } as const
    const second = { ...first, qty: '0.01', price: behind, orderLinkId: `mmp-2-${settleCoin}` }
    for (const order of [first, second]) expect(await rest.submitOrder(order)).toMatchObject({ retCode: 0 })
    const { apiKey: key, apiSecret: secret } = await sandbox.newKey()
    const taker = new RestClientV5({ baseUrl: sandbox.http, key, secret, enable_time_sync: false })
    const sold = { category, symbol, side: 'Sell', orderType: 'Market', qty: '0.02' } as const
    expect(await taker.submitOrder({ ...sold, orderLinkId: `mmp-t-${settleCoin}` })).toMatchObject({ retCode: 0 })
    const state = async () => (await rest.getMMPState('BTC')).result.result[0]!
    expect(await state()).toMatchObject({ mmpEnabled: true, qtyLimit: '0.02', mmpFrozen: true, mmpFrozenUntil: '0' })
    const ended = async ({ orderLinkId }: { readonly orderLinkId: string }) =>
      (await rest.getHistoricOrders({ category, orderLinkId } as never)).result.list[0]
    for (const order of [first, second])
      await expect.poll(() => ended(order)).toMatchObject({ cancelType: 'CancelByMmpTriggered' })
    const third = { ...second, orderLinkId: `mmp-3-${settleCoin}` }
    expect((await rest.submitOrder(third)).retCode).toBe(0)
    await expect.poll(() => ended(third)).toMatchObject({ rejectReason: 'EC_CancelByMMP' })
    expect(await rest.resetMMP('BTC')).toMatchObject({ retCode: 0 })
    expect(await state()).toMatchObject({ mmpEnabled: true, mmpFrozen: false })
    const fourth = { ...second, orderLinkId: `mmp-4-${settleCoin}` }
    const { orderId } = (await rest.submitOrder(fourth)).result
    expect((await rest.cancelOrder({ category, symbol, orderId })).retCode).toBe(0)
    const held = (await rest.getPositionInfo({ category, symbol })).result.list[0]!
    const close = { ...sold, qty: held.size, reduceOnly: true, orderLinkId: `mmp-c-${settleCoin}` }
    expect((await rest.submitOrder(close as never)).retCode).toBe(0)
  })

  it('refuses by name what options do not have', async () => {
    const order = { category, symbol, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '1000' } as const
    const link = { orderLinkId: `no-${settleCoin}` }
    const triggered = await rest.submitOrder({ ...order, ...link, triggerPrice: '2000', triggerDirection: 1 })
    expect(triggered).toMatchObject({ retCode: 10001, retExtInfo: {} })
    expect(triggered.retMsg).toContain('trigger')
    const leverage = await rest.setLeverage({ category, symbol, buyLeverage: '5', sellLeverage: '5' } as never)
    expect(leverage.retCode).toBe(10001)
  })

  it('ccxt knows it as an option, and reads, streams, trades and closes it', async () => {
    const name = exchange.safeMarket(symbol, undefined, undefined, 'option').symbol
    expect(exchange.market(name)).toMatchObject({ option: true, optionType: 'call', settle: settleCoin })
    const greeks = await exchange.fetchGreeks(name)
    expect(greeks.delta).toBeGreaterThan(0)
    expect(greeks.markImpliedVolatility).toBeGreaterThan(0)
    const book = await exchange.fetchOrderBook(name, 25)
    expect(book.bids[0]![0]!).toBeLessThan(book.asks[0]![0]!)
    const news = exchange.watchOrders(name)
    const bought = await exchange.createOrder(name, 'market', 'buy', 0.01)
    expect((await news).some((one) => one.id === bought.id)).toBe(true)
    const [position] = await exchange.fetchPositions([name])
    expect(position).toMatchObject({ symbol: name, side: 'long', contracts: 0.01 })
    const sold = await exchange.createOrder(name, 'market', 'sell', 0.01, undefined, { reduceOnly: true })
    expect(new Set([bought.id, sold.id]).size).toBe(2)
  })

  it('pushes a fill of the account with the market that it stood on, as its list has it', async () => {
    const name = exchange.safeMarket(symbol, undefined, undefined, 'option').symbol
    const told: Record<string, unknown>[] = []
    void exchange.watchMyTrades(name).then((fills) => told.push(...fills.map(({ info }) => info as (typeof told)[0])))
    // The library says nothing of when it is subscribed.
    await expect
      .poll(
        async () => {
          if (told.length === 0) await exchange.createOrder(name, 'market', 'buy', 0.01)
          return told.length
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBeGreaterThan(0)
    const fill = told[0]!
    const { list } = (await rest.getExecutionList({ category, symbol, orderId: String(fill['orderId']) })).result
    const row = list.find(({ execId }) => execId === fill['execId']) as unknown as Record<string, unknown>
    for (const field of ['tradeIv', 'markIv', 'markPrice', 'indexPrice', 'underlyingPrice']) {
      expect(Number(fill[field]), field).toBeGreaterThan(0)
      expect(fill[field], field).toBe(row[field])
    }
    const { size } = (await rest.getPositionInfo({ category, symbol })).result.list[0]!
    await exchange.createOrder(name, 'market', 'sell', Number(size), undefined, { reduceOnly: true })
  })

  it('streams book, ticker and trades of v5’s option socket', async () => {
    const socket = new WebSocket(`${sandbox.ws}/v5/public/option`)
    const frames: Record<string, unknown>[] = []
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as Record<string, unknown>))
    await new Promise((resolve) => socket.once('open', resolve))
    const topics = [`orderbook.25.${symbol}`, `tickers.${symbol}`, 'publicTrade.BTC']
    socket.send(JSON.stringify({ op: 'subscribe', args: topics }))
    await expect
      .poll(
        () => frames.some((one) => one['topic'] === topics[0]) && frames.some((one) => one['topic'] === topics[1]),
        {
          timeout: 10_000,
        },
      )
      .toBe(true)
    const ticker = frames.find((one) => one['topic'] === topics[1])!
    expect(ticker).toMatchObject({ type: 'snapshot', data: { symbol } })
    expect(Object.keys(ticker['data'] as object)).toEqual(expect.arrayContaining(['bidIv', 'markPriceIv', 'delta']))
    await rest.submitOrder({
      category,
      symbol,
      side: 'Buy',
      orderType: 'Market',
      qty: '0.01',
      orderLinkId: `ws-${settleCoin}`,
    })
    await expect.poll(() => frames.find((one) => one['topic'] === topics[2])).toMatchObject({ data: [{ s: symbol }] })
    const { list } = (await rest.getPositionInfo({ category, symbol })).result
    expect(list).toMatchObject([{ size: '0.01' }])
    const close = { category, symbol, side: 'Sell', orderType: 'Market', qty: '0.01', reduceOnly: true } as const
    expect((await rest.submitOrder({ ...close, orderLinkId: `wsc-${settleCoin}` })).retCode).toBe(0)
    socket.close()
  })
})
