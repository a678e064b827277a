import type { InstrumentSymbol } from '../order/order'

/** What an exchange announces to everybody. */
export const NOTICE_KINDS = ['maintenance', 'listing', 'delisting', 'delivery', 'terms'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** An announcement that is valid for a time. Two notices with one `id` are the same one; the later replaces the earlier. */
export interface Notice {
  readonly id: string
  readonly kind: NoticeKind
  /** What it is about, at most `NOTICE_SYMBOLS_MAX`; empty where it is about the whole exchange. */
  readonly symbols: readonly InstrumentSymbol[]
  /** How many instruments it is about, those that `symbols` leaves out counted. */
  readonly symbolCount: number
  /** The operator's own words; empty where the kind, the symbols and the time say everything. */
  readonly text: string
  /** When what is announced happens. */
  readonly atMs: number
  /** From when and until when it is shown: from ≤ now < until. */
  readonly fromMs: number
  readonly untilMs: number
  /** Where more is said: a path of this origin or an https address; `null` where there is nothing more. */
  readonly url: string | null
}

export const NOTICE_SYMBOLS_MAX = 20
export const NOTICE_TEXT_MAX = 500

export function isValidAt({ fromMs, untilMs }: Notice, nowMs: number): boolean {
  return fromMs <= nowMs && nowMs < untilMs
}
