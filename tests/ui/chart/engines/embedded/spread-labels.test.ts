import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crossed, spreadLabels } from '../../../../../src/ui/chart/engines/embedded/spread-labels'

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

  test('labels stay within the pane, from its edge towards the last price', () => {
    // 90 ends at 100 − 20 / 2, and pushes 85 up to 90 − 20
    expect(spreadLabels([85, 95], 20, { gap: 20, height: 100 })).toEqual([70, 90])
    expect(spreadLabels([2, 5], 80, { gap: 20, height: 100 })).toEqual([10, 30])
  })

  test('labels stay below what is taken at the upper edge', () => {
    // 40 and half a label: 50; the other one under it.
    expect(spreadLabels([2, 5], 90, { gap: 20, height: 100, ceiling: 40 })).toEqual([50, 70])
  })

  test('what has no room below the last price goes above it', () => {
    // below 70 there is room for one label of 20 px, at 90; the uppermost of the two goes to 70 − 20
    expect(spreadLabels([75, 80], 70, { gap: 20, height: 100 })).toEqual([50, 90])
    // and the other way round
    expect(spreadLabels([20, 25], 30, { gap: 20, height: 100 })).toEqual([10, 50])
  })

  test('one that had to go to the other side of the last price says on which its line lies', () => {
    // The last price is at 35, with room for one label above it: 22 goes below, and its line lies above.
    const ys = [15, 22, 60]
    const placed = spreadLabels(ys, 35, { gap: 20, height: 100 })
    expect(placed).toEqual([15, 55, 75])
    expect(ys.map((y, at) => crossed(y, placed[at]!, 35, 20))).toEqual([null, 'up', null])
    expect(crossed(85, 50, 70, 20)).toBe('down')
    // Within half a label the line is where the last price is, and changes its side with each trade.
    expect(crossed(26, 55, 35, 20)).toBeNull()
    // Before there are bars there is no last price.
    expect(crossed(25, 50, null, 20)).toBeNull()
  })

  test('no label leaves the pane with a last price that lies outside of it', () => {
    // 20 px are a label: the first one's middle is at 10 or 90, the next one beside it.
    expect(spreadLabels([-0.002, -0.001], -500, { gap: 20, height: 100 })).toEqual([10, 30])
    expect(spreadLabels([100.001, 100.002], 500, { gap: 20, height: 100 })).toEqual([70, 90])
    expect(spreadLabels([-0.001], null, { gap: 20, height: 100 })).toEqual([10])
  })

  test('in a pane that has room for all, none leaves it and none covers another', () => {
    const anyHeights = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 9 })
    fc.assert(
      fc.property(anyHeights, fc.integer({ min: 0, max: 300 }), (ys, obstacle) => {
        const placed = spreadLabels(ys, obstacle, { gap: 20, height: 300 })
        const all = [...placed, obstacle].toSorted((a, b) => a - b)
        // 300 px have room for fourteen labels and the last price beside them, wherever that is.
        for (let i = 1; i < all.length; i++) expect(all[i]! - all[i - 1]!).toBeGreaterThanOrEqual(20)
        for (const y of placed) {
          expect(y).toBeGreaterThanOrEqual(10)
          expect(y).toBeLessThanOrEqual(290)
        }
      }),
    )
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
