import { NumberText } from '../../../src/wire/json'
import { endOfString, parseStrictJson, type JsonRead } from './strict-json'

/**
 * Reads what `parseStrictJson` reads, but keeps the digits of numbers that a double may lose: with a fraction, with an
 * exponent, or beyond the safe integers they are a `NumberText`. Whole numbers in the safe range stay numbers.
 */
export function parseExactJson(text: string): JsonRead {
  const parsed = parseStrictJson(text)
  return parsed.ok && hasFineNumber(text) ? { ok: true, value: new Reader(text).read() } : parsed
}

const NUMBER = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y
const QUOTE = 34
/** So many digits that a whole number may be beyond the safe ones. */
const MANY_DIGITS = 16

/** Whether a number stands somewhere that is more than a few digits. @param text JSON */
function hasFineNumber(text: string): boolean {
  let digits = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) at = endOfString(text, at)
    else if (unit >= 48 && unit <= 57) {
      if (++digits >= MANY_DIGITS) return true
      continue
    }
    // Outside of strings a point is a number's, and so is an `e` after a digit.
    if (unit === 46 || (digits > 0 && (unit | 32) === 101)) return true
    digits = 0
  }
  return false
}

/**
 * Reads JSON once more, token by token. It was read before by the strict reader, so that its syntax is sound, no key
 * stands twice, and it is not nested deeper than that one allows.
 */
class Reader {
  #at = 0

  constructor(private readonly text: string) {}

  read(): unknown {
    const first = this.#next()
    switch (first) {
      case '{':
        return this.#object()
      case '[':
        return this.#list()
      case '"':
        return this.#string()
      case 't':
        this.#at += 4
        return true
      case 'f':
        this.#at += 5
        return false
      case 'n':
        this.#at += 4
        return null
      default:
        return this.#number()
    }
  }

  #object(): unknown {
    const object: Record<string, unknown> = {}
    for (this.#at++; this.#next() !== '}';) {
      if (this.#next() === ',') this.#at++
      this.#next()
      const key = this.#string()
      this.#next()
      // The colon.
      this.#at++
      object[key] = this.read()
    }
    this.#at++
    return object
  }

  #list(): unknown {
    const list: unknown[] = []
    for (this.#at++; this.#next() !== ']';) {
      if (this.#next() === ',') this.#at++
      list.push(this.read())
    }
    this.#at++
    return list
  }

  #string(): string {
    const end = endOfString(this.text, this.#at)
    const token = this.text.slice(this.#at, end + 1)
    this.#at = end + 1
    return JSON.parse(token) as string
  }

  #number(): number | NumberText {
    NUMBER.lastIndex = this.#at
    const [token, fraction, exponent] = NUMBER.exec(this.text)!
    this.#at += token.length
    const number = Number(token)
    const isPlain = fraction === undefined && exponent === undefined && Number.isSafeInteger(number)
    return isPlain ? number : new NumberText(token)
  }

  /** The next character that is no white space. */
  #next(): string {
    while (' \t\n\r'.includes(this.text.charAt(this.#at)) && this.#at < this.text.length) this.#at++
    return this.text.charAt(this.#at)
  }
}
