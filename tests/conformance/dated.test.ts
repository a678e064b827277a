import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClients, type Clients } from './lib/clients'

let clients: Clients
let rest: Clients['rest']
let exchange: Clients['exchange']

beforeAll(async () => {
  clients = await openClients([], ['linear', 'inverse'])
  ;({ rest, exchange } = clients)
}, 60_000)
afterAll(() => clients.close())

/** The contract of its kind that is delivered last; names follow the calendar. */
async function contractOf(category: 'linear' | 'inverse', settleCoin: string) {
  const { list } = (await rest.getInstrumentsInfo({ category, limit: 1000 })).result
  const dated = list
    .filter((one) => 'contractType' in one && String(one.contractType).endsWith('Futures'))
    .filter((one) => 'settleCoin' in one && one.settleCoin === settleCoin && one.baseCoin === 'BTC')
    .toSorted(
      (a, b) => Number('deliveryTime' in a ? a.deliveryTime : 0) - Number('deliveryTime' in b ? b.deliveryTime : 0),
    )
  return dated.at(-1)!.symbol
}

describe.each([
  ['linear', 'USDT', '0.01'],
  ['linear', 'USDC', '0.01'],
  ['inverse', 'BTC', '100'],
] as const)('dated futures, %s in %s', (category, settleCoin, qty) => {
  let symbol: string
  beforeAll(async () => {
    symbol = await contractOf(category, settleCoin)
  })
  /** The name that ccxt has for it, such as `BTC/USDT:USDT-270326`. */
  const unified = () => exchange.safeMarket(symbol, undefined, undefined, 'swap').symbol

  it('bybit-api reads the market', async () => {
    const book = (await rest.getOrderbook({ category, symbol, limit: 50 })).result
    expect(Number(book.b[0]![0])).toBeLessThan(Number(book.a[0]![0]))
    const [ticker] = (await rest.getTickers({ category, symbol })).result.list
    // A dated contract has a basis and no funding.
    expect(Number(ticker!.deliveryTime)).toBeGreaterThan(Date.now())
    expect((await rest.getKline({ category, symbol, interval: '1', limit: 5 })).result.list).toHaveLength(5)
    expect((await rest.getOrderPriceLimit({ category, symbol })).retCode).toBe(0)
  })

  it('bybit-api trades: rests, amends, cancels, opens and closes', async () => {
    const [best] = (await rest.getOrderbook({ category, symbol, limit: 1 })).result.b
    const tick = Number((await rest.getInstrumentsInfo({ category, symbol })).result.list[0]!.priceFilter.tickSize)
    const price = String(Number((Math.floor((Number(best![0]) * 0.995) / tick) * tick).toFixed(4)))
    const order = { category, symbol, side: 'Buy', orderType: 'Limit', qty, price } as const
    const { orderId } = (await rest.submitOrder(order)).result
    expect((await rest.amendOrder({ category, symbol, orderId, qty: String(Number(qty) * 2) })).retCode).toBe(0)
    expect((await rest.cancelOrder({ category, symbol, orderId })).retCode).toBe(0)
    for (const side of ['Buy', 'Sell'] as const) {
      const market = { category, symbol, side, orderType: 'Market', qty, reduceOnly: side === 'Sell' } as const
      expect(await rest.submitOrder(market)).toMatchObject({ retCode: 0 })
    }
    expect((await rest.getPositionInfo({ category, symbol })).result.list).toMatchObject([{ size: '0' }])
    expect((await rest.getClosedPnL({ category, symbol })).result.list).toMatchObject([{ closedSize: qty }])
  })

  it('ccxt knows it as a future, and trades and streams it', async () => {
    const name = unified()
    expect(exchange.market(name)).toMatchObject({ future: true, swap: false, settle: settleCoin })
    const news = exchange.watchOrders(name)
    const bought = await exchange.createOrder(name, 'market', 'buy', Number(qty))
    expect((await news).some((one) => one.id === bought.id)).toBe(true)
    const [position] = await exchange.fetchPositions([name])
    expect(position).toMatchObject({ symbol: name, side: 'long', contracts: Number(qty) })
    await exchange.createOrder(name, 'market', 'sell', Number(qty), undefined, { reduceOnly: true })
    const book = await exchange.watchOrderBook(name, 50)
    expect(book.bids[0]![0]!).toBeLessThan(book.asks[0]![0]!)
  })
})
