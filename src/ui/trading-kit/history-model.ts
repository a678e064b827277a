import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { HistoryQuery, HistoryRows, Read } from '../../workers/hub-api'
import type { Rejection } from '../../workers/presses'
import type { InstrumentSymbol } from '../../domain/order/order'
import { readRefusal } from './refusals/read-refusal'

/** Rows asked for at a time. */
export const PAGE_ROWS = 50

export type HistoryStatus = 'loading' | 'ready' | 'failed'

/** Pages of past rows, newest first, read on demand. Rows that arrive live are merged by the one who shows them. */
export class HistoryModel<Row extends { readonly id: string }> {
  readonly #rows = signal<readonly Row[]>([])
  readonly #status = signal<HistoryStatus>('loading')
  readonly #rejection = signal<Rejection | null>(null)
  readonly #hasMore = signal(false)
  /** When the rows were true, where they came from a snapshot on disk; else `null`. */
  readonly #cachedAtMs = signal<number | null>(null)
  #cursor: string | null = null
  #symbol: InstrumentSymbol | null = null
  /** Answers of a question that was replaced meanwhile are dropped. */
  #question = 0

  readonly rows: ReadonlySignal<readonly Row[]> = this.#rows
  readonly status: ReadonlySignal<HistoryStatus> = this.#status
  /** Why the exchange gave no rows, where it said so. */
  readonly rejection: ReadonlySignal<Rejection | null> = this.#rejection
  readonly hasMore: ReadonlySignal<boolean> = this.#hasMore
  readonly cachedAtMs: ReadonlySignal<number | null> = this.#cachedAtMs

  constructor(private readonly read: (query: HistoryQuery) => Promise<Read<HistoryRows<Row>>>) {}

  /** Starts over with the newest rows. */
  async load(symbol: InstrumentSymbol | null): Promise<void> {
    this.#symbol = symbol
    this.#cursor = null
    this.#rows.value = []
    this.#hasMore.value = false
    this.#cachedAtMs.value = null
    await this.#ask()
  }

  /** Adds the next page; the same page again after a failure. */
  async loadMore(): Promise<void> {
    if (this.#status.peek() === 'loading') return
    // Among rows from disk, or below them, goes none of now (I4).
    await (this.#cachedAtMs.peek() === null ? this.#ask() : this.load(this.#symbol))
  }

  /**
   * Reads the newest rows once more, after a time in which some may have been missed; those below stay. What is shown is
   * left as it is where that fails.
   */
  async catchUp(): Promise<void> {
    if (this.#status.peek() === 'loading') return
    if (this.#status.peek() === 'failed' || this.#cachedAtMs.peek() !== null) {
      await this.loadMore()
      return
    }
    const question = ++this.#question
    const read = await this.read({ symbol: this.#symbol, limit: PAGE_ROWS, cursor: null, isKept: true })
    if (question !== this.#question || read.hasError || read.fromCache) return
    const { rows, nextCursor } = read.value
    const newest = new Set(rows.map(({ id }) => id))
    const below = this.#rows.peek().filter(({ id }) => !newest.has(id))
    const isJoined = below.length < this.#rows.peek().length
    if (isJoined && this.#rows.peek().length > PAGE_ROWS) {
      this.#rows.value = [...rows, ...below]
      return
    }
    this.#rows.value = rows
    this.#cursor = nextCursor
    this.#hasMore.value = nextCursor !== null
    this.#cachedAtMs.value = null
  }

  async #ask(): Promise<void> {
    const question = ++this.#question
    this.#status.value = 'loading'
    const read = await this.read({ symbol: this.#symbol, limit: PAGE_ROWS, cursor: this.#cursor, isKept: true })
    if (question !== this.#question) return
    this.#rejection.value = read.hasError ? readRefusal(read) : null
    if (read.hasError) {
      this.#status.value = 'failed'
      return
    }
    this.#rows.value = [...this.#rows.peek(), ...read.value.rows]
    this.#cursor = read.value.nextCursor
    this.#hasMore.value = read.value.nextCursor !== null
    this.#cachedAtMs.value = read.fromCache ? read.asOfMs : null
    this.#status.value = 'ready'
  }
}
