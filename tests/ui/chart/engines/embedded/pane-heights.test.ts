import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { paneHeights, PANE_LEAST } from '../../../../../src/ui/chart/engines/embedded/pane-heights'

test('a pane has a share of the chart, or the height that it was dragged to', () => {
  // 0.18 × 500 = 90; the bars keep 500 − 26 − 90 − 130 = 254, more than 0.4 × 500 = 200.
  expect(paneHeights(500, [null, 130])).toEqual([90, 130])
})

test('in a low chart the panes give way to the bars by the same part', () => {
  // One of four charts: 206 − 26 − 120 = 60 for panes that want 56 and 140, so each is 60 / 196 of what it wants: 17.1
  // and 42.9, the first no lower than can be read.
  expect(paneHeights(206, [null, 140])).toEqual([PANE_LEAST, 43])
})

test('nothing is lower than can be read, and nothing higher than it was wanted', () => {
  const dragged = fc.array(fc.option(fc.integer({ min: 30, max: 600 })), { maxLength: 6 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_500 }), dragged, (chartPx, wanted) => {
      for (const [at, height] of paneHeights(chartPx, wanted).entries()) {
        expect(height).toBeGreaterThanOrEqual(PANE_LEAST)
        expect(height).toBeLessThanOrEqual(wanted[at] ?? 110)
      }
    }),
  )
})
