import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DecimalText } from '../../../src/domain/decimal'
import { Exact } from '../../../src/domain/decimal'
import { separatorsOf, stepText } from '../../../src/ui/trading-kit/step-text'
import { stepScale } from '../../../src/domain/market/step-text'

const EN = separatorsOf('en')
const scale = (step: string) => stepScale(step as DecimalText)

describe('stepText: numbers of the book are written from whole ticks and lots', () => {
  test.each([
    // 642184 × 0.1 = 64218.4
    [642184, '0.1', '64,218.4'],
    // 521 × 0.001 = 0.521: a whole part is always written
    [521, '0.001', '0.521'],
    [5, '0.001', '0.005'],
    [0, '0.01', '0.00'],
    // 7 × 0.5 = 3.5 and 3 × 25 = 75: steps need not be powers of ten
    [7, '0.5', '3.5'],
    [3, '25', '75'],
    [1234567, '1', '1,234,567'],
    // 100 × 0.01 keeps its decimals
    [100, '0.01', '1.00'],
    // a spread may be negative: −25 × 0.1
    [-25, '0.1', '−2.5'],
  ])('%i steps of %s read %s', (count, step, text) => {
    expect(stepText(count, scale(step), EN)).toBe(text)
  })

  test('the language sets the signs: German groups with a dot and parts with a comma', () => {
    expect(stepText(642184, scale('0.1'), separatorsOf('de-DE'))).toBe('64.218,4')
  })

  test('equals exact arithmetic for every count and step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.constantFrom('0.1', '0.01', '0.001', '0.0001', '0.5', '0.25', '1', '5', '0.00000001'),
        (count, step) => {
          const written = stepText(count, scale(step), EN).replaceAll(',', '')
          expect(new Exact(written).equals(new Exact(step).times(count))).toBe(true)
        },
      ),
    )
  })
})
