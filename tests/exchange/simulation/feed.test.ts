import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/base/random'
import { feedSymbol, playFeed } from '../../../exchange/feed-reader'
import { FeedBook } from '../../../exchange/simulation/feed-book'
import { createFeedParser, FeedFormatError } from '../../../exchange/simulation/feed-parser'
import type { FeedStep } from '../../../exchange/simulation/feed-step'
import { BTC, openVenue, START_MS, tick } from '../venue/lib'
import { madeFeed } from './made-feed'

function parse(text: string) {
  const parser = createFeedParser('BTCUSDT')
  return [...text.split('\n').flatMap((line) => parser.push(line)), ...parser.end()]
}

function diff(ns: string, data: object): string {
  return `${ns} ${JSON.stringify({ stream: 'btcusdt@depth@0ms', data })}`
}

describe('lines of depth and trades', () => {
  const depth = { e: 'depthUpdate', b: [], a: [] }

  test('diffs wait for the snapshot, old ones are dropped, the rest chains', () => {
    const text = [
      // Older than the snapshot: dropped, its bid must not appear.
      diff('1000000000000000000', { ...depth, U: 1, u: 9, pu: 0, b: [['99.9', '7']] }),
      // Covers the snapshot's 12.
      diff('1000000000100000000', { ...depth, U: 10, u: 14, pu: 9, b: [['100.1', '2']] }),
      `1000000000200000000 ${JSON.stringify({ lastUpdateId: 12, bids: [['100', '1']], asks: [['100.5', '3']] })}`,
      diff('1000000000350000000', { ...depth, U: 15, u: 20, pu: 14, b: [['100.1', '0']], a: [['100.4', '1']] }),
      // Nothing at the top changed: no step.
      diff('1000000000400000000', { ...depth, U: 21, u: 22, pu: 20, b: [['90', '1']] }),
    ].join('\n')
    expect(parse(text)).toEqual([
      {
        atMs: 200,
        step: { kind: 'quote', symbol: 'BTCUSDT', bid: '100.1', bidQty: '2', ask: '100.5', askQty: '3' },
      },
      { atMs: 350, step: { kind: 'quote', symbol: 'BTCUSDT', bid: '100', bidQty: '1', ask: '100.4', askQty: '1' } },
    ])
  })

  test('a broken chain silences the quotes until the next snapshot', () => {
    const book = new FeedBook()
    const snapshot = { lastUpdateId: 10, bids: [['1', '1']], asks: [['2', '1']] } as const
    book.applySnapshot(snapshot)
    expect(book.applyDiff({ U: 11, u: 12, pu: 10, b: [['1.1', '1']], a: [] })).toBe(true)
    expect(book.applyDiff({ U: 14, u: 15, pu: 13, b: [], a: [] })).toBe(false)
    expect(book.best()).toBeNull()
    book.applySnapshot({ ...snapshot, lastUpdateId: 20 })
    expect(book.best()).toEqual({ bid: '1', bidQty: '1', ask: '2', askQty: '1' })
  })

  test('spot frames chain by U', () => {
    const book = new FeedBook()
    book.applySnapshot({ lastUpdateId: 10, bids: [['1', '1']], asks: [['2', '1']] })
    expect(book.applyDiff({ U: 5, u: 10, b: [], a: [] })).toBe(false)
    expect(book.applyDiff({ U: 9, u: 12, b: [['1.5', '4']], a: [] })).toBe(true)
    expect(
      book.applyDiff({
        U: 13,
        u: 13,
        b: [],
        a: [
          ['2', '0'],
          ['1.9', '5'],
        ],
      }),
    ).toBe(true)
    expect(book.best()).toEqual({ bid: '1.5', bidQty: '4', ask: '1.9', askQty: '5' })
  })

  test('a buyer who was the maker means that the taker sold', () => {
    const trade = { e: 'trade', p: '61800.20', q: '0.015', m: true }
    const line = `1723161255253870966 ${JSON.stringify({ stream: 'btcusdt@trade', data: trade })}`
    expect(parse(line)).toEqual([
      { atMs: 0, step: { kind: 'trade', symbol: 'BTCUSDT', price: '61800.20', qty: '0.015', side: 'sell' } },
    ])
  })
})

describe('rows of trades and bars', () => {
  test('trades with recv_ns', () => {
    const text =
      'recv_ns,exch_ms,symbol,trade_id,price,qty,buyer_is_maker\n' +
      '1723161255088176367,1723161256322,BTCUSDT,1,61800.30,0.006,0\n' +
      '1723161255338230567,1723161256344,BTCUSDT,2,61800.20,0.199,1\n'
    expect(parse(text).map(({ atMs, step }) => [atMs, step.kind === 'trade' && step.side])).toEqual([
      [0, 'buy'],
      [250, 'sell'],
    ])
  })

  test('trades with an unnamed index column', () => {
    const text =
      ',timestamp,id,type,side,price,amount,cost,date\n' +
      '0,1675329600138,1206419187,,buy,1666.8,26.062,43440.1416,2023-02-02 09:20:00.138000+00:00\n'
    expect(parse(text)).toEqual([
      { atMs: 0, step: { kind: 'trade', symbol: 'BTCUSDT', price: '1666.8', qty: '26.062', side: 'buy' } },
    ])
  })

  test.each([
    ['start_ms', 'start_ms,open,high,low,close,volume', ['0,10,14,8,12,60', '60000,12,12,12,12,0']],
    ['end_ms', 'end_ms,open,high,low,close,volume', ['59999,10,14,8,12,60', '119999,12,12,12,12,0']],
    [
      'timestamp',
      'timestamp,open,high,low,close,volume',
      ['2021-12-31 23:01:00.000000,10,14,8,12,60', '2021-12-31 23:02:00.000000,12,12,12,12,0'],
    ],
    ['start in seconds, low first', 'start,low,high,open,close,volume', ['0,8,14,10,12,60', '60,12,12,12,12,0']],
  ])('bars by %s are played through open, low, high and close within their minute', (_name, header, rows) => {
    const steps = parse([header, ...rows].join('\n'))
    const first = steps.slice(0, 60)
    const prices = first.map(({ step }) => (step.kind === 'trade' ? Number(step.price) : Number.NaN))
    expect(prices[0]).toBe(10)
    expect(Math.min(...prices)).toBe(8)
    expect(Math.max(...prices)).toBe(14)
    expect(prices[59]).toBe(12)
    expect(prices.indexOf(Math.min(...prices))).toBeLessThan(prices.indexOf(Math.max(...prices)))
    expect(first[0]!.atMs).toBe(0)
    expect(first[59]!.atMs).toBe(59_000)
    expect(steps[60]!.atMs).toBe(60_000)
    const volume = first.reduce((sum, { step }) => sum + (step.kind === 'trade' ? Number(step.qty) : 0), 0)
    expect(volume).toBeCloseTo(60, 6)
  })

  test('bars of quotes become quotes', () => {
    const header = 'start_ms,bid_open,bid_high,bid_low,bid_close,bid_size,ask_open,ask_high,ask_low,ask_close,ask_size'
    const [first] = parse(`${header}\n0,17193.5,17199,17193.5,17199,1,17194,17199.5,17194,17199.5,2`)
    expect(first).toEqual({
      atMs: 0,
      step: { kind: 'quote', symbol: 'BTCUSDT', bid: '17193.5', ask: '17194' },
    })
  })

  test('funding rates have no prices and are refused', () => {
    expect(() => parse('20221213 00:00:00,-0.0002016')).toThrow(FeedFormatError)
  })
})

function pricesOf(steps: readonly FeedStep[]): string[] {
  return steps.map((step) => (step.kind === 'trade' ? step.price : ''))
}

describe('a feed being played', () => {
  test.each([
    ['binance-usdm-btcusdt_20240808-depth-and-trades.txt.gz', 'BTCUSDT'],
    ['binance-cm-btcusd_perp_20240808-depth-and-trades.txt.gz', 'BTCUSD'],
    ['binance-inverse-BTCUSD-1m.csv.gz', 'BTCUSD'],
    ['ETHUSDT-public-trades-2023-02-02.csv.gz', 'ETHUSDT'],
    ['BTC-PERP-1m-2021-12-31..2022-01-21.csv.gz', 'BTCUSDT'],
  ])('%s moves %s', (name, symbol) => expect(feedSymbol(name)).toBe(symbol))

  test('hands out what is due, faster at a higher speed, and knows its end', () => {
    const text = [
      'recv_ns,exch_ms,symbol,trade_id,price,qty,buyer_is_maker',
      ...[0, 100, 200, 900].map((ms, n) => `${1_000_000 + ms}000000,0,X,${n},${n + 1},1,0`),
    ].join('\n')
    const feed = playFeed(text, 'BTCUSDT', 2)
    expect(pricesOf(feed.next(50))).toEqual(['1', '2'])
    expect(pricesOf(feed.next(99))).toEqual([])
    expect(pricesOf(feed.next(100))).toEqual(['3'])
    expect(feed.done()).toBe(false)
    expect(pricesOf(feed.next(450))).toEqual(['4'])
    expect(feed.done()).toBe(true)
  })
})

/** Counts the seconds whose last price is within 3 ticks of the newest recorded trade at that moment. */
function trackFeed(feed: { next(elapsedMs: number): FeedStep[]; done(): boolean }, seconds: number) {
  const venue = openVenue({ feedSymbol: 'BTCUSDT' })
  let newest: number | null = null
  let near = 0
  let counted = 0
  tick(
    venue,
    START_MS,
    seconds * 10,
    (_events, nowMs) => {
      if ((nowMs - START_MS) % 1000 !== 500 || newest === null || feed.done()) return
      counted += 1
      // Ticks of 0.1; the half is for the binary fraction of the subtraction.
      if (Math.abs(Number(venue.ticker(BTC)!.lastPrice) - newest) / 0.1 < 3.5) near += 1
    },
    (n) => {
      const steps = feed.next(n * 100)
      for (const step of steps) if (step.kind === 'trade') newest = Number(step.price)
      return steps
    },
  )
  return { venue, near, counted, newest }
}

describe('the market follows a feed (last price within 3 ticks of the newest recorded trade in 95 % of seconds)', () => {
  test('a made-up feed with jumps, quiet seconds and quotes that run ahead of the trades', () => {
    const random = createRandom(9)
    const rows: string[] = []
    let price = 580_000
    for (let ms = 0; ms < 60_000; ms += random.int(5, 900)) {
      price += Math.round(random.normal() * (random.next() < 0.05 ? 400 : 15))
      const ns = `${1_700_000_000_000 + ms}000000`
      const side = random.next() < 0.5
      const trade = { e: 'trade', p: (price / 10).toFixed(2), q: (random.next() * 2).toFixed(3), m: side }
      rows.push(`${ns} ${JSON.stringify({ stream: 'x@trade', data: trade })}`)
      const bid = price + random.int(-20, 20)
      const snapshot = {
        lastUpdateId: ms,
        bids: [[(bid / 10).toFixed(2), '1']],
        asks: [[((bid + random.int(1, 4)) / 10).toFixed(2), '1']],
      }
      rows.push(`${ns} ${JSON.stringify(snapshot)}`)
    }
    const { venue, near, counted } = trackFeed(playFeed(rows.join('\n'), 'BTCUSDT', 1), 60)
    expect(counted).toBeGreaterThan(50)
    expect(near / counted).toBeGreaterThanOrEqual(0.95)
    // The past leads up to the recording's first price, not to the seeded start price.
    const bars = venue.candles({ symbol: BTC, source: 'last', interval: '1', startMs: null, endMs: null, limit: 30 })
    for (const bar of bars) expect(Math.abs(Number(bar.close) - 58_000)).toBeLessThan(2_500)
  })

  test('after the feed the seeded process goes on from the last price', () => {
    const rows = ['recv_ns,exch_ms,symbol,trade_id,price,qty,buyer_is_maker', '1000000000,0,X,1,50000.0,1,0']
    const { venue } = trackFeed(playFeed(rows.join('\n'), 'BTCUSDT', 1), 60)
    const trades = venue.recentTrades(BTC, 1000).map((trade) => Number(trade.price))
    expect(new Set(trades).size).toBeGreaterThan(5)
    for (const price of trades) expect(Math.abs(price - 50_000)).toBeLessThan(1_000)
  })

  test('a feed of trades and diffs at the rates and with the jumps of a recorded one', () => {
    const { text, bid, ask } = madeFeed(7, 90)
    const quotes = parse(text).flatMap(({ step }) => (step.kind === 'quote' ? [step] : []))
    // The snapshot covers the diffs before it, and each diff after it chains.
    expect(quotes.at(-1)).toMatchObject({ bid, ask })
    const { near, counted } = trackFeed(playFeed(text, 'BTCUSDT', 1), 90)
    expect(counted).toBeGreaterThan(80)
    expect(near / counted).toBeGreaterThanOrEqual(0.95)
  })
})
