import { expect, test } from 'vitest'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { nextMarket } from '../../../src/ui/markets/next-market'
import { instrumentOf } from '../fixtures'

const symbol = (name: string) => name as InstrumentSymbol
const KNOWN = new Map(
  [
    { symbol: symbol('C'), indexSort: 3 },
    { symbol: symbol('A'), indexSort: 1 },
    { symbol: symbol('GONE'), indexSort: 2, status: 'closed' as const },
    { symbol: symbol('B'), indexSort: 2 },
  ].map((one) => [one.symbol, instrumentOf(one)]),
)

test('the next market is the next that trades, in the exchange’s order; after the last comes the first', () => {
  const none = new Set<InstrumentSymbol>()
  expect(['A', 'B', 'C'].map((name) => nextMarket(symbol(name), KNOWN, none))).toEqual(['B', 'C', 'A'])
})

test('favourites go before, in the order in which they were marked; from another market the first of them', () => {
  const favourites = new Set([symbol('C'), symbol('A'), symbol('UNKNOWN')])
  expect(['C', 'A', 'B'].map((name) => nextMarket(symbol(name), KNOWN, favourites))).toEqual(['A', 'C', 'C'])
  // The only favourite leads nowhere: then it is all of them again.
  expect(nextMarket(symbol('A'), KNOWN, new Set([symbol('A')]))).toBe('B')
})

test('a market alone has no next one', () => {
  expect(nextMarket(symbol('A'), new Map([[symbol('A'), instrumentOf({ symbol: symbol('A') })]]), new Set())).toBeNull()
})
