import { Exact, toText, type Money, type Qty, type Rate } from '../decimal'

/** A slice of a coin's collateral; `null` is the slice without an end. */
export interface CollateralTier {
  readonly upTo: Qty | null
  /** What of the slice's value counts. */
  readonly ratio: Rate
}

/**
 * What a balance counts for as collateral, in the unit of its tiers (coins, or dollars of the coin): each slice by its
 * own ratio. What is owed counts whole. Beyond the last tier nothing counts.
 *
 * @param tiers lowest first
 */
export function collateralOf(balance: Money, tiers: readonly CollateralTier[]): Money {
  const whole = new Exact(balance)
  return whole.isNegative()
    ? balance
    : toText<Money>(
        marginalSum(
          whole,
          tiers.map(({ upTo, ratio }) => [upTo, ratio]),
        ),
      )
}

/** Margin of a debt: each slice of its value by the rate of its own tier. @param tiers lowest first */
export function borrowMaintenanceMargin(
  debtValue: Money,
  tiers: readonly { readonly limit: Money; readonly maintenanceMarginRate: Rate }[],
): Money {
  const slices = tiers.map(({ limit, maintenanceMarginRate }) => [limit, maintenanceMarginRate] as const)
  // A debt above the table is rated as its last tier.
  const last = slices.at(-1)
  const open = last === undefined ? slices : [...slices.slice(0, -1), [null, last[1]] as const]
  return toText<Money>(marginalSum(new Exact(debtValue), open))
}

/**
 * The tier that holds a debt, as its place in the table: the first one whose limit reaches it, the last one beyond them.
 *
 * @param limits lowest first
 */
export function debtTier(debt: Money, limits: readonly Money[]): number {
  const at = limits.findIndex((limit) => new Exact(debt).lte(limit))
  return at < 0 ? limits.length - 1 : at
}

function marginalSum(whole: Exact, slices: readonly (readonly [Money | Qty | null, Rate])[]): Exact {
  let [sum, from] = [new Exact(0), new Exact(0)]
  for (const [upTo, rate] of slices) {
    const to = upTo === null ? whole : Exact.min(whole, upTo)
    if (to.gt(from)) {
      sum = sum.plus(to.minus(from).times(rate))
      from = to
    }
  }
  return sum
}
