import type { NumberList } from '../../src/base/columns'
import type { VenueInput } from '../venue/venue-input'
import { SeqTable } from './seq-table'
import { textHash } from './text-hash'

/** A repeat is recognised for at least this long (reliability.md §6.1 item 24) … */
export const ANSWER_LIFE_MS = 24 * 3_600_000

/** … among the newest so many. Beyond it the engine's own rule, a link id is unique for ever, refuses the repeat. */
export const ANSWERS_MAX = 1_000_000

/** One press, as its repeats name it too. */
export interface Intent {
  readonly account: string
  /** orderLinkId of an order or a strategy, client tag of a setting: each names one press. */
  readonly id: string
}

/** The intents between two snapshots: `[hash, seq, hash, seq, …]`, oldest first. */
export interface AnswerBatch {
  /** Ledger sequence and time of its newest. */
  readonly seq: number
  readonly timeMs: number
  readonly entries: NumberList
}

/**
 * Where the first answer to each (account, client's id) is in the ledger: the exchange's side of decisions 5.
 * Only a hash and the sequence are kept; the ledger itself holds what was asked and the answer, and is read
 * for the rare repeat.
 */
export class Answers {
  readonly #seqs = new SeqTable()
  readonly #batches: { readonly seq: number; readonly timeMs: number }[] = []
  /** Time of the newest batch that is not whole any more, for there were too many. */
  #cutAtMs = 0
  #unsaved = 0
  #last: Intent | null = null
  #lastHash = 0

  /** @param saved oldest first */
  constructor(saved: readonly AnswerBatch[]) {
    for (const { seq, timeMs, entries } of saved) {
      this.#batches.push({ seq, timeMs })
      for (let at = 0; at < entries.length; at += 2) this.#seqs.add(entries[at]!, entries[at + 1]!)
    }
  }

  /**
   * @returns ledger sequences where the first input with this id may stand, oldest first: nearly always none or one.
   *   Another intent may stand there, so the line is to be compared.
   */
  find(intent: Intent): readonly number[] {
    return this.#seqs.find(this.#hashOf(intent))
  }

  remember(intent: Intent, seq: number): void {
    this.#seqs.add(this.#hashOf(intent), seq)
    this.#unsaved += 1
  }

  /** From this time on no press is forgotten: one that is not found, and is not older, never came. */
  get knownFromMs(): number {
    const last = this.#batches.at(-1)
    return Math.max(this.#cutAtMs, last === undefined ? 0 : last.timeMs - ANSWER_LIFE_MS)
  }

  /** What has to be saved with a snapshot, and the moment to forget what is too old or too much. */
  takeBatch(seq: number, timeMs: number): AnswerBatch {
    const entries = this.#seqs.newest(this.#unsaved)
    this.#unsaved = 0
    this.#batches.push({ seq, timeMs })
    this.#forget(timeMs - ANSWER_LIFE_MS)
    return { seq, timeMs, entries }
  }

  /** An input is looked for and then remembered: the same intent twice in a row. */
  #hashOf(intent: Intent): number {
    if (intent === this.#last) return this.#lastHash
    this.#last = intent
    this.#lastHash = intentHash(intent)
    return this.#lastHash
  }

  #forget(beforeMs: number): void {
    let expiredSeq = 0
    while (this.#batches[0] !== undefined && this.#batches[0].timeMs < beforeMs)
      expiredSeq = this.#batches.shift()?.seq ?? expiredSeq
    while (this.#seqs.size > ANSWERS_MAX || (this.#seqs.oldestSeq ?? Number.MAX_SAFE_INTEGER) <= expiredSeq) {
      const cutSeq = this.#seqs.size > ANSWERS_MAX ? this.#seqs.oldestSeq! : null
      if (cutSeq !== null) this.#cutAtMs = this.#batches.find(({ seq }) => seq >= cutSeq)?.timeMs ?? this.#cutAtMs
      this.#seqs.removeOldest()
    }
  }
}

/** What a press may name by its client tag alone: it makes no order whose id could be asked for. */
const SETTINGS: ReadonlySet<VenueInput['type']> = new Set<VenueInput['type']>([
  'setTpSl',
  'setLeverage',
  'setMarginMode',
  'setPositionMode',
  'addMargin',
  'setAutoAddMargin',
  // A loan or a repayment that is carried out twice is another debt.
  'lending',
  'makerProtection',
])

/** @returns `null` for an input that no press names */
export function intentOf(input: VenueInput, clientTag: string): Intent | null {
  if (input.type === 'declined') return intentOf(input.asked, clientTag)
  // A strategy's first order bears its id, so the two have one space of ids.
  if (input.type === 'place' || input.type === 'openStrategy')
    return input.linkId === '' ? null : { account: input.account, id: input.linkId }
  if (clientTag === '' || !SETTINGS.has(input.type) || !('account' in input)) return null
  return { account: input.account, id: clientTag }
}

export function isSameIntent(one: Intent | null, other: Intent): boolean {
  return one !== null && one.account === other.account && one.id === other.id
}

/** What an intent is remembered by. */
export function intentHash({ account, id }: Intent): number {
  return textHash(account, id)
}
