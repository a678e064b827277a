import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import { acceptText, cutText, fieldText, qtyTextOf, readText, textProblem } from '../../../src/ui/kit/number-text'

/** Key by key, as a keyboard writes. */
function type(keys: string, before = ''): string {
  return [...keys].reduce((text, key) => acceptText(text, text + key), before)
}

const paste = (text: string): string => acceptText('', text)

describe('a key is what it says (decisions 40)', () => {
  test.each([
    ['0,5', '0.5'],
    ['64210,5', '64210.5'],
    ['12,5', '12.5'],
    ['1,0000', '1.0000'],
    ['0,125', '0.125'],
    ['1.000', '1.000'],
    [',5', '0.5'],
    ['.5', '0.5'],
    ['．5', '0.5'],
    ['12.', '12.'],
    ['0.50', '0.50'],
    ['-', '-'],
    ['-5', '-5'],
    ['64210.55', '64210.55'],
    ['１２３', '123'],
    ['٣٫٥', '3.5'],
  ])('%j typed is shown as %j', (keys, shown) => {
    expect(type(keys)).toBe(shown)
    expect(textProblem(shown)).toBeNull()
  })

  test.each(['1e5', '12..3', '1.5,', 'abc', '0x10', '--1', '1.2.3', '5%'])('%j typed stays, with a message', (keys) => {
    const shown = type(keys)
    expect(textProblem(shown)).toEqual({ kind: 'notANumber' })
    expect(readText(shown)).toBeNull()
    expect([...shown].filter((char) => /[\d%ex]/.test(char)).join('')).toBe(
      [...keys].filter((char) => /[\d%ex]/.test(char)).join(''),
    )
  })

  test('a comma put into the middle of digits is the decimal sign', () => {
    expect(acceptText('125', '1,25')).toBe('1.25')
  })

  test('text that is no number becomes one again when what was wrong is taken away', () => {
    expect(acceptText('1.5e', '1.5')).toBe('1.5')
  })
})

describe('a paste is read as its reader means it, or not at all (decisions 40)', () => {
  test.each([
    ['0,5', '0.5'],
    ['0,125', '0.125'],
    ['1234,567', '1234.567'],
    ['1,000.5', '1000.5'],
    ['1.000,5', '1000.5'],
    ['64 210,5', '64210.5'],
    ['64\u00A0210,50', '64210.50'],
    ['64\u202F210', '64210'],
    ["1'234'567.8", '1234567.8'],
    ['12,34,567.8', '1234567.8'],
    ['1,000,000', '1000000'],
    ['1.000.000', '1000000'],
    ['1.000', '1.000'],
    ['１２３', '123'],
    ['१२३.५', '123.5'],
    ['𝟭𝟮.𝟯', '12.3'],
    ['−0.5', '-0.5'],
    ['+7', '7'],
    [' 7 ', '7'],
    ['', ''],
  ])('%j is shown as %j', (text, shown) => {
    expect(paste(text)).toBe(shown)
    expect(textProblem(shown)).toBeNull()
  })

  test.each(['1,000', '64,210', '-12,345'])('%j may be read in two ways: it stays, with a message', (text) => {
    expect(paste(text)).toBe(text)
    // Key by key it was a number until its last one, and is none now: who means sixty-three thousand would have sold at 63.
    expect(type(text)).toBe(text)
    expect(textProblem(text)).toEqual({ kind: 'twoReadings' })
    expect(readText(text)).toBeNull()
  })

  test.each([
    '1e5',
    '12..3',
    '1,00,0',
    '1 00',
    '0,000,1',
    '１．２．３',
    '$5',
    '1_000',
    '12 345 6',
    'Ⅷ',
    '½',
    '1'.repeat(41),
  ])('%j is no number: it stays, with a message', (text) => {
    expect(paste(text)).toBe(text)
    expect(textProblem(text)).toEqual({ kind: 'notANumber' })
  })
})

/** How a number is written somewhere: what groups its digits, and what stands before its fraction. */
const STYLES = [
  { group: ',', point: '.' },
  { group: '.', point: ',' },
  { group: ' ', point: ',' },
  { group: '\u00A0', point: '.' },
  { group: "'", point: '.' },
  { group: '', point: '.' },
  { group: '', point: ',' },
] as const
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0xe50, 0xff10, 0x1d7ce]

const written = fc.record({
  whole: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  fraction: fc.option(fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 8 }), { nil: null }),
  style: fc.constantFrom(...STYLES),
  zero: fc.constantFrom(...ZEROS),
  isNegative: fc.boolean(),
})

test('10,000 numbers as they are written anywhere: the value is the one that was written, or a message stands', () => {
  let read = 0
  fc.assert(
    fc.property(written, ({ whole, fraction, style, zero, isNegative }) => {
      const { group, point } = style
      const grouped = String(whole).replaceAll(/\B(?=(\d{3})+$)/g, group)
      const ascii = `${isNegative ? '-' : ''}${grouped}${fraction === null ? '' : point + fraction}`
      const text = [...ascii]
        .map((char) => (/\d/.test(char) ? String.fromCodePoint(zero + Number(char)) : char))
        .join('')
      const shown = paste(text)
      const meant = Number(`${isNegative ? '-' : ''}${whole}.${fraction ?? '0'}`)
      // One group and nothing else: a comma may be either; a point is a decimal point, because the page writes one.
      const isOneGroup = fraction === null && whole >= 1_000n && whole < 1_000_000n
      const isOneComma =
        (isOneGroup && group === ',') ||
        (point === ',' && /^[1-9]\d{0,2}$/.test(String(whole)) && fraction?.length === 3)
      if (isOneComma) {
        expect(textProblem(shown)).toEqual({ kind: 'twoReadings' })
        expect(shown).toBe(text)
      } else if (isOneGroup && group === '.') {
        expect(Number(readText(shown)) === meant / 1_000, text).toBe(true)
      } else {
        expect(textProblem(shown), text).toBeNull()
        expect(Number(readText(shown)) === meant, text).toBe(true)
        read += 1
      }
    }),
    { numRuns: 10_000 },
  )
  expect(read).toBeGreaterThan(5_000)
})

test('10,000 strings of anything, typed and pasted: what is a number is shown plainly, and any other text stays as it is', () => {
  const unit = fc.constantFrom(..."0123456789.,-+ e٫，．。٣７५\u00A0\u2212'x%")
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), fc.boolean(), (text, isTyped) => {
      const shown = isTyped ? type(text) : paste(text)
      if (textProblem(shown) === null) {
        // Plain but for a sign or a space that somebody has typed and not gone on from.
        if (!isTyped) expect(shown).toMatch(/^(?:-?(?:\d+(?:\.\d*)?)?|[+ ]+)$/)
        const value = readText(shown)
        if (value !== null) expect(Number(value) === Number(shown)).toBe(true)
        if (!isTyped && value !== null) expect(acceptText('other', shown)).toBe(shown)
      } else if (!isTyped) expect(shown).toBe(text)
      else expect(shown.length).toBeGreaterThan(0)
    }),
    { numRuns: 10_000 },
  )
})

test('further places than a field has are cut when it is left', () => {
  expect(cutText('1.23456', 4)).toBe('1.2345')
  expect(cutText('12.9', 0)).toBe('12')
  expect(cutText('1.50', 4)).toBe('1.50')
  expect(cutText('1e5', 4)).toBe('1e5')
})

test.each([
  ['0.100', '0.100'],
  ['5.', '5.'],
  // Two readings in English, no number, none of it, nothing, and no quantity: the button repeats none of them.
  ['1,000', ''],
  ['1.5.2', ''],
  ['5 BTC', ''],
  ['', ''],
  ['0.000', ''],
  ['-1', ''],
])('the quantity %j is repeated on the button as %j', (text, shown) => {
  expect(qtyTextOf(acceptText('', text))).toBe(shown)
})

test('a field shows the decimals of its step', () => {
  expect(fieldText('64210' as Price, '0.1' as Price)).toBe('64210.0')
  expect(fieldText('5' as Price, '1' as Price)).toBe('5')
  expect(fieldText('1.25' as Price, '0.001' as Price)).toBe('1.250')
})
