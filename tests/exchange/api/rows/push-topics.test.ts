import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { Caller, Frame } from '../lib/client'
import { Listener } from '../lib/client'
import { RealGateway } from '../lib/real-gateway'

let world: RealGateway
let caller: Caller
const listeners: Listener[] = []
beforeAll(async () => {
  world = await RealGateway.open()
  caller = await world.caller()
})
afterEach(() => listeners.splice(0).forEach((one) => one.close()))
afterAll(() => world.close())

const row = (frame: Frame) => (frame.data as Record<string, unknown>[])[0]!

describe('native topics (decisions 2)', () => {
  it.each([
    ['orderBook_25.H.BTCUSDT', { s: 'BTCUSDT', u: 1, crc: expect.any(Number) }],
    ['orderBook_50.H.BTCUSDT', { s: 'BTCUSDT', u: 1 }],
    ['orderBook_50.M.BTCUSDT', { s: 'BTCUSDT', u: 1 }],
    ['orderBook_200.H.BTCUSDT', { s: 'BTCUSDT', u: 1 }],
    ['orderBook_1000.H.BTCUSDT', { s: 'BTCUSDT', u: 1 }],
    ['instrument_info.H.BTCUSDT', { symbol: 'BTCUSDT', markPrice: expect.any(String) }],
    ['instrument_info.M.BTCUSDT', { symbol: 'BTCUSDT' }],
    ['instrument_info_v3.all', expect.arrayContaining([expect.objectContaining({ symbol: 'BTCUSDT' })])],
    ['recently_trade.H.BTCUSDT', expect.any(Array)],
    ['kline.1.BTCUSDT', [expect.anything(), expect.objectContaining({ confirm: false })]],
    ['mark_kline.60.BTCUSDT', [expect.anything(), expect.objectContaining({ confirm: false })]],
    ['index_candle.1D.BTCUSDT', [expect.anything(), expect.objectContaining({ confirm: false })]],
    ['index_quote_20.H.BTCUSDT', { symbol: 'BTCUSDT', indexPrice: expect.any(String) }],
    ['index_quote_200.H.BTCUSDT', { symbol: 'BTCUSDT', indexPrice: expect.any(String) }],
    ['public.notice', expect.any(Array)],
    ['public.symbol.notify', { symbol: '', version: expect.any(String) }],
  ])('%s begins with a snapshot in the one envelope', async (topic, data) => {
    const socket = await Listener.open(caller.base, 'public')
    listeners.push(socket)
    socket.send({ op: 'subscribe', args: [topic], req_id: 'r' })
    expect(await socket.next()).toMatchObject({ op: 'subscribe', success: true, req_id: 'r' })
    const snapshot = await socket.next()
    expect(Object.keys(snapshot)).toEqual(['topic', 'type', 'ts', 'seq', 'data'])
    expect(snapshot).toMatchObject({ topic, type: 'snapshot', seq: expect.any(Number), data })
  })

  it('spread topics are refused while no spread is traded', async () => {
    const socket = await Listener.open(caller.base, 'public')
    listeners.push(socket)
    const args = ['spread.orderBook_25.H.A_B', 'spread.recent_trades.A_B']
    socket.send({ op: 'subscribe', args })
    expect(await socket.next()).toMatchObject({ success: false, failed: args })
  })
})

async function logIn(): Promise<Listener> {
  const socket = await Listener.open(caller.base, 'private', caller.cookie)
  listeners.push(socket)
  socket.send({ op: 'login', args: [await caller.oneTimeToken()] })
  expect(await socket.next()).toMatchObject({ op: 'login', success: true })
  return socket
}

describe('user.trade.msg: what toasts are made of', () => {
  it('says make, edit and cancel of an order, and what of a fill is left', async () => {
    const socket = await logIn()
    socket.send({ op: 'subscribe', args: ['user.trade.msg'] })
    expect(await socket.until((frame) => frame['type'] === 'snapshot')).toMatchObject({ data: [] })
    const { result } = await caller.get('/v5/market/tickers?category=linear&symbol=BTCUSDT')
    const mark = Number((result['list'] as Record<string, string>[])[0]!['markPrice'])
    const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', qty: '0.01' }
    const price = (mark * 0.99).toFixed(0)
    const placed = await caller.post('/v5/order/create', { ...order, orderType: 'Limit', price, orderLinkId: 'toast' })
    const { orderId } = placed.result
    const made = { scene: 'order', execType: 'New', editType: 'make', orderId, orderLinkId: 'toast', price }
    expect(row(await socket.next())).toMatchObject(made)
    await caller.post('/v5/order/amend', { category: 'linear', symbol: 'BTCUSDT', orderId, qty: '0.02' })
    expect(row(await socket.next())).toMatchObject({ execType: 'Replaced', editType: 'edit', qty: '0.02' })
    await caller.post('/v5/order/cancel', { category: 'linear', symbol: 'BTCUSDT', orderId })
    expect(row(await socket.next())).toMatchObject({ editType: 'cancel', cancelType: 'CancelByUser' })

    await caller.post('/v5/order/create', { ...order, orderType: 'Market' })
    const fill = (await socket.next()).data as Record<string, unknown>[]
    expect(fill.at(-1)).toMatchObject({ scene: 'position', execType: 'Trade', symbol: 'BTCUSDT', leavesQty: '0' })
  })

  it('comes again after a gap, marked as a replay', async () => {
    const socket = await logIn()
    socket.send({ op: 'subscribe', args: ['user.trade.msg'] })
    const { seq } = await socket.until((frame) => frame['type'] === 'snapshot')
    socket.send({ op: 'subscribe', args: ['user.trade.msg'], from: (seq as number) - 1 })
    expect(await socket.until((frame) => 'topic' in frame)).toMatchObject({ replay: true, seq })
  })

  it.each([
    'user.margin.order',
    'user.unify.option.trade.notify',
    'user.option.liquidation',
    'user.unify.option.orderHistory',
  ])('%s is accepted where its product is not traded', async (topic) => {
    const socket = await logIn()
    socket.send({ op: 'subscribe', args: [topic] })
    expect(await socket.next()).toMatchObject({ op: 'subscribe', success: true })
  })
})

describe('v5 twins', () => {
  async function first(topic: string, then: () => Promise<unknown> = () => Promise.resolve()): Promise<Frame> {
    const socket = new WebSocket(`${caller.base.replace('http', 'ws')}/v5/public/linear`)
    const frame = new Promise<Frame>((resolve, reject) => {
      socket.on('error', reject)
      socket.on('open', () => socket.send(JSON.stringify({ op: 'subscribe', args: [topic] })))
      socket.on('message', (data) => {
        const one = JSON.parse(String(data)) as Frame
        if (one['topic'] === topic) resolve(one)
        else if (one['success'] === true) void then()
        else reject(new Error(String(data)))
      })
    })
    return frame.finally(() => socket.terminate())
  }
  const trade = () =>
    caller.post('/v5/order/create', {
      category: 'linear',
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Market',
      qty: '0.01',
    })

  it.each([
    ['orderbook.1.BTCUSDT', { s: 'BTCUSDT', b: [expect.anything()], a: [expect.anything()] }],
    ['orderbook.50.BTCUSDT', { s: 'BTCUSDT', u: 1 }],
    ['orderbook.200.BTCUSDT', { s: 'BTCUSDT', u: 1 }],
    ['orderbook.500.BTCUSDT', { s: 'BTCUSDT', u: 1 }],
    ['orderbook.1000.BTCUSDT', { s: 'BTCUSDT', u: 1 }],
    ['tickers.BTCUSDT', { symbol: 'BTCUSDT', fundingIntervalHour: '8' }],
    ['kline.1.BTCUSDT', [expect.objectContaining({ interval: '1', confirm: false })]],
  ])('%s begins with a snapshot', async (topic, data) => {
    expect(await first(topic)).toMatchObject({ topic, type: 'snapshot', data })
  })

  it('publicTrade tells of a trade that happens', async () => {
    expect(row(await first('publicTrade.BTCUSDT', trade))).toMatchObject({ s: 'BTCUSDT', S: 'Buy' })
  })

  it('priceLimit has the band of /v5/market/price-limit, in its own envelope', async () => {
    const { result } = await caller.get('/v5/market/price-limit?category=linear&symbol=BTCUSDT')
    const { symbol, buyLmt, sellLmt } = result
    const frame = await first('priceLimit.BTCUSDT')
    expect(Object.keys(frame)).toEqual(['topic', 'data', 'ts'])
    expect(frame.data).toEqual({ symbol, buyLmt, sellLmt })
  })

  it('control counts v5 sockets and cuts them like the native dialect’s', async () => {
    const socket = new WebSocket(`${caller.base.replace('http', 'ws')}/v5/public/linear`)
    const closed = new Promise((resolve) => socket.on('close', resolve))
    await new Promise((resolve) => socket.on('open', resolve))
    socket.send(JSON.stringify({ op: 'subscribe', args: ['tickers.BTCUSDT'] }))
    await new Promise((resolve) => socket.on('message', resolve))
    const state = (await (await caller.raw('GET', '/control/state')).json()) as Record<string, Record<string, unknown>>
    expect(state['sockets']).toMatchObject({ v5: { public: 1, private: 0, trade: 0 } })
    expect(state['topics']).toMatchObject({ 'linear/tickers.BTCUSDT': { subscribers: 1 } })
    const cut = await (await caller.raw('POST', '/control/disconnect', { channel: 'public' })).json()
    expect(cut).toMatchObject({ ok: true, cut: 1 })
    await closed
  })
})
