import { describe, expect, it } from 'vitest'
import { datedContracts, lastDelivered, termPremium } from '../../../exchange/listings/dated-contracts'

/** Friday 2026-03-06 08:00 UTC, and Wednesday 2026-03-11. */
const FRIDAY = Date.UTC(2026, 2, 6, 8)
const WEDNESDAY = Date.UTC(2026, 2, 11, 10)
const DAY = 86_400_000

const symbols = (nowMs: number, start: string) =>
  datedContracts(nowMs)
    .map((one) => one.symbol)
    .filter((one) => one.startsWith(start))

describe('the dated contracts of a day', () => {
  it('names the suffix series: three weeks, three months, three quarters', () => {
    // Weeks 13, 20, 27 March; months 27 March, 24 April, 29 May; quarters 27 March, 26 June, 25 September.
    expect(symbols(WEDNESDAY, 'BTCUSDT-')).toEqual([
      'BTCUSDT-13MAR26',
      'BTCUSDT-20MAR26',
      'BTCUSDT-27MAR26',
      'BTCUSDT-24APR26',
      'BTCUSDT-29MAY26',
      'BTCUSDT-26JUN26',
      'BTCUSDT-25SEP26',
    ])
    expect(symbols(WEDNESDAY, 'BTC-')[0]).toBe('BTC-13MAR26')
    expect(symbols(WEDNESDAY, 'BTCUSDH')).toEqual(['BTCUSDH26'])
    expect(symbols(WEDNESDAY, 'ETHUSD').filter((one) => !one.includes('-'))).toEqual([
      'ETHUSDH26',
      'ETHUSDM26',
      'ETHUSDU26',
    ])
  })

  it('pads the day below ten', () => {
    expect(symbols(FRIDAY - 1, 'BTCUSDT-')[0]).toBe('BTCUSDT-06MAR26')
  })

  it('opens the successor at the very moment of an expiry, and announces it a day before', () => {
    const opening = Date.UTC(2026, 2, 13, 8)
    // After 13 March the third week is 3 April: neither a month's nor a quarter's end.
    expect(symbols(opening - DAY - 1, 'BTCUSDT-03APR26')).toEqual([])
    const announced = datedContracts(opening - DAY).find((one) => one.symbol === 'BTCUSDT-03APR26')
    expect(announced?.listedMs).toBe(opening)
    expect(symbols(opening, 'BTCUSDT-13MAR26')).toEqual([])
    expect(symbols(opening, 'BTCUSDT-03APR26')).toEqual(['BTCUSDT-03APR26'])
  })

  it('knows since when a contract trades', () => {
    const of = (symbol: string) => datedContracts(WEDNESDAY).find((one) => one.symbol === symbol)!.listedMs
    // 20 March became the third week when 27 February expired.
    expect(of('BTCUSDT-20MAR26')).toBe(Date.UTC(2026, 1, 27, 8))
    // 25 September became the third quarter when 26 December 2025 expired; SOL has no quarters but the month of March.
    expect(of('BTCUSDT-25SEP26')).toBe(Date.UTC(2025, 11, 26, 8))
    expect(of('SOLUSDT-27MAR26')).toBe(Date.UTC(2026, 1, 27, 8))
  })

  it('names what was delivered last', () => {
    expect(lastDelivered(WEDNESDAY)).toMatchObject({ symbol: 'BTCUSDT-06MAR26', expiryMs: FRIDAY })
    expect(lastDelivered(WEDNESDAY).listedMs).toBeLessThan(FRIDAY)
  })
})

describe('termPremium', () => {
  it('falls to nothing at the delivery; 5 % a year', () => {
    expect(termPremium(null, FRIDAY)).toBe(0)
    expect(termPremium(FRIDAY, FRIDAY)).toBe(0)
    expect(termPremium(FRIDAY, FRIDAY + 1)).toBe(0)
    // 73 days are a fifth of a year: a fifth of 5 %.
    expect(termPremium(FRIDAY, FRIDAY - 73 * DAY)).toBeCloseTo(0.01, 12)
  })
})
