import { deliveryOf, preListingOf } from '../../../src/domain/instrument/instrument'
import { describe, expect, test } from 'vitest'
import { barStart } from '../../../src/domain/market/interval'
import { pastOpenInterestLots } from '../../../exchange/simulation/past-figures'
import { BTC, openVenue, START_MS, tick } from './lib'

const HOUR_MS = 3_600_000
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

describe('open interest from before the first start', () => {
  const STEP_MS = 5 * 60_000
  const ask = (venue = openVenue(), query = {}) =>
    venue.pastInterest(BTC, { startMs: null, endMs: null, limit: 200, stepMs: STEP_MS, ...query })

  test('there is one for each step before that of the start, which is recorded', () => {
    // The start is at 10:17:30; the step of 10:15 is the first that is recorded.
    const first = Date.UTC(2026, 2, 11, 10, 10)
    expect(ask().map((one) => one.timeMs)).toEqual(ask().map((_, i) => first - i * STEP_MS))
    expect(ask(openVenue(), { stepMs: HOUR_MS, limit: 1 })[0]!.timeMs).toBe(Date.UTC(2026, 2, 11, 10))
    expect(ask(openVenue(), { stepMs: DAY_MS, limit: 1 })[0]!.timeMs).toBe(barStart('1D', START_MS))
  })

  test('it joins the start without a step: no two neighbours differ by half a per cent of the usual', () => {
    const usual = 1_000_000
    const past = { seed: 7, symbol: 'BTCUSDT', startMs: START_MS }
    let after = 0
    for (let n = 1; n < 2000; n++) {
      const lots = pastOpenInterestLots(past, usual, START_MS - n * STEP_MS)
      expect(Math.abs(lots - after)).toBeLessThan(usual * 0.005)
      after = lots
    }
    expect(pastOpenInterestLots(past, usual, START_MS)).toBe(0)
    // A week back it is about what it usually is, and a month back another figure.
    const week = pastOpenInterestLots(past, usual, START_MS - 7 * DAY_MS)
    expect(week / usual).toBeGreaterThan(0.4)
    expect(week / usual).toBeLessThan(2.5)
    expect(pastOpenInterestLots(past, usual, START_MS - 30 * DAY_MS)).not.toBe(week)
  })

  test('it follows from the seed, and quantities are whole lots', () => {
    expect(ask()).toEqual(ask(openVenue()))
    for (const one of ask()) expect(one.openInterest).toMatch(/^\d+(\.\d{1,3})?$/)
  })
})
