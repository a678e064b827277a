import { parseStrictJson } from '../calls/shared/http/strict-json'
import type { StoredText, StoredTexts } from '../host-ports'

/** One change of what is kept; in the store a line. */
export type SessionChange =
  | { readonly open: object }
  | { readonly end: string }
  | { readonly seen: string; readonly atMs: number }

/** Lines that are appended at least before everything is written anew, and as many again as there are rows. */
const LINES_MIN = 1_000

/**
 * What is kept of sessions: all of it in one text, and what changed since in the lines of another. A visitor who
 * comes costs a line, and those who come together one write. Every so often the whole is written anew and the lines
 * begin again; were the process killed between the two, the lines are read once more and say the same.
 */
export class SessionStore {
  #pending: string[] = []
  /** The write under way, and the one that takes what comes meanwhile. */
  #writing: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null
  /** Since the whole was written; without a whole, or after a fault, it is to be written next. */
  #lines = Number.POSITIVE_INFINITY

  readonly #stored: StoredText
  readonly #log: StoredText

  constructor(
    texts: StoredTexts,
    /** All that is kept, to be written anew. */
    private readonly whole: () => { readonly rows: number; readonly text: () => string },
  ) {
    this.#stored = texts('sessions.json')
    this.#log = texts('sessions.json.log')
  }

  /** @returns the whole, and the changes since, oldest first; what is no JSON is left out */
  async read(): Promise<{ readonly whole: unknown; readonly changes: readonly unknown[] }> {
    const [text, log] = [await this.#stored.read(), await this.#log.read()]
    const lines = (log ?? '').split('\n').slice(0, -1)
    const changes = lines.flatMap((line) => {
      const parsed = parseStrictJson(line)
      return parsed.ok ? [parsed.value] : []
    })
    const parsed = text === null ? null : parseStrictJson(text)
    // A line that was cut off by a crash, or a text that is not ours, is not written behind.
    const isWhole = parsed?.ok === true && (log === null || log === '' || log.endsWith('\n'))
    if (isWhole) this.#lines = lines.length
    return { whole: parsed?.ok === true ? parsed.value : null, changes }
  }

  /** Settles once it is on disk. */
  append(change: SessionChange): Promise<void> {
    this.#pending.push(`${JSON.stringify(change)}\n`)
    // One write is under way; what comes meanwhile shares the next.
    this.#next ??= this.#after(this.#writing)
    return this.#next
  }

  /** Settles when the whole, and nothing beside it, is on disk. */
  async close(): Promise<void> {
    await (this.#next ?? this.#writing).catch(() => undefined)
    if (this.#lines > 0) await this.#rewrite()
  }

  async #after(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined)
    this.#writing = this.#next!
    this.#next = null
    const lines = this.#pending
    this.#pending = []
    try {
      if (this.#lines > LINES_MIN + this.whole().rows) await this.#rewrite()
      else await this.#append(lines)
    } catch (error) {
      // Those who wait get the error. What they changed stays in memory, and comes with the next whole.
      this.#lines = Number.POSITIVE_INFINITY
      throw error
    }
  }

  async #append(lines: readonly string[]): Promise<void> {
    await this.#log.append(lines.join(''), { isDurable: true })
    this.#lines += lines.length
  }

  async #rewrite(): Promise<void> {
    await this.#stored.write(this.whole().text())
    await this.#log.remove()
    this.#lines = 0
  }
}
