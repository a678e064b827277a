import { describe, expect, test } from 'vitest'
import { createVenue, restoreVenue } from '../../../exchange/venue/create-venue'
import type { Venue, VenueEvent } from '../../../exchange/venue/venue-port'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { OptionContract } from '../../../src/domain/instrument/option'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { OPTIONS_GENESIS, place } from './lib'

/** Friday 13 March 2026, 08:00 UTC: options of the day end, and so does a dated contract. */
const EXPIRY = Date.UTC(2026, 2, 13, 8)
const SECOND = 1_000
const MINUTE = 60_000
const WINDOW = 30 * MINUTE
const START = EXPIRY - WINDOW - 10 * MINUTE
const DATED = 'BTCUSDT-13MAR26'

function open(meanValues: boolean): Venue {
  const venue = createVenue({
    ...OPTIONS_GENESIS,
    startMs: START,
    ...(meanValues ? { meanValues } : {}),
  })
  venue.apply({ type: 'openAccount', account: 'ann', kind: 'uta2', name: 'ann' }, START)
  return venue
}

function run(venue: Venue, fromMs: number, toMs: number): VenueEvent[] {
  const events: VenueEvent[] = []
  for (let nowMs = fromMs; nowMs <= toMs; nowMs += 100) events.push(...venue.apply({ type: 'tick' }, nowMs).events)
  return events
}

const daily = (venue: Venue): readonly OptionContract[] =>
  venue
    .instruments()
    .filter((one): one is OptionContract => 'strike' in one && one.delivery.timeMs === EXPIRY)
    .filter(({ baseCoin, settleCoin }) => baseCoin === 'BTC' && settleCoin === 'USDT')

const ticker = (venue: Venue, symbol: string) => venue.ticker(symbol as InstrumentSymbol)!
const index = (venue: Venue): number => Number(ticker(venue, DATED).indexPrice)
const payoff = ({ isCall, strike }: OptionContract, at: number): number =>
  Math.max(0, isCall ? at - Number(strike) : Number(strike) - at)

/** The clock goes to `beforeMs` before the expiry, and the index by `by` from where it was; then every market has a step. */
function leap(venue: Venue, beforeMs: number, by: number): void {
  const nowMs = EXPIRY - beforeMs
  run(venue, nowMs - 2 * SECOND, nowMs - 100)
  const price = (index(venue) * by).toFixed(1) as Price
  venue.apply({ type: 'setPrice', symbol: 'BTCUSDT' as InstrumentSymbol, index: price }, nowMs - 50)
  run(venue, nowMs, nowMs + 2 * SECOND)
}

/** Of all that is delivered at the mean: quotes that who knows its fixed part gains more from than `least`. */
function gains(venue: Venue, expected: number, least: number): readonly string[] {
  return [
    ...daily(venue).map((one) => [one.symbol, payoff(one, expected)] as const),
    [DATED, expected] as const,
  ].flatMap(([symbol, worth]) => {
    const { bids, asks } = venue.book(symbol as InstrumentSymbol, 1)
    const [bid, ask] = [bids[0], asks[0]]
    return [
      ...(ask !== undefined && worth - Number(ask[0]) > least ? [`${symbol}: sold at ${ask[0]}, worth ${worth}`] : []),
      ...(bid !== undefined && Number(bid[0]) - worth > least
        ? [`${symbol}: bought at ${bid[0]}, worth ${worth}`]
        : []),
    ]
  })
}

describe('the half hour in which a delivery price is made', () => {
  const venue = open(true)
  run(venue, START, START + 2 * SECOND)
  const first = index(venue)

  test('options and dated contracts stand on the part that is fixed and the rest at the index', () => {
    // The exchange stands still from then on: 20 of 30 minutes count with the index of their beginning.
    leap(venue, 10 * MINUTE, 1.1)
    const now = index(venue)
    expect(now / first).toBeCloseTo(1.1, 2)
    // (1,200 × first + 600 × now) ÷ 1,800; a step of the makers, two seconds, is less than a thousandth of it.
    const expected = (2 * first + now) / 3
    for (const one of daily(venue)) {
      const { underlyingPrice } = ticker(venue, one.symbol).option!
      expect(Math.abs(Number(underlyingPrice) / expected - 1), one.symbol).toBeLessThan(0.001)
      expect(Number(ticker(venue, one.symbol).markPrice)).toBeGreaterThanOrEqual(
        payoff(one, Number(underlyingPrice)) - 0.01,
      )
    }
    const { markPrice, basisRate, bid1Price, ask1Price } = ticker(venue, DATED)
    for (const price of [markPrice, bid1Price, ask1Price])
      expect(Math.abs(Number(price) / expected - 1)).toBeLessThan(0.001)
    // 1.0333 ÷ 1.1 = 0.9394
    expect(Number(basisRate)).toBeCloseTo(-0.0606, 2)
  })

  test('their volatility is that of what is left', () => {
    const mean = Number(ticker(venue, daily(venue)[0]!.symbol).option!.underlyingPrice)
    const near = daily(venue).toSorted(
      (a, b) => Math.abs(Number(a.strike) - mean) - Math.abs(Number(b.strike) - mean),
    )[0]!
    const volatility = ({ symbol }: OptionContract): number => ticker(venue, symbol).option!.markVolatility
    const later = venue
      .instruments()
      .filter((one): one is OptionContract => 'strike' in one && one.delivery.timeMs > EXPIRY)
      .filter(({ baseCoin, strike }) => baseCoin === 'BTC' && Math.abs(Number(strike) / index(venue) - 1) < 0.02)
      .toSorted((a, b) => a.delivery.timeMs - b.delivery.timeMs)[0]!
    // A third of the index is left, over a third of the time: 1/3 × √(1/3) = 0.19 of the volatility, and the smile of so
    // short a time, which differs by the strike's place.
    const ratio = volatility(near) / volatility(later)
    expect(ratio).toBeGreaterThan(0.1)
    expect(ratio).toBeLessThan(0.4)
  })

  test('who knows the mean so far finds nothing to gain in the last seconds', () => {
    leap(venue, 12 * SECOND, 0.9)
    const sofar = Number(ticker(venue, DATED).predictedDeliveryPrice)
    // Nine or ten seconds are left, at 0.99 of where it began: 10 ÷ 1,800 × 4.4 % is 0.025 %.
    const expected = (sofar * 1_790 + index(venue) * 10) / 1_800
    expect(Math.abs(index(venue) / expected - 1)).toBeGreaterThan(0.03)
    expect(gains(venue, expected, 12)).toEqual([])
  })

  test('a snapshot in it goes on from the same place', () => {
    const back = restoreVenue(JSON.parse(JSON.stringify(venue.snapshot())))
    const from = EXPIRY - 9 * SECOND
    const [a, b] = [run(venue, from, from + SECOND), run(back, from, from + SECOND)]
    expect(JSON.stringify(b)).toBe(JSON.stringify(a))
  })

  test('the last mark is what is paid, and open orders of options end as delivered', () => {
    run(venue, EXPIRY - 7 * SECOND, EXPIRY - 2 * SECOND)
    const option = daily(venue).find(({ strike }) => Math.abs(Number(strike) / index(venue) - 1) < 0.03)!
    for (const [symbol, price] of [
      [option.symbol, option.tickSize],
      [DATED, (index(venue) * 0.98).toFixed(1)],
    ] as const) {
      const resting = place('ann', `rest-${symbol}`, { side: 'buy', qty: '0.1', price })
      if (resting.type !== 'place') throw new Error('not an order')
      const order = { ...resting.order, symbol: symbol as InstrumentSymbol, qty: '0.1' as Qty }
      const { result } = venue.apply({ ...resting, order }, EXPIRY - 2 * SECOND + 1)
      expect(result.ok, JSON.stringify(result)).toBe(true)
    }
    run(venue, EXPIRY - 1_900, EXPIRY - 100)
    const marks = new Map(daily(venue).map((one) => [one, Number(ticker(venue, one.symbol).markPrice)]))
    const datedMark = Number(ticker(venue, DATED).markPrice)
    const events = run(venue, EXPIRY, EXPIRY + SECOND)
    const paid = new Map(venue.deliveries(null).map(({ symbol, price }) => [symbol as string, Number(price)]))
    // One second of 1,800 is left at most, and the index stands within a tenth of the mean: 0.006 % of it.
    for (const [one, mark] of marks)
      expect(Math.abs(mark - payoff(one, paid.get(one.symbol)!)), one.symbol).toBeLessThan(first * 0.000_06)
    expect(Math.abs(datedMark - paid.get(DATED)!)).toBeLessThan(first * 0.000_06)
    const ends = events.flatMap((event) =>
      event.type === 'order' && event.order.linkId?.startsWith('rest-') ? [event.order] : [],
    )
    // Of a dated contract the orders end with its settlement (semantics.md §2.1: delivery is the options' word).
    expect(ends.map(({ symbol, cancelType }) => [symbol, cancelType]).toSorted()).toEqual(
      [
        [option.symbol, 'CancelByDelivery'],
        [DATED, 'CancelBySettle'],
      ].toSorted(),
    )
    expect(venue.conservation().every(({ sumE8, creditedE8 }) => sumE8 === creditedE8)).toBe(true)
  })
})

test('an exchange that began before keeps following the index, so that its ledger replays as it was', () => {
  const venue = open(false)
  run(venue, START, START + 2 * SECOND)
  leap(venue, 10 * MINUTE, 1.1)
  const { underlyingPrice } = ticker(venue, daily(venue)[0]!.symbol).option!
  expect(Number(underlyingPrice) / index(venue)).toBeCloseTo(1, 3)
})
