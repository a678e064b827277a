import type { Clock } from '../../src/base/clock'
import type { NextTurn } from '../../src/base/next-turn'
import type { NumberList } from '../../src/base/columns'
import type { AnswerBatch } from './answers'
import type { HistoryQueue } from './history-queue'
import { snapshotSteps } from './history-schema'
import { jsonPieces } from './json-pieces'
import type { Base64 } from './ledger-ports'
import type { SnapshotSchedule } from './snapshot-schedule'
import type { HistoryWriter } from './history-writer'

/** A slice of writing a snapshot keeps orders waiting no longer than about this. */
const SLICE_MS = 2

interface Taking {
  readonly place: { readonly seq: number; readonly byteOffset: number; readonly timeMs: number }
  readonly answers: AnswerBatch
  readonly pieces: Iterator<readonly [name: 'state' | 'entries', text: string]>
  isWritten: boolean
}

export interface SnapshotTakerParts {
  readonly clock: Clock
  readonly nextTurn: NextTurn
  readonly base64: Base64
  readonly schedule: SnapshotSchedule
  readonly writer: HistoryWriter
  readonly history: HistoryQueue
  /** Sequence of the last line that is on disk. */
  durableSeq(): number
}

/**
 * Writes a state down in slices between other work, and sends it off once the line it follows is on disk: the
 * history rows up to that line have been sent before it then, and the thread commits in order.
 */
export class SnapshotTaker {
  readonly #parts: SnapshotTakerParts
  #taking: Taking | null = null

  constructor(parts: SnapshotTakerParts) {
    this.#parts = parts
  }

  get isBusy(): boolean {
    return this.#taking !== null
  }

  /**
   * @param takeState gives the state after the last line built, on disk or not; not changed by what follows
   * @param place where that line ends
   */
  begin(takeState: () => unknown, place: Taking['place'], answers: AnswerBatch): void {
    const { clock, schedule } = this.#parts
    const beganAt = clock.monotonic()
    schedule.began()
    this.#taking = { place, answers, pieces: named(takeState(), answers.entries, this.#parts.base64), isWritten: false }
    this.sawDurable(this.#parts.durableSeq())
    schedule.spent(clock.monotonic() - beganAt)
    this.#later()
  }

  /** Called with every line that has become durable, after its rows were added and before those of the next. */
  sawDurable(seq: number): void {
    if (this.#taking?.place.seq === seq) this.#parts.history.mark()
  }

  /** Sends what is written, if its line has become durable. */
  sendWhenDurable(): Promise<void> | null {
    const taking = this.#taking
    if (taking === null || !taking.isWritten || this.#parts.durableSeq() < taking.place.seq) return null
    this.#taking = null
    const snapshot = { ...taking.place, state: { kept: 'state' } }
    return this.#parts.history.commitWithRows(snapshotSteps(snapshot, taking.answers, { kept: 'entries' }))
  }

  /** Finishes at once; everything has to be durable. */
  async finish(): Promise<void> {
    this.#write(Number.POSITIVE_INFINITY)
    await this.sendWhenDurable()
  }

  #later(): void {
    this.#parts.nextTurn(() => {
      const { clock, schedule } = this.#parts
      if (this.#taking === null || this.#taking.isWritten) return
      const beganAt = clock.monotonic()
      this.#write(beganAt + SLICE_MS)
      schedule.spent(clock.monotonic() - beganAt)
      if (this.#taking.isWritten) void this.sendWhenDurable()
      else this.#later()
    })
  }

  #write(untilMs: number): void {
    const taking = this.#taking
    if (taking === null || taking.isWritten) return
    const { clock, writer } = this.#parts
    let texts: string[] = []
    let name = 'state'
    const send = (): void => {
      if (texts.length > 0) writer.keep(name, texts.join(''))
      texts = []
    }
    do {
      const { value, done } = taking.pieces.next()
      if (done === true) {
        taking.isWritten = true
        break
      }
      if (value[0] !== name) send()
      name = value[0]
      texts.push(value[1])
    } while (clock.monotonic() < untilMs)
    send()
  }
}

function* named(
  state: unknown,
  entries: NumberList,
  base64: Base64,
): Generator<readonly ['state' | 'entries', string]> {
  for (const piece of jsonPieces(state, base64)) yield ['state', piece]
  for (const piece of jsonPieces(entries, base64)) yield ['entries', piece]
}
