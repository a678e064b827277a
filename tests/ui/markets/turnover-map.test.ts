import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { squarify } from '../../../src/ui/markets/turnover-map'

const weights = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 })
/** Of sums of forty shares, px. */
const ROUNDING = 1e-3
const size = fc.record({ width: fc.integer({ min: 20, max: 800 }), height: fc.integer({ min: 20, max: 800 }) })

test('cells fill the map in proportion to their weights, and none lies over another', () => {
  fc.assert(
    fc.property(weights, size, (items, box) => {
      const cells = squarify(items, (weight) => weight, box)
      expect(cells).toHaveLength(items.length)
      const total = items.reduce((sum, weight) => sum + weight, 0)
      for (const { item, x, y, width, height } of cells) {
        expect(width * height).toBeCloseTo((item / total) * box.width * box.height, 3)
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(-ROUNDING)
        expect(x + width).toBeLessThanOrEqual(box.width + ROUNDING)
        expect(y + height).toBeLessThanOrEqual(box.height + ROUNDING)
      }
      // Within the box, and together as large as it: they would not fit if two lay over each other at the same sum.
      const overlaps = cells.some((a, at) => cells.slice(at + 1).some((b) => overlap(a, b) > 1e-3))
      expect(overlaps).toBe(false)
    }),
    { numRuns: 200 },
  )
})

test('what has no weight has no cell, and an empty box has none', () => {
  expect(squarify([0, -1, Number.NaN], (weight) => weight, { width: 10, height: 10 })).toEqual([])
  expect(squarify([1], (weight) => weight, { width: 0, height: 10 })).toEqual([])
})

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}
