import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spreadLabels } from '../../../../../src/ui/chart/engines/embedded/spread-labels'

describe('spreadLabels', () => {
  test('labels with room stay where their lines are', () => {
    expect(spreadLabels([100, 200], 150, { gap: 20 })).toEqual([100, 200])
  })

  test('a label on the last price steps aside, each on its own side', () => {
    // the last price is at 150: 145 goes up to 150 − 20, 152 down to 150 + 20
    expect(spreadLabels([145, 152], 150, { gap: 20 })).toEqual([130, 170])
  })

  test('labels push each other on', () => {
    // from 150 down: 150 + 20, then 170 + 20
    expect(spreadLabels([151, 155], 150, { gap: 20 })).toEqual([170, 190])
  })

  test('what stands under the last price moves the labels below it alone', () => {
    // 152 goes down to 150 + 17 + 20, 145 up to 150 − 20
    expect(spreadLabels([145, 152], 150, { gap: 20, below: 17 })).toEqual([130, 187])
  })

  test('without a last price the lower one gives way', () => {
    expect(spreadLabels([105, 100], null, { gap: 20 })).toEqual([120, 100])
  })

  test('no two are closer than the gap and their order is kept', () => {
    const anyHeights = fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 12 })
    fc.assert(
      fc.property(anyHeights, fc.integer({ min: 0, max: 600 }), (ys, obstacle) => {
        const placed = spreadLabels(ys, obstacle, { gap: 20 })
        const all = [...placed, obstacle].toSorted((a, b) => a - b)
        for (let i = 1; i < all.length; i++) expect(all[i]! - all[i - 1]!).toBeGreaterThanOrEqual(20)
        for (const [i, a] of ys.entries())
          for (const [j, b] of ys.entries()) if (a < b) expect(placed[i]).toBeLessThan(placed[j]!)
      }),
    )
  })
})
