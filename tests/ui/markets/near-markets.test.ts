import { describe, expect, test } from 'vitest'
import type { Contract } from '../../../src/domain/instrument/contract'
import { mistakesBetween, nearMarkets } from '../../../src/ui/markets/near-markets'

const LIST = ['BTCUSDT', 'BTCPERP', 'BTCUSD', 'ETHUSDT', 'OPUSDT', 'SOLUSDT'].map(
  (symbol, indexSort) =>
    ({ symbol, status: 'trading', baseCoin: symbol.replace(/USDT$|USD$|PERP$/, ''), indexSort }) as unknown as Contract,
)
const near = (name: string): readonly string[] => nearMarkets(name, LIST, 3).map(({ symbol }) => symbol)

describe('markets whose names are near', () => {
  test.each([
    // Neighbours changed places: one mistake; the others are of the coin.
    ['BTCUSTD', ['BTCUSDT', 'BTCUSD', 'BTCPERP']],
    ['ethusd', ['ETHUSDT']],
    ['SOLUSDTT', ['SOLUSDT']],
    // A coin alone; and a name that begins with it, from which all are as far (16): in the exchange's order.
    ['BTC', ['BTCUSD', 'BTCUSDT', 'BTCPERP']],
    ['BTC-1JAN27-100000-C', ['BTCUSDT', 'BTCPERP', 'BTCUSD']],
    ['x\u202Ey', []],
    ['', []],
  ])('%s: %s', (name, expected) => {
    expect(near(name)).toEqual(expected)
  })

  test('one that is closed is not offered', () => {
    const closed = LIST.map((one) => ({ ...one, status: 'closed' }) as unknown as Contract)
    expect(nearMarkets('BTCUSDT', closed, 3)).toEqual([])
  })
})

test.each([
  ['', '', 0],
  ['BTC', 'BTC', 0],
  ['BTC', '', 3],
  ['BTC', 'BCT', 1],
  ['BTC', 'BTCD', 1],
  ['XBT', 'BTC', 2],
  // The textbook's pair: k→s, e→i, and a g.
  ['KITTEN', 'SITTING', 3],
])('from %s to %s: %d mistakes', (a, b, mistakes) => {
  expect(mistakesBetween(a, b)).toBe(mistakes)
  expect(mistakesBetween(b, a)).toBe(mistakes)
})
