import type { NextTurn } from '../../src/base/next-turn'
import { JsonWriter } from './json-writer'
import type { LogFile } from './ledger-ports'

export interface GroupCommitOptions<T> {
  readonly log: LogFile
  readonly nextTurn: NextTurn
  /** Called after the lines of these items and of all before them are on disk. */
  onDurable(items: readonly T[], bytes: number): void
  /** Called once, for everything that will never be durable. */
  onFailed(items: readonly T[], error: Error): void
  /** Called when a batch is done and nothing is in flight: what has been applied is what is on disk and what waits. */
  onSettled(): void
  /** What the next batch has to wait for; `null` for nothing. */
  room(): Promise<void> | null
}

/** So many items do not wait for the end of the turn: the disk is busy with them while the rest is applied. */
const BEGIN_AT = 32
/** A batch is made of groups of so many items, or fewer. */
const GROUP_ITEMS = 32
/** Groups kept for the next lines; what a burst needed beyond them is given back. */
const SPARE_GROUPS_MAX = 8

/** Items in the order of their lines. */
class Group<T> {
  readonly lines = new JsonWriter()
  items: T[] = []
}

/**
 * One fdatasync in flight; what is appended meanwhile waits for the next one. So a sync answers as many inputs as
 * arrived during the one before it, and nothing is answered without one. Of a crowd only half goes with the next sync:
 * the other half keeps the disk busy while the first is answered and asks again.
 */
export class GroupCommit<T> {
  readonly #options: GroupCommitOptions<T>
  /** What waits, oldest first; the last one is being filled. */
  #groups: Group<T>[] = []
  readonly #spare: Group<T>[] = []
  #waiting = 0
  #running: Promise<void> | null = null
  #failed = false
  /** Starts the batch that waits for the end of the turn. */
  #begin: (() => void) | null = null

  constructor(options: GroupCommitOptions<T>) {
    this.#options = options
  }

  /** Items that wait for the next batches. */
  get waiting(): number {
    return this.#waiting
  }

  /** Whether everything appended so far is durable or has failed. */
  get isIdle(): boolean {
    return this.#running === null
  }

  /**
   * Where the lines of the next item are to be written, each with its newline. At once, while what they say is still
   * near: a batch later its pieces would have to be fetched from memory again.
   */
  lines(): JsonWriter {
    return this.#filling().lines
  }

  /** @param item whose lines have just been written; without any it only waits for those before it */
  append(item: T): void {
    this.#filling().items.push(item)
    this.#waiting += 1
    this.#running ??= this.#run()
    if (this.#waiting >= BEGIN_AT) this.#begin?.()
  }

  /** Bytes of the lines that wait for the next batches. */
  waitingBytes(): number {
    return this.#groups.reduce((bytes, { lines }) => bytes + lines.length, 0)
  }

  /** Resolves when everything appended so far is durable or has failed. */
  async drain(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  #filling(): Group<T> {
    const last = this.#groups.at(-1)
    if (last !== undefined && last.items.length < GROUP_ITEMS) return last
    const group = this.#spare.pop() ?? new Group<T>()
    this.#groups.push(group)
    return group
  }

  async #run(): Promise<void> {
    // What arrives in this turn of the event loop belongs to the first batch, unless it is a crowd.
    await new Promise<void>((resolve) => {
      this.#begin = resolve
      this.#options.nextTurn(resolve)
    })
    this.#begin = null
    while (this.#waiting > 0 && !this.#failed) {
      const room = this.#options.room()
      if (room !== null) await room
      const batch = this.#take(Math.ceil(this.#groups.length / 2))
      try {
        await this.#write(batch)
        for (const group of batch) this.#settle(group)
        this.#options.onSettled()
      } catch (error) {
        this.#fail(batch, error)
      }
    }
    this.#running = null
  }

  #take(count: number): readonly Group<T>[] {
    const taken = this.#groups.splice(0, count)
    for (const { items } of taken) this.#waiting -= items.length
    return taken
  }

  async #write(batch: readonly Group<T>[]): Promise<void> {
    const { log } = this.#options
    if (batch.every(({ lines }) => lines.length === 0)) return
    for (const { lines } of batch) {
      if (lines.length === 0) continue
      // Nothing is awaited that is done already: those who were just answered would ask again first, and the disk would
      // stand still for as long as it takes to apply what they ask.
      const writing = log.write(lines.bytes())
      if (writing !== null) await writing
    }
    await log.sync()
  }

  #settle(group: Group<T>): void {
    const { lines, items } = group
    const { length } = lines
    this.#options.onDurable(items, length)
    lines.clear()
    group.items = []
    if (this.#spare.length < SPARE_GROUPS_MAX) this.#spare.push(group)
  }

  #fail(batch: readonly Group<T>[], cause: unknown): void {
    this.#failed = true
    const items = [...batch, ...this.#take(this.#groups.length)].flatMap((group) => group.items)
    this.#options.onFailed(items, cause instanceof Error ? cause : new Error(String(cause)))
  }
}
