import { LineBuffer } from './line-buffer'
import type { LogFile } from './log-file'

export interface GroupCommitOptions<T> {
  readonly log: LogFile
  /** Called after the lines of these items are on disk, in the order they were appended. */
  onDurable(items: readonly T[], bytes: number): void
  /** Called once, for everything that will never be durable. */
  onFailed(items: readonly T[], error: Error): void
  /** Called when a batch is done and nothing is in flight: what has been applied is what is on disk and what waits. */
  onSettled(): void
  /** What the next batch has to wait for; `null` for nothing. */
  room(): Promise<void> | null
}

/** So many items do not wait for the end of the turn: the disk is busy with them while the rest is applied. */
const BEGIN_AT = 64

/**
 * One write and one fdatasync in flight; everything that is appended meanwhile goes with the next one. So a sync
 * answers as many inputs as arrived during the one before it, and nothing is answered without one.
 */
export class GroupCommit<T> {
  readonly #options: GroupCommitOptions<T>
  /** Lines that wait; swapped with those of the batch in flight. */
  #lines = new LineBuffer()
  #spare = new LineBuffer()
  #items: T[] = []
  #running: Promise<void> | null = null
  #failed = false
  /** Starts the batch that waits for the end of the turn. */
  #begin: (() => void) | null = null

  constructor(options: GroupCommitOptions<T>) {
    this.#options = options
  }

  /** Items that wait for the next batch. */
  get waiting(): number {
    return this.#items.length
  }

  /** @param lines without their newlines; none for an item that only has to wait for those before it */
  append(lines: readonly string[], item: T): void {
    // At once, while the text is still near: a batch later its pieces would have to be fetched from memory again.
    for (const line of lines) this.#lines.append(line)
    this.#items.push(item)
    this.#running ??= this.#run()
    if (this.#items.length >= BEGIN_AT) this.#begin?.()
  }

  /** Bytes of the lines that wait for the next batch. */
  waitingBytes(): number {
    return this.#lines.length
  }

  /** Resolves when everything appended so far is durable or has failed. */
  async drain(): Promise<void> {
    while (this.#running !== null) await this.#running
  }

  async #run(): Promise<void> {
    // What arrives in this turn of the event loop belongs to the first batch, unless it is a crowd.
    await new Promise<void>((resolve) => {
      this.#begin = resolve
      setImmediate(resolve)
    })
    this.#begin = null
    while (this.#items.length > 0 && !this.#failed) {
      const room = this.#options.room()
      if (room !== null) await room
      const { lines, items } = this.#take()
      try {
        const { length } = lines
        if (length > 0) {
          await this.#options.log.write(lines.bytes())
          await this.#options.log.sync()
        }
        lines.clear()
        this.#options.onDurable(items, length)
        this.#options.onSettled()
      } catch (error) {
        this.#fail(items, error)
      }
    }
    this.#running = null
  }

  #take(): { readonly lines: LineBuffer; readonly items: readonly T[] } {
    const taken = { lines: this.#lines, items: this.#items }
    this.#lines = this.#spare
    this.#spare = taken.lines
    this.#items = []
    return taken
  }

  #fail(items: readonly T[], cause: unknown): void {
    this.#failed = true
    const rest = this.#take().items
    this.#options.onFailed([...items, ...rest], cause instanceof Error ? cause : new Error(String(cause)))
  }
}
