import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { Caller, openGateway, type TestGateway } from './lib/client'
import { bookEvent, START_MS } from './lib/fake-journal'
import { Program } from './lib/program'
import { Signer } from './lib/signer'

type Json = Record<string, unknown>

let world: TestGateway
let caller: Caller
const programs: Program[] = []
beforeEach(async () => {
  world = await openGateway()
  caller = new Caller(world.base)
  await caller.signIn()
})
afterEach(async () => {
  for (const { socket } of programs.splice(0)) socket.terminate()
  await world.gateway.close()
})

async function open(road: string, headers: Record<string, string> = {}): Promise<Program> {
  const program = await Program.open(world.base, road, headers)
  programs.push(program)
  return program
}

function authOf(signer: Signer, expires: number, secret = signer.apiSecret): Json {
  const signature = createHmac('sha256', secret).update(`GET/realtime${expires}`).digest('hex')
  return { op: 'auth', args: [signer.apiKey, expires, signature], req_id: 'a' }
}

describe('v5 public sockets (semantics.md §3)', () => {
  it('acknowledge as published, then send the book: a snapshot, then deltas whose u rises by one', async () => {
    const program = await open('public/linear')
    const ack = await program.ask({ op: 'subscribe', args: ['orderbook.50.BTCUSDT'], req_id: 'x' })
    expect(ack).toEqual({ success: true, ret_msg: '', conn_id: expect.any(String), req_id: 'x', op: 'subscribe' })
    const snapshot = await program.until((one) => one['type'] === 'snapshot')
    expect(Object.keys(snapshot)).toEqual(['topic', 'type', 'ts', 'data', 'cts'])
    expect(snapshot['data']).toMatchObject({ s: 'BTCUSDT', u: 1 })
    world.journal.emit([bookEvent([['59998', '3']], [], START_MS + 1)])
    const delta = await program.until((one) => one['type'] === 'delta')
    expect(delta).toMatchObject({ data: { b: [['59998', '3']], a: [], u: 2 }, cts: START_MS + 1 })
  })

  it('send prints as they happen, with the direction of the tick, and none of before', async () => {
    const program = await open('public/linear')
    await program.ask({ op: 'subscribe', args: ['publicTrade.BTCUSDT'] })
    const trade = { symbol: 'BTCUSDT', side: 'buy', qty: '1', timeMs: START_MS } as const
    const prices = ['60000', '60000', '59999.9', '59999.9', '60001']
    world.journal.emit(
      prices.map((price, i) => ({ type: 'trade', trade: { ...trade, id: String(i), price } }) as never),
    )
    const frame = await program.until((one) => one['topic'] === 'publicTrade.BTCUSDT')
    expect(frame).toMatchObject({ type: 'snapshot' })
    const directions = (frame['data'] as { L: string }[]).map((row) => row.L)
    expect(directions).toEqual(['PlusTick', 'ZeroPlusTick', 'MinusTick', 'ZeroMinusTick', 'PlusTick'])
  })

  test.each([
    ['linear', ['orderbook.50.NOPEUSDT'], 'Invalid topic: orderbook.50.NOPEUSDT'],
    ['linear', ['orderbook.7.BTCUSDT'], 'Invalid topic: orderbook.7.BTCUSDT'],
    ['linear', ['kline.2.BTCUSDT'], 'Invalid topic: kline.2.BTCUSDT'],
    ['inverse', ['tickers.BTCUSDT'], 'Invalid topic: tickers.BTCUSDT'],
    ['linear', ['tickers.BTCUSDT', 'order'], 'Invalid topic: order'],
    ['linear', [], 'Params Error'],
    ['linear', [7], 'Params Error'],
    ['spot', Array.from({ length: 11 }, () => 'tickers.BTCUSDT'), 'args size >10'],
  ])('%s refuses %o as a whole', async (category, args, message) => {
    const program = await open(`public/${category}`)
    const reply = await program.ask({ op: 'subscribe', args, req_id: 1 })
    expect(reply).toMatchObject({ success: false, ret_msg: message, op: 'subscribe', req_id: '1' })
  })

  test.each([
    ['public/linear', { success: true, ret_msg: 'pong', op: 'ping', req_id: 'p' }],
    ['public/option', { op: 'pong', args: [String(START_MS)] }],
    ['private', { op: 'pong', args: [String(START_MS)], req_id: 'p' }],
    ['trade', { op: 'pong', retCode: 0, data: [String(START_MS)] }],
  ])('%s answers a ping in its own way', async (road, pong) => {
    expect(await (await open(road)).ask({ op: 'ping', req_id: 'p' })).toMatchObject(pong)
  })

  test.each(['{', '[]', '{"op":1}', '{"op":"subscribe","args":"x"}', '{"op":"x","op":"y"}', `{"op":"x","req_id":{}}`])(
    '%s is answered and changes nothing',
    async (text) => {
      expect(await (await open('public/linear')).ask(text)).toMatchObject({ success: false })
    },
  )

  it('are closed to foreign pages, and open to our own and to programs', async () => {
    await expect(open('public/linear', { origin: 'https://elsewhere.example' })).rejects.toThrow('403')
    await open('public/linear', { origin: world.base })
    await expect(open('public/nowhere')).rejects.toThrow('404')
  })
})

describe('the v5 private socket', () => {
  it('lets in by signature until it expires, and tells the account’s news by category', async () => {
    const signer = await Signer.of(caller, () => START_MS)
    const program = await open('private')
    expect(await program.ask({ op: 'subscribe', args: ['order'] })).toMatchObject({
      success: false,
      ret_msg: 'Request not authorized',
    })
    expect(await program.ask(authOf(signer, START_MS))).toMatchObject({ success: false, retCode: 10002 })
    expect(await program.ask(authOf(signer, START_MS + 1, 'wrong'))).toMatchObject({ success: false, retCode: 10004 })
    const nobody = new Signer(world.base, 'nobody', 'nothing', () => START_MS)
    expect(await program.ask(authOf(nobody, START_MS + 1))).toMatchObject({ success: false, retCode: 10003 })
    expect(await program.ask(authOf(signer, START_MS + 1))).toMatchObject({ success: true, op: 'auth', req_id: 'a' })
    await program.ask({ op: 'subscribe', args: ['order.linear', 'order.inverse', 'wallet'] })
    const order = {
      category: 'linear',
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Limit',
      qty: '0.01',
      price: '50000',
    }
    const placed = await caller.post('/v5/order/create', order)
    const news = await program.until((one) => one['topic'] === 'order.linear')
    // 0.01 × 50000
    const row = { orderId: placed.result['orderId'], orderStatus: 'New', category: 'linear', leavesValue: '500' }
    expect(news).toMatchObject({ creationTime: expect.any(Number), id: expect.any(String), data: [row] })
    expect(program.frames.some((one) => one['topic'] === 'order.inverse')).toBe(false)
  })

  it('takes no signature that is good for more than a minute', async () => {
    const signer = await Signer.of(caller, () => START_MS)
    const program = await open('private')
    expect(await program.ask(authOf(signer, START_MS + 60_001))).toMatchObject({ success: false, retCode: 10002 })
    expect(await program.ask(authOf(signer, START_MS + 60_000))).toMatchObject({ success: true })
  })

  it('lets a signature in on sockets of one kind, or of both within the second in which it is made', async () => {
    const signer = await Signer.of(caller, () => START_MS)
    const auth = authOf(signer, START_MS + 50_000)
    expect(await (await open('private')).ask(auth)).toMatchObject({ success: true })
    // A client that opens both kinds at once signs both in one millisecond.
    expect(await (await open('trade')).ask(auth)).toMatchObject({ retCode: 0 })
    world.journal.shiftClock(1_001)
    expect(await (await open('trade')).ask(auth)).toMatchObject({ retCode: 10004 })
    expect(await (await open('private')).ask(auth)).toMatchObject({ success: true })
    expect(await (await open('trade')).ask(authOf(signer, START_MS + 50_001))).toMatchObject({ retCode: 0 })
    world.journal.shiftClock(-1_001)
  })

  it('refuses all categories beside one of them, and unknown topics', async () => {
    const signer = await Signer.of(caller, () => START_MS)
    const program = await open('private')
    await program.ask(authOf(signer, START_MS + 1))
    expect(await program.ask({ op: 'subscribe', args: ['order', 'order.linear'] })).toMatchObject({ success: false })
    expect(await program.ask({ op: 'subscribe', args: ['order', 'nonsense'] })).toMatchObject({ success: false })
    expect(await program.ask({ op: 'subscribe', args: ['order', 'greeks', 'dcp'] })).toMatchObject({ success: true })
  })

  it('is one of twenty of an account at most', async () => {
    const signer = await Signer.of(caller, () => START_MS)
    for (let i = 0; i < 20; i++)
      expect(await (await open('private')).ask(authOf(signer, START_MS + 1))).toMatchObject({ success: true })
    const last = await open('private')
    expect(await last.ask(authOf(signer, START_MS + 1))).toMatchObject({ success: false, retCode: 10003 })
    programs[0]!.socket.close()
    await programs[0]!.closed()
    expect(await last.ask(authOf(signer, START_MS + 1))).toMatchObject({ success: true })
  })

  it('is no other account’s, and closes when its key ends', async () => {
    const signer = await Signer.of(caller, () => START_MS)
    const other = new Caller(world.base)
    await other.signIn()
    const program = await open('private')
    await program.ask(authOf(signer, START_MS + 1))
    await program.ask({ op: 'subscribe', args: ['order'] })
    const order = {
      category: 'linear',
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Limit',
      qty: '0.01',
      price: '50000',
    }
    await other.post('/v5/order/create', order)
    await program.ask({ op: 'ping' })
    expect(program.frames.some((one) => one['topic'] === 'order')).toBe(false)
    await caller.raw('DELETE', '/sandbox/api-keys', { apiKey: signer.apiKey })
    expect(await program.closed()).toBe(4003)
  })
})

describe('the v5 trade socket', () => {
  const header = { 'X-BAPI-TIMESTAMP': String(START_MS), 'X-BAPI-RECV-WINDOW': '5000' }
  const order = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '50000' }
  const create = { reqId: '1', header, op: 'order.create', args: [order] }

  it('trades for the key that came in, within the receive window, and names refusals', async () => {
    const signer = await Signer.of(caller, () => START_MS)
    const program = await open('trade')
    expect(await program.ask(create)).toMatchObject({ reqId: '1', retCode: 10007, op: 'order.create' })
    expect(await program.ask(authOf(signer, START_MS + 1))).toMatchObject({ retCode: 0, op: 'auth', reqId: 'a' })
    expect(await program.ask(create)).toMatchObject({ reqId: '1', retCode: 0, data: { orderId: expect.any(String) } })
    const late = { ...header, 'X-BAPI-TIMESTAMP': String(START_MS - 5001) }
    expect(await program.ask({ ...create, header: late })).toMatchObject({ retCode: 10002 })
    expect(await program.ask({ ...create, args: [{ ...order, qty: true }] })).toMatchObject({
      retCode: 10001,
      retExtInfo: { field: 'qty' },
    })
    expect(await program.ask({ ...create, args: [] })).toMatchObject({ retCode: 10001 })
    // A client waits for the answer to its id, whatever was wrong with the frame.
    const named = { reqId: '1', retCode: 10001, retExtInfo: { field: 'args' } }
    for (const args of [5, null, 'x', {}]) expect(await program.ask({ ...create, args })).toMatchObject(named)
    expect(await program.ask({ ...create, header: 5 })).toMatchObject({ reqId: '1', retCode: 10001 })
    expect(await program.ask({ ...create, op: 'order.destroy' })).toMatchObject({ retCode: 10001 })
    const batch = { category: 'linear', request: [order, { ...order, side: 'Up' }] }
    expect(await program.ask({ ...create, op: 'order.create-batch', args: [batch] })).toMatchObject({
      retCode: 0,
      retExtInfo: { list: [{ code: 0 }, { code: 10001 }] },
    })
  })

  it('does not trade for a key that may only read', async () => {
    const reader = await Signer.of(caller, () => START_MS, { permissions: ['read'] })
    const program = await open('trade')
    await program.ask(authOf(reader, START_MS + 1))
    expect(await program.ask(create)).toMatchObject({ retCode: 10005 })
    expect(world.journal.orders.size).toBe(0)
  })
})
