import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VenueInput } from '../../../exchange/venue/venue-input'
import type { VenueEvent } from '../../../exchange/venue/venue-port'
import { isContract } from '../../../src/domain/instrument/contract'
import { bandNow } from '../../../src/domain/market/price-band'
import { restoreVenue } from '../../../exchange/venue/create-venue'
import { BTC, openVenue, place, spelledOut, START_MS, tick, ticksAway } from './lib'

const ALICE = 'alice'
const open: VenueInput = { type: 'openAccount', account: ALICE, kind: 'uta2', name: 'Alice' }
const ofType = <T extends VenueEvent['type']>(events: readonly VenueEvent[], type: T) =>
  events.filter((event): event is Extract<VenueEvent, { type: T }> => event.type === type)

function run(seed: number): string[] {
  const venue = openVenue({ seed })
  const seen: string[] = []
  tick(venue, START_MS, 30, (events) => void seen.push(JSON.stringify(events.map(spelledOut))))
  return seen
}

describe('the venue is a deterministic machine', () => {
  test('the same seed and inputs give the same events, another seed gives others', () => {
    expect(run(7)).toEqual(run(7))
    expect(run(8)).not.toEqual(run(7))
  })

  test('a venue restored from its snapshot goes on identically, whatever came before', () => {
    const action = fc.oneof(
      fc.record({ kind: fc.constant('tick' as const), count: fc.integer({ min: 1, max: 12 }) }),
      fc.record({
        kind: fc.constant('order' as const),
        side: fc.constantFrom('buy' as const, 'sell' as const),
        away: fc.integer({ min: -40, max: 40 }),
        qty: fc.constantFrom('0.001', '0.05', '1.2'),
      }),
      fc.record({ kind: fc.constant('market' as const), side: fc.constantFrom('buy' as const, 'sell' as const) }),
      fc.record({ kind: fc.constant('cancelAll' as const) }),
      fc.record({ kind: fc.constant('sleep' as const), minutes: fc.integer({ min: 1, max: 200 }) }),
    )
    fc.assert(
      fc.property(fc.array(action, { minLength: 1, maxLength: 8 }), (actions) => {
        const venue = openVenue()
        let nowMs = START_MS
        venue.apply(open, nowMs)
        actions.forEach((one, n) => {
          if (one.kind === 'tick') nowMs = tick(venue, nowMs, one.count)
          else if (one.kind === 'sleep') nowMs += one.minutes * 60_000
          else if (one.kind === 'cancelAll') venue.apply({ type: 'cancelAll', account: ALICE, symbol: null }, nowMs)
          else if (one.kind === 'market') venue.apply(place(ALICE, `m${n}`, { side: one.side, qty: '0.3' }), nowMs)
          else {
            const price = ticksAway(venue.book(BTC, 1).bids[0]![0], one.away)
            venue.apply(place(ALICE, `l${n}`, { side: one.side, qty: one.qty, price }), nowMs)
          }
        })
        const twin = restoreVenue(JSON.parse(JSON.stringify(venue.snapshot())))
        const later = (which: typeof venue) => {
          const seen: unknown[] = []
          let at = tick(which, nowMs, 4, (events) => seen.push(events.map(spelledOut)))
          const { result, events: own } = which.apply(place(ALICE, 'after', { side: 'buy', qty: '0.01' }), at)
          seen.push(result, own.map(spelledOut))
          at += 61_000
          tick(which, at, 2, (events) => seen.push(events.map(spelledOut)))
          seen.push(which.ticker(BTC), which.wallet(ALICE), which.recentTrades(BTC, 50), which.conservation())
          const query = { symbol: BTC, source: 'last', startMs: null, endMs: null, limit: 20 } as const
          seen.push(which.candles({ ...query, interval: '5' }), which.candles({ ...query, interval: '1M', limit: 2 }))
          return JSON.stringify(seen)
        }
        expect(later(twin)).toBe(later(venue))
      }),
      { numRuns: 10 },
    )
  })
})

describe('an account (decisions 21)', () => {
  test('opens with 100,000 USDT, 100,000 USDC, 2 BTC and 20 ETH', () => {
    const venue = openVenue()
    const { events, result } = venue.apply(open, START_MS)
    expect(result).toEqual({ ok: true })
    expect(venue.wallet(ALICE)!.coins.map((one) => [one.coin, one.walletBalance])).toEqual([
      ['USDT', '100000'],
      ['USDC', '100000'],
      ['BTC', '2'],
      ['ETH', '20'],
    ])
    expect(ofType(events, 'wallet')).toHaveLength(1)
    expect(venue.accounts()).toEqual([{ account: ALICE, kind: 'uta2', name: 'Alice' }])
  })

  test('opened twice is opened once', () => {
    const venue = openVenue()
    venue.apply(open, START_MS)
    venue.apply(open, START_MS)
    expect(venue.wallet(ALICE)!.coins[0]!.walletBalance).toBe('100000')
  })

  test.each([
    ['USDT', '250.5', { ok: true }],
    ['NOSUCH', '1', { ok: false, refusal: { kind: 'unknownCoin' } }],
    ['USDT', '0', { ok: false, refusal: { kind: 'amountInvalid' } }],
    ['USDT', '-1', { ok: false, refusal: { kind: 'amountInvalid' } }],
    ['USDT', '1000000', { ok: true }],
    ['USDT', '1000000.00000001', { ok: false, refusal: { kind: 'amountInvalid' } }],
    ['BTC', '0.000000001', { ok: false, refusal: { kind: 'amountInvalid' } }],
  ])('faucet of %s %s answers %j', (coin, amount, result) => {
    const venue = openVenue()
    venue.apply(open, START_MS)
    expect(venue.apply({ type: 'faucet', account: ALICE, coin, amount }, START_MS).result).toEqual(result)
  })

  test('the totals are dollars at the index price', () => {
    const venue = openVenue()
    venue.apply(open, START_MS)
    // 100,000 USDT + 100,000 USDC + 2 BTC + 20 ETH.
    const index = (symbol: string) => Number(venue.ticker(symbol)!.indexPrice)
    const expected = 200_000 + 2 * index('BTCUSDT') + 20 * index('ETHUSDT')
    expect(Number(venue.wallet(ALICE)!.totalEquity)).toBeCloseTo(expected, 6)
  })
})

describe('a user in the market', () => {
  test('a market order fills against the makers, and the ledger hears of each fill', () => {
    const venue = openVenue()
    const nowMs = tick(venue, START_MS, 5)
    venue.apply(open, nowMs)
    const ask = venue.book(BTC, 1).asks[0]![0]
    const { result, events } = venue.apply(place(ALICE, 'a1', { side: 'buy', qty: '0.001' }), nowMs)
    expect(result).toMatchObject({ ok: true, order: { status: 'filled', filledQty: '0.001', avgPrice: ask } })
    expect(ofType(events, 'fill')).toHaveLength(1)
    expect(ofType(events, 'execution')[0]!.execution).toMatchObject({ price: ask, qty: '0.001', isMaker: false })
    expect(venue.positions(ALICE, null)).toMatchObject([{ symbol: BTC, side: 'buy', size: '0.001', entryPrice: ask }])
    expect(venue.ticker(BTC)!.lastPrice).toBe(ask)
  })

  test('a resting order is filled at its price when the market trades through it', () => {
    const venue = openVenue()
    let nowMs = tick(venue, START_MS, 5)
    venue.apply(open, nowMs)
    const price = ticksAway(venue.book(BTC, 1).bids[0]![0], -150)
    const placed = venue.apply(place(ALICE, 'bid', { side: 'buy', qty: '0.5', price }), nowMs)
    expect(placed.result).toMatchObject({ ok: true, order: { status: 'new' } })
    // The index falls by 60 dollars: 600 ticks, beyond the order.
    venue.apply({ type: 'setPrice', symbol: BTC, index: ticksAway(price, -450) }, nowMs)
    nowMs = tick(venue, nowMs, 1)
    const order = venue.findOrder(ALICE, { orderLinkId: 'bid' })
    expect(order).toMatchObject({ status: 'filled', avgPrice: price, filledQty: '0.5' })
    // No crossed book is left behind.
    const book = venue.book(BTC, 1)
    expect(Number(book.asks[0]![0])).toBeGreaterThan(Number(book.bids[0]![0]))
  })

  test('the makers quote again at once after being hit', () => {
    const venue = openVenue()
    const nowMs = tick(venue, START_MS, 5)
    venue.apply(open, nowMs)
    const before = venue.book(BTC, 500).asks.length
    venue.apply(place(ALICE, 'sweep', { side: 'buy', qty: '3' }), nowMs)
    tick(venue, nowMs, 20)
    expect(venue.book(BTC, 500).asks.length).toBeGreaterThan(before * 0.8)
  })

  test.each([
    [{ side: 'buy', qty: '0.0015', price: '60000' } as const, { kind: 'notMultiple', field: 'qty', step: '0.001' }],
    [{ side: 'buy', qty: '0.001', price: '60000.05' } as const, { kind: 'notMultiple', field: 'price', step: '0.1' }],
  ])('%j is refused as %j', (order, refusal) => {
    const venue = openVenue()
    venue.apply(open, START_MS)
    expect(venue.apply(place(ALICE, 'x', order), START_MS).result).toEqual({ ok: false, refusal })
  })

  test('an unknown symbol and an unknown account are refused', () => {
    const venue = openVenue()
    const order = place('nobody', 'x', { side: 'buy', qty: '0.001', price: '60000' })
    expect(venue.apply(order, START_MS).result).toMatchObject({ ok: false, refusal: { kind: 'unknownAccount' } })
  })

  test('replace and cancel answer with the order, cancel all with the orders', () => {
    const venue = openVenue()
    venue.apply(open, START_MS)
    const price = ticksAway(venue.book(BTC, 1).bids[0]![0], -3000)
    const first = venue.apply(place(ALICE, 'r1', { side: 'buy', qty: '0.01', price }), START_MS).result
    expect(first.ok).toBe(true)
    const reference = { symbol: BTC, orderId: null, orderLinkId: 'r1' as never }
    const moved = ticksAway(price, -10)
    const replaced = venue.apply(
      { type: 'replace', account: ALICE, order: { ...reference, price: moved as never, qty: null } },
      START_MS,
    )
    expect(replaced.result).toMatchObject({ ok: true, order: { price: moved, qty: '0.01', status: 'new' } })
    const cancelled = venue.apply({ type: 'cancel', account: ALICE, order: reference }, START_MS)
    expect(cancelled.result).toMatchObject({ ok: true, order: { status: 'canceled', leavesQty: '0' } })
    venue.apply(place(ALICE, 'r2', { side: 'buy', qty: '0.01', price }), START_MS)
    venue.apply(place(ALICE, 'r3', { side: 'buy', qty: '0.01', price }), START_MS)
    const all = venue.apply({ type: 'cancelAll', account: ALICE, symbol: null }, START_MS)
    expect(all.result).toMatchObject({ ok: true, orders: [{ linkId: 'r2' }, { linkId: 'r3' }] })
    expect(venue.openOrders(ALICE, null)).toEqual([])
  })

  test('money is conserved through thousands of steps with a user trading and funding paid', () => {
    const venue = openVenue()
    // Twenty seconds before 16:00 UTC, so that one settlement falls into the run.
    let nowMs = START_MS + (5 * 3600 + 42 * 60 + 10) * 1000
    venue.apply(open, nowMs)
    for (let n = 0; n < 40; n++) {
      const side = n % 3 === 0 ? 'sell' : 'buy'
      venue.apply(place(ALICE, `c${n}`, { side, qty: '0.007' }), nowMs)
      const price = venue.book(BTC, 5)[side === 'buy' ? 'bids' : 'asks'][4]![0]
      venue.apply(place(ALICE, `d${n}`, { side, qty: '0.02', price }), nowMs)
      nowMs = tick(venue, nowMs, 50)
    }
    for (const { sumE8, creditedE8 } of venue.conservation()) expect(sumE8).toBe(creditedE8)
    expect(venue.ticker(BTC)!.nextFundingTimeMs).toBe(Date.UTC(2026, 2, 12, 0))
  })
})

describe('what the world hears', () => {
  test('book events of the steps keep a copy equal to the book', () => {
    const venue = openVenue()
    venue.apply(open, START_MS)
    const start = venue.book(BTC, 2000)
    const copy = { bids: new Map(start.bids), asks: new Map(start.asks) }
    tick(venue, START_MS, 120, (events) => {
      const books = ofType(events, 'book').filter((event) => event.symbol === BTC)
      expect(books.length).toBeLessThanOrEqual(1)
      for (const { side, ticks, row } of books[0]?.levels ?? []) {
        const own = side === 'buy' ? copy.bids : copy.asks
        const [price, qty] = row
        // A tick of BTCUSDT is 0.1.
        expect(Number(price)).toBeCloseTo(ticks / 10)
        if (qty === '0') own.delete(price)
        else own.set(price, qty)
      }
    })
    const end = venue.book(BTC, 2000)
    expect(copy.bids).toEqual(new Map(end.bids))
    expect(copy.asks).toEqual(new Map(end.asks))
  })

  test('at most one ticker per symbol and step, and only when something changed', () => {
    const venue = openVenue()
    let before = ''
    tick(venue, START_MS, 60, (events) => {
      const tickers = ofType(events, 'ticker').filter((event) => event.ticker.symbol === BTC)
      expect(tickers.length).toBeLessThanOrEqual(1)
      if (tickers.length === 0) return
      const said = JSON.stringify({ ...tickers[0]!.ticker, timeMs: 0, seq: 0 })
      expect(said).not.toBe(before)
      before = said
    })
    expect(before).not.toBe('')
  })

  test('makers and takers of the exchange are never named: no order, execution, position, wallet or fill of theirs', () => {
    const venue = openVenue()
    const kinds = new Set<string>()
    tick(venue, START_MS, 200, (events) => events.forEach((event) => kinds.add(event.type)))
    expect([...kinds].toSorted()).toEqual(['book', 'candle', 'ticker', 'trade'])
  })

  test('BTCUSDT has at least 200 levels a side within about one percent, mostly one tick apart at the top', () => {
    const venue = openVenue()
    let oneTick = 0
    tick(venue, START_MS, 200, () => {
      const { bids, asks } = venue.book(BTC, 1)
      if (Math.round((Number(asks[0]![0]) - Number(bids[0]![0])) * 10) === 1) oneTick += 1
    })
    const { bids, asks } = venue.book(BTC, 2000)
    const near = (levels: typeof bids) => {
      const best = Number(levels[0]![0])
      return levels.filter(([price]) => Math.abs(Number(price) - best) <= best * 0.012).length
    }
    expect(near(bids)).toBeGreaterThanOrEqual(200)
    expect(near(asks)).toBeGreaterThanOrEqual(200)
    expect(oneTick).toBeGreaterThan(100)
  })
})

test('a ticker tells the band of limit prices to the tick, premium and all', () => {
  const venue = openVenue()
  let nowMs = tick(venue, START_MS, 10)
  const check = (): void => {
    for (const instrument of venue.instruments()) {
      if (!isContract(instrument)) continue
      const { symbol } = instrument
      expect(bandNow(venue.ticker(symbol), instrument), symbol).toEqual(venue.priceBand(symbol))
    }
  }
  check()
  // A book that stands off the mark for a while has a premium.
  const index = Number(venue.ticker(BTC)!.indexPrice)
  venue.apply({ type: 'setPrice', symbol: BTC, last: ticksAway(String(Math.round(index)), 2500) }, nowMs)
  for (let i = 0; i < 40; i += 1) {
    nowMs = tick(venue, nowMs, 7)
    check()
  }
  expect(Number(venue.ticker(BTC)!.bandPremium)).not.toBe(0)
})

describe('control (decisions 35)', () => {
  test('a pinned index moves index, mark and last, and the market goes on from there', () => {
    const venue = openVenue()
    let nowMs = tick(venue, START_MS, 10)
    venue.apply({ type: 'setPrice', symbol: BTC, index: '50000' }, nowMs)
    expect(venue.ticker(BTC)).toMatchObject({ indexPrice: '50000', lastPrice: '50000' })
    nowMs = tick(venue, nowMs, 50)
    const { lastPrice, markPrice, bid1Price } = venue.ticker(BTC)!
    for (const price of [lastPrice, markPrice, bid1Price]) expect(Math.abs(Number(price) - 50_000)).toBeLessThan(500)
    expect(venue.book(BTC, 2000).bids.length).toBeGreaterThan(150)
  })

  test('a pinned last price leaves the index alone', () => {
    const venue = openVenue()
    const nowMs = tick(venue, START_MS, 10)
    const index = Number(venue.ticker(BTC)!.indexPrice)
    const last = ticksAway(String(Math.round(index)), 2500)
    venue.apply({ type: 'setPrice', symbol: BTC, last }, nowMs)
    const ticker = venue.ticker(BTC)!
    expect(ticker.lastPrice).toBe(last)
    expect(Math.abs(Number(ticker.indexPrice) - index)).toBeLessThan(5)
  })

  test('a pinned funding rate is shown, paid at 16:00 UTC, and gone afterwards', () => {
    const venue = openVenue()
    venue.apply(open, START_MS)
    venue.apply({ type: 'setFunding', symbol: BTC, rate: '-0.003' }, START_MS)
    expect(venue.ticker(BTC)!.fundingRate).toBe('-0.003')
    const before = Date.UTC(2026, 2, 11, 15, 59, 59, 900)
    venue.apply({ type: 'tick' }, before)
    venue.apply(place(ALICE, 'f', { side: 'sell', qty: '0.1' }), before)
    const { events } = venue.apply({ type: 'tick' }, before + 100)
    const paid = ofType(events, 'execution').find((event) => event.execution.execType === 'Funding')
    // A short pays when the rate is negative: 0.1 BTC × mark × 0.3 %.
    const mark = Number(ofType(events, 'ticker').find((event) => event.ticker.symbol === BTC)!.ticker.markPrice)
    expect(Number(paid!.execution.fee)).toBeCloseTo(0.1 * mark * 0.003, 6)
    expect(venue.ticker(BTC)!.fundingRate).not.toBe('-0.003')
  })

  test('a coarser tick size is announced, and the makers keep to it', () => {
    const venue = openVenue()
    const { result, events } = venue.apply({ type: 'setTickSize', symbol: BTC, tickSize: '0.5' }, START_MS)
    expect(result).toEqual({ ok: true })
    expect(ofType(events, 'instrument')[0]!.instrument.tickSize).toBe('0.5')
    tick(venue, START_MS, 5)
    const { bids, asks } = venue.book(BTC, 2000)
    for (const [price] of [...bids, ...asks]) expect((Number(price) * 10) % 5).toBe(0)
    venue.apply(open, START_MS)
    const refused = venue.apply(place(ALICE, 'x', { side: 'buy', qty: '0.001', price: '60000.1' }), START_MS + 500)
    expect(refused.result).toMatchObject({ ok: false, refusal: { kind: 'notMultiple', step: '0.5' } })
  })
})
