import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonWriter, Literal } from '../../../exchange/journal/json-writer'

const written = (write: (to: JsonWriter) => void): string => {
  const to = new JsonWriter()
  write(to)
  return to.toString()
}

/** A field's name may be anything; here it is nothing. */
const EMPTY = new Literal('')

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
)

test('a text is what JSON.stringify says, whatever it is', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(written((to) => to.text(text))).toBe(JSON.stringify(text))
    }),
  )
})

test('a number is what JSON.stringify says', () => {
  const anyNumber = fc.oneof(
    fc.maxSafeInteger(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    // Where the two halves of nine digits meet, and the ends of what is safe.
    fc.constantFrom(
      0,
      -0,
      9,
      10,
      999_999_999,
      1_000_000_000,
      1_000_000_001,
      2 ** 31,
      1e15,
      2 ** 53 - 1,
      1 - 2 ** 53,
      1e21,
    ),
  )
  fc.assert(
    fc.property(anyNumber, (value) => {
      expect(written((to) => to.number(value))).toBe(JSON.stringify(value))
    }),
    { numRuns: 1_000 },
  )
})

test('pieces follow one another without a gap, also beyond the first 16 kB', () => {
  const names = ['a', 'ab', 'abc', 'abcd', 'abcde'].map((name) => new Literal(name))
  const pieces = fc.array(fc.oneof(fc.constantFrom(0, 1, 2, 3, 4), anyText, fc.boolean(), fc.constant(null)), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(pieces, fc.nat({ max: 70_000 }), (some, padding) => {
      const text = written((to) => {
        to.text('x'.repeat(padding))
        for (const one of some) {
          if (typeof one === 'number') to.literal(names[one]!)
          else to.field(EMPTY, one)
        }
      })
      // 'abcde' cut behind the letter of its place: the literals above.
      const asked = some.map((one) => (typeof one === 'number' ? 'abcde'.slice(0, one + 1) : JSON.stringify(one)))
      expect(text).toBe(JSON.stringify('x'.repeat(padding)) + asked.join(''))
    }),
  )
})

test('a list of plain values is what JSON.stringify says', () => {
  const anyValue = fc.oneof(
    anyText,
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.constant({ extra: ['é'] }),
  )
  fc.assert(
    fc.property(fc.array(anyValue), (values) => {
      expect(written((to) => to.list(values))).toBe(JSON.stringify(values))
    }),
  )
})

test('what was cut or cleared is gone', () => {
  const to = new JsonWriter()
  to.text('one')
  const before = to.length
  to.value({ two: 'ü' })
  to.cutTo(before)
  to.field(EMPTY, true)
  // "one" in quotes, and true.
  expect(to.length).toBe(9)
  expect(to.toString()).toBe('"one"true')
  to.clear()
  expect(to.length).toBe(0)
  to.number(7)
  expect(to.toString()).toBe('7')
})
