import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barbs, ellipse, enoughOf, parallel, tines } from '../../../../../src/ui/chart/engines/embedded/shape-figures'

const places = fc.record({ x: fc.integer({ min: 0, max: 800 }), y: fc.integer({ min: 0, max: 400 }) })

describe('shapes of drawings', () => {
  test('of a way that a hand drew those places are kept that it goes through, and no other one is further away', () => {
    fc.assert(
      fc.property(
        fc.array(places, { minLength: 2, maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (way, tolerance) => {
          const kept = enoughOf(way, tolerance)
          expect([kept[0], kept.at(-1)]).toEqual([0, way.length - 1])
          expect(kept).toEqual([...new Set(kept)].toSorted((a, b) => a - b))
          for (const [at, place] of way.entries()) {
            const next = kept.findIndex((one) => one >= at)
            const [to, from] = [way[kept[next]!]!, way[kept[Math.max(0, next - 1)]!]!]
            // A hundred steps on the line between the two that it lies between.
            const nearest = Math.min(
              ...Array.from({ length: 101 }, (_, step) =>
                Math.hypot(
                  place.x - from.x - ((to.x - from.x) * step) / 100,
                  place.y - from.y - ((to.y - from.y) * step) / 100,
                ),
              ),
            )
            expect(nearest).toBeLessThanOrEqual(tolerance + 5)
          }
        },
      ),
    )
    // In line, and then around a corner.
    expect(
      enoughOf(
        [0, 1, 2, 3].map((x) => ({ x, y: x })),
        0.1,
      ),
    ).toEqual([0, 3])
    expect(
      enoughOf(
        [
          { x: 0, y: 0 },
          { x: 50, y: 1 },
          { x: 100, y: 0 },
          { x: 100, y: 50 },
        ],
        2,
      ),
    ).toEqual([0, 2, 3])
  })

  test('a channel’s second line goes through its third point and has the slope of the first', () => {
    // From (0, 100) to (100, 50) the line falls by a half; at x = 40 it is at 80, and (40, 110) lies 30 below it.
    expect(parallel({ x: 0, y: 100 }, { x: 100, y: 50 }, { x: 40, y: 110 })).toEqual([
      { x: 0, y: 130 },
      { x: 100, y: 80 },
    ])
    // Of an upright line there is no slope: what is beside it is as far down as the third point.
    expect(parallel({ x: 5, y: 10 }, { x: 5, y: 20 }, { x: 9, y: 40 })).toEqual([
      { x: 5, y: 40 },
      { x: 5, y: 50 },
    ])
  })

  test('a pitchfork’s middle goes from the pivot through the middle of the others, and its tines are parallel to it', () => {
    // The middle of (100, 20) and (100, 60) is (100, 40): from (0, 0) the way is (100, 40).
    expect(tines({ x: 0, y: 0 }, { x: 100, y: 20 }, { x: 100, y: 60 })).toEqual([
      [
        { x: 0, y: 0 },
        { x: 100, y: 40 },
      ],
      [
        { x: 100, y: 20 },
        { x: 200, y: 60 },
      ],
      [
        { x: 100, y: 60 },
        { x: 200, y: 100 },
      ],
    ])
  })

  test('an ellipse stays within its box and touches its sides; the barbs of an arrow are as long as each other', () => {
    fc.assert(
      fc.property(places, places, (one, other) => {
        const xs = ellipse(one, other).map(({ x }) => x)
        const ys = ellipse(one, other).map(({ y }) => y)
        expect(Math.min(...xs)).toBeCloseTo(Math.min(one.x, other.x), 6)
        expect(Math.max(...xs)).toBeCloseTo(Math.max(one.x, other.x), 6)
        expect(Math.min(...ys)).toBeCloseTo(Math.min(one.y, other.y), 6)
        expect(Math.max(...ys)).toBeCloseTo(Math.max(one.y, other.y), 6)
        const [left, right] = barbs(one, other).map(({ x, y }) => Math.hypot(x - other.x, y - other.y))
        expect(left).toBeCloseTo(right!, 6)
      }),
    )
  })
})
