import { describe, expect, test } from 'vitest'
import { countdownText } from '../../../src/ui/symbol-header/units'

describe('countdownText (funding countdown of the symbol header)', () => {
  test.each([
    // 3 h 12 min 44 s = 3×3600 + 12×60 + 44 = 11564 s
    [11_564_000, '03:12:44'],
    // a started second is still to come
    [11_564_999, '03:12:44'],
    [0, '00:00:00'],
    [-5000, '00:00:00'],
    // 30 h
    [108_000_000, '30:00:00'],
  ])('%i ms left reads %s', (left, text) => {
    expect(countdownText(left)).toBe(text)
  })
})
