import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { VenueEvent } from '../../../exchange/venue/venue-port'
import { NO_FAULTS } from '../../../exchange/api/faults'
import { Connection } from '../../../exchange/api/feeds/dispatcher/connection'
import { crc32 } from '../../../src/base/crc32'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { Listener, openGateway, type Frame, type TestGateway } from './lib/client'
import { BTCUSDT, bookEvent, START_MS, TICKER } from './lib/fake-journal'
import { fakeSocket, OUTLET } from './lib/frames'

let world: TestGateway
let listeners: Listener[]
beforeEach(async () => {
  world = await openGateway()
  listeners = []
})
afterEach(async () => {
  for (const one of listeners) one.close()
  await world.gateway.close()
})

async function listen(): Promise<Listener> {
  const listener = await Listener.open(world.base, 'public')
  listeners.push(listener)
  return listener
}

type Book = { s: string; b: [string, string][]; a: [string, string][]; u: number; cts: number; crc: number }

function changed(bids: [string, string][], asks: [string, string][] = []): VenueEvent {
  return bookEvent(bids, asks, START_MS + 5)
}

/** A reader as the protocol asks for: prices as keys, '0' removes, best first. */
function applyTo(book: { b: Map<string, string>; a: Map<string, string> }, frame: Frame): void {
  const data = frame.data as Book
  if (frame['type'] === 'snapshot') {
    book.b.clear()
    book.a.clear()
  }
  for (const [side, rows] of [
    [book.b, data.b],
    [book.a, data.a],
  ] as const) {
    for (const [price, qty] of rows) {
      if (qty === '0') side.delete(price)
      else side.set(price, qty)
    }
  }
}

describe('book stream', () => {
  it('starts with a snapshot, u = 1, the documented field order and the checksum of both sides', async () => {
    const one = await listen()
    one.send({ op: 'subscribe', args: ['orderBook_50.H.BTCUSDT'], req_id: 'r1' })
    const reply = await one.next()
    expect(reply).toMatchObject({ op: 'subscribe', success: true, req_id: 'r1' })
    await one.next()
    // Interleaved bid 1, ask 1, bid 2, ask 2 (decisions 2).
    const crc = crc32('59999.9:1:60000:2:59999.8:2:60000.1:3')
    expect(one.texts[1]).toBe(
      `{"topic":"orderBook_50.H.BTCUSDT","type":"snapshot","ts":${START_MS},"seq":1,"data":{"s":"BTCUSDT",` +
        `"b":[["59999.9","1"],["59999.8","2"]],"a":[["60000","2"],["60000.1","3"]],"u":1,"cts":${START_MS},"crc":${crc}}}`,
    )
  })

  it('sends changed, new and removed levels as deltas with rising u and seq', async () => {
    const one = await listen()
    one.send({ op: 'subscribe', args: ['orderBook_50.H.BTCUSDT'] })
    await one.until((frame) => frame['type'] === 'snapshot')
    world.journal.emit([changed([['59999.9', '0']], [['60000', '7']])])
    const delta = await one.next()
    expect(delta).toMatchObject({ type: 'delta', seq: 2 })
    expect(delta.data).toMatchObject({ b: [['59999.9', '0']], a: [['60000', '7']], u: 2, cts: START_MS + 5 })
    expect((delta.data as Book).crc).toBe(crc32('59999.8:2:60000:7:60000.1:3'))
    world.journal.emit([changed([['59999.95', '4']])])
    expect((await one.next()).data).toMatchObject({ b: [['59999.95', '4']], a: [], u: 3 })
  })

  it('keeps a client window of 25 levels exact when levels enter and leave it', async () => {
    // 40 bids from 1000 down; the window shows the best 25.
    const bids = Array.from({ length: 40 }, (_, i): [string, string] => [String(1000 - i), '1'])
    world.journal.emit([changed([['59999.9', '0'], ['59999.8', '0'], ...bids])])
    const one = await listen()
    one.send({ op: 'subscribe', args: ['orderBook_25.H.BTCUSDT'] })
    const mine = { b: new Map<string, string>(), a: new Map<string, string>() }
    applyTo(mine, await one.until((frame) => frame['type'] === 'snapshot'))
    expect([...mine.b.keys()].at(-1)).toBe('976')
    // A better bid pushes 976 out …
    world.journal.emit([changed([['1001', '2']])])
    const pushed = await one.next()
    expect((pushed.data as Book).b).toEqual([
      ['1001', '2'],
      ['976', '0'],
    ])
    applyTo(mine, pushed)
    // … and two that go bring 976 and 975 back.
    world.journal.emit([
      changed([
        ['1001', '0'],
        ['990', '0'],
      ]),
    ])
    const back = await one.next()
    expect((back.data as Book).b).toEqual([
      ['1001', '0'],
      ['990', '0'],
      ['976', '1'],
      ['975', '1'],
    ])
    applyTo(mine, back)
    expect(mine.b.size).toBe(25)
  })

  it('gives a late reader a snapshot that the next shared delta follows', async () => {
    const one = await listen()
    one.send({ op: 'subscribe', args: ['orderBook_50.H.BTCUSDT'] })
    await one.until((frame) => frame['type'] === 'snapshot')
    world.journal.emit([changed([['59999.9', '5']])])
    await one.next()
    const two = await listen()
    two.send({ op: 'subscribe', args: ['orderBook_50.H.BTCUSDT'] })
    const snapshot = await two.until((frame) => frame['type'] === 'snapshot')
    expect(snapshot).toMatchObject({ seq: 2 })
    expect(snapshot.data).toMatchObject({ u: 2 })
    world.journal.emit([changed([['59999.9', '6']])])
    const [first, second] = await Promise.all([one.next(), two.next()])
    expect(first).toEqual(second)
    expect(first).toMatchObject({ seq: 3, type: 'delta' })
    expect(one.texts.at(-1)).toBe(two.texts.at(-1))
  })

  it('starts everybody afresh when the tick size changes', async () => {
    const one = await listen()
    one.send({ op: 'subscribe', args: ['orderBook_50.H.BTCUSDT', 'public.symbol.notify'] })
    const before = await one.until((frame) => frame['topic'] === 'public.symbol.notify')
    world.journal.book = { bids: [['59999.5', '1']], asks: [['60000', '1']] }
    world.journal.instrument = { ...BTCUSDT, tickSize: '0.5' as Price }
    world.journal.emit([{ type: 'instrument', instrument: world.journal.instrument }])
    const book = await one.next()
    expect(book).toMatchObject({ topic: 'orderBook_50.H.BTCUSDT', type: 'snapshot', seq: 2 })
    const notice = await one.next()
    expect(notice).toMatchObject({ topic: 'public.symbol.notify', data: { symbol: 'BTCUSDT' } })
    expect((notice.data as { version: string }).version).not.toBe((before.data as { version: string }).version)
  })
})

describe('other market streams', () => {
  it('sends a ticker once whole and then the fields that changed', async () => {
    const one = await listen()
    one.send({ op: 'subscribe', args: ['instrument_info.H.BTCUSDT'] })
    const snapshot = await one.until((frame) => frame['type'] === 'snapshot')
    expect(snapshot.data).toMatchObject({
      symbol: 'BTCUSDT',
      lastPrice: '60000',
      bid1Size: '1',
      price24hPcnt: '0.016949',
    })
    world.journal.emit([{ type: 'ticker', ticker: { ...TICKER, lastPrice: '60000.1' as Price } }])
    expect(await one.next()).toMatchObject({
      type: 'delta',
      seq: 2,
      data: { symbol: 'BTCUSDT', lastPrice: '60000.1' },
    })
    expect(Object.keys(one.frames.at(-1)!.data as object)).toEqual(['symbol', 'lastPrice'])
  })

  it('sends all tickers, trades, candles and the index price', async () => {
    const one = await listen()
    const args = ['instrument_info_v3.all', 'recently_trade.H.BTCUSDT', 'kline.1.BTCUSDT', 'index_quote_20.H.BTCUSDT']
    one.send({ op: 'subscribe', args })
    for (const topic of args) {
      expect(await one.until((frame) => frame['topic'] === topic)).toMatchObject({ type: 'snapshot' })
    }
    const price = '60000.1' as Price
    const qty = '0.5' as Qty
    const symbol = 'BTCUSDT' as InstrumentSymbol
    world.journal.emit([
      { type: 'trade', trade: { id: 't1', symbol, side: 'sell', price, qty, timeMs: START_MS } },
      {
        type: 'candle',
        symbol,
        source: 'last',
        interval: '1',
        candle: {
          startMs: START_MS,
          endMs: START_MS + 59_999,
          open: price,
          high: price,
          low: price,
          close: price,
          volume: qty,
          turnover: '30000.05' as never,
          confirmed: false,
        },
      },
      { type: 'ticker', ticker: { ...TICKER, indexPrice: '60003' as Price } },
    ])
    const got = new Map<string, Frame>()
    while (got.size < 4) {
      const frame = await one.next()
      got.set(String(frame['topic']), frame)
    }
    expect(got.get('recently_trade.H.BTCUSDT')!.data).toEqual([
      { i: 't1', s: 'BTCUSDT', S: 'Sell', p: '60000.1', v: '0.5', T: START_MS },
    ])
    expect(got.get('kline.1.BTCUSDT')!.data).toMatchObject([{ start: START_MS, close: '60000.1', confirm: false }])
    expect(got.get('index_quote_20.H.BTCUSDT')!.data).toEqual({ symbol: 'BTCUSDT', indexPrice: '60003' })
    expect(got.get('instrument_info_v3.all')!.data).toEqual([{ symbol: 'BTCUSDT', indexPrice: '60003' }])
  })
})

describe('the public channel', () => {
  it('names the topics it refuses and serves the others', async () => {
    const one = await listen()
    one.send({
      op: 'subscribe',
      args: ['orderBook_7.H.BTCUSDT', 'user.order', 'recently_trade.H.BTCUSDT', 'kline.1.NOPE'],
    })
    expect(await one.next()).toMatchObject({
      success: false,
      failed: ['orderBook_7.H.BTCUSDT', 'user.order', 'kline.1.NOPE'],
    })
    expect(await one.next()).toMatchObject({ topic: 'recently_trade.H.BTCUSDT', type: 'snapshot' })
  })

  it('answers pings, refuses what is no request, and beats with a counter without gaps', async () => {
    const one = await listen()
    one.send({ op: 'ping', req_id: 'p' })
    expect(await one.next()).toMatchObject({ op: 'pong', args: [String(START_MS)], req_id: 'p' })
    one.socket.send('{"op":"ping","op":"login"}')
    expect(await one.next()).toMatchObject({ success: false })
    await one.heartbeat(2)
    expect(one.heartbeats[1]!['counter']).toBe((one.heartbeats[0]!['counter'] as number) + 1)
    expect(one.heartbeats[0]!['ts']).toBe(START_MS)
  })

  it('stops after unsubscribe', async () => {
    const one = await listen()
    one.send({ op: 'subscribe', args: ['orderBook_50.H.BTCUSDT'] })
    await one.until((frame) => frame['type'] === 'snapshot')
    one.send({ op: 'unsubscribe', args: ['orderBook_50.H.BTCUSDT'] })
    expect(await one.next()).toMatchObject({ op: 'unsubscribe', success: true })
    world.journal.emit([changed([['59999.9', '5']])])
    one.send({ op: 'ping' })
    expect(await one.next()).toMatchObject({ op: 'pong' })
  })

  it('opens for its own origin only', async () => {
    for (const origin of ['http://evil.example', 'null', `${world.base}.evil.example`]) {
      await expect(Listener.open(world.base, 'public', '', origin)).rejects.toThrow('403')
    }
    const { WebSocket } = await import('ws')
    const bare = new WebSocket(`${world.base.replace('http', 'ws')}/realtime_public?v=2`)
    const failure = await new Promise<string>((resolve) => bare.on('error', (error) => resolve(error.message)))
    expect(failure).toContain('403')
  })

  it.each([
    [8 << 20, false],
    [(8 << 20) + 1, true],
  ])('cuts a client that goes on asking while %i bytes of answers wait for it: %s', (bufferedAmount, expected) => {
    const { socket, closed } = fakeSocket(bufferedAmount)
    new Connection(socket, 'public', null, NO_FAULTS, OUTLET.frame).received()
    expect(closed.length > 0).toBe(expected)
  })

  it('cuts a socket that sends more than 64 KiB at once', async () => {
    const one = await listen()
    one.socket.send('x'.repeat(65_537))
    expect(await one.closed()).toBe(1009)
  })
})
