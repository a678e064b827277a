import { describe, expect, test } from 'vitest'
import { firstPicture } from '../../../exchange/api/first-picture'
import type { Contract } from '../../../src/domain/instrument/contract'
import type { Ticker } from '../../../src/domain/market/market'
import { symbolPath } from '../../../src/domain/instrument/trade-route'
import { shownPrice } from '../../../src/domain/market/first-picture'
import type { Price } from '../../../src/domain/decimal'
import { instrumentOf, tickerOf } from '../../ui/fixtures'
import { CALL_60K } from '../../ui/option-fixtures'
import { BTC_USDT } from '../../ui/spot-fixtures'
import { BASIS } from '../../ui/spread-fixtures'

const NOW_MS = Date.UTC(2026, 10, 25, 11)
const contract = instrumentOf({ tickSize: '0.10' as Contract['tickSize'], lotSize: '0.001' as Contract['lotSize'] })
const pair = BTC_USDT
/** All that is listed, by its symbol. */
const marketOf = (symbol: string) => [contract, pair, CALL_60K, BASIS].find((one) => one.symbol === symbol) ?? null
const venueOf = (ticker: Ticker | null) => ({
  ticker: () => ticker,
  book: (_: string, levels: number) => ({
    bids: Array.from({ length: Math.min(levels, 100) }, (__, n) => [`${64_000 - n / 10}`, '0.002'] as const),
    asks: [['64000.1', '1']] as const,
  }),
})
const pictureOf = (path: string, ticker: Ticker | null = tickerOf('64000')) =>
  firstPicture(venueOf(ticker) as never, marketOf, path, NOW_MS)

describe('the market of a page, before its scripts have run (issue 22.1)', () => {
  test('is the contract of the address, in whole ticks and lots', () => {
    const picture = pictureOf('/trade/usdt/BTCUSDT')!
    expect(picture.listed).toBe(contract)
    expect(picture.ticker.lastPrice).toBe('64000')
    // 64,000.1 ÷ 0.10 and 1 ÷ 0.001; the bids begin at 64,000 with 0.002.
    expect(picture.asks).toEqual([640_001, 1_000])
    expect(picture.bids.slice(0, 4)).toEqual([640_000, 2, 639_999, 2])
    expect(picture.bids).toHaveLength(2 * 25)
  })

  test('is that of an address with a language, too', () => {
    expect(pictureOf('/de-DE/trade/usdt/BTCUSDT')?.listed.symbol).toBe('BTCUSDT')
  })

  test('is a pair of its two coins, and never the contract of the same name', () => {
    expect(pictureOf('/trade/spot/BTC/USDT')?.listed).toBe(pair)
  })

  test('is an option, with its mark where nobody has traded it; what has neither has none', () => {
    const path = `/trade/option/usdt/${CALL_60K.symbol}`
    const untraded = { ...tickerOf('1'), lastPrice: null, markPrice: '950' as Price, option: {} as never }
    const picture = pictureOf(path, untraded)!
    expect([picture.listed, shownPrice(picture.ticker)]).toEqual([CALL_60K, '950'])
    expect(pictureOf(path, { ...untraded, markPrice: null })).toBeNull()
  })

  test('is a spread, whose price may be below zero', () => {
    const picture = pictureOf(symbolPath(BASIS.symbol, NOW_MS), tickerOf('-12.5'))!
    expect([picture.listed, shownPrice(picture.ticker)]).toEqual([BASIS, '-12.5'])
  })

  test('no other page has one, nor a market that is not listed or has not traded', () => {
    for (const path of [
      '/',
      '/markets',
      '/trade/usdt/NOSUCHUSDT',
      '/trade/spot/NOT/USDT',
      '/trade/option/usdt/BTC',
      '/trade/usdt/%E0%A4%A',
    ])
      expect(pictureOf(path), path).toBeNull()
    expect(pictureOf('/trade/usdt/BTCUSDT', null)).toBeNull()
    expect(pictureOf('/trade/usdt/BTCUSDT', { ...tickerOf('1'), lastPrice: null })).toBeNull()
  })
})
