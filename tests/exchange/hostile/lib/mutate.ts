import type { Random } from '../../../../src/base/random'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Values that were somebody's undoing once. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '00.1',
  '+1',
  '.5',
  '5.',
  '1e3',
  '1e999',
  '0x10',
  '1_000',
  '1,5',
  'NaN',
  'Infinity',
  '-Infinity',
  '0.000000000000000000001',
  '9007199254740993',
  '18446744073709551616',
  '9'.repeat(60),
  '9'.repeat(400),
  '１２３',
  '١٢٣',
  '\u0000',
  '\ud800',
  '\u202e0.1',
  'true',
  'null',
  'undefined',
  '[object Object]',
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  "' OR 1=1 --",
  '"; DROP TABLE orders; --',
  '../../ledger.jsonl',
  '%2e%2e%2f',
  '${7*7}',
  '<script>alert(1)</script>',
  'BTCUSDT\r\nX: y',
  'x'.repeat(1_000),
  'x'.repeat(20_000),
]
const VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  1e308,
  9_007_199_254_740_992,
  -2_147_483_649,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { length: 1e9 },
  { toString: 1, valueOf: 1 },
]
/** For the letters of a text, whatever it means. */
const SHARDS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  'null',
  '-',
  '1e999',
  '""',
  '\\u0000',
  '\\ud800',
  '__proto__',
  '\n',
  '\\',
]

/** So that no message is refused for its size alone; that has cases of its own. */
const LETTERS_MAX = 20_000

/** A message with one to four faults: of its structure, of its values, or of its letters. */
export class Mutator {
  constructor(private readonly random: Random) {}

  pick<T>(list: readonly T[]): T {
    return list[this.random.int(0, list.length - 1)]!
  }

  /** @param others texts that parts may be taken from */
  mutate(message: Json, others: readonly Json[]): string {
    let value = structuredClone(message)
    let text: string | null = null
    for (let i = this.random.int(1, 4); i > 0; i--) {
      if (text === null && this.random.next() < 0.88) value = this.#spoil(value, others)
      else text = this.cut(text ?? JSON.stringify(value))
    }
    return (text ?? this.#write(value)).slice(0, LETTERS_MAX)
  }

  /** One place of the letters cut out, doubled, or replaced. */
  cut(text: string): string {
    const at = this.random.int(0, text.length)
    const size = this.random.int(0, 3)
    const part = this.random.next() < 0.3 ? text.slice(at, at + size).repeat(2) : this.pick(SHARDS)
    return text.slice(0, at) + part + text.slice(at + size)
  }

  /** A text that is worse than the one before. */
  spoilText(text: string): string {
    return this.random.next() < 0.6 ? this.pick(TEXTS) : this.cut(text)
  }

  #spoil(value: Json, others: readonly Json[]): Json {
    const inside = children(value)
    if (inside.length > 0 && this.random.next() < 0.85) {
      const key = this.pick(inside)
      return replaced(value, key, this.#spoil((value as Record<string, Json>)[key]!, others))
    }
    const dice = this.random.int(0, 9)
    if (typeof value === 'object' && value !== null && inside.length > 0) {
      const key = this.pick(inside)
      if (dice === 0) return without(value, key)
      if (dice === 1) return replaced(value, this.pick(TEXTS).slice(0, 60), (value as Record<string, Json>)[key]!)
      if (dice === 2) return replaced(value, key, (value as Record<string, Json>)[this.pick(inside)]!)
      if (dice === 3 && Array.isArray(value)) return Array.from({ length: this.random.int(2, 60) }, () => value).flat()
      if (dice === 4) return this.pick(others)
    }
    if (dice === 5) return this.#nest(value)
    if (dice === 6) return [value]
    if (dice === 7) return this.pick(VALUES)
    if (typeof value === 'string' && dice === 8) return this.cut(value)
    if (typeof value === 'number' && dice === 8) return String(value)
    return this.pick(TEXTS)
  }

  #nest(value: Json): Json {
    let nested = value
    for (let i = this.random.int(1, 40); i > 0; i--) nested = this.random.next() < 0.5 ? [nested] : { a: nested }
    return nested
  }

  /** Now and then a key is written twice: no value of JSON can say that. */
  #write(value: Json): string {
    const text = JSON.stringify(value)
    if (this.random.next() > 0.08 || !text.startsWith('{"')) return text
    const first = text.indexOf(',')
    return first < 0 ? text : `{${text.slice(1, first)},${text.slice(1)}`
  }
}

function children(value: Json): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

function replaced(value: Json, key: string, by: Json): Json {
  if (Array.isArray(value)) return value.map((one, i) => (String(i) === key ? by : one))
  const copy: { [key: string]: Json } = { ...(value as { [key: string]: Json }) }
  Object.defineProperty(copy, key, { value: by, enumerable: true, configurable: true, writable: true })
  return copy
}

function without(value: Json, key: string): Json {
  if (Array.isArray(value)) return value.filter((_, i) => String(i) !== key)
  const { [key]: _gone, ...rest } = value as { [key: string]: Json }
  return rest
}

export type { Json }
