import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { floorDiv, mulDiv, mulDivSigned, SAFE_MAX, type Rounding } from '../../../exchange/engine/scaled'

/** a × b / d by big integers, the way one would write it without any speed in mind. */
function exact(a: number, b: number, d: number, rounding: Rounding): bigint {
  const product = BigInt(a) * BigInt(b)
  const divisor = BigInt(d)
  if (rounding === 'down') return product / divisor
  if (rounding === 'up') return (product + divisor - 1n) / divisor
  return (2n * product + divisor) / (2n * divisor)
}

describe('mulDiv (decisions 26: half up, and every rounding named)', () => {
  test.each([
    // 5 × 1 / 2 = 2.5
    [5, 1, 2, 'halfUp', 3],
    [5, 1, 2, 'down', 2],
    [5, 1, 2, 'up', 3],
    // 7 × 1 / 3 = 2.333…
    [7, 1, 3, 'halfUp', 2],
    [7, 1, 3, 'up', 3],
    [6, 1, 3, 'up', 2],
    // 100,000 USDT at 0.055 %: 10^13 × 55,000 / 10^8 = 5.5 × 10^9; the product passes 2^53.
    [10_000_000_000_000, 55_000, 100_000_000, 'halfUp', 5_500_000_000],
    [55_000, 10_000_000_000_000, 100_000_000, 'halfUp', 5_500_000_000],
    // The whole range through big integers: (2^53 − 1)² / (2^53 − 1).
    [SAFE_MAX, SAFE_MAX, SAFE_MAX, 'halfUp', SAFE_MAX],
  ] as const)('%d × %d / %d rounded %s is %d', (a, b, d, rounding, expected) => {
    expect(mulDiv(a, b, d, rounding)).toBe(expected)
  })

  test('agrees with big integers wherever the result is safe, and is the nearest number beyond', () => {
    const whole = fc.oneof(fc.nat(1_000_000), fc.maxSafeNat())
    fc.assert(
      fc.property(
        whole,
        whole,
        fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: SAFE_MAX })),
        fc.constantFrom<Rounding>('halfUp', 'down', 'up'),
        (a, b, d, rounding) => {
          const expected = exact(a, b, d, rounding)
          expect(mulDiv(a, b, d, rounding)).toBe(Number(expected))
        },
      ),
      { numRuns: 20_000 },
    )
  })
})

describe('signed amounts', () => {
  test('a half moves away from zero on both sides, and nothing is never minus nothing', () => {
    expect(mulDivSigned(-5, 1, 2)).toBe(-3)
    expect(mulDivSigned(5, 1, 2)).toBe(3)
    expect(mulDivSigned(-1, 1, 3)).toBe(0)
  })

  test('floorDiv goes towards minus infinity', () => {
    expect([floorDiv(7, 2), floorDiv(-7, 2), floorDiv(-6, 2), floorDiv(0, 2)]).toEqual([3, -4, -3, 0])
  })
})
