import type { VenueInput } from '../venue/contract'

/** A repeat is recognised for at least this long (reliability.md §6.1 item 24) … */
export const ANSWER_LIFE_MS = 24 * 3_600_000

/** … among the newest so many. Beyond it the engine's own rule, a link id is unique for ever, refuses the repeat. */
export const ANSWERS_MAX = 1_000_000

/** The intents between two snapshots: `[key, seq, key, seq, …]`, oldest first. */
export interface AnswerBatch {
  /** Ledger sequence and time of its newest. */
  readonly seq: number
  readonly timeMs: number
  readonly entries: readonly (string | number)[]
}

/**
 * Where the first answer to each (account, id of a press) stands in the ledger: the exchange's side of decisions 5.
 * Only the sequence is kept; the ledger itself holds body hash and answer, and is read for the rare repeat.
 */
export class Answers {
  /** Oldest first, as a Map keeps the order of insertion. */
  readonly #seqs = new Map<string, number>()
  readonly #batches: { readonly seq: number; readonly timeMs: number }[] = []
  #unsaved: (string | number)[] = []

  constructor(saved: readonly AnswerBatch[]) {
    for (const { seq, timeMs, entries } of saved) {
      this.#batches.push({ seq, timeMs })
      for (let index = 0; index < entries.length; index += 2)
        this.#seqs.set(entries[index] as string, entries[index + 1] as number)
    }
  }

  /**
   * @param key by `answerKey`
   * @returns ledger sequence of the first input with this id, or `null`
   */
  find(key: string): number | null {
    return this.#seqs.get(key) ?? null
  }

  remember(key: string, seq: number): void {
    this.#seqs.set(key, seq)
    this.#unsaved.push(key, seq)
  }

  /** What has to be saved with a snapshot, and the moment to forget what is too old or too much. */
  takeBatch(seq: number, timeMs: number): AnswerBatch {
    const entries = this.#unsaved
    this.#unsaved = []
    this.#batches.push({ seq, timeMs })
    this.#forget(timeMs - ANSWER_LIFE_MS)
    return { seq, timeMs, entries }
  }

  #forget(beforeMs: number): void {
    let expiredSeq = 0
    while (this.#batches[0] !== undefined && this.#batches[0].timeMs < beforeMs)
      expiredSeq = this.#batches.shift()?.seq ?? expiredSeq
    for (const [key, seq] of this.#seqs) {
      if (seq > expiredSeq && this.#seqs.size <= ANSWERS_MAX) return
      this.#seqs.delete(key)
    }
  }
}

/** Settings that a press may name by its client tag alone: they make no order whose id could be asked for. */
const SETTINGS: ReadonlySet<VenueInput['type']> = new Set<VenueInput['type']>([
  'setTpSl',
  'setLeverage',
  'setMarginMode',
  'setPositionMode',
  'addMargin',
  'setAutoAddMargin',
])

/** What an intent is remembered by; `null` for an input that is none. */
export function answerKey(input: VenueInput, clientTag: string): string | null {
  if (input.type === 'place') return input.linkId === '' ? null : intentKey(input.account, input.linkId)
  if (clientTag === '' || !SETTINGS.has(input.type) || !('account' in input)) return null
  return intentKey(input.account, clientTag)
}

/** @param id orderLinkId of an order, client tag of a setting: both name one press */
export function intentKey(account: string, id: string): string {
  return `${account}\n${id}`
}
