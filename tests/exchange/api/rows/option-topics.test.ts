import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Listener, type Caller, type Frame } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

/** The topics that options have of their own (spec §7, §8), through real sockets of an exchange with chains. */
let world: RealGateway
let caller: Caller
let symbol: string
const listeners: Listener[] = []
const category = 'option'

beforeAll(async () => {
  world = await RealGateway.open({ markets: 'all', families: ['option'] })
  caller = await world.caller()
  symbol = await farCall()
}, 60_000)
afterAll(async () => {
  for (const one of listeners) one.close()
  await world.close()
})

type Row = Record<string, string>
const rowsOf = (frame: Frame) => frame.data as Record<string, unknown>[]

/** The BTC call of the last expiry in USDT that is nearest to the index. */
async function farCall(): Promise<string> {
  const { result } = await caller.get('/v5/market/instruments-info?category=option&baseCoin=BTC&limit=1000')
  const calls = (result['list'] as Row[]).filter((one) => one['optionsType'] === 'Call' && one['settleCoin'] === 'USDT')
  const last = Math.max(...calls.map((one) => Number(one['deliveryTime'])))
  const { indexPrice } = await ticker(calls[0]!['symbol']!)
  const distance = (one: Row) => Math.abs(Number(one['symbol']!.split('-')[2]) - Number(indexPrice))
  return calls.filter((one) => Number(one['deliveryTime']) === last).toSorted((a, b) => distance(a) - distance(b))[0]![
    'symbol'
  ]!
}

async function ticker(of: string): Promise<Row> {
  const { result } = await caller.get(`/v5/market/tickers?category=option&symbol=${of}`)
  return (result['list'] as Row[])[0]!
}

async function follow(who: Caller, topics: readonly string[]): Promise<Listener> {
  const socket = await Listener.open(who.base, 'private', who.cookie)
  listeners.push(socket)
  socket.send({ op: 'login', args: [await who.oneTimeToken()] })
  await socket.until((frame) => frame['op'] === 'login')
  socket.send({ op: 'subscribe', args: topics })
  for (const topic of topics) {
    const first = await socket.until((frame) => frame['topic'] === topic)
    expect(first).toMatchObject({ type: 'snapshot', data: [] })
  }
  return socket
}

const next = (socket: Listener, topic: string) => socket.until((frame) => frame['topic'] === topic)

describe('topics of options', () => {
  it('instrument_info has greeks, volatilities and the underlying of a chain', async () => {
    const socket = await Listener.open(caller.base, 'public')
    listeners.push(socket)
    const topic = `instrument_info.H.${symbol}`
    socket.send({ op: 'subscribe', args: [topic] })
    const { data } = await next(socket, topic)
    const said = data as Row
    expect(said).toMatchObject({ symbol })
    // A call at the money: half a coin and a little more; it gains with volatility and loses with time.
    expect(Number(said['delta'])).toBeGreaterThan(0.3)
    expect(Number(said['delta'])).toBeLessThan(0.8)
    for (const name of ['gamma', 'vega', 'markPrice', 'underlyingPrice'] as const)
      expect(Number(said[name])).toBeGreaterThan(0)
    expect(Number(said['theta'])).toBeLessThan(0)
  })

  it('trade.notify and orderHistory tell of options, and of nothing else', async () => {
    const socket = await follow(caller, ['user.unify.option.trade.notify', 'user.unify.option.orderHistory'])
    const other = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' }
    expect(await caller.post('/v5/order/create', other)).toMatchObject({ retCode: 0 })
    const { bid1Price } = await ticker(symbol)
    const price = String(Number(bid1Price) - 500)
    const order = { category, symbol, side: 'Buy', orderType: 'Limit', qty: '0.01', price, orderLinkId: 'own' }
    const { orderId } = (await caller.post('/v5/order/create', order)).result
    const made = await next(socket, 'user.unify.option.trade.notify')
    expect(rowsOf(made)).toMatchObject([{ scene: 'order', editType: 'make', symbol, orderId, price }])
    await caller.post('/v5/order/cancel', { category, symbol, orderId })
    const cancelled = await next(socket, 'user.unify.option.trade.notify')
    expect(rowsOf(cancelled)).toMatchObject([{ editType: 'cancel', cancelType: 'CancelByUser', orderId }])
    const ended = await next(socket, 'user.unify.option.orderHistory')
    expect(rowsOf(ended)).toMatchObject([{ orderId, symbol, orderStatus: 'Cancelled' }])
    const market = { category, symbol, side: 'Buy', orderType: 'Market', qty: '0.01', orderLinkId: 'fill' }
    expect(await caller.post('/v5/order/create', market)).toMatchObject({ retCode: 0 })
    const filled = await next(socket, 'user.unify.option.orderHistory')
    expect(rowsOf(filled)).toMatchObject([{ symbol, orderStatus: 'Filled', orderLinkId: 'fill' }])
  })

  it('user.option.liquidation says that a short was taken over', async () => {
    const seller = await world.caller()
    const socket = await follow(seller, ['user.option.liquidation'])
    const { indexPrice } = await ticker(symbol)
    const sold = { category, symbol, side: 'Sell', orderType: 'Market', qty: '1', orderLinkId: 'short' }
    expect(await seller.post('/v5/order/create', sold)).toMatchObject({ retCode: 0 })
    // Two more indexes are more than the hundred thousand dollars of an account: nothing is left of it.
    const price = (Number(indexPrice) * 3).toFixed(1)
    await seller.raw('POST', '/control/price', { symbol: 'BTCUSDT', index: price })
    await world.tick(10)
    const told = await next(socket, 'user.option.liquidation')
    expect(rowsOf(told)[0]).toMatchObject({ scene: 'liquidation', symbol, side: 'Sell' })
  }, 30_000)
})
