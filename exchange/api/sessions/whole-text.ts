import type { StoredText } from '../host-ports'

/** A stored text that is written as a whole. Changes that come while it is being written share the next writing. */
export class WholeText {
  #writing: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null

  /** @param stored `null` keeps nothing */
  constructor(
    private readonly stored: StoredText | null,
    private readonly text: () => string,
  ) {}

  /** Settles once what is so now is kept. The callers of a failed write get its error, and the next write tries again. */
  save(): Promise<void> {
    if (this.stored === null) return Promise.resolve()
    this.#next ??= this.#write(this.stored)
    return this.#next
  }

  /** Settles when what was changed so far is kept. */
  flush(): Promise<void> {
    return (this.#next ?? this.#writing).catch(() => undefined)
  }

  async #write(stored: StoredText): Promise<void> {
    await this.#writing.catch(() => undefined)
    this.#writing = this.#next!
    this.#next = null
    await stored.write(this.text())
  }
}
