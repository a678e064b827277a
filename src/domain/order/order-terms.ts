import { fields, oneOf, optional, text, type Form } from '../../base/form'
import type { CarriedTerms, SmpType } from './order'
import { PLAN_TYPES, type PlanType } from './plan-type'

/** What an order may ask for besides, left out where it does not. Its wire form is declared in `src/wire/shape/order-terms.ts`. */
export interface AskedTerms {
  /** Present only where self-match prevention was asked for. */
  readonly smpType?: SmpType
  /** Above the contract's largest order it becomes several (decisions 22). */
  readonly isSplit?: true
  /** Of a pair's market order: what its quantity counts. Left out, the base coin. */
  readonly marketUnit?: 'base' | 'quote'
  /** Of a pair's order with a trigger: it holds back what it pays with from now on, and not from its trigger on. */
  readonly reserves?: true
  /** Why the order is sent, where that is more than the user's wish for it. The exchange acts the same. */
  readonly action?: 'ReverseClose'
}

/** What an order carries, in what is stored. */
export const CARRIED_FORM: Form<CarriedTerms> = fields<CarriedTerms>({
  parentOrderId: optional(text()),
  legOrderId1: optional(text()),
  legOrderId2: optional(text()),
  planType: optional(oneOf<PlanType>(...PLAN_TYPES)),
})
