import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { depthCurve, levelAt, levelOf, placeOf, sweepTo, takenBy } from '../../../../src/ui/chart/depth/depth-curve'
import { stepsOf, ticksAt, windowOf, xOf } from '../../../../src/ui/chart/depth/depth-window'
import { instrumentOf } from '../../fixtures'

const linear = instrumentOf()
const side = (...numbers: number[]): Float64Array => new Float64Array(numbers)
// Bids 64,218.3 × 2.728 and 64,218.2 × 0.366; asks 64,218.4 × 0.121, 64,218.5 × 0.184 and 64,219.0 × 1.462.
const curve = depthCurve({
  bids: side(642_183, 2728, 642_182, 366),
  asks: side(642_184, 121, 642_185, 184, 642_190, 1462),
})

describe('what a sweep costs', () => {
  test('of a linear contract is the sum of quantity × price of each level', () => {
    // 0.121 × 64,218.4 = 7,770.4264; 0.184 × 64,218.5 = 11,816.204; 1.462 × 64,219 = 93,888.178; together 113,474.8084.
    expect(sweepTo(curve, 'buy', 2, linear)).toMatchObject({
      price: '64219',
      levels: 3,
      qty: '1.767',
      value: '113474.8084',
    })
    // 113,474.8084 / 1.767 = 64,218.9068…
    expect(sweepTo(curve, 'buy', 2, linear)?.averagePrice.slice(0, 8)).toBe('64218.90')
    // 2.728 × 64,218.3 = 175,187.5224 and 0.366 × 64,218.2 = 23,503.8612.
    expect(sweepTo(curve, 'sell', 1, linear)?.value).toBe('198691.3836')
  })

  test('of an inverse contract is the sum of contracts / price, in the coin', () => {
    const inverse = {
      kind: 'inversePerpetual',
      tickSize: '0.5' as typeof linear.tickSize,
      lotSize: '1' as typeof linear.lotSize,
    } as const
    const book = depthCurve({ bids: side(), asks: side(100_000, 10_000, 125_000, 25_000) })
    // 10,000 / 50,000 + 25,000 / 62,500 = 0.2 + 0.4; the mean is 35,000 / 0.6 = 58,333.3…
    expect(sweepTo(book, 'buy', 1, inverse)).toMatchObject({ qty: '35000', value: '0.6' })
    expect(sweepTo(book, 'buy', 1, inverse)?.averagePrice.slice(0, 8)).toBe('58333.33')
  })

  test('of a spot pair is paid in its quote coin', () => {
    const pair = { kind: 'spot', tickSize: linear.tickSize, lotSize: linear.lotSize } as const
    // 0.121 × 64,218.4.
    expect(sweepTo(curve, 'buy', 0, pair)?.value).toBe('7770.4264')
  })

  test('is nothing where there is no such level', () => {
    expect(sweepTo(curve, 'sell', 2, linear)).toBeNull()
    expect(sweepTo(depthCurve({ bids: side(), asks: side() }), 'buy', 0, linear)).toBeNull()
  })
})

describe('what is pointed at', () => {
  test('is the last level that a sweep to the price takes; within the spread the nearer side', () => {
    expect(levelAt(curve, 642_189)).toEqual({ side: 'buy', index: 1 })
    expect(levelAt(curve, 642_183.6)).toEqual({ side: 'buy', index: 0 })
    expect(levelAt(curve, 642_183.4)).toEqual({ side: 'sell', index: 0 })
    expect(levelAt(curve, 1)).toEqual({ side: 'sell', index: 1 })
    expect(levelAt(depthCurve({ bids: side(), asks: side() }), 1)).toBeNull()
  })

  test('goes over the spread from level to level in the order of prices, and stays at the ends', () => {
    const seen = [-Infinity, 1, 2, 3, 4, 5, Infinity].map((place) => {
      const level = levelOf(curve, place)!
      expect(levelOf(curve, placeOf(curve, level))).toEqual(level)
      return takenBy(curve, level.side)[level.index]?.ticks
    })
    expect(seen).toEqual([642_182, 642_183, 642_184, 642_185, 642_190, 642_190, 642_190])
  })
})

/** Levels a side as gap and quantity. */
const levels = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5000 })), {
  minLength: 1,
  maxLength: 40,
})
const books = fc.record({ bids: levels, asks: levels }).map(({ bids, asks }) => {
  const walk = (start: number, way: 1 | -1, list: readonly (readonly [number, number])[]): Float64Array => {
    let ticks = start
    return side(...list.flatMap(([gap, lots]) => [(ticks += way * gap), lots]))
  }
  return { bids: walk(500_000, -1, bids), asks: walk(500_000, 1, asks) }
})

test('a sum never falls away from the middle, ends at the whole side, and prices go to places and back', () => {
  fc.assert(
    fc.property(books, fc.integer({ min: 0, max: 5 }), (book, zoom) => {
      const whole = depthCurve(book)
      for (const [levelsOfSide, raw] of [
        [whole.bids, book.bids],
        [whole.asks, book.asks],
      ] as const) {
        expect(levelsOfSide.at(-1)?.totalLots).toBe(raw.reduce((sum, lots, at) => (at % 2 === 1 ? sum + lots : sum), 0))
        for (const [at, { totalLots, lots }] of levelsOfSide.entries())
          expect(totalLots - lots).toBe(levelsOfSide[at - 1]?.totalLots ?? 0)
      }
      const window = windowOf(whole, zoom)!
      for (const best of [whole.bids[0]!.ticks, whole.asks[0]!.ticks]) {
        const x = xOf(best, window, 800)
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(800)
        expect(ticksAt(x, window, 800)).toBeCloseTo(best, 3)
      }
      for (const one of [whole.bids, whole.asks]) {
        const heights = stepsOf(one, window, { width: 800, height: 300 }).map(({ y }) => y)
        expect(heights).toEqual(heights.toSorted((a, b) => b - a))
        for (const y of heights) expect(y).toBeGreaterThanOrEqual(-1e-9)
      }
    }),
  )
})
