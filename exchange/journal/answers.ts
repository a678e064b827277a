import type { AnswerRow, Store } from './store'

/** A repeat is recognised for at least this long (reliability.md §6.1 item 24). */
export const ANSWER_LIFE_MS = 24 * 3_600_000

/** Answers kept in memory; older ones are looked up in SQLite. */
export const ANSWERS_IN_MEMORY_MAX = 100_000

/** First answers by (account, orderLinkId): the exchange's side of decisions 5. */
export class Answers {
  readonly #store: Store
  /** Oldest first, as a Map keeps the order of insertion. */
  readonly #recent = new Map<string, AnswerRow>()
  /** Whether SQLite may hold an answer that memory does not. */
  #isSpilled: boolean

  constructor(store: Store, nowMs: number) {
    this.#store = store
    const known = store.answersSince(nowMs - ANSWER_LIFE_MS, ANSWERS_IN_MEMORY_MAX)
    for (const answer of known) this.#recent.set(keyOf(answer.account, answer.linkId), answer)
    this.#isSpilled = known.length === ANSWERS_IN_MEMORY_MAX
  }

  find(account: string, linkId: string): AnswerRow | null {
    const recent = this.#recent.get(keyOf(account, linkId))
    if (recent !== undefined) return recent
    return this.#isSpilled ? this.#store.answer(account, linkId) : null
  }

  /** @param answer also has to reach `Store.write`, by the caller, before `trim` may drop it */
  remember(answer: AnswerRow): void {
    this.#recent.set(keyOf(answer.account, answer.linkId), answer)
  }

  /** Drops from memory what is over the bound. Call when every remembered answer is in the store. */
  trim(): void {
    for (const key of this.#recent.keys()) {
      if (this.#recent.size <= ANSWERS_IN_MEMORY_MAX) return
      this.#recent.delete(key)
      this.#isSpilled = true
    }
  }
}

const keyOf = (account: string, linkId: string): string => `${account}\n${linkId}`
