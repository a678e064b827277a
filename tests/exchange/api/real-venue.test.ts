import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway } from '../../../exchange/host/node/start-gateway'
import type { RunningGateway } from '../../../exchange/host/node/gateway-options'
import type { OpenJournal } from '../../../exchange/host/node/journal/open-journal'
import { openJournal } from '../../../exchange/host/node/journal/open-journal'
import { restoreVenue, venueOf } from '../../../exchange/venue/create-venue'
import { parseExecutionRows, parseOrderRows, parsePositionRows, parseWalletRows } from '../../../src/wire/push/account'
import { bookChecksum, parseBook } from '../../../src/wire/push/book'
import { parseBriefSymbolList } from '../../../src/wire/rest/brief-symbol-list'
import { Caller, Listener, type Frame } from './lib/client'

const START_MS = 1_800_000_000_000
const MARKET = { account: '', connId: 'market', term: 0, clientTag: '' }

let folder: string
let journal: OpenJournal
let gateway: RunningGateway
let base: string
let caller: Caller
const listeners: Listener[] = []

let nowMs = START_MS

async function start(port: number): Promise<void> {
  journal = await openJournal({
    dataDir: folder,
    genesis: { type: 'genesis', seed: 7, region: 'global', feedSymbol: null },
    // Time moves by one market step at each look, so that the test needs no waiting.
    clock: { now: () => (nowMs += 50), monotonic: () => nowMs, after: () => () => undefined },
    createVenue: venueOf,
    restoreVenue,
  })
  const config = { host: '127.0.0.1', port, control: false, dataDir: folder, api: null, ws: null, region: 'global' }
  gateway = await startGateway({ journal, fanout: journal.fanout, config, build: 'test', staticDir: null })
  base = `http://127.0.0.1:${gateway.port}`
}

async function stop(): Promise<void> {
  await gateway.close()
  await journal.close()
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'halyard-'))
  await start(0)
  for (let i = 0; i < 20; i++) await tick()
  caller = new Caller(base)
  await caller.signIn()
})
afterAll(async () => {
  for (const one of listeners) one.close()
  await stop()
  await rm(folder, { recursive: true })
})

async function tick(): Promise<void> {
  await journal.submit({ type: 'tick' }, MARKET)
}

async function open(channel: 'public' | 'private', args: readonly string[]): Promise<Listener> {
  const listener = await Listener.open(base, channel, caller.cookie)
  listeners.push(listener)
  if (channel === 'private') listener.send({ op: 'login', args: [await caller.oneTimeToken()] })
  listener.send({ op: 'subscribe', args })
  return listener
}

describe('the gateway over the real venue', () => {
  it('streams a book that stays exact, by sequence and checksum, while the market runs', async () => {
    const topic = 'orderBook_50.H.BTCUSDT'
    const listener = await open('public', [topic])
    const book = { bids: new Map<string, string>(), asks: new Map<string, string>() }
    let last: Frame | null = null
    for (let i = 0; i < 60; i++) {
      const frame = await listener.until((one) => one['topic'] === topic)
      const message = parseBook(frame.data)
      if (frame['type'] === 'snapshot') {
        book.bids.clear()
        book.asks.clear()
      } else {
        expect(frame['seq']).toBe((last!['seq'] as number) + 1)
        expect(message.updateId).toBe(parseBook(last!.data).updateId + 1)
      }
      for (const [side, rows] of [
        [book.bids, message.bids],
        [book.asks, message.asks],
      ] as const)
        for (const [price, qty] of rows) {
          if (qty === '0') expect(side.delete(price)).toBe(true)
          else side.set(price, qty)
        }
      const bids = [...book.bids].toSorted(([a], [b]) => Number(b) - Number(a))
      const asks = [...book.asks].toSorted(([a], [b]) => Number(a) - Number(b))
      expect(bids.length).toBeLessThanOrEqual(50)
      expect(message.crc).toBe(bookChecksum(bids, asks))
      expect(Number(bids[0]![0])).toBeLessThan(Number(asks[0]![0]))
      last = frame
      for (let step = 0; step < 3; step++) await tick()
    }
  })

  it('fills a market order and tells order, execution, position and wallet, all the same over REST', async () => {
    const listener = await open('private', ['user.order', 'user.execution', 'user.position', 'user.wallet'])
    const wallet = await listener.until((frame) => frame['topic'] === 'user.wallet')
    expect(parseWalletRows(wallet.data)[0]!.coins.find((one) => one.coin === 'USDT')?.walletBalance).toBe('100000')
    const order = {
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Market',
      qtyX: '10000000',
      timeInForce: 'ImmediateOrCancel',
    }
    const placed = await caller.post('/contract/v5/order/create', order, { 'client-tag': 'buy-1' })
    expect(placed.retCode).toBe(0)

    const filled = await listener.until(
      (frame) =>
        frame['topic'] === 'user.order' && parseOrderRows(frame.data).some((row) => row.order.status === 'filled'),
    )
    const done = parseOrderRows(filled.data).find((row) => row.order.status === 'filled')!.order
    expect(done).toMatchObject({ id: placed.result['orderId'], linkId: 'buy-1', filledQty: '0.1' })
    const fills = parseExecutionRows((await listener.until((frame) => frame['topic'] === 'user.execution')).data)
    expect(fills.every((one) => one.orderId === done.id)).toBe(true)
    const position = parsePositionRows((await listener.until((frame) => frame['topic'] === 'user.position')).data)[0]!
    expect(position).toMatchObject({ symbol: 'BTCUSDT', side: 'buy', size: '0.1' })

    const look = await caller.get('/v5/order/realtime?category=linear&orderLinkId=buy-1')
    expect(look.result['list']).toMatchObject([{ orderStatus: 'Filled', cumExecQty: '0.1', avgPrice: done.avgPrice }])
    const list = await caller.get('/v5/position/list?category=linear&symbol=BTCUSDT')
    expect(list.result['list']).toMatchObject([{ size: '0.1', side: 'Buy', avgPrice: position.entryPrice }])
    const executions = (await caller.get('/v5/execution/list?category=linear')).result['list'] as { execId: string }[]
    expect(executions.map((one) => one.execId).toSorted()).toEqual(fills.map((one) => one.id as string).toSorted())
  })

  it('refuses what breaks the contract’s rules, in the units of the contract', async () => {
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', timeInForce: 'GTC', category: 'linear' }
    const ask = async (change: object) => {
      const answer = await caller.post('/v5/order/create', { ...order, ...change })
      return [answer.retCode, answer.retExtInfo]
    }
    const { result } = await caller.get('/v5/market/tickers?category=linear&symbol=BTCUSDT')
    const mark = Number((result['list'] as { markPrice: string }[])[0]!.markPrice)
    const price = String(Math.round(mark * 0.995))
    expect(await ask({ qty: '0.0015', price })).toEqual([10001, { field: 'qty', step: '0.001' }])
    expect(await ask({ qty: '0.01', price: `${price}.05` })).toEqual([110003, { field: 'price', step: '0.1' }])
    expect((await ask({ qty: '100', price }))[0]).toBe(110007)
    expect((await ask({ qty: '0.01', price, reduceOnly: true }))[0]).toBe(110017)
    expect((await ask({ qty: '0.01', price, symbol: 'NOPEUSDT' }))[0]).toBe(10001)
  })

  it('refuses what comes after its valid-until, and takes the same id when it is sent again (I2)', async () => {
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price: '20000', qtyX: '1000000' }
    const send = (validUntil: string) =>
      caller.post('/contract/v5/order/create', order, { 'client-tag': 'late-1', 'valid-until': validUntil })
    const late = await send(String(nowMs))
    expect(late).toMatchObject({ retCode: 10002, retExtInfo: { field: 'valid-until' } })
    const look = await caller.get('/v5/order/realtime?category=linear&orderLinkId=late-1')
    expect(look.result['list']).toEqual([])
    // The same as v5 says it: the call's own time, and how long after it the call may be taken.
    const window = { 'x-bapi-timestamp': String(nowMs - 2_500), 'x-bapi-recv-window': '2500' }
    const outside = await caller.post('/contract/v5/order/create', order, { 'client-tag': 'late-1', ...window })
    expect(outside).toMatchObject({ retCode: 10002 })
    expect((await send('soon')).retCode).toBe(10001)
    expect((await send(String(nowMs + 60_000))).retCode).toBe(0)
  })

  it('lists at least five contracts and 1,000 bars of every interval', async () => {
    const list = parseBriefSymbolList((await caller.get('/contract/v5/product/brief-symbol-list')).result)
    expect(list.instruments.map((one) => one.symbol)).toEqual(
      expect.arrayContaining(['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'DOGEUSDT']),
    )
    for (const interval of ['1', '15', '60', 'D']) {
      const answer = await caller.get(`/v5/market/kline?category=linear&symbol=BTCUSDT&interval=${interval}&limit=1000`)
      expect(answer.result['list'], interval).toHaveLength(1000)
    }
  })

  it('knows session, orders and positions again after a restart, and answers an old sequence with a snapshot', async () => {
    const before = await open('private', ['user.position'])
    const old = await before.until((frame) => frame['topic'] === 'user.position')
    const { port } = gateway
    await stop()
    await start(port)
    const again = await caller.post('/sandbox/session')
    expect(again.result).toMatchObject({ isNew: false })
    const look = await caller.get('/v5/order/realtime?category=linear&orderLinkId=buy-1')
    expect(look.result['list']).toMatchObject([{ orderStatus: 'Filled', cumExecQty: '0.1' }])
    const order = {
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Market',
      qtyX: '10000000',
      timeInForce: 'ImmediateOrCancel',
    }
    const repeat = await caller.post('/contract/v5/order/create', order, { 'client-tag': 'buy-1' })
    expect(repeat.result['orderId']).toBe((look.result['list'] as { orderId: string }[])[0]!.orderId)
    const other = await caller.post('/contract/v5/order/create', { ...order, side: 'Sell' }, { 'client-tag': 'buy-1' })
    expect(other.retCode).toBe(110072)

    const after = await open('private', [])
    after.send({ op: 'subscribe', args: ['user.position'], from: old['seq'] })
    const positions = await after.until((frame) => frame['topic'] === 'user.position')
    expect(positions).toMatchObject({ type: 'snapshot' })
    expect(positions['seq']).toBeGreaterThan(old['seq'] as number)
    expect(parsePositionRows(positions.data)).toMatchObject([{ symbol: 'BTCUSDT', size: '0.1' }])
  })

  it('tells of strategies: the list first, then each that is opened, moves or ends, and what was missed again', async () => {
    const isStrategies = (type: string) => (frame: Frame) =>
      frame['topic'] === 'user.strategy' && frame['type'] === type
    const one = await open('private', ['user.strategy'])
    const snapshot = await one.until(isStrategies('snapshot'))
    expect(snapshot.data).toEqual([])
    const terms = { symbol: 'BTCUSDT', side: 'Buy', qtyX: '5000000', duration: 300, interval: 60 }
    const opened = await caller.post('/contract/v5/twap/create', terms, { 'client-tag': 'twap-1' })
    const { strategyId } = opened.result
    const first = await one.until(isStrategies('delta'))
    expect(first).toMatchObject({
      seq: (snapshot['seq'] as number) + 1,
      data: [{ strategyId, orderLinkId: 'twap-1', status: 'Running', qty: '0.05', filledQty: '0.01' }],
    })
    // The rows are those of the list.
    const listed = await caller.get('/contract/v5/twap/list')
    expect(first.data).toEqual(listed.result['list'])
    one.close()

    await caller.post('/contract/v5/twap/cancel', { strategyId })
    const two = await Listener.open(base, 'private', caller.cookie)
    listeners.push(two)
    two.send({ op: 'login', args: [await caller.oneTimeToken()] })
    two.send({ op: 'subscribe', args: ['user.strategy'], from: { 'user.strategy': first['seq'] as number } })
    const ended = { strategyId, status: 'Cancelled' }
    expect(await two.until(isStrategies('delta'))).toMatchObject({ replay: true, data: [ended] })
    const whole = await open('private', ['user.strategy'])
    expect(await whole.until(isStrategies('snapshot'))).toMatchObject({ data: [ended] })
  })
})
