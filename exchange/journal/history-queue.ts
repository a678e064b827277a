import type { OrderStatus } from '../../src/domain/order/order'
import type { Clock } from '../../src/base/clock'
import type { VenueEvent } from '../venue/contract'
import type { HistoryRow, Store } from './store'

/** Rows that wait for SQLite at most; a full queue is written at once. */
export const HISTORY_QUEUE_MAX = 2_000
const WRITE_EVERY_MS = 250

const CLOSED: ReadonlySet<OrderStatus> = new Set([
  'filled',
  'canceled',
  'partiallyFilledCanceled',
  'rejected',
  'deactivated',
])

/**
 * Durable rows on their way into SQLite, in batches. Losing the queue loses nothing: the ledger has it all, and no
 * snapshot is taken without the rows before it.
 */
export class HistoryQueue {
  readonly #store: Store
  readonly #clock: Clock
  #rows: HistoryRow[] = []
  #cancelTimer: (() => void) | null = null

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  add(events: readonly VenueEvent[]): void {
    for (const event of events) {
      if (event.type === 'execution')
        this.#rows.push({ kind: 'execution', account: event.account, execution: event.execution })
      else if (event.type === 'order' && CLOSED.has(event.order.status))
        this.#rows.push({ kind: 'order', account: event.account, order: event.order })
    }
    if (this.#rows.length >= HISTORY_QUEUE_MAX) this.write()
    else if (this.#rows.length > 0) this.#cancelTimer ??= this.#clock.after(WRITE_EVERY_MS, () => this.write())
  }

  /** Writes what waits; every query calls it first, so that it reads its own writes. */
  write(): void {
    const rows = this.take()
    if (rows.length > 0) this.#store.write(rows)
  }

  /** Hands over what waits, for a caller that writes it together with a snapshot. */
  take(): readonly HistoryRow[] {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const rows = this.#rows
    this.#rows = []
    return rows
  }
}
