import { expect, test } from 'vitest'
import type { Price, Rate } from '../../../src/domain/decimal'
import { fundingOfYear, namedSpread, yieldOfYear, yieldShare } from '../../../src/domain/market/spread-row'

test.each([
  ['BTCUSDT_BTC/USDT', 'fundingRateArb'],
  ['BTCUSDT-25DEC26_BTC/USDT', 'carryTrade'],
  ['BTCUSDT-26MAR27_BTCUSDT-25DEC26', 'futureSpread'],
  ['BTCUSDT-25DEC26_BTCUSDT', 'perpBasis'],
])('%s is of kind %s', (symbol, kind) => {
  expect(namedSpread(symbol)?.kind).toBe(kind)
})

test('no other name is a spread', () => {
  expect(namedSpread('BTCUSDT')).toBeNull()
})

test('a year’s yield is the share of the second leg by the days that are left', () => {
  const named = namedSpread('BTCUSDT-25DEC26_BTC/USDT')!
  // 73 days before 25 December, 8:00: 640 of 64,000 is 1 %, five times a year.
  const nowMs = Date.UTC(2026, 11, 25, 8) - 73 * 86_400_000
  expect(yieldOfYear('640' as Price, '64000' as Price, named, nowMs)).toBe('0.05')
  expect(yieldOfYear('-640' as Price, '64000' as Price, named, nowMs)).toBe('-0.05')
  expect(yieldShare(640, 64_000, named, nowMs)).toBeCloseTo(0.05, 12)
  expect(yieldShare(640, 0, named, nowMs)).toBeNull()
  expect(yieldOfYear(null, '64000' as Price, named, nowMs)).toBeNull()
  expect(yieldOfYear('1' as Price, '64000' as Price, namedSpread('BTCUSDT_BTC/USDT')!, nowMs)).toBeNull()
})

test('of two futures the days between them count', () => {
  // 25 December to 26 March: 91 days. 1 % in them is 365 / 91 = 4.010989… % a year.
  const named = namedSpread('BTCUSDT-26MAR27_BTCUSDT-25DEC26')!
  expect(yieldOfYear('910' as Price, '91000' as Price, named, 0)).toBe('0.04010989')
})

test('a funding rate is paid three times a day', () => {
  // 0.0001 × 3 × 365.
  expect(fundingOfYear('0.0001' as Rate, 480)).toBe('0.1095')
  expect(fundingOfYear(null, 480)).toBeNull()
})
