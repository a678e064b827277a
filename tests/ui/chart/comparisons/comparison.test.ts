import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namedSpread } from '../../../../src/domain/market/spread-row'
import {
  canCompare,
  comparisonId,
  comparisonsOf,
  comparisonTones,
  COMPARED_MAX,
} from '../../../../src/ui/chart/comparisons/comparison'
import {
  parseComparisons,
  SYMBOL_COMPARISONS,
  type Comparison,
} from '../../../../src/ui/chart/comparisons/comparison-kinds'

const comparison: fc.Arbitrary<Comparison> = fc.oneof(
  fc.constantFrom<Comparison>({ kind: 'mark' }, { kind: 'index' }),
  fc.record({ kind: fc.constantFrom(...SYMBOL_COMPARISONS), symbol: fc.constantFrom('A', 'B', 'C', 'D', 'E') }),
)
const BTC = { symbol: 'A', hasMark: true, spread: null }
/** A future against its pair, and a perpetual against its pair: the latter has no end. */
const CARRY = 'BTC-26MAR27_BTC/USDT'
const FUNDING = 'BTCUSDT_BTC/USDT'
const spreadOf = (symbol: string) => ({ symbol, hasMark: false, spread: namedSpread(symbol) })

describe('comparisons of a chart (spec §5)', () => {
  test('duplicates are removed, and no more than three other symbols are there of a kind', () => {
    fc.assert(
      fc.property(fc.array(comparison), (all) => {
        const shown = comparisonsOf(all, BTC)
        expect(new Set(shown.map(comparisonId)).size).toBe(shown.length)
        for (const kind of SYMBOL_COMPARISONS)
          expect(shown.filter((one) => one.kind === kind).length).toBeLessThanOrEqual(COMPARED_MAX)
        // What is left out is there already, is the chart itself, or does not fit.
        for (const one of all)
          expect(shown.some((other) => comparisonId(other) === comparisonId(one))).toBe(
            !('symbol' in one && one.symbol === 'A') &&
              (!('symbol' in one) ||
                [...new Set(all.filter(({ kind }) => kind === one.kind).map(comparisonId))]
                  .filter((id) => id !== `${one.kind}:A`)
                  .slice(0, COMPARED_MAX)
                  .includes(comparisonId(one))),
          )
      }),
    )
  })

  test('a spot pair has no mark and no index to compare with', () => {
    const all: readonly Comparison[] = [{ kind: 'mark' }, { kind: 'symbol', symbol: 'B' }, { kind: 'index' }]
    expect(comparisonsOf(all, { symbol: 'A', hasMark: false, spread: null })).toEqual([{ kind: 'symbol', symbol: 'B' }])
  })

  test('nothing is compared in per cent with a spread, whose price may be zero or below', () => {
    const all: readonly Comparison[] = [
      { kind: 'symbol', symbol: 'B' },
      { kind: 'difference', symbol: 'B' },
    ]
    expect(comparisonsOf(all, spreadOf(CARRY))).toEqual([{ kind: 'difference', symbol: 'B' }])
  })

  test('a spread alone is compared with its legs, and with its yield where it ends', () => {
    const all: readonly Comparison[] = [{ kind: 'legs' }, { kind: 'yield' }, { kind: 'legs' }]
    expect(comparisonsOf(all, spreadOf(CARRY))).toEqual([{ kind: 'legs' }, { kind: 'yield' }])
    expect(comparisonsOf(all, spreadOf(FUNDING))).toEqual([{ kind: 'legs' }])
    expect(comparisonsOf(all, BTC)).toEqual([])
    expect(comparisonTones(all)[0]).toHaveLength(2)
    expect(parseComparisons(all)).toEqual(all)
  })

  test('another way to compare with a symbol is another comparison', () => {
    const shown: readonly Comparison[] = [{ kind: 'symbol', symbol: 'B' }]
    expect(canCompare({ kind: 'symbol', symbol: 'B' }, shown)).toBe(false)
    expect(canCompare({ kind: 'ratio', symbol: 'B' }, shown)).toBe(true)
  })

  test('of what was stored the odd is left out', () => {
    expect(
      parseComparisons([null, { kind: 'index' }, { kind: 'ratio', symbol: '' }, { kind: 'sum', symbol: 'B' }, 7]),
    ).toEqual([{ kind: 'index' }])
    expect(parseComparisons('mark')).toEqual([])
  })

  test('each price of a symbol is another comparison, and comes back as it was kept', () => {
    const all: readonly Comparison[] = [
      { kind: 'symbol', symbol: 'B' },
      { kind: 'symbol', symbol: 'B', price: 'index' },
      { kind: 'difference', symbol: 'B', price: 'mark' },
    ]
    expect(comparisonsOf(all, BTC)).toEqual(all)
    expect(all.map(comparisonId)).toEqual(['symbol:B', 'symbol:B:index', 'difference:B:mark'])
    expect(parseComparisons(structuredClone(all))).toEqual(all)
    expect(parseComparisons([{ kind: 'ratio', symbol: 'B', price: 'last' }])).toEqual([{ kind: 'ratio', symbol: 'B' }])
  })

  test('three symbols on one axis have three colors', () => {
    const all = ['B', 'C', 'D'].map((symbol): Comparison => ({ kind: 'symbol', symbol }))
    expect(new Set(comparisonTones(all).flat()).size).toBe(3)
  })
})
