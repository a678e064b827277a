import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QuotedMarket } from '../../../src/domain/market/quoted-market'
import {
  coinsOf,
  EVERY_OPTION,
  isOfChoice,
  isOfSide,
  MARKED_OPTIONS,
  orderOptions,
} from '../../../src/ui/markets/option-rows'
import { sortAfter } from '../../../src/ui/markets/sorted'

const NOVEMBER = Date.UTC(2026, 10, 27, 8)
const DECEMBER = Date.UTC(2026, 11, 25, 8)

function option(symbol: string, deliveryMs: number, markPrice: string | null = null): QuotedMarket {
  const none = { lastPrice: null, bid1Price: null, ask1Price: null, volume24h: null }
  return { symbol, tickSize: '5', deliveryMs, markPrice, ...none } as never
}

const ROWS = [
  option('ETH-27NOV26-3000-C', NOVEMBER, '120'),
  option('BTC-25DEC26-60000-C', DECEMBER, '9'),
  option('BTC-27NOV26-100000-P', NOVEMBER),
  option('BTC-27NOV26-60000-P-USDT', NOVEMBER, '1000'),
  option('BTC-27NOV26-60000-C', NOVEMBER, '85'),
]
const names = (rows: readonly QuotedMarket[]): readonly string[] => rows.map(({ symbol }) => symbol)

test('the names stand by coin, end, strike as a number, and side', () => {
  expect(names(orderOptions(ROWS, { column: 'symbol', descending: false }))).toEqual([
    'BTC-27NOV26-60000-C',
    'BTC-27NOV26-60000-P-USDT',
    'BTC-27NOV26-100000-P',
    'BTC-25DEC26-60000-C',
    'ETH-27NOV26-3000-C',
  ])
})

test('a price orders as a number, and what has none stands at the end, either way', () => {
  const by = (descending: boolean) => names(orderOptions(ROWS, { column: 'mark', descending }))
  const upwards = ['BTC-25DEC26-60000-C', 'BTC-27NOV26-60000-C', 'ETH-27NOV26-3000-C', 'BTC-27NOV26-60000-P-USDT']
  expect(by(false)).toEqual([...upwards, 'BTC-27NOV26-100000-P'])
  expect(by(true)).toEqual([...upwards.toReversed(), 'BTC-27NOV26-100000-P'])
})

test('an order loses and doubles nothing, whatever the column and the prices', () => {
  const price = fc.option(fc.integer({ min: 0, max: 20 }).map(String))
  fc.assert(
    fc.property(fc.array(price, { maxLength: 30 }), fc.boolean(), (prices, descending) => {
      const rows = prices.map((one, at) => option(`BTC-27NOV26-${at + 1}000-C`, NOVEMBER, one))
      const ordered = orderOptions(rows, { column: 'mark', descending })
      expect(new Set(ordered)).toEqual(new Set(rows))
      expect(ordered).toHaveLength(rows.length)
    }),
  )
})

test('by coin, by side, and what is marked', () => {
  const marked = new Set(['ETH-27NOV26-3000-C'])
  const chosen = (choice: string) => names(ROWS.filter((row) => isOfChoice(row, choice, marked)))
  expect(coinsOf(ROWS)).toEqual(['ETH', 'BTC'])
  expect(chosen('ETH')).toEqual(['ETH-27NOV26-3000-C'])
  expect(chosen(MARKED_OPTIONS)).toEqual(['ETH-27NOV26-3000-C'])
  expect(chosen(EVERY_OPTION)).toHaveLength(ROWS.length)
  expect(names(ROWS.filter((row) => isOfSide(row, 'puts')))).toEqual([
    'BTC-27NOV26-100000-P',
    'BTC-27NOV26-60000-P-USDT',
  ])
})

test('a heading turns its order round when it is pressed again', () => {
  const first = sortAfter({ column: 'symbol', descending: false }, 'mark', 'symbol')
  expect(first).toEqual({ column: 'mark', descending: true })
  expect(sortAfter(first, 'mark', 'symbol')).toEqual({ column: 'mark', descending: false })
  expect(sortAfter(first, 'symbol', 'symbol')).toEqual({ column: 'symbol', descending: false })
})
