import { bytesHash } from './text-hash'

const FIRST_BYTES = 16 * 1024
/** Memory that is kept for the next texts; what a burst needed beyond it is given back. */
const KEPT_BYTES_MAX = 4 * 1024 * 1024

const WORD = 4
/** A UTF-16 unit that JSON escapes takes six bytes at most. */
const UNIT_BYTES_MAX = 6
const NUMBER_BYTES_MAX = 24
/** Whole numbers are written in two halves of at most so many digits, which 32 bits hold. */
const HALF_DIGITS = 9
const HALF = 10 ** HALF_DIGITS
const [QUOTE, BACKSLASH, ZERO, MINUS, FIRST_PRINTABLE, LAST_PRINTABLE] = [34, 92, 48, 45, 32, 126] as const

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Text that is the same in every line, as the machine words that it is copied by. */
export class Literal {
  readonly words: Uint32Array
  readonly length: number

  /** @param text ASCII */
  constructor(text: string) {
    const bytes = new Uint8Array(Math.ceil(text.length / WORD) * WORD)
    encoder.encodeInto(text, bytes)
    const view = viewOf(bytes)
    this.length = text.length
    this.words = Uint32Array.from({ length: bytes.length / WORD }, (_, at) => view.getUint32(at * WORD, true))
  }
}

/** A value that is no object. Numbers are finite. */
export type Plain = string | number | boolean | null

const TRUE = new Literal('true')
const FALSE = new Literal('false')
const NULL = new Literal('null')
const LIST = new Literal('[')
const COMMA = new Literal(',')
const LIST_END = new Literal(']')
const EMPTY_LIST = new Literal('[]')

/**
 * JSON as UTF-8, written straight into memory that is used again. Of the few hundred bytes that every order leaves
 * behind, `JSON.stringify` makes a text out of pieces, which has to be put together before it can be encoded: that takes
 * twice as long and three times the memory. What is written is byte for byte what `JSON.stringify` would say.
 */
export class JsonWriter {
  #bytes = new Uint8Array(FIRST_BYTES)
  #view = viewOf(this.#bytes)
  #length = 0

  /** Bytes written. */
  get length(): number {
    return this.#length
  }

  literal({ words, length }: Literal): void {
    const at = this.#length
    const room = words.length * WORD
    if (at + room > this.#bytes.length) this.#grow(room)
    const view = this.#view
    // The last word may reach beyond the text: what comes next is written over it.
    for (let i = 0; i < words.length; i += 1) view.setUint32(at + i * WORD, words[i]!, true)
    this.#length = at + length
  }

  text(value: string): void {
    const most = value.length * UNIT_BYTES_MAX + 2
    if (this.#length + most > this.#bytes.length) this.#grow(most)
    const bytes = this.#bytes
    let at = this.#length
    bytes[at] = QUOTE
    for (let i = 0; i < value.length; i += 1) {
      const unit = value.charCodeAt(i)
      if (unit < FIRST_PRINTABLE || unit > LAST_PRINTABLE || unit === QUOTE || unit === BACKSLASH) {
        this.value(value)
        return
      }
      at += 1
      bytes[at] = unit
    }
    bytes[at + 1] = QUOTE
    this.#length = at + 2
  }

  /** @param name with what surrounds it, such as `,"qty":` */
  field(name: Literal, value: Plain): void {
    this.literal(name)
    this.#plain(value)
  }

  /** @param value finite */
  number(value: number): void {
    if (this.#length + NUMBER_BYTES_MAX > this.#bytes.length) this.#grow(NUMBER_BYTES_MAX)
    if (!Number.isSafeInteger(value)) return this.#raw(String(value))
    if (value < 0) {
      this.#bytes[this.#length] = MINUS
      this.#length += 1
    }
    const whole = Math.abs(value)
    if (whole < HALF) return this.#digits(whole, 0)
    const high = Math.floor(whole / HALF)
    this.#digits(high, 0)
    this.#digits(whole - high * HALF, HALF_DIGITS)
  }

  /** A list of plain values, among them rarely something else. */
  list(values: readonly unknown[]): void {
    for (let i = 0; i < values.length; i += 1) {
      this.literal(i === 0 ? LIST : COMMA)
      const value = values[i]
      if (typeof value === 'object' && value !== null) this.value(value)
      // As JSON has it: a list cannot leave a place out, so what is undefined is null.
      else this.#plain(value as Plain)
    }
    this.literal(values.length === 0 ? EMPTY_LIST : LIST_END)
  }

  /** Whatever JSON can say. */
  value(value: unknown): void {
    const json = JSON.stringify(value)
    const most = json.length * 3
    if (this.#length + most > this.#bytes.length) this.#grow(most)
    this.#length += encoder.encodeInto(json, this.#bytes.subarray(this.#length)).written
  }

  /** Good until the next call. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** @param target with room for all of it */
  copyTo(target: Uint8Array, at: number): void {
    target.set(this.bytes(), at)
  }

  /** @param from a `length` of before. @returns `bytesHash` of what was written since */
  hashFrom(from: number): number {
    return bytesHash(this.#bytes, from, this.#length)
  }

  toString(): string {
    return decoder.decode(this.bytes())
  }

  /** Takes back what was written since. @param length as it was then */
  cutTo(length: number): void {
    this.#length = length
  }

  clear(): void {
    this.#length = 0
    if (this.#bytes.length > KEPT_BYTES_MAX) this.#renew(new Uint8Array(FIRST_BYTES))
  }

  #plain(value: Plain): void {
    if (typeof value === 'string') this.text(value)
    else if (typeof value === 'number') this.number(value)
    else if (typeof value === 'boolean') this.literal(value ? TRUE : FALSE)
    else this.literal(NULL)
  }

  /** @param value below 2^31. @param least digits, filled up with zeros */
  #digits(value: number, least: number): void {
    let digits = 1
    for (let rest = (value / 10) | 0; rest > 0; rest = (rest / 10) | 0) digits += 1
    const count = Math.max(digits, least)
    const bytes = this.#bytes
    let rest = value | 0
    for (let at = this.#length + count - 1; at >= this.#length; at -= 1) {
      const tenth = (rest / 10) | 0
      bytes[at] = ZERO + rest - tenth * 10
      rest = tenth
    }
    this.#length += count
  }

  #raw(text: string): void {
    const bytes = this.#bytes
    for (let i = 0; i < text.length; i += 1) bytes[this.#length + i] = text.charCodeAt(i)
    this.#length += text.length
  }

  #grow(more: number): void {
    const grown = new Uint8Array(Math.max(this.#length + more, this.#bytes.length * 2))
    grown.set(this.bytes())
    this.#renew(grown)
  }

  #renew(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes = bytes
    this.#view = viewOf(bytes)
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
