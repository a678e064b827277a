import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { contractPeriod, expiryOf, expiryText, periodExpiries } from '../../../src/domain/instrument/contract-period'
import {
  hasFullNavigation,
  historyKind,
  historyPaths,
  parseTradePath,
  tradePath,
  tradeTarget,
  type TradeTarget,
} from '../../../src/domain/instrument/trade-route'
import { marketNames } from './market-names'

const NOW = Date.UTC(2026, 10, 21, 6, 0)
const day = (text: string) => Date.parse(`${text}T08:00:00Z`)
const target = (symbol: string): TradeTarget => tradeTarget(symbol)!

describe('tradePath', () => {
  it.each([
    ['BTCUSDT', '/trade/usdt/BTCUSDT'],
    ['BTCUSDT-25DEC26', '/trade/usdt/BTCUSDT-25DEC26'],
    ['BTCPERP', '/trade/futures/usdc/BTCPERP'],
    ['BTC-25DEC26', '/trade/futures/usdc/BTC-25DEC26'],
    ['BTCUSD', '/trade/inverse/BTCUSD'],
    // Seen from 21 November 2026: December is this quarter, March the next, June the one after.
    ['BTCUSDZ26', '/trade/inverse/futures/BTCUSD_Q'],
    ['ETHUSDH27', '/trade/inverse/futures/ETHUSD_BIQ'],
    ['ETHUSDM27', '/trade/inverse/futures/ETHUSD_NBIQ'],
    ['BTCUSDH21', '/trade/inverse/futures/BTCUSDH21'],
    ['BTC-30JUN27-100000-C', '/trade/option/usdc/BTC-30JUN27-100000-C'],
    ['ETH-30JUN27-1000-P-USDT', '/trade/option/usdt/ETH-30JUN27-1000-P-USDT'],
    ['SOLUSDT_SOL/USDT', '/trade/spread/SOLUSDT_SOL%2FUSDT'],
  ])('%s is at %s', (symbol, path) => {
    expect(tradePath(target(symbol), NOW)).toBe(path)
  })

  it('writes spot pairs by their coins', () => {
    const spot = tradeTarget('BTCUSDT', { category: 'spot' })!
    expect(tradePath(spot, NOW)).toBe('/trade/spot/BTC/USDT')
    expect(parseTradePath('/trade/spot/BTC/USDT', NOW)).toEqual(spot)
  })

  it('an option’s address without a contract is the board of its coin', () => {
    const board = { kind: 'usdtOption', baseCoin: 'BTC', symbol: null }
    expect(parseTradePath('/trade/option/usdt/BTC', NOW)).toEqual(board)
    // A contract of the other chain is none of this address.
    expect(parseTradePath('/trade/option/usdt/BTC-30JUN27-100000-C', NOW)).toBeNull()
  })

  it('reads back the page of every real name', () => {
    const wrong: string[] = []
    for (const { symbol, type } of marketNames()) {
      const there = tradeTarget(symbol, type === 'spot' ? { category: 'spot' } : {})
      // A spot name does not say where its first coin ends; outside the usual quote coins only the spot list knows.
      if (there === null && type === 'spot') continue
      const back = there === null ? null : parseTradePath(tradePath(there, NOW), NOW)
      if (back === null || !isDeepStrictEqual(back, there)) wrong.push(symbol)
    }
    expect(wrong).toEqual([])
  })

  it('takes the coins of a pair from its symbol', () => {
    expect(tradePath(tradeTarget('XRP/DYDX')!, NOW)).toBe('/trade/spot/XRP/DYDX')
  })

  it('takes the coins of a spot pair from its list where the name does not tell them', () => {
    expect(tradeTarget('XRPDYDX', { category: 'spot' })).toBeNull()
    const pair = tradeTarget('XRPDYDX', { category: 'spot', coins: { base: 'XRP', quote: 'DYDX' } })!
    expect(tradePath(pair, NOW)).toBe('/trade/spot/XRP/DYDX')
  })

  it('reads with any locale, and refuses what no market has', () => {
    expect(parseTradePath('/pt-BR/trade/spot/BTC/USDT', NOW)).toMatchObject({ symbol: 'BTC/USDT' })
    expect(parseTradePath('/trade/spot/btc/usdt', NOW)).toMatchObject({ symbol: 'BTC/USDT' })
    expect(parseTradePath('/trade/spot/B-C/USDT', NOW)).toBeNull()
    expect(parseTradePath('/en/trade/usdt/BTCUSDT?x=1#y', NOW)).toMatchObject({ symbol: 'BTCUSDT' })
    expect(parseTradePath('/trade/inverse/futures/BTCUSD_Q', NOW)).toEqual({
      kind: 'inverseFutures',
      symbol: 'BTCUSDZ26',
    })
    // As somebody types it, who has the name from a list of symbols.
    expect(parseTradePath('/trade/inverse/BTCUSDZ26', NOW)).toEqual({ kind: 'inverseFutures', symbol: 'BTCUSDZ26' })
    expect(parseTradePath('/trade/usdt/btcusdt', NOW)).toEqual({ kind: 'linearPerpetual', symbol: 'BTCUSDT' })
    for (const path of [
      '/',
      '/markets',
      '/trade',
      '/trade/usdt',
      '/trade/usdt/BTCUSD',
      '/trade/usdt/a/b',
      '/trade/inverse/BTCUSDT',
      '/trade/inverse/futures/BTCUSD_X',
      '/trade/option/eur/BTC',
      '/trade/usdt/%E0%A4%A',
    ])
      expect(parseTradePath(path, NOW), path).toBeNull()
  })
})

describe('hasFullNavigation', () => {
  it.each([
    ['BTCUSDT', 'ETHUSDT', false],
    ['BTCUSDT', 'BTCUSDT', false],
    ['BTCUSDT', 'BTCUSDT-25DEC26', true],
    ['BTCUSDT', 'BTCUSD', true],
    ['BTCPERP', 'BTC-25DEC26', false],
    ['BTC-25DEC26', 'ETHPERP', false],
    ['BTCPERP', 'BTCUSDT', true],
  ])('from %s to %s: %s', (from, to, expected) => {
    expect(hasFullNavigation(target(from), target(to))).toBe(expected)
  })
})

describe('pages of past trades (spec §2)', () => {
  it('is there for each of the six kinds of contracts', () => {
    expect(historyPaths().map(({ kind }) => kind)).toEqual([
      'linearPerpetual',
      'linearFutures',
      'usdcPerpetual',
      'usdcFutures',
      'inversePerpetual',
      'inverseFutures',
    ])
    for (const { kind, path } of historyPaths()) expect(historyKind(path.split('/').at(-1) ?? '')).toBe(kind)
    expect(historyKind('usdt-option')).toBeNull()
  })
})

describe('contract periods', () => {
  it('are Fridays 08:00 UTC, counted from now', () => {
    // 21 November 2026 is a Saturday.
    expect(periodExpiries(NOW)).toEqual({
      W: day('2026-11-27'),
      BIW: day('2026-12-04'),
      NBIW: day('2026-12-11'),
      M: day('2026-11-27'),
      BIM: day('2026-12-25'),
      NBIM: day('2027-01-29'),
      Q: day('2026-12-25'),
      BIQ: day('2027-03-26'),
      NBIQ: day('2027-06-25'),
    })
    expect(contractPeriod(day('2026-12-25'), NOW)).toBe('Q')
    expect(contractPeriod(day('2026-11-27'), NOW)).toBe('M')
    expect(contractPeriod(day('2026-12-04'), NOW)).toBe('BIW')
    expect(contractPeriod(day('2026-12-18'), NOW)).toBeNull()
  })

  it('roll at the very moment of expiry', () => {
    const expiry = Date.parse('2026-12-25T08:00:00Z')
    expect(periodExpiries(expiry - 1).Q).toBe(expiry)
    expect(periodExpiries(expiry).Q).toBe(Date.parse('2027-03-26T08:00:00Z'))
    expect(periodExpiries(expiry).W).toBe(Date.parse('2027-01-01T08:00:00Z'))
  })

  it.each([
    ['BTCUSDT-21FEB25', '2025-02-21'],
    ['BTC-24MAR23', '2023-03-24'],
    ['BTC-1SEP26-78500-P-USDT', '2026-09-01'],
    ['BTCUSDH23', '2023-03-31'],
    ['BTCUSDZ26', '2026-12-25'],
  ])('%s expires on %s', (symbol, date) => {
    expect(expiryOf(symbol)).toBe(day(date))
  })

  it('knows names without a date', () => {
    expect(expiryOf('BTCUSDT')).toBeNull()
    expect(expiryOf('BTC-31FEB26')).toBeNull()
    expect(expiryOf('BTC-01XYZ26')).toBeNull()
    expect(expiryText(Date.UTC(2026, 6, 3, 8), true)).toBe('03JUL26')
    expect(expiryText(Date.UTC(2026, 6, 3, 8), false)).toBe('3JUL26')
  })
})
