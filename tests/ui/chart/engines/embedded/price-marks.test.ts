import { expect, test } from 'vitest'
import { clearEnd } from '../../../../../src/ui/chart/engines/embedded/keep-clear'
import { markBox } from '../../../../../src/ui/chart/engines/embedded/price-marks'

test('the words of the highest and the lowest price go away from the nearer edge, and labels keep clear of them', () => {
  // At the left: a hook of 10 px, then 50 px of words, 7 px below the bar.
  const low = markBox({ x: 20, y: 480, isAbove: false, size: 50 }, 600)
  expect(low).toEqual({ left: 20, right: 80, top: 480, bottom: 494 })
  expect(markBox({ x: 500, y: 60, isAbove: true, size: 50 }, 600)).toEqual({
    left: 440,
    right: 500,
    top: 46,
    bottom: 60,
  })
  // A label of 170 px at the left end of its line begins 6 px behind the words: 600 − 80 − 6 − 170.
  expect(clearEnd({ y: 490, end: 430, size: 170 }, [low], 600)).toBe(344)
})
