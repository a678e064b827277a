import type { ContractKind } from '../../../src/domain/instrument/product-kind'
import { describe, expect, test } from 'vitest'
import type { Contract } from '../../../src/domain/instrument/contract'
import type { ListedMarket } from '../../../src/domain/instrument/market-type'
import { SPOT_PAIRS } from '../../../exchange/listings/spot-pairs'
import type { Ticker } from '../../../src/domain/market/market'
import {
  badgeOf,
  findInstruments,
  isOfKind,
  MARKET_KINDS,
  yearlyFunding,
  type MarketKind,
} from '../../../src/ui/markets/market-rows'

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
const names = (list: readonly ListedMarket[]) => list.map(({ symbol }) => symbol)

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

  const pairs = SPOT_PAIRS.filter(({ quoteCoin, baseCoin }) => quoteCoin === 'USDT' && /^(BTC|ETH)$/.test(baseCoin))
  test.each([
    ['its name without the stroke', 'btcusdt', ['BTCUSDT', 'BTC/USDT']],
    ['its symbol', 'btc/u', ['BTC/USDT']],
    ['its ticker, which says that it is one', 'btcusdt_spot', ['BTC/USDT']],
    ['the ticker of the perpetual of its name finds that alone', 'btcusdt_perp', ['BTCUSDT']],
    ['its short name', 'eth usdt', ['ETHUSDT', 'ETH/USDT']],
  ])('a pair is found by %s: %s', (_by, query, expected) => {
    expect(names(findInstruments([...LIST, ...pairs], query))).toEqual(expected)
  })

  test('delisted symbols are left out', () => {
    expect(names(findInstruments([instrument('BTC', { status: 'closed' }), instrument('ETH')], ''))).toEqual([
      'ETHUSDT',
    ])
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
    const tabs = MARKET_KINDS.filter((one) => isOfKind(of, one, new Set()))
    expect(tabs).toEqual(['all', tab])
  })

  test('a marked market is among the favourites, whatever it is', () => {
    expect(isOfKind(instrument('BTC'), 'favourites', new Set(['BTCUSDT']))).toBe(true)
    expect(isOfKind(instrument('ETH'), 'favourites', new Set(['BTCUSDT']))).toBe(false)
  })
})

describe('what happens to a listing', () => {
  const DAY_MS = 86_400_000
  const NOW = 1_000 * DAY_MS
  const future = (daysLeft: number): Contract =>
    instrument('BTC', { kind: 'linearFutures', delivery: { timeMs: NOW + daysLeft * DAY_MS } } as Partial<Contract>)

  test.each<[string, Contract, string | null]>([
    ['a perpetual is new for two weeks', instrument('BTC', { launchTimeMs: NOW - 13 * DAY_MS }), 'new'],
    ['and not after that', instrument('BTC', { launchTimeMs: NOW - 14 * DAY_MS }), null],
    ['one that does not trade yet is not new', instrument('BTC', { launchTimeMs: NOW, status: 'preLaunch' }), null],
    ['a future ends in its last week', future(7), 'ending'],
    ['and no sooner', future(8), null],
  ])('%s', (_rule, market, badge) => {
    expect(badgeOf(market, NOW)).toBe(badge)
  })
})

test('funding of different intervals is compared by the year: 0.01 % each hour is eight times 0.01 % each eight hours', () => {
  const every = (minutes: number): Contract =>
    instrument('BTC', { funding: { intervalMinutes: minutes } } as Partial<Contract>)
  const ticker = { fundingRate: '0.0001' } as unknown as Ticker
  // 0.0001 × 24 × 365 = 0.876; a third of a day's three times: 0.0001 × 3 × 365 = 0.1095.
  expect(yearlyFunding(every(60), ticker)).toBeCloseTo(0.876, 9)
  expect(yearlyFunding(every(480), ticker)).toBeCloseTo(0.1095, 9)
})
