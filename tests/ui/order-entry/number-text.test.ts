import { assert, constantFrom, nat, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import { acceptText, fieldText, readText } from '../../../src/ui/order-entry/number-text'

describe('typed text', () => {
  test.each([
    ['64210.55', 1, '64210.5'],
    ['.5', 1, '0.5'],
    ['．5', 1, '0.5'],
    ['12.', 1, '12.'],
    ['12.9', 0, '12'],
    ['-', 1, '-'],
    ['', 1, ''],
    [' 7 ', 1, '7'],
  ])('%j with %i decimals stays as %j', (typed, decimals, shown) => {
    expect(acceptText('before', typed, decimals)).toBe(shown)
  })

  test.each(['abc', '1,000', '1e5', '0x10', '1.2.3', '--1', '١٢'])('%j leaves the field as it was', (typed) => {
    expect(acceptText('42', typed, 1)).toBe('42')
  })

  test('what is accepted is a number or nothing, and is accepted again as it is', () => {
    assert(
      property(string({ unit: constantFrom(...'0123456789.-+．e ,') }), nat(8), (typed, decimals) => {
        const text = acceptText('', typed, decimals)
        expect(acceptText('other', text, decimals)).toBe(text)
        const value = readText(text)
        if (value !== null) expect(Number(value)).toBeCloseTo(Number(text), 10)
      }),
    )
  })
})

test('a field shows the decimals of its step', () => {
  expect(fieldText('64210' as Price, '0.1' as Price)).toBe('64210.0')
  expect(fieldText('5' as Price, '1' as Price)).toBe('5')
  expect(fieldText('1.25' as Price, '0.001' as Price)).toBe('1.250')
})
