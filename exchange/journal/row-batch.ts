import { assert } from '../../src/base/assert'
import { JsonWriter } from './json-writer'
import { linkIdOf, orderIdOf, timeOf, type HistoryRow } from './history-row'
import { ACCOUNT, COLUMNS, END, KIND, LINK, ORDER, SEQ, TIME, type WrittenRows } from './row-columns'
import { KINDS, readRow, writeRow } from './row-text'
import { textHash } from './text-hash'

/** More rows than this go in two batches. */
export const BATCH_ROWS_MAX = 16_384
/** Bytes of rows; a row has about 250. */
const TEXT_BYTES = 6 * 1024 * 1024

const decoder = new TextDecoder()

/** The row that is being added; written there first, because only then its length is known. */
const written = new JsonWriter()

/**
 * Rows in memory that the thread reads too, outside the heap: hundreds of thousands of objects that wait for SQLite
 * would be copied about by every garbage collection. Filled once, then only read until `clear`.
 */
export class RowBatch {
  readonly #shared = new SharedArrayBuffer(BATCH_ROWS_MAX * COLUMNS * 8 + TEXT_BYTES)
  readonly #numbers = new Float64Array(this.#shared, 0, BATCH_ROWS_MAX * COLUMNS)
  readonly #text = new Uint8Array(this.#shared, this.#numbers.byteLength)
  #bytes = 0
  count = 0

  /**
   * @param account number of the row's account
   * @returns whether there was room
   */
  append(row: HistoryRow, account: number): boolean {
    written.clear()
    writeRow(written, row)
    if (this.count === BATCH_ROWS_MAX || this.#bytes + written.length > this.#text.length) {
      assert(this.count > 0, 'a history row fits into an empty batch')
      return false
    }
    written.copyTo(this.#text, this.#bytes)
    this.#bytes += written.length
    const at = this.count * COLUMNS
    const numbers = this.#numbers
    const linkId = linkIdOf(row)
    const orderId = row.kind === 'closedPnl' ? row.value.id : orderIdOf(row)
    numbers[at + KIND] = KINDS.indexOf(row.kind)
    numbers[at + ACCOUNT] = account
    numbers[at + SEQ] = row.value.seq
    numbers[at + TIME] = timeOf(row)
    numbers[at + ORDER] = orderId === null || orderId === '' ? 0 : placeOf(orderId)
    numbers[at + LINK] = linkId === null ? 0 : linkPlaceOf(linkId)
    numbers[at + END] = this.#bytes
    this.count += 1
    return true
  }

  /** One account's rows of one kind, oldest first. */
  *rows(kind: HistoryRow['kind'], name: string, account: number): Generator<HistoryRow> {
    const kindNumber = KINDS.indexOf(kind)
    for (let row = 0; row < this.count; row += 1) {
      const at = row * COLUMNS
      if (this.#numbers[at + ACCOUNT] !== account || this.#numbers[at + KIND] !== kindNumber) continue
      const from = row === 0 ? 0 : this.#numbers[at - COLUMNS + END]!
      yield readRow(kind, name, JSON.parse(decoder.decode(this.#text.subarray(from, this.#numbers[at + END]))))
    }
  }

  written(): WrittenRows {
    return { shared: this.#shared, textFrom: this.#numbers.byteLength, count: this.count }
  }

  clear(): void {
    this.count = 0
    this.#bytes = 0
  }
}

/** The exchange's own ids end in a hexadecimal counter; its places lie beside those of its neighbours. */
const COUNTER_FROM = 24
const ID_LENGTH = 36

/**
 * The place of an id: a whole number from 1 to 2^52. Two ids may share one; whoever looks there
 * compares the ids.
 */
export function placeOf(id: string): number {
  if (id.length === ID_LENGTH && id.charCodeAt(COUNTER_FROM - 1) === 45) {
    const counter = Number(`0x${id.slice(COUNTER_FROM)}`)
    if (counter > 0) return counter
  }
  return textHash(id)
}

/** Link ids, which users choose, stand at the negative numbers. */
export const linkPlaceOf = (linkId: string): number => -placeOf(linkId)
