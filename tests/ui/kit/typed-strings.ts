import * as fc from 'fast-check'
import { PATH_LANGUAGES } from '../../../src/ui/i18n/path-language'
import { SCRIPTS } from './reader'

/** The languages of spec §9 and decisions 28, and those whose separators or digits differ from all of them. */
export const LOCALES = [...PATH_LANGUAGES, 'fr', 'pl', 'hi', 'ar-EG', 'de-CH', 'fa', 'en-IN'] as const

const SIGNS = ['-', '+', '\u2212', '\uFE63', '\uFF0D', '\uFF0B', '\u2013']
const SEPARATORS = [
  '.',
  ',',
  ' ',
  '\u00A0',
  '\u202F',
  '\u2009',
  '\u2007',
  "'",
  '\u2019',
  '\u066B',
  '\u066C',
  '\uFF0C',
  '\uFF0E',
  '\u3002',
]
const OTHERS = [
  'e',
  'E',
  'x',
  '%',
  '$',
  '\u20AC',
  '_',
  '/',
  '\t',
  '\u061C',
  '\u200F',
  '\u00BD',
  '\u2167',
  '\u4E07',
  '\u060C',
  'k',
]

const digit = fc.oneof(
  { arbitrary: fc.constantFrom(...'0123456789'), weight: 4 },
  { arbitrary: fc.constantFrom(...SCRIPTS).chain((script) => fc.constantFrom(...script)), weight: 1 },
)
const anyChar = fc.oneof(
  { arbitrary: digit, weight: 8 },
  { arbitrary: fc.constantFrom(...SEPARATORS), weight: 5 },
  { arbitrary: fc.constantFrom(...SIGNS), weight: 1 },
  { arbitrary: fc.constantFrom(...OTHERS), weight: 1 },
)

/** A number as somebody somewhere writes it, in that language's signs and in the digits of any script. */
const written = fc
  .record({
    locale: fc.constantFrom(...LOCALES),
    value: fc.oneof(
      fc.integer({ min: 0, max: 99_999 }).map((n) => n / 1000),
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.integer({ min: 0, max: 999_999_999 }).map((n) => n / 100),
    ),
    places: fc.integer({ min: 0, max: 4 }),
    script: fc.option(fc.constantFrom(...SCRIPTS), { nil: null, freq: 3 }),
    isNegative: fc.boolean(),
    isGrouped: fc.boolean(),
  })
  .map(({ locale, value, places, script, isNegative, isGrouped }) => {
    const format = new Intl.NumberFormat(locale, {
      useGrouping: isGrouped ? 'always' : false,
      minimumFractionDigits: places,
      maximumFractionDigits: places,
      signDisplay: isNegative ? 'always' : 'auto',
    })
    const text = format.format(isNegative ? -value : value)
    return script === null ? text : text.replaceAll(/[0-9]/g, (char) => script[Number(char)]!)
  })

/** Digits in groups of some length, as nearly right and nearly wrong groups are. */
const grouped = fc
  .record({
    groups: fc.array(fc.string({ unit: digit, minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
    by: fc.constantFrom(...SEPARATORS),
    end: fc.option(fc.tuple(fc.constantFrom('.', ',', '\u066B'), fc.string({ unit: digit, maxLength: 4 })), {
      nil: null,
    }),
  })
  .map(({ groups, by, end }) => groups.join(by) + (end === null ? '' : end.join('')))

/** One key too many, too few, or another one. */
const slipped = fc
  .tuple(fc.oneof(written, grouped), fc.nat(), fc.constantFrom('insert', 'drop', 'replace'), anyChar)
  .map(([text, at, how, char]) => {
    const chars = [...text]
    const place = at % (chars.length + 1)
    if (how === 'insert') chars.splice(place, 0, char)
    else chars.splice(place, 1, ...(how === 'drop' ? [] : [char]))
    return chars.join('')
  })

/** Text longer than any field keeps, of which the part that it keeps may well be a number. */
const long = fc
  .tuple(
    fc.string({ unit: digit, minLength: 1, maxLength: 5 }),
    fc.constantFrom(' ', '0', '\u00A0'),
    fc.integer({ min: 30, max: 90 }),
    anyChar,
  )
  .map(([head, fill, count, tail]) => head + fill.repeat(count) + tail)

export const strings: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.string({ unit: anyChar, maxLength: 12 }), weight: 8 },
  { arbitrary: written, weight: 5 },
  { arbitrary: grouped, weight: 5 },
  { arbitrary: slipped, weight: 5 },
  { arbitrary: long, weight: 1 },
)

/** The same strings on every run. */
export function sampled(count: number, seed = 1940): readonly string[] {
  return fc.sample(strings, { numRuns: count, seed })
}
