import { expect, test } from 'vitest'
import type { Contract } from '../../../src/domain/instrument/contract'
import type { Ticker } from '../../../src/domain/market/market'
import type { MarketRow } from '../../../src/ui/markets/market-order'
import { fundingExtremes, movers, summaryOf, type Mover } from '../../../src/ui/markets/movers'

function row(symbol: string, ticker: Partial<Record<keyof Ticker, string>> | null, minutes = 480): MarketRow {
  const instrument = { symbol, kind: 'linearPerpetual', funding: { intervalMinutes: minutes } } as unknown as Contract
  return { instrument, ticker: ticker as unknown as Ticker | null }
}

const names = (list: readonly Mover[]) => list.map(({ row: { instrument } }) => instrument.symbol)

test('gainers rose and losers fell: what stood still, or was not heard of, is neither', () => {
  const rows = [
    row('A', { price24hChange: '0.02' }),
    row('B', { price24hChange: '-0.05' }),
    row('C', { price24hChange: '0' }),
    row('D', { price24hChange: '0.10' }),
    row('E', null),
  ]
  const { highest, lowest } = movers(rows, 1)
  expect([names(highest), names(lowest)]).toEqual([['D'], ['B']])
  expect(names(movers(rows, 5).highest)).toEqual(['D', 'A'])
})

test('funding is ranked by the year: a lower rate every hour is more than a higher one every eight', () => {
  const rows = [row('EIGHT', { fundingRate: '0.0004' }), row('ONE', { fundingRate: '0.0001' }, 60)]
  expect(names(fundingExtremes(rows, 2).highest)).toEqual(['ONE', 'EIGHT'])
  expect(fundingExtremes(rows, 2).lowest).toEqual([])
})

test('an end with fewer rates leaves its places to the other', () => {
  const rates = (...each: readonly number[]): readonly MarketRow[] =>
    each.map((rate) => row(String(rate), { fundingRate: `${rate / 10_000}` }))
  const shown = (rows: readonly MarketRow[]): readonly string[] => {
    const { highest, lowest } = fundingExtremes(rows, 2)
    return [...names(highest), ...names(lowest)]
  }
  expect(shown(rates(1, 2, 3, 4, 5))).toEqual(['5', '4', '3', '2'])
  expect(shown(rates(-1, 2, 3, 4))).toEqual(['4', '3', '2', '-1'])
  expect(shown(rates(-1, -2, -3, 4, 5, 6))).toEqual(['6', '5', '-3', '-2'])
  expect(shown(rates(-1, -2, -3, -4, 5))).toEqual(['5', '-4', '-3', '-2'])
})

test('the sums are of the rows that are counted', () => {
  const rows = [
    row('A', { price24hChange: '0.02', turnover24h: '100', openInterestValue: '30', lastPrice: '1' }),
    row('B', { price24hChange: '-0.05', turnover24h: '50', openInterestValue: '12', lastPrice: '1' }),
    row('C', null),
  ]
  expect(summaryOf(rows)).toEqual({ count: 3, up: 1, down: 1, flat: 0, turnover: 150, openInterest: 42 })
})
