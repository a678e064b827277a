import { fields, optional, text, type Form } from '../../base/form'
import type { OrderId, SmpType } from './order'

/** What an order may ask for besides, left out where it does not. Its wire form is declared in `src/wire/shape/order-terms.ts`. */
export interface AskedTerms {
  /** Present only where self-match prevention was asked for. */
  readonly smpType?: SmpType
  /** Above the contract's largest order it becomes several (decisions 22). */
  readonly isSplit?: true
  /** Why the order is sent, where that is more than the user's wish for it. The exchange acts the same. */
  readonly action?: 'ReverseClose'
}

/**
 * What an order keeps from its acceptance to its last row, and no rule of the matching changes: the engine carries it as
 * one value, from the command through books and snapshots to the order's rows. Left out where there is none.
 */
export interface CarriedTerms {
  /** The order it was split from, or the strategy that sent it. */
  readonly parentOrderId?: OrderId
}

/** Their form in what is stored. */
export const CARRIED_FORM: Form<CarriedTerms> = fields<CarriedTerms>({ parentOrderId: optional(text()) })
