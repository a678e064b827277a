import type { Clock } from '../../src/base/clock'
import type { Execution } from '../../src/domain/order/execution'
import type { Order } from '../../src/domain/order/order'
import type { Venue, VenueEvent, VenueInput, VenueOutput, VenueResult } from '../venue/contract'
import { ANSWER_LIFE_MS, type Answers } from './answers'
import type { HistoryPage, HistoryResult, Journal, Origin, SubmitResult } from './contract'
import { JournalClosed, JournalOverloaded, JournalUnavailable } from './errors'
import { GroupCommit } from './group-commit'
import type { HistoryQueue } from './history-queue'
import { fillLine, inputLine, resultText, type ResultSummary } from './ledger-line'
import type { LogFile } from './log-file'
import type { RecoveryReport } from './open-journal'
import { SnapshotSchedule } from './snapshot-schedule'
import type { AnswerRow, Store } from './store'

/** Inputs that may wait for the disk; above it `submit` rejects with JournalOverloaded, before anything is applied. */
export const WAITING_INPUTS_MAX = 200_000

interface JournalParts {
  readonly venue: Venue
  readonly log: LogFile
  readonly store: Store
  readonly answers: Answers
  readonly history: HistoryQueue
  readonly clock: Clock
  readonly unlock: () => void
  readonly start: { readonly seq: number; readonly bytes: number; readonly timeMs: number }
  readonly recovery: RecoveryReport
  readonly snapshotEveryInputs: number
  onBroken(error: Error): void
}

type Listener = (events: readonly VenueEvent[], seq: number, timeMs: number) => void

/** An applied input, or a repeat of one, that waits for its bytes to be on disk. */
interface Waiting {
  readonly answer: SubmitResult
  readonly events: readonly VenueEvent[]
  /** To be remembered in SQLite once durable. */
  readonly remembered: AnswerRow | null
  /** Of the last line, fills included; 0 for a repeat. */
  readonly lastSeq: number
  readonly timeMs: number
  readonly resolve: (answer: SubmitResult) => void
  readonly reject: (error: Error) => void
}

/** The journal on a real ledger. `openJournal` makes it. */
export class LedgerJournal implements Journal {
  readonly venue: Venue
  readonly recovery: RecoveryReport
  readonly #parts: JournalParts
  readonly #commit: GroupCommit<Waiting>
  readonly #schedule: SnapshotSchedule
  readonly #listeners = new Set<Listener>()
  /** Sequence of the last line built, and the end of the last line on disk. */
  #seq: number
  #durableSeq: number
  #bytes: number
  #lastTimeMs: number
  #clockOffsetMs: number
  #stopped: Error | null = null

  constructor(parts: JournalParts) {
    const { venue, log, start, clock } = parts
    this.venue = venue
    this.recovery = parts.recovery
    this.#parts = parts
    this.#seq = start.seq
    this.#durableSeq = start.seq
    this.#bytes = start.bytes
    this.#lastTimeMs = start.timeMs
    // A ledger that control had moved ahead goes on from there instead of standing still until the computer catches up.
    this.#clockOffsetMs = Math.max(0, start.timeMs - clock.now())
    this.#schedule = new SnapshotSchedule(clock, parts.snapshotEveryInputs)
    this.#commit = new GroupCommit<Waiting>({
      log,
      onDurable: (items, bytes) => this.#publish(items, bytes),
      onFailed: (items, error) => this.#break(items, error),
      onSettled: () => this.#snapshotWhenDue(),
    })
  }

  submit(input: VenueInput, origin: Origin): Promise<SubmitResult> {
    if (this.#stopped !== null) return Promise.reject(this.#stopped)
    if (this.#commit.waiting >= WAITING_INPUTS_MAX)
      return Promise.reject(new JournalOverloaded(`${WAITING_INPUTS_MAX} inputs wait for the disk`))
    if (input.type === 'place' && input.linkId !== '') {
      const first = this.#parts.answers.find(input.account, input.linkId)
      if (first !== null) return this.#repeat(first, origin)
    }
    return new Promise((resolve, reject) => this.#apply(input, origin, resolve, reject))
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  orderHistory(account: string, page: HistoryPage): HistoryResult<Order> {
    this.#parts.history.write()
    return this.#parts.store.orderHistory(account, page)
  }

  executions(account: string, page: HistoryPage): HistoryResult<Execution> {
    this.#parts.history.write()
    return this.#parts.store.executions(account, page)
  }

  findOrder(account: string, reference: { readonly orderId?: string; readonly orderLinkId?: string }): Order | null {
    const live = this.venue.findOrder(account, reference)
    if (live !== null) return live
    this.#parts.history.write()
    return this.#parts.store.findOrder(account, reference)
  }

  durableSeq(): number {
    return this.#durableSeq
  }

  now(): number {
    return this.#parts.clock.now() + this.#clockOffsetMs
  }

  shiftClock(deltaMs: number): void {
    this.#clockOffsetMs += deltaMs
  }

  /** Lets what was submitted become durable, takes a snapshot, gives the folder back. A second call does nothing. */
  async close(): Promise<void> {
    if (this.#stopped instanceof JournalClosed) return
    const wasBroken = this.#stopped !== null
    this.#stopped = new JournalClosed()
    await this.#commit.drain()
    if (!wasBroken && this.#stopped instanceof JournalClosed) this.#snapshot()
    this.#parts.log.close()
    this.#parts.store.close()
    this.#parts.unlock()
  }

  #apply(
    input: VenueInput,
    origin: Origin,
    resolve: (answer: SubmitResult) => void,
    reject: (error: Error) => void,
  ): void {
    // Time never falls, whatever the computer's clock does: candles, funding and replay depend on it.
    const timeMs = Math.max(this.#lastTimeMs, this.now())
    let output: VenueOutput
    try {
      output = this.venue.apply(input, timeMs)
    } catch (cause) {
      // Its state may be half changed. Nothing of it is in the ledger: a restart recovers the state before this input.
      const error = new JournalUnavailable(`the venue broke on ${input.type}: ${String(cause)}`, { cause })
      this.#stopped = error
      reject(error)
      this.#parts.onBroken(error)
      return
    }
    const seq = this.#seq + 1
    const result = resultText(output.result)
    let lines = inputLine(seq, timeMs, input, origin, result)
    let lastSeq = seq
    for (const event of output.events) {
      if (event.type !== 'fill') continue
      lastSeq += 1
      lines += fillLine(lastSeq, event)
    }
    let remembered: AnswerRow | null = null
    if (input.type === 'place' && input.linkId !== '') {
      remembered = { account: input.account, linkId: input.linkId, bodyHash: origin.bodyHash, seq, timeMs, result }
      this.#parts.answers.remember(remembered)
    }
    this.#seq = lastSeq
    this.#lastTimeMs = timeMs
    this.#schedule.sawInput(input.type !== 'tick')
    const answer: SubmitResult = { outcome: 'done', result: output.result, seq, timeMs }
    this.#commit.append(lines, { answer, events: output.events, remembered, lastSeq, timeMs, resolve, reject })
  }

  /** Also waits for the disk: the first answer may not be durable yet, and then nobody may hear it. */
  #repeat(first: AnswerRow, origin: Origin): Promise<SubmitResult> {
    const summary = JSON.parse(first.result) as ResultSummary
    const answer: SubmitResult =
      first.bodyHash === origin.bodyHash
        ? { outcome: 'repeated', result: this.#resultOf(first.account, summary), seq: first.seq, timeMs: first.timeMs }
        : { outcome: 'conflict', orderId: summary.ok ? (summary.orderId ?? null) : null }
    return new Promise((resolve, reject) =>
      this.#commit.append('', { answer, events: [], remembered: null, lastSeq: 0, timeMs: 0, resolve, reject }),
    )
  }

  /** The order of the first answer, as it stands today: its ids are what a repeat asks for. */
  #resultOf(account: string, summary: ResultSummary): VenueResult {
    if (!summary.ok) return summary
    const order = summary.orderId === undefined ? null : this.findOrder(account, { orderId: summary.orderId })
    return order === null ? { ok: true } : { ok: true, order }
  }

  #publish(items: readonly Waiting[], bytes: number): void {
    this.#bytes += bytes
    for (const item of items) {
      if (item.lastSeq > 0) {
        this.#durableSeq = item.lastSeq
        this.#parts.history.add(item.events, item.remembered)
        this.#tell(item)
      }
      item.resolve(item.answer)
    }
  }

  #tell({ answer, events, timeMs }: Waiting): void {
    if (answer.outcome !== 'done') return
    for (const listener of this.#listeners) {
      try {
        listener(events, answer.seq, timeMs)
      } catch (error) {
        // Our own mistake in a listener belongs to the process's outermost boundary, not to the disk's error path.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }

  #break(items: readonly Waiting[], cause: Error): void {
    const error = new JournalUnavailable(`the ledger cannot be written: ${cause.message}`, { cause })
    this.#stopped = error
    for (const item of items) item.reject(error)
    this.#parts.onBroken(error)
  }

  #snapshotWhenDue(): void {
    if (this.#stopped !== null || !this.#schedule.isDue()) return
    // What has been applied but not written is part of the venue's state: it has to be on disk before the snapshot is.
    this.#commit.commitNow()
    if (this.#stopped === null) this.#snapshot()
  }

  #snapshot(): void {
    const { store, history, answers } = this.#parts
    this.#schedule.begin()
    const state = JSON.stringify(this.venue.snapshot())
    const place = { seq: this.#durableSeq, byteOffset: this.#bytes, timeMs: this.#lastTimeMs }
    store.saveSnapshot({ ...place, state }, history.take(), this.#lastTimeMs - ANSWER_LIFE_MS)
    answers.trim()
    this.#schedule.done()
  }
}
