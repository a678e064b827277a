import { describe, expect, test } from 'vitest'
import type { ListedMarket } from '../../../../src/domain/instrument/market-type'
import {
  chartSymbolOf,
  findChartSymbol,
  searchChartSymbols,
  type ChartSymbol,
} from '../../../../src/ui/chart/symbols/chart-symbol'

const market = (symbol: string, kind: ListedMarket['kind'], status: ListedMarket['status'] = 'trading') => {
  const [, baseCoin = '', quoteCoin = ''] = /^([A-Z]+?)[/-]?(USDT|USD|PERP)/.exec(symbol) ?? []
  return chartSymbolOf({ symbol, kind, status, baseCoin, quoteCoin, displayName: symbol } as ListedMarket)
}

const ALL: readonly ChartSymbol[] = [
  market('BTCUSDT', 'linearPerpetual'),
  market('BTC/USDT', 'spot'),
  market('BTCUSDT-25DEC26', 'linearFutures'),
  market('ETHUSDT', 'linearPerpetual'),
  market('XRPUSDT', 'linearPerpetual', 'closed'),
]
const found = (text: string, type: Parameters<typeof searchChartSymbols>[2] = null) =>
  searchChartSymbols(ALL, text, type).map(({ ticker }) => ticker)

describe('symbol search of the chart (spec §5)', () => {
  test('types are SPOT, PERPETUAL and EXPIRY by what is traded', () => {
    expect(ALL.slice(0, 3).map(({ type }) => type)).toEqual(['PERPETUAL', 'SPOT', 'EXPIRY'])
  })

  test('either case, trimmed', () => {
    expect(found('  eth ')).toEqual(['ETHUSDT_PERPETUAL'])
  })

  test('an underscore looks in tickers', () => {
    expect(found('btcusdt_')).toEqual(['BTCUSDT_PERPETUAL'])
    expect(found('_spot')).toEqual(['BTC/USDT_SPOT'])
  })

  test('a space looks in short names', () => {
    expect(found('btc usdt')).toEqual(['BTCUSDT_PERPETUAL', 'BTC/USDT_SPOT', 'BTCUSDT-25DEC26_EXPIRY'])
  })

  test('anything else looks in names', () => {
    expect(found('btcusdt')).toEqual(['BTCUSDT_PERPETUAL', 'BTCUSDT-25DEC26_EXPIRY'])
    // The ticker alone has it.
    expect(found('perpetual')).toEqual([])
  })

  test('a chosen type narrows, and what is delisted is not found', () => {
    expect(found('btc', 'EXPIRY')).toEqual(['BTCUSDT-25DEC26_EXPIRY'])
    expect(found('xrp')).toEqual([])
  })

  test('a symbol is found by ticker and by name', () => {
    expect(findChartSymbol(ALL, 'BTCUSDT_PERPETUAL')?.name).toBe('BTCUSDT')
    expect(findChartSymbol(ALL, 'BTCUSDT')?.type).toBe('PERPETUAL')
    expect(findChartSymbol(ALL, 'NONE')).toBeNull()
  })
})
