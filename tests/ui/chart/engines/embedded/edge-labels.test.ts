import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { edgeLabels, lastPriceLabel } from '../../../../../src/ui/chart/engines/embedded/edge-labels'
import type { LineKind } from '../../../../../src/ui/trading-kit/chart-line'

const at = (y: number | null, kind: LineKind = 'order') => ({ kind, y })
const edges = (lines: Parameters<typeof edgeLabels>[0], height = 400) =>
  edgeLabels(lines, height).map((one) => one?.edge ?? null)

test('a line beyond the prices in view has its label at the edge that it is beyond, and one in view has none there', () => {
  expect(edges([at(-1), at(0), at(200), at(400), at(401), at(null)])).toEqual(['up', null, null, null, 'down', null])
})

test('of many the three nearest are there, on a low pane fewer, and the nearer the further from the edge', () => {
  // 40 px above the pane is the farthest.
  const above = [at(-30), at(-10), at(-40), at(-20)]
  expect(edges(above)).toEqual(['up', 'up', null, 'up'])
  // 250 px have room for two, 90 for none.
  expect(edges(above, 250)).toEqual([null, 'up', null, 'up'])
  expect(edges(above, 90)).toEqual([null, null, null, null])
  const heights = edgeLabels(above, 400).map((one) => one?.y ?? 0)
  // From the top: −30, −20, −10.
  expect([heights[0]! < heights[3]!, heights[3]! < heights[1]!]).toEqual([true, true])
})

test('what is under way is among them however far it is, and what is not traded never', () => {
  const near = [at(-1), at(-2), at(-3)]
  expect(edges([...near, at(-900, 'moved')])).toEqual(['up', 'up', null, 'up'])
  expect(edges([at(-1, 'liquidation'), at(-1, 'breakeven'), at(500, 'alert'), at(500, 'hover')])).toEqual(
    Array.from({ length: 4 }, () => null),
  )
})

test('labels at an edge are beyond it by less than a pixel, in the order of their prices', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 900 }), { maxLength: 12 }), (ys) => {
      const shown = edgeLabels(
        ys.map((y) => at(y)),
        400,
      )
      for (const [index, one] of shown.entries()) {
        if (one === null) continue
        expect(one.edge).toBe(ys[index]! < 0 ? 'up' : 'down')
        expect(Math.abs(one.y - (one.edge === 'up' ? 0 : 400))).toBeLessThan(1)
        for (const [other, that] of shown.entries())
          if (that?.edge === one.edge && ys[other]! < ys[index]!) expect(that.y).toBeLessThan(one.y)
      }
    }),
  )
})

test('the label of the last price stands within the pane, as the engine draws it', () => {
  // Of 400 px the engine leaves 5 % above, which is 20, and 2 % below, which is 8.
  expect([-900, 100, 2_000].map((y) => lastPriceLabel(y, 400))).toEqual([20, 100, 392])
  expect(lastPriceLabel(-900, Infinity)).toBe(-900)
})
