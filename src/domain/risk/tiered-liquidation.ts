import { Exact, type Price, type Rate } from '../decimal'
import type { RiskTier } from '../instrument/listed'
import { bankruptcyPrice, isolatedLiquidationPrice, type IsolatedPosition } from './liquidation-price'

/**
 * Liquidation prices over a whole risk table. The maintenance margin is marginal in the position's own value at the mark
 * (decisions 38), so with rising rates and marginal deductions it is the largest that any tier asks: each tier has its
 * price, and the first one on the way of the losses liquidates. The price of bankruptcy is the last.
 */

/** An isolated position's, maintenance margin on the mark. Unrounded; `null` when no positive price liquidates it. */
export function isolatedLiquidation(
  position: Omit<IsolatedPosition, 'maintenanceMarginRate' | 'deduction'> & { readonly takerFeeRate: Rate },
  tiers: readonly RiskTier[],
): Price | null {
  const prices = tiers.map((tier) => isolatedLiquidationPrice({ ...position, ...ratesOf(tier) }, 'mark'))
  return firstOf(position.side, [...prices, bankruptcyPrice(position)])
}

function ratesOf({ maintenanceMarginRate, deduction }: RiskTier) {
  return { maintenanceMarginRate, deduction }
}

/** The highest for a long, the lowest for a short. */
function firstOf(side: 'buy' | 'sell', prices: readonly (Price | null)[]): Price | null {
  const isFirst = (one: Price, other: Price) => (side === 'buy' ? new Exact(one).gt(other) : new Exact(one).lt(other))
  return prices.reduce((first, one) => (one === null || (first !== null && !isFirst(one, first)) ? first : one), null)
}
