import type { Rate } from '../decimal'
import type { ContractPeriod } from './contract-period'
import type { Leveraged, Listed } from './listed'
import type { FutureKind } from './product-kind'

/** How a dated contract ends (semantics.md §1.6): at the mean index of the half hour before `timeMs`, for a fee. */
export interface Delivery {
  readonly timeMs: number
  /** Share of the value at the delivery price. */
  readonly feeRate: Rate
  /** Its series now; `null` once it has left them all. */
  readonly period: ContractPeriod | null
}

/** A dated contract: no funding, and an end. */
export interface Future extends Listed, Leveraged {
  readonly kind: FutureKind
  readonly delivery: Delivery
}
