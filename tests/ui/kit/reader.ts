/**
 * What a reader says that a text is (decisions 40, ADR-213), without a line of the program: every way to take
 * its points, commas, spaces and apostrophes is tried, and the numbers that come out are counted.
 */

/** A number as whole digits and how many of them stand behind the decimal sign, the shortest way. */
export interface Meant {
  readonly digits: bigint
  readonly places: number
}

/** `none`: it is no number. `two`: it is one in more than one way. `nothing`: there is nothing to read, or a sign alone. */
export type Said = Meant | 'none' | 'two' | 'nothing'

/** Each script's ten digits, as the platform's own number writer has them. */
export const SCRIPTS: readonly (readonly string[])[] = Intl.supportedValuesOf('numberingSystem')
  .map((system) => {
    const format = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false })
    return Array.from({ length: 10 }, (_, digit) => format.format(digit))
  })
  .filter((digits) => digits.every((digit) => /^\p{Nd}$/u.test(digit)))

const DIGITS: ReadonlyMap<string, string> = new Map(
  SCRIPTS.flatMap((script) => script.map((digit, value) => [digit, String(value)] as const)),
)

type Mark = 'point' | 'comma' | 'decimal' | 'group' | 'space' | 'apostrophe'

/** What a sign between digits may be, by the sign itself. */
const MARKS: ReadonlyMap<string, Mark> = new Map([
  ['.', 'point'],
  ['\uFF0E', 'point'],
  ['\u3002', 'point'],
  ['\uFF61', 'point'],
  [',', 'comma'],
  ['\uFF0C', 'comma'],
  // Arabic has a sign of its own for each.
  ['\u066B', 'decimal'],
  ['\u066C', 'group'],
  [' ', 'space'],
  ['\u00A0', 'space'],
  ['\u2007', 'space'],
  ['\u2009', 'space'],
  ['\u202F', 'space'],
  ["'", 'apostrophe'],
  ['\u2019', 'apostrophe'],
  ['\uFF07', 'apostrophe'],
])
const MINUS = ['-', '\u2212', '\uFE63', '\uFF0D']
const PLUS = ['+', '\uFE62', '\uFF0B']
/** Nobody sees them. */
const UNSEEN = ['\u061C', '\u200E', '\u200F']
/** A text of more characters is no price and no quantity. */
const LONGEST = 40

type Token = { readonly digit: string } | { readonly mark: Mark }

/** @param own what the language writes between whole and fraction: alone in a text it is that */
export function readAs(text: string, own: '.' | ','): Said {
  let rest = [...text].filter((char) => !UNSEEN.includes(char))
  const isBlank = (char: string | undefined): boolean => char !== undefined && /^\s$/u.test(char)
  while (isBlank(rest[0])) rest.shift()
  while (isBlank(rest.at(-1))) rest.pop()
  let isNegative = false
  if (MINUS.includes(rest[0] ?? '') || PLUS.includes(rest[0] ?? '')) {
    isNegative = MINUS.includes(rest[0]!)
    rest.shift()
    while (isBlank(rest[0])) rest.shift()
  }
  if (rest.length === 0) return 'nothing'
  if (rest.length > LONGEST) return 'none'
  const tokens: Token[] = []
  for (const char of rest) {
    const digit = DIGITS.get(char)
    const mark = MARKS.get(char)
    if (digit !== undefined) tokens.push({ digit })
    else if (mark !== undefined) tokens.push({ mark })
    else return 'none'
  }
  const marks = tokens.flatMap((token) => ('mark' in token ? [token.mark] : []))
  const ownMark = own === '.' ? 'point' : 'comma'
  const found = new Map<string, Meant>()
  const add = (whole: string, fraction: string): void => {
    const said = meant(whole, fraction, isNegative)
    found.set(`${said.digits}/${said.places}`, said)
  }
  for (let at = -1; at < tokens.length; at++) {
    const token = tokens[at]
    if (at >= 0 && (token === undefined || !('mark' in token) || !isDecimalMark(token.mark))) continue
    const before = at < 0 ? tokens : tokens.slice(0, at)
    const after = at < 0 ? [] : tokens.slice(at + 1)
    if (after.some((one) => 'mark' in one)) continue
    const decimal = token !== undefined && 'mark' in token ? token.mark : null
    const whole = wholeOf(before, decimal)
    // Half of a text: nobody ends groups with a bare decimal sign.
    if (whole === null || (decimal !== null && after.length === 0 && before.some((one) => 'mark' in one))) continue
    add(whole, digitsOf(after))
  }
  if (marks.length === 1 && marks[0] === ownMark) {
    const at = tokens.findIndex((token) => 'mark' in token)
    return meant(digitsOf(tokens.slice(0, at)), digitsOf(tokens.slice(at + 1)), isNegative)
  }
  if (found.size === 0) return 'none'
  return found.size === 1 ? [...found.values()][0]! : 'two'
}

/**
 * What was typed means, key by key: the first point or comma is the decimal sign (decisions 40). What that makes no number
 * is read whole, as if it had been pasted.
 */
export function typedAs(keys: string, own: '.' | ','): Said {
  const signs = [...keys].filter((key) => isDecimalMark(MARKS.get(key) ?? 'space'))
  if (signs.length !== 1) return readAs(keys, own)
  return readAs([...keys].map((key) => (key === signs[0] ? own : key)).join(''), own)
}

function isDecimalMark(mark: Mark): boolean {
  return mark === 'point' || mark === 'comma' || mark === 'decimal'
}

/** The digits before the decimal sign: without groups, or in groups of three (or as in India) by one sign that is not it. */
function wholeOf(tokens: readonly Token[], decimal: Mark | null): string | null {
  const marks = new Set(tokens.flatMap((token) => ('mark' in token ? [token.mark] : [])))
  if (marks.size === 0) return digitsOf(tokens)
  const [mark] = marks
  if (marks.size > 1 || mark === decimal || mark === 'decimal') return null
  const groups: string[] = ['']
  for (const token of tokens) {
    if ('mark' in token) groups.push('')
    else groups.push(groups.pop()! + token.digit)
  }
  const [first = '', ...others] = groups
  if (first === '' || first.startsWith('0')) return null
  const lengths = others.map((group) => group.length)
  const isByThree = first.length <= 3 && lengths.every((length) => length === 3)
  const isIndian = first.length <= 2 && lengths.at(-1) === 3 && lengths.slice(0, -1).every((length) => length === 2)
  return isByThree || (isIndian && lengths.length > 1) ? groups.join('') : null
}

function digitsOf(tokens: readonly Token[]): string {
  return tokens.map((token) => ('digit' in token ? token.digit : '')).join('')
}

function meant(whole: string, fraction: string, isNegative: boolean): Meant {
  let places = fraction.length
  let digits = BigInt(`0${whole}${fraction}`)
  while (places > 0 && digits % 10n === 0n) {
    digits /= 10n
    places -= 1
  }
  return { digits: isNegative ? -digits : digits, places }
}

/** The number of a canonical decimal text. */
export function meantBy(text: string): Meant {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  return meant(whole, fraction, text.startsWith('-'))
}
