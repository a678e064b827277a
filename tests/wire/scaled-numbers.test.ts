import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromSteps, roundToStep, toSteps, type DecimalText } from '../../src/domain/decimal'
import { readScaled, writeScaled } from '../../src/wire/json'

/** Cases of each law in the gate; reliability.md asks for a million, which `HALYARD_NUMBER_CASES=1000000` runs. */
const CASES = Number(process.env['HALYARD_NUMBER_CASES'] ?? 20_000)

/** Canonical text of `digits` × 10^−places, by whole numbers alone. */
function textOf(digits: bigint, places: number): DecimalText {
  const sign = digits < 0n ? '-' : ''
  const all = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0')
  const whole = all.slice(0, all.length - places)
  const fraction = places === 0 ? '' : all.slice(all.length - places).replace(/0+$/, '')
  const text = fraction === '' ? whole : `${whole}.${fraction}`
  return (text === '0' ? '0' : sign + text) as DecimalText
}

const scale = fc.constantFrom(2, 4, 8) as fc.Arbitrary<2 | 4 | 8>
const E8 = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n })
/** Steps of 1, 2 and 5, from ten thousandths of a millionth to a thousand. */
const step = fc.record({ mantissa: fc.constantFrom(1n, 2n, 5n), exponent: fc.integer({ min: -10, max: 3 }) })

function stepText({ mantissa, exponent }: { readonly mantissa: bigint; readonly exponent: number }): DecimalText {
  return exponent >= 0 ? textOf(mantissa * 10n ** BigInt(exponent), 0) : textOf(mantissa, -exponent)
}

describe('scaled numbers and odd steps are exact, against whole-number arithmetic (N4)', () => {
  test('amounts that binary fractions miss: 0.29 and 1.1 in E8', () => {
    expect(writeScaled('0.29' as DecimalText, 8, 'x')).toBe('29000000')
    expect(writeScaled('1.1' as DecimalText, 8, 'x')).toBe('110000000')
    expect(() => writeScaled('0.000000001' as DecimalText, 8, 'x')).toThrow('x')
  })

  test('E2, E4 and E8 read and write the same digits', () => {
    fc.assert(
      fc.property(E8, scale, (digits, places) => {
        const text = readScaled({ x: digits.toString() }, 'x', places)
        expect(text).toBe(textOf(digits, places))
        expect(writeScaled(text, places, 'x')).toBe(digits.toString())
      }),
      { numRuns: CASES },
    )
  })

  test('a multiple of any step is its count, and the count is the multiple', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), step, (count, one) => {
        const size = stepText(one)
        const digits = BigInt(count) * one.mantissa * (one.exponent > 0 ? 10n ** BigInt(one.exponent) : 1n)
        const value = textOf(digits, Math.max(0, -one.exponent))
        expect(fromSteps(count, size)).toBe(value)
        expect(toSteps(value, size)).toBe(count)
      }),
      { numRuns: CASES },
    )
  })

  test('rounding lands on the grid, on the named side, less than a step away', () => {
    const direction = fc.constantFrom('up', 'down') as fc.Arbitrary<'up' | 'down'>
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), step, direction, (digits, one, way) => {
        // Value in 1e-10; every step is a whole number of those.
        const size = one.mantissa * 10n ** BigInt(one.exponent + 10)
        const rounded = roundToStep(textOf(digits, 10), stepText(one), way)
        const below = digits - (((digits % size) + size) % size)
        const wanted = way === 'down' || below === digits ? below : below + size
        expect(rounded).toBe(textOf(wanted, 10))
      }),
      { numRuns: CASES },
    )
  })
})
