import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Obstacle } from '../../../../../src/ui/chart/engines/embedded/keep-clear'
import { LabelRoom } from '../../../../../src/ui/chart/engines/embedded/label-room'

const LEGEND: Obstacle = { left: 0, right: 200, top: 0, bottom: 60 }
const box = (left: number, top: number): Obstacle => ({ left, right: left + 80, top, bottom: top + 14 })
const touches = (a: Obstacle, b: Obstacle): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

describe('labels of drawings', () => {
  test('go below the legend, and stay where nothing lies', () => {
    const room = new LabelRoom(() => [LEGEND])
    room.begin('a')
    // 62 is two pixels of air below the legend.
    expect(room.place('a', box(100, 40), 'way')).toBe(22)
    expect(room.place('a', box(300, 40), 'way')).toBe(0)
  })

  test('one that names a level is left out where it would stand at another', () => {
    const room = new LabelRoom(() => [LEGEND])
    room.begin('a')
    // To 62 it is 12 px from 50, and 22 from 40.
    expect(room.place('a', box(100, 50), 'place')).toBe(12)
    expect(room.place('a', box(100, 40), 'place')).toBeNull()
    expect(room.boxes()).toEqual([{ ...box(100, 50), top: 62, bottom: 76 }])
  })

  test('words that were put somewhere stay there, and others keep clear of them', () => {
    const room = new LabelRoom(() => [LEGEND])
    room.begin('a')
    expect(room.place('a', box(100, 56), undefined)).toBe(0)
    // From 64 the nearest free height is below the words: 70 + 2.
    expect(room.place('a', box(100, 64), 'way')).toBe(8)
  })

  test('each drawing of the pane begins anew: nothing moves for what lay there before', async () => {
    const room = new LabelRoom(() => [])
    room.begin('a')
    room.place('a', box(0, 100), 'way')
    room.begin('b')
    expect(room.place('b', box(0, 100), 'way')).toBe(-16)
    await Promise.resolve()
    // Both moved by 5 px with the bars.
    room.begin('a')
    expect(room.place('a', box(0, 105), 'way')).toBe(0)
    room.begin('b')
    expect(room.place('b', box(0, 105), 'way')).toBe(-16)
    room.clear()
    expect(room.boxes()).toEqual([])
  })

  test('whatever lies where, those that give way cover nothing and stay in the pane', () => {
    const at = fc.record({ left: fc.integer({ min: 0, max: 300 }), top: fc.integer({ min: 0, max: 200 }) })
    fc.assert(
      fc.property(fc.array(at, { maxLength: 12 }), (wanted) => {
        const room = new LabelRoom(() => [LEGEND])
        room.begin('a')
        for (const { left, top } of wanted) room.place('a', box(left, top), 'way')
        const all = [LEGEND, ...room.boxes()]
        expect(all).toHaveLength(wanted.length + 1)
        for (const [i, one] of all.entries()) {
          expect(one.top).toBeGreaterThanOrEqual(0)
          for (const other of all.slice(i + 1)) expect(touches(one, other)).toBe(false)
        }
      }),
    )
  })
})
