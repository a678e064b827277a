import { preListingOf } from '../../../src/domain/instrument/instrument'
import { beforeAll, describe, expect, test } from 'vitest'
import type { VenueInput } from '../../../exchange/venue/venue-input'
import type { Venue, VenueEvent } from '../../../exchange/venue/venue-port'
import { restoreVenue } from '../../../exchange/venue/create-venue'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { openVenue, place, spelledOut, START_MS } from './lib'

const SECOND = 1_000
const MINUTE = 60_000
const DAY = 86_400_000
/** The exchange opens at 10:17:30; the auction began with that minute. */
const BEGAN = START_MS - 30 * SECOND
const NO_CANCEL = BEGAN + 50 * MINUTE
const MATCHING = BEGAN + 55 * MINUTE
const CONTINUOUS = BEGAN + 60 * MINUTE
const LISTED = BEGAN + 7 * DAY
const SYMBOL = 'BIOUSDT'
const NEXT = 'PLUMEUSDT'

const of = (venue: Venue, symbol: string) => venue.instruments().find((one) => one.symbol === symbol)
const phaseOf = (venue: Venue, symbol: string) => {
  const instrument = of(venue, symbol)
  return instrument === undefined ? null : (preListingOf(instrument)?.phase ?? null)
}

/** A step each whole second up to and at `toMs`: there every quiet market has its turn. */
function run(venue: Venue, fromMs: number, toMs: number): VenueEvent[] {
  const events: VenueEvent[] = []
  for (let nowMs = fromMs; nowMs <= toMs; nowMs += SECOND) events.push(...venue.apply({ type: 'tick' }, nowMs).events)
  return events
}

function order(account: string, linkId: string, terms: Parameters<typeof place>[2], changes = {}): VenueInput {
  const input = place(account, linkId, terms)
  if (input.type !== 'place') throw new Error('not an order')
  return { ...input, order: { ...input.order, symbol: SYMBOL as InstrumentSymbol, ...changes } }
}

function opened(): Venue {
  const venue = openVenue({ markets: 'all' })
  for (const [account, kind] of [
    ['ann', 'uta2'],
    ['bob', 'uta2'],
    ['pam', 'pm'],
    ['dee', 'demo'],
  ] as const) {
    venue.apply({ type: 'openAccount', account, kind, name: account }, START_MS)
  }
  return venue
}

const refusalOf = (venue: Venue, input: VenueInput, nowMs: number) => {
  const { result } = venue.apply(input, nowMs)
  return result.ok ? null : result.refusal.kind
}

describe('the course of a contract before its listing', () => {
  let venue: Venue
  let nowMs = 0
  beforeAll(() => {
    venue = opened()
    nowMs = START_MS + 40 * SECOND
    run(venue, START_MS + SECOND, nowMs)
  }, 120_000)
  const leap = (toMs: number) => venue.apply({ type: 'tick' }, (nowMs = toMs)).events

  test('one is in its auction, the next one announced', () => {
    expect(of(venue, SYMBOL)).toMatchObject({
      status: 'preLaunch',
      maxLeverage: '5',
      preListing: {
        phase: 'callAuction',
        auctionFeeRate: '0',
        phases: [
          { phase: 'callAuction', startMs: BEGAN, endMs: NO_CANCEL },
          { phase: 'callAuctionNoCancel', startMs: NO_CANCEL, endMs: MATCHING },
          { phase: 'crossMatching', startMs: MATCHING, endMs: CONTINUOUS },
          { phase: 'continuousTrading', startMs: CONTINUOUS, endMs: LISTED },
        ],
      },
    })
    expect([of(venue, NEXT)!.status, phaseOf(venue, NEXT)]).toEqual(['preLaunch', 'notStarted'])
    expect(
      refusalOf(venue, order('ann', 'too-soon', { side: 'buy', qty: '100', price: '0.1' }, { symbol: NEXT }), nowMs),
    ).toBe('symbolNotTrading')
  })

  test('the crowd’s orders make an expected price, and the book is hidden', () => {
    const ticker = venue.ticker(SYMBOL)!
    expect(ticker).toMatchObject({ lastPrice: null, bid1Price: null, auctionPhase: 'callAuction' })
    expect(Number(ticker.preOpenQty)).toBeGreaterThan(0)
    // It starts where the crowd thinks 0.6124, give or take a few per cent.
    expect(Math.abs(Number(ticker.preOpenPrice) / 0.6124 - 1)).toBeLessThan(0.05)
    expect(venue.book(SYMBOL, 50)).toEqual({ bids: [], asks: [] })
  })

  test('waiting limit orders are taken and taken back; portfolio and demo accounts stay outside', () => {
    const { preOpenPrice } = venue.ticker(SYMBOL)!
    const high = (Math.round(Number(preOpenPrice) * 1.05 * 1e4) / 1e4).toString()
    const low = (Math.round(Number(preOpenPrice) * 0.95 * 1e4) / 1e4).toString()
    expect(venue.apply(order('ann', 'keep', { side: 'buy', qty: '1000', price: high }), nowMs).result.ok).toBe(true)
    expect(venue.apply(order('bob', 'sell', { side: 'sell', qty: '500', price: low }), nowMs).result.ok).toBe(true)
    expect(venue.apply(order('ann', 'regret', { side: 'buy', qty: '700', price: low }), nowMs).result.ok).toBe(true)
    const reference = { symbol: SYMBOL as InstrumentSymbol, orderId: null, orderLinkId: 'regret' } as never
    expect(venue.apply({ type: 'cancel', account: 'ann', order: reference }, nowMs).result.ok).toBe(true)
    expect(refusalOf(venue, order('ann', 'market', { side: 'buy', qty: '100' }), nowMs)).toBe('auctionGtcOnly')
    expect(refusalOf(venue, order('pam', 'pm', { side: 'buy', qty: '100', price: low }), nowMs)).toBe(
      'preMarketPortfolio',
    )
    expect(refusalOf(venue, order('dee', 'demo', { side: 'buy', qty: '100', price: low }), nowMs)).toBe('preMarketDemo')
  })

  test('a restored exchange goes on with the same crowd', () => {
    const twin = restoreVenue(JSON.parse(JSON.stringify(venue.snapshot())))
    const from = nowMs + SECOND
    nowMs += SECOND
    expect(run(twin, from, nowMs).map(spelledOut)).toEqual(run(venue, from, nowMs).map(spelledOut))
    expect(twin.ticker(SYMBOL)).toEqual(venue.ticker(SYMBOL))
  })

  test('then nothing is taken back any more', () => {
    const events = leap(NO_CANCEL)
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'instrument', instrument: expect.objectContaining({ symbol: SYMBOL }) }),
    )
    expect(phaseOf(venue, SYMBOL)).toBe('callAuctionNoCancel')
    const reference = { symbol: SYMBOL as InstrumentSymbol, orderId: null, orderLinkId: 'keep' } as never
    expect(refusalOf(venue, { type: 'cancel', account: 'ann', order: reference }, nowMs)).toBe('auctionClosed')
  })

  test('what meets is filled at one price, without a fee, and its bar begins there', () => {
    const expected = venue.ticker(SYMBOL)!.preOpenPrice!
    const events = leap(MATCHING)
    expect(phaseOf(venue, SYMBOL)).toBe('crossMatching')
    const executions = events.flatMap((event) => (event.type === 'execution' ? [event] : []))
    expect(executions.map(({ account, execution }) => [account, execution.price, execution.fee])).toEqual(
      executions.map(({ account }) => [account, expected, '0']),
    )
    expect(new Set(executions.map(({ account }) => account))).toEqual(new Set(['ann', 'bob']))
    expect(events.some((event) => event.type === 'trade' && event.trade.symbol === SYMBOL)).toBe(false)
    expect(events.some((event) => event.type === 'fill' && event.symbol === SYMBOL)).toBe(true)
    expect(venue.positions('ann', SYMBOL as InstrumentSymbol)[0]).toMatchObject({ size: '1000', entryPrice: expected })
    expect(venue.ticker(SYMBOL)).toMatchObject({ lastPrice: expected, auctionPhase: 'crossMatching', bid1Price: null })
    const bars = venue.candles({ symbol: SYMBOL, interval: '1', source: 'last', limit: 10 } as never)
    expect(bars).toHaveLength(1)
    expect(bars[0]).toMatchObject({ open: expected, close: expected })
    expect(Number(bars[0]!.volume)).toBeGreaterThan(1_000)
    expect(refusalOf(venue, order('ann', 'late', { side: 'buy', qty: '100', price: expected }), nowMs)).toBe(
      'auctionClosed',
    )
  })

  test('then it trades like any other, at 5× and up to 250,000 USDT', () => {
    leap(CONTINUOUS)
    run(venue, nowMs + SECOND, nowMs + 3 * SECOND)
    nowMs += 3 * SECOND
    expect(phaseOf(venue, SYMBOL)).toBe('continuousTrading')
    const ticker = venue.ticker(SYMBOL)!
    expect(Number(ticker.bid1Price)).toBeLessThan(Number(ticker.ask1Price))
    expect(venue.book(SYMBOL, 50).bids.length).toBeGreaterThan(20)
    const closed = venue.apply(order('ann', 'close', { side: 'sell', qty: '1000', reduceOnly: true }), nowMs)
    expect(closed.result).toMatchObject({ ok: true, order: { status: 'filled' } })
    expect(refusalOf(venue, { type: 'setLeverage', account: 'ann', symbol: SYMBOL, leverage: '6' }, nowMs)).toBe(
      'leverageInvalid',
    )
    for (const { sumE8, creditedE8 } of venue.conservation()) expect(sumE8).toBe(creditedE8)
  })

  test('and is listed a week after its auction, when the next one begins', () => {
    leap(LISTED)
    expect(of(venue, SYMBOL)).toMatchObject({ status: 'trading', preListing: null, maxLeverage: '25' })
    expect(phaseOf(venue, NEXT)).toBe('callAuction')
    expect(phaseOf(venue, 'BERAUSDT')).toBe('notStarted')
    expect(venue.apply({ type: 'setLeverage', account: 'ann', symbol: SYMBOL, leverage: '25' }, nowMs).result.ok).toBe(
      true,
    )
    const twin = restoreVenue(JSON.parse(JSON.stringify(venue.snapshot())))
    const bySymbol = (one: Venue) => one.instruments().toSorted((a, b) => a.symbol.localeCompare(b.symbol))
    expect(bySymbol(twin)).toEqual(bySymbol(venue))
    // Markets take their turns in the order in which they opened, dated ones of this week among them.
    const next = [nowMs + SECOND, nowMs + 2 * SECOND] as const
    expect(run(twin, ...next).map(spelledOut)).toEqual(run(venue, ...next).map(spelledOut))
    expect(twin.candles({ symbol: SYMBOL, interval: '1D', source: 'last', limit: 10 } as never)).toEqual(
      venue.candles({ symbol: SYMBOL, interval: '1D', source: 'last', limit: 10 } as never),
    )
  })
})

test('a leap over a whole auction fills it, and goes on', () => {
  const venue = opened()
  run(venue, START_MS + SECOND, START_MS + 3 * SECOND)
  venue.apply({ type: 'tick' }, BEGAN + 15 * DAY)
  expect(['BIOUSDT', 'PLUMEUSDT', 'BERAUSDT', 'KAITOUSDT'].map((symbol) => phaseOf(venue, symbol))).toEqual([
    null,
    null,
    'continuousTrading',
    'notStarted',
  ])
  run(venue, BEGAN + 15 * DAY + SECOND, BEGAN + 15 * DAY + 2 * SECOND)
  expect(venue.ticker('BERAUSDT')!.lastPrice).not.toBeNull()
})

test('without all kinds of contracts there is none', () => {
  expect(
    openVenue()
      .instruments()
      .some((one) => preListingOf(one) !== null),
  ).toBe(false)
})
