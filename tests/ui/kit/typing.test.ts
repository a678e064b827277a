import { afterEach, describe, expect, test } from 'vitest'
import { decimalSign, setFormatLocale } from '../../../src/ui/format'
import { acceptText, readText, textProblem } from '../../../src/ui/kit/number-text'
import { SCRIPTS, meantBy, readAs, typedAs, type Said } from './reader'
import { LOCALES, sampled } from './typed-strings'

afterEach(() => setFormatLocale('en'))

const STRINGS = sampled(10_000)

/** What a field says after all: the number it has read, or that a message stands. */
function fieldSays(text: string): Said {
  const problem = textProblem(text)
  if (problem !== null) return problem.kind === 'twoReadings' ? 'two' : 'none'
  const value = readText(text)
  return value === null ? 'nothing' : meantBy(value)
}

function paste(text: string): string {
  return acceptText('', text)
}

/** As a keyboard writes: one character after the other, whatever the field shows meanwhile. */
function type(keys: string): string {
  let text = ''
  for (const key of keys) text = acceptText(text, text + key)
  return text
}

const digitsIn = (text: string) => [...text].filter((char) => /\p{Nd}/u.test(char)).length

describe('the reader of these tests is one whom worked examples hold', () => {
  test.each([
    ['1,000.5', '.', '1000.5'],
    ['1.000,5', '.', '1000.5'],
    ['64\u00A0210,5', '.', '64210.5'],
    ['\uFF11\uFF12\uFF13', '.', '123'],
    ['1.000', '.', '1'],
    ['1.000', ',', 'two'],
    ['1,000', '.', 'two'],
    ['1,000', ',', '1'],
    ['1e5', '.', 'none'],
    ['12..3', '.', 'none'],
    ['12,34,567', '.', '1234567'],
    ['1,234,56', '.', 'none'],
    ['\u0661\u066C\u0662\u0663\u0664\u066B\u0665', '.', '1234.5'],
    ['\u0661\u066C\u0662\u0663\u0664', '.', '1234'],
    ["1'234.5", ',', '1234.5'],
    ['1.000,', '.', 'none'],
    ['-', '.', 'nothing'],
    ['\u22120,5', '.', '-0.5'],
    ['0,125', '.', '0.125'],
  ] as const)('%j with %j is %s', (text, own, said) => {
    const answer = readAs(text, own)
    expect(answer).toEqual(/\d/.test(said) ? meantBy(said) : said)
  })

  test('it knows every digit of Unicode that the platform knows', () => {
    const known = new Set(SCRIPTS.flat())
    const unknown: string[] = []
    for (let code = 0; code <= 0x10_ff_ff; code++) {
      const char = String.fromCodePoint(code)
      if (/\p{Nd}/u.test(char) && !known.has(char)) unknown.push(code.toString(16))
    }
    // Scripts that Unicode has and the platform's number writer has not yet: of these the reader knows nothing.
    expect(unknown.length % 10).toBe(0)
    expect(known.size).toBeGreaterThan(600)
  })
})

/** What one string is in a field, typed and pasted, against what its reader says. */
function judge(text: string): readonly string[] {
  const own = decimalSign()
  const wrong: string[] = []
  const tell = (how: string, field: string, said: Said): void => {
    const shown = JSON.stringify(field, null, 0)
    wrong.push(
      `${how} ${JSON.stringify(text)} (${own}): ${shown} is ${say(fieldSays(field))}, a reader says ${say(said)}`,
    )
  }
  const pasted = paste(text)
  const saidPasted = readAs(text, own)
  if (say(fieldSays(pasted)) !== say(saidPasted)) tell('pasted', pasted, saidPasted)
  const stays = text.length > 64 ? pasted === `${text.slice(0, 63)}\u2026` : pasted === text
  if ((saidPasted === 'none' || saidPasted === 'two') && !stays) tell('pasted, not kept:', pasted, saidPasted)
  const typed = type(text)
  const found = fieldSays(typed)
  const saidTyped = typedAs(text, own)
  // Key by key a message may stand where the whole would have been read; another number never.
  if (typeof found === 'object' || found === 'nothing') {
    if (say(found) !== say(saidTyped)) tell('typed', typed, saidTyped)
  } else if (text.length <= 64 && digitsIn(typed) !== digitsIn(text)) tell('typed, not kept:', typed, saidTyped)
  return wrong
}

function say(said: Said): string {
  return typeof said === 'object' ? `${said.digits}e-${said.places}` : said
}

const judged = new Map<string, readonly string[]>()

test.each(LOCALES)('10,000 strings typed and pasted in %s: what a reader says, or a message and the text', (locale) => {
  setFormatLocale(locale)
  const sign = decimalSign()
  // A field knows of its language nothing but the decimal sign: what was judged with that is not judged again.
  const wrong = judged.get(sign) ?? STRINGS.flatMap(judge)
  judged.set(sign, wrong)
  expect(wrong.slice(0, 20)).toEqual([])
})

test('the strings are worth it: thousands are numbers, thousands are none, hundreds may be read in two ways', () => {
  const counts = { number: 0, none: 0, two: 0, nothing: 0 }
  for (const text of STRINGS) {
    const said = readAs(text, '.')
    counts[typeof said === 'object' ? 'number' : said] += 1
  }
  expect(counts.number).toBeGreaterThan(2_000)
  expect(counts.none).toBeGreaterThan(2_000)
  expect(counts.two).toBeGreaterThan(100)
})

test('what is typed with groups is read once it is whole, and never as something else on the way', () => {
  for (const [keys, shown] of [
    ['1,000,000', '1000000'],
    ['1,000.5', '1000.5'],
    ['1.000,5', '1000.5'],
    ['1.000.000', '1000000'],
    ['64 210,5', '64210.5'],
    ["1'234.5", '1234.5'],
    ['12,34,567.8', '1234567.8'],
  ] as const)
    expect(type(keys), keys).toBe(shown)
  // One separator alone is the decimal sign, but for what may be a thousand; a second one with nothing behind it is a slip
  // or half of a number.
  for (const [keys, text] of [
    ['1,00', '1.00'],
    ['1,000', '1,000'],
    ['1,0000', '1.0000'],
    ['1,000,', '1,000,'],
    ['1,000,0', '1,000,0'],
    ['1,000.', '1,000.'],
    ['1 5', '1 5'],
    ['+-5', '+-5'],
  ] as const)
    expect(type(keys), keys).toBe(text)
})

test('a separator typed into a number that the field wrote leaves its decimal sign what it is', () => {
  // Not a thousand, though `1.000,5` would be if somebody had typed it all.
  for (const at of [1, 2, 3, 4, 5]) {
    // Whatever was typed before: the field was emptied since.
    acceptText('x', '')
    const text = acceptText('1.000', `${'1.000'.slice(0, at)},${'1.000'.slice(at)}`)
    const value = readText(text)
    expect(textProblem(text) !== null || value === '1', text).toBe(true)
  }
  expect(readText(acceptText('1000.5', '1,000.5'))).toBe('1000.5')
})
