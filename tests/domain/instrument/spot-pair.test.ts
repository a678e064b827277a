import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeSpotPairs, spotName, spotSymbol, type SpotPair } from '../../../src/domain/instrument/spot-pair'

/** Of a pair the merge reads the symbol alone. @param list tells the lists' rows apart */
function pair({ base, quote, list }: { base: string; quote: string; list: number }): SpotPair {
  return { symbol: spotSymbol(base, quote), indexSort: list } as SpotPair
}

// Among these some names are the same without the stroke: A/BC and AB/C.
const row = record({ base: constantFrom('A', 'AB', 'ABC'), quote: constantFrom('C', 'BC', 'BCC'), list: integer() })
const list = array(row.map(pair), { maxLength: 12 })

describe('merging two lists of pairs', () => {
  test('every name stands once, every row comes from one of the lists, and nothing is lost but twins', () => {
    assert(
      property(list, list, (first, second) => {
        const { pairs, refused } = mergeSpotPairs(first, second)
        const names = pairs.map(({ symbol }) => spotName(symbol))
        expect(new Set(names).size).toBe(names.length)
        for (const one of pairs) expect([...first, ...second]).toContain(one)
        const symbols = new Set([...first, ...second].map(({ symbol }) => symbol as string))
        expect(new Set([...pairs.map(({ symbol }) => symbol as string), ...refused])).toEqual(symbols)
        for (const symbol of refused) expect(names).toContain(spotName(symbol))
      }),
    )
  })

  test('the second list’s rules count, in the first one’s order', () => {
    assert(
      property(list, list, (first, second) => {
        const { pairs } = mergeSpotPairs(first, second)
        for (const one of pairs) {
          const newest = [...first, ...second].findLast(({ symbol }) => symbol === one.symbol)
          expect(one).toBe(newest)
        }
        const order = [...new Set([...first, ...second].map(({ symbol }) => symbol))]
        expect(pairs.map(({ symbol }) => symbol)).toEqual(order.filter((s) => pairs.some(({ symbol }) => symbol === s)))
      }),
    )
  })
})
