import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromSteps, parseDecimalText, type DecimalText } from '../../../src/domain/decimal'
import { createScale } from '../../../exchange/listings/scale'

describe('scale', () => {
  test.each([
    ['0.1', 642_184, '64218.4'],
    ['0.1', 642_180, '64218'],
    ['0.001', 5, '0.005'],
    ['0.00000001', -150_000_000, '-1.5'],
    ['5', 3, '15'],
    ['0.05', 3, '0.15'],
    ['0.5', 0, '0'],
    ['100', 7, '700'],
  ])('%s × %d is %s', (step, count, text) => {
    const scale = createScale(step as DecimalText)
    expect(scale.toText(count)).toBe(text)
    expect(scale.toCount(text as DecimalText)).toBe(count)
  })

  test('a value between two steps has no count', () => {
    expect(createScale('0.5' as DecimalText).toCount('1.25' as DecimalText)).toBeNull()
  })

  test('it writes what exact decimals write, for every step and count', () => {
    const steps = ['0.1', '0.01', '0.00001', '0.05', '0.5', '1', '5', '0.00000001'] as DecimalText[]
    fc.assert(
      fc.property(fc.constantFrom(...steps), fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (step, count) => {
        const text = createScale(step).toText(count)
        expect(text).toBe(fromSteps(count, step))
        expect(parseDecimalText(text)).toBe(text)
      }),
    )
  })

  test('it writes the same once texts were forgotten, for others wrote more than is remembered', () => {
    const one = createScale('0.1' as DecimalText)
    const before = [1, 642_184, -7].map((count) => one.toText(count))
    // 100,000 are remembered of all scales together, 16,384 of one.
    for (let n = 0; n < 8; n++) {
      const other = createScale('0.01' as DecimalText)
      for (let count = 1; count <= 15_000; count++) other.toText(count)
    }
    expect([1, 642_184, -7].map((count) => one.toText(count))).toEqual(before)
    expect(before).toEqual(['0.1', '64218.4', '-0.7'])
  })
})
