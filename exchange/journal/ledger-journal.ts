import type { Clock } from '../../src/base/clock'
import type { NextTurn } from '../../src/base/next-turn'
import type { InterestCharge } from '../../src/domain/account/interest-charge'
import type { Transaction } from '../../src/domain/account/transaction'
import type { Qty } from '../../src/domain/decimal'
import type { FundingRate } from '../../src/domain/market/funding-rate'
import type { Execution } from '../../src/domain/order/execution'
import type { Order } from '../../src/domain/order/order'
import type { ClosedPnl } from '../../src/domain/position/closed-pnl'
import type { VenueInput } from '../venue/venue-input'
import type { Venue, VenueEvent, VenueOutput, VenueResult } from '../venue/venue-port'
import type { Follows } from '../venue/follows'
import { assert } from '../../src/base/assert'
import { intentOf, isSameIntent, type Answers, type Intent } from './answers'
import type {
  FirstAnswer,
  HistoryPage,
  HistoryResult,
  Journal,
  Origin,
  SubmitResult,
  TransactionPage,
} from './journal-port'
import { JournalClosed, JournalOverloaded, JournalUnavailable } from './errors'
import type { Fanout } from './fanout'
import { GroupCommit } from './group-commit'
import type { HistoryQueue } from './history-queue'
import { isSameBody, parseLine, type InputLine, type ResultSummary } from './ledger-line'
import type { Base64, LedgerReader, LogFile } from './ledger-ports'
import type { RecoveryReport } from './recovery'
import { SnapshotSchedule } from './snapshot-schedule'
import { SnapshotTaker } from './snapshot-taker'
import type { HistoryWriter } from './history-writer'
import type { HistoryStore } from './history-store'
import { writeFillLine, writeInputLine } from './write-line'

/** Inputs that may wait for the disk; above it `submit` rejects with JournalOverloaded, before anything is applied. */
export const WAITING_INPUTS_MAX = 200_000

interface JournalParts {
  readonly venue: Venue
  readonly ledger: LedgerReader
  readonly log: LogFile
  readonly store: HistoryStore
  readonly writer: HistoryWriter
  readonly history: HistoryQueue
  readonly answers: Answers
  readonly clock: Clock
  readonly nextTurn: NextTurn
  readonly base64: Base64
  readonly fanout: Fanout
  readonly unlock: () => void
  readonly start: { readonly seq: number; readonly bytes: number; readonly timeMs: number }
  readonly recovery: RecoveryReport
  readonly snapshotEveryInputs: number
  onBroken(error: Error): void
}

/** An applied input that waits for its lines to be on disk. */
interface Applied {
  readonly answer: Extract<SubmitResult, { readonly outcome: 'done' }>
  readonly events: readonly VenueEvent[]
  /** Of its last line, fills included. */
  readonly lastSeq: number
  readonly resolve: (answer: SubmitResult) => void
  readonly reject: (error: Error) => void
}

/** A repeat or a read, which waits for everything before it: what it asks for may not be on disk yet. */
interface Asked {
  readonly answer: null
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

type Waiting = Applied | Asked

/** The journal on a real ledger. `openJournal` makes it. */
export class LedgerJournal implements Journal {
  readonly venue: Venue
  readonly fanout: Fanout
  readonly recovery: RecoveryReport
  readonly #parts: JournalParts
  readonly #commit: GroupCommit<Waiting>
  readonly #history: HistoryQueue
  readonly #schedule: SnapshotSchedule
  readonly #snapshots: SnapshotTaker
  readonly #isFollowed: Follows
  /** Sequence of the last line built, and the end of the last line on disk. */
  #seq: number
  #durableSeq: number
  #bytes: number
  #lastTimeMs: number
  #clockOffsetMs: number
  /** Why nothing is accepted any more. */
  #stopped: Error | null = null
  #isBroken = false
  #isClosing = false

  constructor(parts: JournalParts) {
    const { venue, log, start, clock, nextTurn, base64 } = parts
    this.venue = venue
    this.fanout = parts.fanout
    this.#isFollowed = (account) => parts.fanout.isFollowed(account)
    this.recovery = parts.recovery
    this.#parts = parts
    this.#seq = start.seq
    this.#durableSeq = start.seq
    this.#bytes = start.bytes
    this.#lastTimeMs = start.timeMs
    // A ledger that control had moved ahead goes on from there instead of standing still until the computer catches up.
    this.#clockOffsetMs = Math.max(0, start.timeMs - clock.now())
    this.#history = parts.history
    this.#schedule = new SnapshotSchedule(clock, parts.snapshotEveryInputs)
    this.#snapshots = new SnapshotTaker({
      clock,
      nextTurn,
      base64,
      schedule: this.#schedule,
      writer: parts.writer,
      history: this.#history,
      durableSeq: () => this.#durableSeq,
    })
    this.#commit = new GroupCommit<Waiting>({
      log,
      nextTurn,
      onDurable: (items, bytes) => this.#publish(items, bytes),
      onFailed: (items, error) => this.#break(items, `the ledger cannot be written: ${error.message}`, error),
      onSettled: () => this.#snapshotWhenDue(),
      room: () => this.#history.room(),
    })
    this.#history.onFailed((error) => this.#break([], `the history cannot be written: ${error.message}`, error))
  }

  submit(input: VenueInput, origin: Origin): Promise<SubmitResult> {
    if (this.#stopped !== null) return Promise.reject(this.#stopped)
    if (this.#commit.waiting >= WAITING_INPUTS_MAX)
      return Promise.reject(new JournalOverloaded(`${WAITING_INPUTS_MAX} inputs wait for the disk`))
    const intent = intentOf(input, origin.clientTag)
    if (intent !== null && 'account' in input && this.#parts.answers.find(intent).length > 0)
      return this.#repeatOrApply(input, origin, intent)
    return new Promise((resolve, reject) => this.#apply(input, origin, intent, resolve, reject))
  }

  orderHistory(account: string, page: HistoryPage): HistoryResult<Order> {
    return this.#history.orderHistory(account, page)
  }

  executions(account: string, page: HistoryPage): HistoryResult<Execution> {
    return this.#history.executions(account, page)
  }

  closedPnl(account: string, page: HistoryPage): HistoryResult<ClosedPnl> {
    return this.#history.closedPnl(account, page)
  }

  interest(account: string, page: HistoryPage): HistoryResult<InterestCharge> {
    return this.#history.interest(account, page)
  }

  transactions(account: string, page: TransactionPage): HistoryResult<Transaction> {
    return this.#history.transactions(account, page)
  }

  fundingRates(page: HistoryPage): HistoryResult<FundingRate> {
    return this.#history.fundingRates(page)
  }

  findOrder(account: string, reference: { readonly orderId?: string; readonly orderLinkId?: string }): Order | null {
    return this.venue.findOrder(account, reference) ?? this.#history.findOrder(account, reference)
  }

  answersKnownFromMs(): number {
    return this.#parts.answers.knownFromMs
  }

  answerTo(account: string, id: string): Promise<FirstAnswer | null> | null {
    const intent = { account, id }
    return this.#parts.answers.find(intent).length === 0 ? null : this.#answerTo(intent)
  }

  async #answerTo(intent: Intent): Promise<FirstAnswer | null> {
    const { account } = intent
    const line = await this.#firstInput(intent)
    if (line === null) return null
    const { command: input, result, seq, timeE3: timeMs } = line
    return { input, result: this.#resultOf(account, result), seq, timeMs }
  }

  /** Resolves when the history of every answer so far is in SQLite, and not only in the ledger and in memory. */
  historyWritten(): Promise<void> {
    return this.#history.flush()
  }

  historyBacklog(): number {
    return this.#history.backlog
  }

  durableSeq(): number {
    return this.#durableSeq
  }

  appliedSeq(): number {
    return this.#seq
  }

  settled(): Promise<void> | null {
    if (this.#stopped !== null || this.#commit.isIdle) return null
    return new Promise((resolve) => this.#commit.append({ answer: null, resolve, reject: () => resolve() }))
  }

  now(): number {
    return this.#parts.clock.now() + this.#clockOffsetMs
  }

  shiftClock(deltaMs: number): void {
    this.#clockOffsetMs += deltaMs
  }

  /** Lets what was submitted become durable, takes a snapshot, gives the folder back. A second call does nothing. */
  async close(): Promise<void> {
    if (this.#isClosing) return
    this.#isClosing = true
    this.#stopped = new JournalClosed()
    await this.#commit.drain()
    if (!this.#isBroken) {
      await this.#snapshots.finish()
      this.#beginSnapshot()
      await this.#snapshots.finish()
    }
    this.#parts.log.close()
    await this.#parts.writer.close()
    this.#parts.store.close()
    this.#parts.unlock()
  }

  #apply(
    input: VenueInput,
    origin: Origin,
    intent: Intent | null,
    resolve: (answer: SubmitResult) => void,
    reject: (error: Error) => void,
  ): void {
    const nowMs = this.now()
    // By the clock that answers name, and not by the ledger's: set back, it would be behind the ledger for that long, and
    // every order too late (N2).
    if (origin.validUntilMs !== undefined && nowMs > origin.validUntilMs) {
      resolve({ outcome: 'late', timeMs: nowMs })
      return
    }
    // Time never falls, whatever the computer's clock does: candles, funding and replay depend on it.
    const timeMs = Math.max(this.#lastTimeMs, nowMs)
    const seq = this.#seq + 1
    let lastSeq = seq
    let output: VenueOutput
    const lines = this.#commit.lines()
    const linesBefore = lines.length
    try {
      output = this.venue.apply(input, timeMs, this.#isFollowed)
      writeInputLine(lines, seq, timeMs, input, origin, output.result)
      for (const event of output.events) {
        if (event.type !== 'fill') continue
        lastSeq += 1
        writeFillLine(lines, lastSeq, event)
      }
    } catch (cause) {
      // Its state may be half changed. Nothing of it is in the ledger: a restart recovers the state before this input.
      lines.cutTo(linesBefore)
      const error = new JournalUnavailable(`the venue broke on ${input.type}: ${String(cause)}`, { cause })
      this.#stopped = error
      reject(error)
      this.#tellBroken(error)
      return
    }
    if (intent !== null) this.#parts.answers.remember(intent, seq)
    this.#seq = lastSeq
    this.#lastTimeMs = timeMs
    this.#schedule.sawInput(input.type !== 'tick')
    const answer = { outcome: 'done', result: output.result, seq, timeMs } as const
    this.#commit.append({ answer, events: output.events, lastSeq, resolve, reject })
  }

  async #repeatOrApply(
    input: Extract<VenueInput, { readonly account: string }>,
    origin: Origin,
    intent: Intent,
  ): Promise<SubmitResult> {
    const line = await this.#firstInput(intent)
    if (this.#stopped !== null) throw this.#stopped
    // Another intent has the same hash, and this one has come for the first time.
    if (line === null) return new Promise((resolve, reject) => this.#apply(input, origin, intent, resolve, reject))
    const { account } = input
    const { result: summary, command, seq, timeE3: timeMs } = line
    if (!isSameBody(command, input))
      return { outcome: 'conflict', orderId: summary.ok ? (summary.orderId ?? null) : null }
    return { outcome: 'repeated', result: this.#resultOf(account, summary), seq, timeMs }
  }

  /** Settles once the line is on disk. @returns `null` where no input was this press by then */
  async #firstInput(intent: Intent): Promise<InputLine | null> {
    const { answers } = this.#parts
    for (let seqs = answers.find(intent), checked = 0; checked < seqs.length; seqs = answers.find(intent)) {
      const line = await this.#inputAt(seqs[checked]!)
      if (isSameIntent(intentOf(line.command, line.clientTag), intent)) return line
      checked += 1
    }
    return null
  }

  /** Settles once the line is on disk. */
  async #inputAt(seq: number): Promise<InputLine> {
    await new Promise<void>((resolve, reject) => this.#commit.append({ answer: null, resolve, reject }))
    const line = parseLine(this.#parts.ledger.find(seq) ?? '')
    assert(line !== null && 'result' in line, `ledger line ${seq} is the answer to an input`)
    return line
  }

  /** The order of the first answer, as it is today: its ids are what a repeat asks for. */
  #resultOf(account: string, summary: ResultSummary): VenueResult {
    if (!summary.ok) return summary
    const { orderIds, repaid, strategyId } = summary
    if (repaid !== undefined) return { ok: true, repaid }
    if (strategyId !== undefined) return { ok: true, strategyId }
    if (orderIds !== undefined)
      return { ok: true, orders: orderIds.flatMap((orderId) => this.findOrder(account, { orderId }) ?? []) }
    const order = summary.orderId === undefined ? null : this.findOrder(account, { orderId: summary.orderId })
    if (order === null) return { ok: true }
    const { failedQty, split } = summary
    if (failedQty === undefined) return { ok: true, order }
    return { ok: true, order, failedQty: failedQty as Qty, ...(split !== undefined && { split }) }
  }

  #publish(items: readonly Waiting[], bytes: number): void {
    this.#bytes += bytes
    for (const item of items) {
      if (item.answer === null) {
        item.resolve()
        continue
      }
      this.#durableSeq = item.lastSeq
      this.#history.add(item.events)
      this.#snapshots.sawDurable(item.lastSeq)
      const { seq, timeMs } = item.answer
      this.fanout.publish({ events: item.events, seq, timeMs })
      item.resolve(item.answer)
    }
  }

  #break(items: readonly Waiting[], message: string, cause: Error): void {
    const error = new JournalUnavailable(message, { cause })
    this.#stopped = error
    for (const item of items) item.reject(error)
    this.#tellBroken(error)
  }

  #tellBroken(error: Error): void {
    if (this.#isBroken) return
    this.#isBroken = true
    this.#parts.onBroken(error)
  }

  #snapshotWhenDue(): void {
    if (this.#stopped !== null) return
    void this.#snapshots.sendWhenDurable()
    if (!this.#snapshots.isBusy && this.#schedule.isDue()) this.#beginSnapshot()
  }

  /** Of everything applied, also what still waits for the disk: the snapshot waits for the disk as well. */
  #beginSnapshot(): void {
    const place = {
      seq: this.#seq,
      byteOffset: this.#bytes + this.#commit.waitingBytes(),
      timeMs: this.#lastTimeMs,
    }
    this.#snapshots.begin(() => this.venue.snapshot(), place, this.#parts.answers.takeBatch(place.seq, place.timeMs))
  }
}
