import type { ContractKind } from '../../../src/domain/instrument/product-kind'
import { describe, expect, test } from 'vitest'
import type { Contract } from '../../../src/domain/instrument/contract'
import type { Ticker } from '../../../src/domain/market/market'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { findInstruments, isOfKind, sortInstruments, type MarketKind } from '../../../src/ui/markets/market-rows'

function instrument(baseCoin: string, over: Partial<Contract> = {}): Contract {
  return {
    symbol: `${baseCoin}USDT`,
    displayName: `${baseCoin}USDT`,
    kind: 'linearPerpetual',
    status: 'trading',
    baseCoin,
    quoteCoin: 'USDT',
    indexSort: 0,
    ...over,
  } as unknown as Contract
}

const LIST = [
  instrument('BTC', { indexSort: 1 }),
  instrument('ETH', { indexSort: 2 }),
  instrument('SOL', { indexSort: 3 }),
]
const names = (list: readonly Contract[]) => list.map(({ symbol }) => symbol)

describe('findInstruments (spec §5, symbol search)', () => {
  test.each([
    ['case does not matter and blanks around are trimmed', '  btc ', ['BTCUSDT']],
    ['an underscore matches the ticker', 'ethusdt_perp', ['ETHUSDT']],
    ['an underscore does not match the symbol name', 'btc_usdt', []],
    ['a space matches the short name', 'sol us', ['SOLUSDT']],
    ['anything else matches the symbol name', 'usdt', ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']],
    ['nothing typed finds everything', '', ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']],
  ])('%s: %o', (_rule, query, expected) => {
    expect(names(findInstruments(LIST, query))).toEqual(expected)
  })

  test('delisted symbols are left out', () => {
    expect(names(findInstruments([instrument('BTC', { status: 'closed' }), instrument('ETH')], ''))).toEqual([
      'ETHUSDT',
    ])
  })
})

describe('sortInstruments', () => {
  const tickers = new Map<InstrumentSymbol, Ticker>([
    ['BTCUSDT' as InstrumentSymbol, { lastPrice: '9.5', turnover24h: '10' } as Ticker],
    ['ETHUSDT' as InstrumentSymbol, { lastPrice: '10', turnover24h: '9' } as Ticker],
  ])

  test('numbers are compared as numbers, not as text', () => {
    expect(names(sortInstruments(LIST, tickers, { column: 'last', descending: false }))).toEqual([
      'BTCUSDT',
      'ETHUSDT',
      'SOLUSDT',
    ])
  })

  test('a missing value is last either way', () => {
    expect(names(sortInstruments(LIST, tickers, { column: 'turnover', descending: true })).at(-1)).toBe('SOLUSDT')
    expect(names(sortInstruments(LIST, tickers, { column: 'turnover', descending: false })).at(-1)).toBe('SOLUSDT')
  })

  test('names sort by letter', () => {
    expect(names(sortInstruments(LIST, tickers, { column: 'symbol', descending: true }))[0]).toBe('SOLUSDT')
  })
})

describe('isOfKind (tabs of the list)', () => {
  test.each<[ContractKind, MarketKind]>([
    ['linearPerpetual', 'usdt'],
    ['usdcPerpetual', 'usdc'],
    ['inversePerpetual', 'inverse'],
    ['linearFutures', 'futures'],
    ['usdcFutures', 'futures'],
    ['inverseFutures', 'futures'],
  ])('a %s is in "%s" and in no other tab but "all"', (kind, tab) => {
    const of = { ...instrument('BTC'), kind } as Contract
    const tabs = (['all', 'usdt', 'usdc', 'inverse', 'futures'] as const).filter((one) => isOfKind(of, one))
    expect(tabs).toEqual(['all', tab])
  })
})

test('turnovers are compared as money: 10 BTC at 60,000 are more than 500,000 USDT', () => {
  const inverse = instrument('BTC', { symbol: 'BTCUSD' as InstrumentSymbol, kind: 'inversePerpetual' })
  const tickers = new Map([
    [inverse.symbol, { turnover24h: '10', lastPrice: '60000' } as unknown as Ticker],
    ['ETHUSDT' as InstrumentSymbol, { turnover24h: '500000', lastPrice: '2000' } as unknown as Ticker],
  ])
  const sorted = sortInstruments([instrument('ETH'), inverse], tickers, { column: 'turnover', descending: true })
  expect(names(sorted)).toEqual(['BTCUSD', 'ETHUSDT'])
})
