import type { ProductKind } from './product-kind'

/** How a value follows a price: linear in quote coin (size × price), inverse in base coin (USD contracts / price). */
export type Payoff = 'linear' | 'inverse'

/** Everything but inverse contracts is linear: premiums, amounts of spot, spreads. */
export function payoffOf(kind: ProductKind): Payoff {
  return kind === 'inversePerpetual' || kind === 'inverseFutures' ? 'inverse' : 'linear'
}
