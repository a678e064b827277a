import { fields, nullable, oneOf, optional, text, yes, type Form } from '../../base/form'
import type { Price, Rate } from '../decimal'
import type { CarriedTerms, Slippage, SmpType } from './order'
import { PLAN_TYPES, type PlanType } from './plan-type'

export type HeldFor = 'takeProfitStopLoss' | 'oco' | 'bidirectionalTpSl'

/** What an order may ask for besides, left out where it does not. Its wire form is declared in `src/wire/shape/order-terms.ts`. */
export interface AskedTerms {
  /** Present only where self-match prevention was asked for. */
  readonly smpType?: SmpType
  /** Above the contract's largest order it becomes several (decisions 22). */
  readonly isSplit?: true
  /** Of a pair's market order: what its quantity counts. Left out, the base coin. */
  readonly marketUnit?: 'base' | 'quote'
  /**
   * Of a pair: the amount that it pays with is held back from now on, and not from a trigger on. Alone, of an order with a
   * trigger; else for both its take-profit and its stop-loss, which then are the order, and of which one ends the other.
   */
  readonly heldFor?: HeldFor
  /** Of a pair's market order: how far the price has to come back from its best, as a distance or a fraction of it. */
  readonly trailValue?: Price
  readonly trailRate?: Rate
  /** Of one that trails: the price that it begins at. Left out, it begins at once. */
  readonly activationPrice?: Price
  /** Of a pair's order: it may pay with what it borrows. */
  readonly isLeverage?: true
  /**
   * Why the order is sent, where that is more than the user's wish for it. The exchange acts the same; of `CloseAll`, which
   * closes a whole position at market, a copy-trade account closes what the position is by then.
   */
  readonly action?: 'ReverseClose' | 'CloseAll'
}

/** What an order carries, in what is stored. */
export const CARRIED_FORM: Form<CarriedTerms> = fields<CarriedTerms>({
  parentOrderId: optional(text()),
  legOrderId1: optional(text()),
  legOrderId2: optional(text()),
  planType: optional(oneOf<PlanType>(...PLAN_TYPES)),
  isLeverage: optional(yes),
  amount: optional(text()),
  orderIv: optional(text()),
  slippage: optional(nullable(fields<Slippage>({ unit: oneOf('tick', 'percent'), value: text() }))),
})
