import type { Money, Price, Qty, Rate } from '../../../domain/decimal'
import type { Side } from '../../../domain/order/order'

/** What an order would mean. Amounts are in the settle coin; `null` is not known or not applicable. */
export interface TicketFigures {
  readonly value: Money | null
  /** What it takes from the available balance, as the book stands. */
  readonly cost: Money | null
  /** What has to be free before, where that is clearly more than it takes: what closing frees is there only afterwards. */
  readonly freeBefore: Money | null
  /** What the exchange asks to be free before it takes the order, at the order's own price. */
  readonly required: Money | null
  /** What it is expected to pay. */
  readonly fee: Money | null
  /** What of its cost is held back for that fee; more than `fee` where some of it rests, for what rests holds a taker's. */
  readonly feeHeld: Money | null
  readonly liquidationPrice: Price | null
  /** At which closing what is held then gives back what was paid, fees counted. */
  readonly breakEvenPrice: Price | null
  /** What is held once all of it has filled; a size of 0 is nothing. */
  readonly after: { readonly side: Side; readonly qty: Qty } | null
  /** What fills at once, and what becomes of the rest; `null` for what meets the book later. */
  readonly atOnce: {
    readonly qty: Qty
    /** How far its mean price is from the best one; `null` where the book that fills it is not seen. */
    readonly impact: Rate | null
    /** `matches`: it may only rest and would fill, so it is cancelled. */
    readonly leftover: 'rests' | 'ends' | 'matches'
  } | null
  /** What else the book says of it; `null` for what meets the book later. */
  readonly met: BookNotes | null
}

/** What is said of an order before it is sent. */
export interface BookNotes {
  /** Own orders in its way, which the exchange cancels; those that it may come to, apart. */
  readonly canceled: number
  readonly maybeCanceled: number
  /** How much of a market order finds nothing in the book as far as it is known; `0` for none. */
  readonly beyond: Qty
  /** Whether it takes more than is known of the book, so that more of it is worth seeing. */
  readonly outgrows: boolean
  /** What of it the exchange cancels, since the account could not pay for it; `0` for none. */
  readonly unpaid: Qty
}

export const NO_FIGURES: TicketFigures = {
  value: null,
  cost: null,
  freeBefore: null,
  required: null,
  fee: null,
  feeHeld: null,
  liquidationPrice: null,
  breakEvenPrice: null,
  after: null,
  atOnce: null,
  met: null,
}

/** What stands on the margin of an order alone. */
export const NO_MARGIN = {
  cost: null,
  freeBefore: null,
  required: null,
  feeHeld: null,
  liquidationPrice: null,
} as const
