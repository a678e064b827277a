import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeBeside, type LabelBox } from '../../../../../src/ui/chart/engines/embedded/place-beside'

const box = (y: number, left: number, right: number): LabelBox => ({ y, extent: () => ({ left, right }) })
const PANE = { gap: 24, height: 400 }

describe('placeBeside', () => {
  test('the break-even labels of a long and a short, 13 px apart, do not lie on one another', () => {
    // 337 and 350: the lower one goes down to 337 + 24.
    expect(placeBeside([box(337, 132, 280), box(350, 132, 280)], [], PANE)).toEqual([337, 361])
  })

  test('what lies beside it along the line is no obstacle', () => {
    expect(placeBeside([box(100, 12, 110), box(100, 132, 280)], [box(100, 300, 600)], PANE)).toEqual([100, 100])
  })

  test('a label goes the shorter way round one that stays', () => {
    // 95 lies 5 above 100: up to 100 − 24. 110 lies 10 below: down to 100 + 24.
    expect(placeBeside([box(95, 12, 300)], [box(100, 250, 600)], PANE)).toEqual([76])
    expect(placeBeside([box(110, 12, 300)], [box(100, 250, 600)], PANE)).toEqual([124])
  })

  test('between two that leave no gap it goes past both, and never out of the pane', () => {
    // 8 lies between the top and a label at 20, which leaves 20 + 24.
    expect(placeBeside([box(8, 12, 300)], [box(20, 250, 600)], PANE)).toEqual([44])
  })

  test('none meets another while there is room', () => {
    const anyBox = fc.record({ y: fc.integer({ min: 0, max: 400 }), left: fc.integer({ min: 0, max: 300 }) })
    fc.assert(
      fc.property(fc.array(anyBox, { maxLength: 6 }), (labels) => {
        const wanted = labels.map(({ y, left }) => box(y, left, left + 120))
        const placed = placeBeside(wanted, [], PANE)
        for (const [i, a] of labels.entries())
          for (const [j, b] of labels.entries())
            if (i < j && Math.abs(a.left - b.left) < 120)
              expect(Math.abs(placed[i]! - placed[j]!)).toBeGreaterThanOrEqual(24)
      }),
    )
  })
})
