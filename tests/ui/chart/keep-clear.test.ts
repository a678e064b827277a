import { array, assert as check, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ceilingOf, clearEnd } from '../../../src/ui/chart/engines/embedded/keep-clear'
import { LINE_LENGTH, LINE_WIDTH, placedLines } from '../../../src/ui/chart/lines/line-place'
import type { LineSpec } from '../../../src/ui/trading-kit/chart-line'

const box = (left: number, right: number, top = 90, bottom = 110) => ({ left, right, top, bottom })

describe('a label of a line', () => {
  test('stays where it belongs while nothing is in its row', () => {
    // The label covers 650 … 750 of 800.
    expect(clearEnd({ y: 100, end: 50, size: 100 }, [box(0, 300), box(600, 800, 200, 220)], 800)).toBe(50)
  })

  test('stands beside what is in its way, on the nearer side', () => {
    // 500 … 600 is taken by 550 … 700: its end goes 6 px before 550, which is 256 from the axis.
    expect(clearEnd({ y: 100, end: 200, size: 100 }, [box(550, 700)], 800)).toBe(256)
    // 500 … 600 is taken by 400 … 520: it begins 6 px after 520 and ends at 626, 174 from the axis.
    expect(clearEnd({ y: 100, end: 200, size: 100 }, [box(400, 520)], 800)).toBe(174)
  })

  test('covers nothing wherever there is room for it, and never leaves the bars', () => {
    const px = integer({ min: 0, max: 400 })
    const boxes = array(record({ left: px, size: integer({ min: 1, max: 120 }) }), { maxLength: 3 })
    check(
      property(px, integer({ min: 20, max: 120 }), boxes, (end, size, list) => {
        const width = 600
        const taken = list.map(({ left, size: length }) => box(left, left + length))
        const at = clearEnd({ y: 100, end, size }, taken, width)
        const [left, right] = [width - at - size, width - at]
        expect(left).toBeGreaterThanOrEqual(0)
        expect(right).toBeLessThanOrEqual(width)
        const isFree = (begin: number): boolean =>
          begin >= 0 && begin + size <= width && taken.every((one) => one.left >= begin + size || one.right <= begin)
        // With the air that it leaves beside what it meets, or at the axis.
        const hasRoom = [width - size, ...taken.flatMap((one) => [one.left - 6 - size, one.right + 6])].some(isFree)
        if (hasRoom) expect(isFree(left)).toBe(true)
      }),
    )
  })
})

test('where the legend leaves too little room beside itself labels stand below it', () => {
  const legend = [box(0, 300, 0, 24), box(0, 120, 24, 42), box(0, 280, 42, 60)]
  // A label of 100 needs 106 px with its air: beside 300 of 400 it has 100, beside 280 it has 120.
  expect(ceilingOf(legend, 100, 400)).toBe(24)
  expect(ceilingOf(legend, 120, 400)).toBe(60)
  expect(ceilingOf(legend, 100, 900)).toBe(0)
})

describe('lines as the settings have them (spec §9)', () => {
  test('have the published lengths and widths', () => {
    expect(LINE_LENGTH).toEqual({ left: -60, center: 44, right: 12, preorder: 88 })
    expect(LINE_WIDTH).toEqual({ thin: 0.5, medium: 1, thick: 2 })
  })

  test('what was not sent has a place of its own, and what a line says of itself goes first', () => {
    const line = (kind: LineSpec['kind'], more: Partial<LineSpec> = {}): LineSpec => ({
      id: kind,
      kind,
      price: 1,
      priceText: '1',
      tone: 'buy',
      text: kind,
      dash: 'solid',
      ...more,
    })
    const placed = placedLines(
      [line('order'), line('preorder'), line('position', { place: 'left', thickness: 'thick' })],
      {
        lineLocation: 'center',
        lineThickness: 'thin',
      },
    )
    expect(placed.map(({ place, thickness }) => [place, thickness])).toEqual([
      ['center', 'thin'],
      ['preorder', 'thin'],
      ['left', 'thick'],
    ])
  })
})
