import type { VenueEvent } from '../venue/contract'
import { addRows, rowSteps, type HistoryRow } from './history-rows'
import type { HistoryWriter } from './sqlite-thread'

const ROWS_PER_COMMIT = 2_000
/** Transactions on their way at most; with more, the replay waits for the oldest. */
const COMMITS_UNDER_WAY_MAX = 8

/** The history rows that a replay makes again, written by the thread while the replay goes on. */
export class ReplayedHistory {
  readonly #writer: HistoryWriter
  readonly #underWay: Promise<void>[] = []
  #rows: HistoryRow[] = []

  constructor(writer: HistoryWriter) {
    this.#writer = writer
  }

  add(events: readonly VenueEvent[]): void {
    addRows(this.#rows, events)
    if (this.#rows.length >= ROWS_PER_COMMIT) this.#send()
  }

  /** @returns `null` while there is room, else what to wait for. It rejects when the thread cannot write. */
  room(): Promise<void> | null {
    return this.#underWay.length < COMMITS_UNDER_WAY_MAX ? null : this.#underWay.shift()!
  }

  /** Resolves when every row is committed. */
  async finish(): Promise<void> {
    this.#send()
    await Promise.all(this.#underWay.splice(0))
  }

  /** Not synced: a row that power takes away comes back from the ledger, because no later snapshot can be durable. */
  #send(): void {
    if (this.#rows.length === 0) return
    const commit = this.#writer.commit(rowSteps(this.#rows), 'NORMAL')
    // Whoever waits hears of it; nobody may be waiting yet.
    commit.catch(() => {})
    this.#underWay.push(commit)
    this.#rows = []
  }
}
