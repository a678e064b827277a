import type { OrderBook } from '../../domain/market/order-book'
import type { StepScale } from '../../domain/market/step-text'

const QUOTE = 34
const COMMA = 44
const DOT = 46
const OPEN = 91
const CLOSE = 93
const POWER = Array.from({ length: 16 }, (_, n) => 10 ** n)

/**
 * Reads one book topic's frames straight into integers, without a general parser: the exchange writes exactly one field
 * order (`BookJson`). Reading and applying are two steps. `read` takes the whole frame apart and touches no book, so the
 * caller can compare `seq` and `updateId` with what it expects; `apply` then changes the book and checks the CRC.
 *
 * ```ts
 * if (!scanner.read(text)) return parseTheGeneralWay(text)
 * if (scanner.seq !== lastSeq + 1) return resynchronise()
 * if (!scanner.apply(book)) return resynchronise()
 * ```
 *
 * Whatever is not exactly this shape (other order, white space, escapes, signs, `replay`, a price between ticks) is left
 * to the general reader, `parseServerMessage` and `parseBook`: it accepts all of it or names the fault.
 */
export class BookScanner {
  isSnapshot = false
  timeMs = 0
  seq = 0
  updateId = 0
  engineTimeMs = 0
  crc = 0

  readonly #head: string
  readonly #middle: string
  readonly #tickScale: StepScale
  readonly #lotScale: StepScale
  /** `[ticks, lots, …]` of the frame read last, bids first. */
  #cells: Float64Array = new Float64Array(256)
  #bidsEnd = 0
  #asksEnd = 0
  /** Where `#readInteger` and `#readRows` stopped; −1 after a surprise. */
  #at = 0

  constructor(topic: string, symbol: string, scales: { readonly tickScale: StepScale; readonly lotScale: StepScale }) {
    this.#head = `{"topic":"${topic}","type":"`
    this.#middle = `,"data":{"s":"${symbol}","b":[`
    this.#tickScale = scales.tickScale
    this.#lotScale = scales.lotScale
  }

  /** @returns false when the text is not exactly a frame of this topic; the fields are then without meaning */
  read(text: string): boolean {
    if (!text.startsWith(this.#head)) return false
    let at = this.#head.length
    if (text.startsWith('delta","ts":', at)) {
      this.isSnapshot = false
      at += 12
    } else if (text.startsWith('snapshot","ts":', at)) {
      this.isSnapshot = true
      at += 15
    } else return false
    this.timeMs = this.#readInteger(text, at)
    if (!this.#skip(text, ',"seq":')) return false
    this.seq = this.#readInteger(text, this.#at)
    if (!this.#skip(text, this.#middle)) return false
    this.#bidsEnd = this.#readRows(text, this.#at, 0)
    if (!this.#skip(text, ',"a":[')) return false
    this.#asksEnd = this.#readRows(text, this.#at, this.#bidsEnd)
    if (!this.#skip(text, ',"u":')) return false
    this.updateId = this.#readInteger(text, this.#at)
    if (!this.#skip(text, ',"cts":')) return false
    this.engineTimeMs = this.#readInteger(text, this.#at)
    if (!this.#skip(text, ',"crc":')) return false
    this.crc = this.#readInteger(text, this.#at)
    return this.#skip(text, '}}') && this.#at === text.length
  }

  /**
   * Applies the frame read last; a snapshot replaces the book.
   * @returns whether the book now has the CRC that the frame names; if not, the book is wrong and must be asked for anew
   */
  apply(book: OrderBook): boolean {
    book.applyRows(this.#cells, this.#bidsEnd, this.#asksEnd, this.isSnapshot)
    return book.checksum() === this.crc
  }

  #skip(text: string, literal: string): boolean {
    const at = this.#at
    if (at < 0) return false
    for (let i = 0; i < literal.length; i++) {
      if (text.charCodeAt(at + i) !== literal.charCodeAt(i)) return false
    }
    this.#at = at + literal.length
    return true
  }

  /** A JSON number that is a whole one: no sign, no leading zero, at most 16 digits and below 2^53. */
  #readInteger(text: string, from: number): number {
    let at = from
    let value = 0
    for (;;) {
      const digit = text.charCodeAt(at) - 48
      if (!(digit >= 0 && digit <= 9)) break
      value = value * 10 + digit
      at++
    }
    const length = at - from
    const isWhole = length > 0 && length <= 16 && (length === 1 || text.charCodeAt(from) !== 48)
    this.#at = isWhole && value <= Number.MAX_SAFE_INTEGER ? at : -1
    return value
  }

  /** Reads `["price","qty"],…]`, the opening bracket being past. @returns the end of the cells written */
  #readRows(text: string, from: number, firstCell: number): number {
    let at = from
    let used = firstCell
    let cells = this.#cells
    this.#at = -1
    if (text.charCodeAt(at) === CLOSE) {
      this.#at = at + 1
      return used
    }
    for (;;) {
      if (text.charCodeAt(at) !== OPEN || text.charCodeAt(at + 1) !== QUOTE) return used
      at += 2
      if (used + 2 > cells.length) cells = this.#grow()
      let scale = this.#tickScale
      for (;;) {
        const start = at
        // Kept apart from the scaled value, so that the loop stays in small-integer arithmetic.
        let digits = 0
        let dot = -1
        let code = text.charCodeAt(at)
        while (code !== QUOTE) {
          const digit = code - 48
          if (digit >= 0 && digit <= 9) digits = digits * 10 + digit
          else if (code === DOT && dot < 0 && at > start) dot = at
          else return used
          code = text.charCodeAt(++at)
        }
        // Places the text leaves out: canonical text drops its zeros.
        const missing = dot < 0 ? scale.decimals : scale.decimals - (at - dot - 1)
        if (at === start || dot === at - 1 || missing < 0 || missing >= POWER.length) return used
        let value = missing > 0 ? digits * POWER[missing]! : digits
        if (value > Number.MAX_SAFE_INTEGER) return used
        if (scale.multiple !== 1) {
          value /= scale.multiple
          if (!Number.isInteger(value)) return used
        }
        cells[used++] = value
        at++
        if ((used & 1) === 0) break
        if (text.charCodeAt(at) !== COMMA || text.charCodeAt(at + 1) !== QUOTE) return used
        at += 2
        scale = this.#lotScale
      }
      if (text.charCodeAt(at) !== CLOSE) return used
      const next = text.charCodeAt(at + 1)
      at += 2
      if (next === CLOSE) break
      if (next !== COMMA) return used
    }
    this.#at = at
    return used
  }

  #grow(): Float64Array {
    const larger = new Float64Array(this.#cells.length * 2)
    larger.set(this.#cells)
    this.#cells = larger
    return larger
  }
}
