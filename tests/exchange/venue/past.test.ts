import { isContract } from '../../../src/domain/instrument/contract'
import { deliveryOf, fundingOf, preListingOf } from '../../../src/domain/instrument/instrument'
import { describe, expect, test } from 'vitest'
import { barStart } from '../../../src/domain/market/interval'
import type { Venue } from '../../../exchange/venue/venue-port'
import { BTC, openVenue, START_MS, tick } from './lib'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** 2026-03-11 10:17:30: the last funding before it was at 08:00, the next one is at 16:00. */
const LAST_FUNDING_MS = Date.UTC(2026, 2, 11, 8)

describe('fundings from before the first start', () => {
  const ask = (venue = openVenue(), query = {}) =>
    venue.pastFundings(BTC, { startMs: null, endMs: null, limit: 200, ...query })

  test('there is one for each boundary of the interval, newest first, none at or after the start', () => {
    const rows = ask()
    expect(rows.map((one) => one.timeMs)).toEqual(rows.map((_, i) => LAST_FUNDING_MS - i * 8 * HOUR_MS))
    expect(rows).toHaveLength(200)
    expect(ask(openVenue(), { startMs: LAST_FUNDING_MS - DAY_MS }).length).toBe(4)
    expect(ask(openVenue(), { endMs: LAST_FUNDING_MS - 1, limit: 1 })[0]!.timeMs).toBe(LAST_FUNDING_MS - 8 * HOUR_MS)
  })

  test('rates stay in their bounds, mostly near the interest, and some are below zero', () => {
    const rates = ask(openVenue(), { endMs: START_MS - 30 * DAY_MS }).map((one) => Number(one.rate))
    expect(Math.max(...rates.map(Math.abs))).toBeLessThanOrEqual(0.005)
    expect(rates.filter((rate) => rate === 0.0001).length).toBeGreaterThan(rates.length / 3)
    expect(new Set(rates).size).toBeGreaterThan(5)
  })

  test('they follow from the seed, and stay the same when the market has moved on', () => {
    const venue = openVenue()
    const before = ask(venue)
    tick(venue, START_MS, 20)
    expect(ask(venue)).toEqual(before)
    expect(ask(openVenue())).toEqual(before)
    expect(ask(openVenue({ seed: 8 }))).not.toEqual(before)
  })

  test('none before the listing, none of dated contracts, none of those that are born here', () => {
    const venue = openVenue({ markets: 'all' })
    const launchMs = venue.instruments().find(({ symbol }) => symbol === BTC)!.launchTimeMs
    expect(ask(venue, { endMs: launchMs - 1 })).toEqual([])
    const others = venue.instruments().filter((one) => deliveryOf(one) !== null || preListingOf(one) !== null)
    expect(others.length).toBeGreaterThan(2)
    for (const { symbol } of others)
      expect(venue.pastFundings(symbol, { startMs: null, endMs: null, limit: 5 })).toEqual([])
  })
})

describe('open interest', () => {
  const STEP_MS = 5 * 60_000
  const ask = (venue = openVenue(), query = {}) =>
    venue.pastInterest(BTC, { startMs: null, endMs: START_MS, limit: 200, stepMs: STEP_MS, ...query })

  test('there is one for each step down from the end of the query', () => {
    // The end is at 10:17:30.
    const first = Date.UTC(2026, 2, 11, 10, 15)
    expect(ask().map((one) => one.timeMs)).toEqual(ask().map((_, i) => first - i * STEP_MS))
    expect(ask(openVenue(), { stepMs: HOUR_MS, limit: 1 })[0]!.timeMs).toBe(Date.UTC(2026, 2, 11, 10))
    expect(ask(openVenue(), { stepMs: DAY_MS, limit: 1 })[0]!.timeMs).toBe(barStart('1D', START_MS))
  })

  test('the ticker says what its history leads up to, in proportion to the turnover', () => {
    const venue = openVenue({ markets: 'all' })
    const tickers = venue
      .instruments()
      .flatMap((one) => (fundingOf(one) === null ? [] : (venue.ticker(one.symbol) ?? [])))
    expect(tickers.length).toBeGreaterThan(30)
    for (const { symbol, openInterest, volume24h } of tickers) {
      const share = Number(openInterest) / Number(volume24h)
      // 0.68 of a day's turnover, give or take three deviations of 0.4 and the waves: e^±1.8.
      if (Number(volume24h) > 0 && !isBorn(venue, symbol))
        expect([symbol, share > 0.1 && share < 4.2]).toEqual([symbol, true])
      const past = venue.pastInterest(symbol, { startMs: null, endMs: START_MS, limit: 1, stepMs: MINUTE_MS })
      // What makers and takers hold here is the rest.
      if (!isBorn(venue, symbol)) expect(Number(openInterest) / Number(past[0]!.openInterest)).toBeCloseTo(1, 1)
    }
  })

  test('none is held of what is not listed yet, nor by the public of options, pairs and spreads', () => {
    const venue = openVenue({ markets: 'all', families: ['option', 'spot', 'spread'] })
    const launchMs = venue.instruments().find(({ symbol }) => symbol === BTC)!.launchTimeMs
    expect(ask(venue, { endMs: launchMs - 1 })).toEqual([])
    const others = venue.instruments().filter((one) => !isContract(one))
    expect(others.length).toBeGreaterThan(700)
    for (const { symbol } of others) {
      expect(venue.pastInterest(symbol, { startMs: null, endMs: START_MS, limit: 5, stepMs: STEP_MS })).toEqual([])
      expect(venue.holderCounts(symbol, START_MS)).toBeNull()
    }
  })

  test('it follows from the seed, and quantities are whole lots', () => {
    expect(ask()).toEqual(ask(openVenue()))
    expect(ask(openVenue({ seed: 8 }))).not.toEqual(ask())
    for (const one of ask()) expect(one.openInterest).toMatch(/^\d+(\.\d{1,3})?$/)
  })
})

function isBorn(venue: Venue, symbol: string): boolean {
  return preListingOf(venue.instruments().find((one) => one.symbol === symbol)!) !== null
}
