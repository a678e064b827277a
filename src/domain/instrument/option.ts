import type { Price, Rate } from '../decimal'
import type { Delivery } from './future'
import type { Listed } from './listed'
import { isOptionKind, type OptionKind, type ProductKind } from './product-kind'

/** Shares of index and mark that a seller holds (semantics.md §1.7). A buyer has paid all that can be lost. */
export interface OptionMarginTerms {
  /** Of the index, less by as much as the option is out of the money … */
  readonly initialRate: Rate
  /** … and never below this share of it. */
  readonly leastInitialRate: Rate
  /** Of the larger of index and mark, beside the mark itself. */
  readonly maintenanceRate: Rate
  /** Of the index, in the maintenance margin. */
  readonly liquidationFeeRate: Rate
}

/**
 * A European option, settled in USDC or USDT: exercised by itself where it ends in the money (semantics.md §1.7). Prices are
 * premiums of one base coin in the settle coin; trading fees are shares of the index.
 */
export interface OptionContract extends Listed {
  readonly kind: OptionKind
  readonly strike: Price
  readonly isCall: boolean
  readonly delivery: Delivery
  readonly margin: OptionMarginTerms
  /** No fee takes more than this share of the option's price, or of what it pays (semantics.md §1.2). */
  readonly feeCap: Rate
}

export function isOption<T extends { readonly kind: ProductKind }>(
  listed: T,
): listed is Extract<T, { readonly kind: OptionKind }> {
  return isOptionKind(listed.kind)
}
