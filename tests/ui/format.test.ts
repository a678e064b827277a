import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DecimalText, Price, Qty, Rate } from '../../src/domain/decimal'
import {
  formatAge,
  formatCompact,
  formatLeverage,
  formatMoney,
  formatPercent,
  formatPrice,
  formatQty,
  signOf,
} from '../../src/ui/format'

describe('numbers', () => {
  test('a price has the decimals of its tick', () => {
    expect(formatPrice('64218' as Price, '0.1' as Price)).toBe('64,218.0')
    expect(formatPrice(null, '0.1' as Price)).toBe('--')
    expect(formatQty('6.2' as Qty, '0.01' as Qty)).toBe('6.20')
  })

  test('digits beyond a double are kept', () => {
    expect(formatMoney('123456789012345678.91' as DecimalText)).toBe('123,456,789,012,345,678.91')
  })

  test('minus is U+2212, and what rounds to zero has no sign', () => {
    expect(formatMoney('-29.8' as DecimalText, { signed: true })).toBe('−29.80')
    expect(formatMoney('405.2' as DecimalText, { signed: true })).toBe('+405.20')
    expect(formatMoney('-0.001' as DecimalText, { signed: true })).toBe('0.00')
    expect(signOf('-0.001' as DecimalText)).toBe('flat')
  })

  test('rates, leverage, large amounts and ages', () => {
    expect(formatPercent('0.0214' as Rate, { signed: true })).toBe('+2.14%')
    expect(formatPercent('-0.005' as Rate)).toBe('−0.50%')
    expect(formatLeverage('10' as DecimalText)).toBe('10.00×')
    expect(formatCompact('1840000000' as DecimalText)).toBe('1.84B')
    expect(formatAge(14)).toBe('14 ms')
    expect(formatAge(3400)).toBe('3 sec')
    expect(formatAge(null)).toBe('--')
    expect(formatAge(119_000)).toBe('1m 59s')
    expect(formatAge(600_000)).toBe('10 min')
    expect(formatAge(25 * 60_000 + 59_000)).toBe('25 min')
    expect(formatAge(51 * 3_600_000)).toBe('2d 3h')
  })

  test('an age is said within 5 % from a minute on, and never as more than it is (issue 22.5)', () => {
    const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
    fc.assert(
      fc.property(fc.integer({ min: 60_000, max: 400 * 86_400_000 }), (ageMs) => {
        const said = [...formatAge(ageMs).matchAll(/([\d,]+) ?([smhd])/g)]
        const saidMs = said.reduce(
          (sum, [, count = '', name = '']) => sum + Number(count.replace(',', '')) * UNIT_MS[name]!,
          0,
        )
        expect(saidMs).toBeLessThanOrEqual(ageMs)
        expect(saidMs).toBeGreaterThan(ageMs * 0.95)
      }),
      { numRuns: 2000 },
    )
  })
})
