import { expect, test } from 'vitest'
import { figureText, legendBoxes, legendOf } from '../../../../../src/ui/chart/engines/embedded/legend-boxes'

/** Every letter is seven pixels wide. */
const widthOf = (text: string): number => text.length * 7

test('each line of a legend is as wide as what it says, below the one before', () => {
  const figures = [figureText('O', 64_389.8, 1), figureText('V', 1_009.25, 3)]
  expect(figures).toEqual(['O 64,389.8', 'V 1,009.250'])
  expect(
    legendBoxes(
      figures,
      [
        { title: 'EMA 20', values: ['64,378.2'] },
        { title: 'BOLL', values: ['1.0', '2.0', '3.0'] },
      ],
      { room: 600, widthOf },
    ),
  ).toEqual([
    // 4 + (10 letters × 7 + 10) + (11 × 7 + 10).
    { left: 0, top: 0, right: 171, bottom: 24 },
    // 4 + (6 × 7 + 16) + (8 × 7 + 6).
    { left: 0, top: 24, right: 124, bottom: 42 },
    // 4 + (4 × 7 + 16) + 3 × (3 × 7 + 6).
    { left: 0, top: 42, right: 129, bottom: 60 },
  ])
})

test('on a narrow chart a line goes on in the next row, and what is below it stands lower', () => {
  const figures = [figureText('O', 64_389.8, 1), figureText('C', 64_390.1, 1)]
  const boxes = legendBoxes(figures, [{ title: 'BOLL', values: ['1.0', '2.0', '3.0'] }], { room: 110, widthOf })
  expect(boxes).toEqual([
    // 4 + (10 letters × 7 + 10) are 84; another 80 have no room, so that 18 px follow the first 24.
    { left: 0, top: 0, right: 84, bottom: 42 },
    // 4 + (4 × 7 + 16) + 2 × (3 × 7 + 6) are 102; the third value stands in the next row: twice 18 px.
    { left: 0, top: 42, right: 102, bottom: 78 },
  ])
  // The button stands below all of it.
  expect(legendOf(2, false, boxes)).toMatchObject({ end: 78, button: { top: 78, bottom: 102 }, height: 78 })
})

test('from two lines on a legend can be folded, and has room for the button that does it', () => {
  // The bar's prices are 24 px, a line 18, the button 24.
  expect(legendOf(0, true)).toEqual({ lines: 0, written: 0, end: 24, button: null, height: 0 })
  expect(legendOf(1, true)).toEqual({ lines: 1, written: 1, end: 42, button: null, height: 18 })
  const button = (top: number) => ({ left: 0, top, right: 24, bottom: top + 24 })
  expect(legendOf(6, false)).toEqual({ lines: 6, written: 6, end: 132, button: button(132), height: 132 })
  expect(legendOf(6, true)).toEqual({ lines: 6, written: 0, end: 24, button: button(24), height: 24 })
})
