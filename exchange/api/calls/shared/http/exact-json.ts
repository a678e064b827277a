import { NumberText } from '../../../../../src/wire/json'
import { endOfString, parseStrictJson, type JsonRead } from './strict-json'

/** Reads what `parseStrictJson` reads, but every number is a `NumberText`: the digits that were sent, and no double. */
export function parseExactJson(text: string): JsonRead {
  const parsed = parseStrictJson(text)
  return parsed.ok && hasNumber(text) ? { ok: true, value: new Reader(text).read() } : parsed
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const QUOTE = 34
const BACKSLASH = '\\'

/** @param text JSON, in which digits stand in numbers and strings alone */
function hasNumber(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) at = endOfString(text, at)
    else if (unit >= 48 && unit <= 57) return true
  }
  return false
}

/**
 * Reads JSON once more, token by token. It was read before by the strict reader, so that its syntax is sound, no key
 * is given twice, and it is not nested deeper than that one allows.
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
    return token.includes(BACKSLASH) ? (JSON.parse(token) as string) : token.slice(1, -1)
  }

  #number(): NumberText {
    NUMBER.lastIndex = this.#at
    const [digits] = NUMBER.exec(this.text)!
    this.#at += digits.length
    return new NumberText(digits)
  }

  /** The next character that is no white space. */
  #next(): string {
    while (' \t\n\r'.includes(this.text.charAt(this.#at)) && this.#at < this.text.length) this.#at++
    return this.text.charAt(this.#at)
  }
}
