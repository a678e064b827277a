import { describe, expect, test } from 'vitest'
import type { Contract } from '../../../src/domain/instrument/contract'
import type { Ticker } from '../../../src/domain/market/market'
import { sortRows, type MarketRow } from '../../../src/ui/markets/market-order'

function row(
  symbol: string,
  ticker: Partial<Record<keyof Ticker, string>> | null,
  over: Partial<Contract> = {},
): MarketRow {
  const instrument = { symbol, kind: 'linearPerpetual', indexSort: 0, funding: {}, ...over } as unknown as Contract
  return { instrument, ticker: ticker as unknown as Ticker | null }
}

const names = (rows: readonly MarketRow[]) => rows.map(({ instrument }) => instrument.symbol)

const ROWS = [
  row('BTCUSDT', { lastPrice: '9.5', turnover24h: '622800' }, { indexSort: 1 }),
  row('ETHUSDT', { lastPrice: '10', turnover24h: '10110000' }, { indexSort: 2 }),
  row('SOLUSDT', null, { indexSort: 3 }),
]

describe('sortRows', () => {
  test('numbers are compared as numbers, not as text', () => {
    expect(names(sortRows(ROWS, { column: 'last', descending: false }))).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT'])
    expect(names(sortRows(ROWS, { column: 'turnover', descending: true }))).toEqual(['ETHUSDT', 'BTCUSDT', 'SOLUSDT'])
  })

  test('a missing value is last either way', () => {
    expect(names(sortRows(ROWS, { column: 'turnover', descending: true })).at(-1)).toBe('SOLUSDT')
    expect(names(sortRows(ROWS, { column: 'turnover', descending: false })).at(-1)).toBe('SOLUSDT')
  })

  test('names sort by letter, equal values by the exchange’s order', () => {
    expect(names(sortRows(ROWS, { column: 'symbol', descending: true }))[0]).toBe('SOLUSDT')
    const equal = [row('B', { lastPrice: '1' }, { indexSort: 2 }), row('A', { lastPrice: '1' }, { indexSort: 1 })]
    expect(names(sortRows(equal, { column: 'last', descending: true }))).toEqual(['A', 'B'])
  })

  test('turnovers are compared as money: 10 BTC at 60,000 are more than 500,000 USDT', () => {
    const inverse = row('BTCUSD', { turnover24h: '10', lastPrice: '60000' }, { kind: 'inversePerpetual' })
    const linear = row('ETHUSDT', { turnover24h: '500000', lastPrice: '2000' })
    expect(names(sortRows([linear, inverse], { column: 'turnover', descending: true }))).toEqual(['BTCUSD', 'ETHUSDT'])
  })
})
