import { describe, expect, test } from 'vitest'
import type { Rate } from '../../../src/domain/decimal'
import { changeSign, countdownText, daysText } from '../../../src/ui/trading-kit/units'

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

describe('daysText (time to the delivery of a dated contract)', () => {
  test.each([
    // 12 days, 3 h and 59 min: 12 × 86,400 s + 14,340 s
    [1_051_140_000, '12d 03h'],
    // the last day counts in seconds
    [86_399_000, '23:59:59'],
    [-1, '00:00:00'],
  ])('%i ms left reads %s', (left, text) => {
    expect(daysText(left)).toBe(text)
  })
})

describe('changeSign', () => {
  test.each([
    ['0.0028', 'gain'],
    ['-0.0001', 'loss'],
    // 0.00005 is 0.005 %, which reads 0.01 %; less reads 0.00 %
    ['0.00005', 'gain'],
    ['-0.000049', 'flat'],
    [null, 'flat'],
  ] as const)('%s is a %s', (change, sign) => {
    expect(changeSign(change as Rate | null)).toBe(sign)
  })
})
