import { expect, test } from 'vitest'
import type { Contract } from '../../../src/domain/instrument/contract'
import { SPOT_PAIRS } from '../../../exchange/listings/spot-pairs'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { findMarkets, settledIn, type MarketWish } from '../../../src/ui/markets/find-markets'

const market = (symbol: string, over: Partial<Contract> = {}): Contract =>
  ({
    symbol,
    displayName: symbol,
    kind: 'linearPerpetual',
    status: 'trading',
    baseCoin: symbol.replace(/USDT$/, ''),
    quoteCoin: 'USDT',
    settleCoin: 'USDT',
    indexSort: 0,
    ...over,
  }) as unknown as Contract

const LIST = ['WBTCUSDT', 'BTCDOMUSDT', 'ETHUSDT', 'BTCUSDT', 'SOLUSDT'].map((symbol, at) =>
  market(symbol, { indexSort: at }),
)
const wish = (change: Partial<MarketWish>): MarketWish => ({
  query: '',
  kind: 'all',
  recent: [],
  favourites: new Set(),
  ...change,
})
const found = (change: Partial<MarketWish>, max = 10): readonly string[] =>
  findMarkets(LIST, wish(change), max).map(({ symbol }) => symbol)

test('nothing typed offers what was looked at last, then favourites, then the exchange’s order', () => {
  const recent = ['SOLUSDT', 'ETHUSDT'] as InstrumentSymbol[]
  const favourites = new Set(['BTCUSDT' as InstrumentSymbol])
  expect(found({ recent, favourites })).toEqual(['SOLUSDT', 'ETHUSDT', 'BTCUSDT', 'WBTCUSDT', 'BTCDOMUSDT'])
  expect(found({ recent, favourites, kind: 'favourites' })).toEqual(['BTCUSDT'])
})

test('three letters are the coin before they are a part of a name', () => {
  expect(found({ query: 'btc' })).toEqual(['BTCUSDT', 'BTCDOMUSDT', 'WBTCUSDT'])
  expect(found({ query: 'wbtcusdt' })).toEqual(['WBTCUSDT'])
  expect(found({ query: 'btc' }, 1)).toEqual(['BTCUSDT'])
})

test('a market that looks like another says what it is settled in', () => {
  expect(settledIn(market('BTCUSDT'))).toBeNull()
  expect(settledIn(market('BTCUSDT-25DEC26'))).toBeNull()
  expect(settledIn(market('BTCPERP', { settleCoin: 'USDC' }))).toBe('USDC')
  expect(settledIn(market('BTCUSD', { settleCoin: 'BTC' }))).toBe('BTC')
})

test('a pair comes behind the contracts that a text finds alike, and is told from the perpetual of its name', () => {
  const [pair] = SPOT_PAIRS.filter(({ symbol }) => symbol === 'BTC/USDT')
  const both = findMarkets([pair!, market('BTCUSDT', { indexSort: 9 })], wish({ query: 'btcusdt' }), 10)
  expect(both.map(({ symbol, kind }) => [symbol, kind])).toEqual([
    ['BTCUSDT', 'linearPerpetual'],
    ['BTC/USDT', 'spot'],
  ])
  expect(settledIn(pair!)).toBeNull()
  expect(findMarkets([pair!], wish({ kind: 'spot' }), 10)).toEqual([pair])
})
