import type { Contract, Tier } from './contract'
import { Decimal, ONE, ZERO, max, num, toStep, type Num } from './numbers'

/**
 * The published formulas (semantics 1.1–1.4, decisions 38), written down anew: nothing here comes from the exchange's
 * code. `s` is 1 for a long and −1 for a short, `size` is in the base coin, for inverse contracts in dollars.
 */

/** Position value at a price: q·x, inverse q/x (semantics 1.1). Settle coin. */
export function valueAt(contract: Contract, size: Num, price: Num): Num {
  return contract.isInverse ? size.div(price) : size.times(price)
}

/** s·(value at x − entry value); inverse the other way round (semantics 1.1). */
export function profit(contract: Contract, s: 1 | -1, entryValue: Num, value: Num): Num {
  return contract.isInverse ? entryValue.minus(value).times(s) : value.minus(entryValue).times(s)
}

/** The fee of closing at bankruptcy: V·(1 − s/L)·f, inverse V·(1 + s/L)·f (semantics 1.2 and 1.3). */
export function feeToClose(contract: Contract, s: 1 | -1, value: Num, leverage: Num, takerRate: Num): Num {
  const part = num(s).div(leverage)
  return value.times(contract.isInverse ? ONE.plus(part) : ONE.minus(part)).times(takerRate)
}

/** The tier of a value: the first whose limit it does not exceed, else the last (semantics 1.3). */
export function tierOf(contract: Contract, value: Num): Tier {
  return contract.tiers.find(({ limit }) => value.lte(limit)) ?? contract.tiers.at(-1)!
}

/** Maintenance margin: the position's own value on the mark, its own tier, its own deduction (decisions 38), and the fee. */
export function maintenanceMargin(contract: Contract, markValue: Num, closingFee: Num): Num {
  const tier = tierOf(contract, markValue)
  return markValue.times(tier.maintenanceRate).minus(tier.deduction).plus(closingFee)
}

/** Cost of one working order: IM + fee to open + fee to close (semantics 1.2). */
export function orderCost(contract: Contract, s: 1 | -1, value: Num, leverage: Num, rate: Num, takerRate: Num): Num {
  return value
    .times(rate)
    .plus(value.times(takerRate))
    .plus(feeToClose(contract, s, value, leverage, takerRate))
}

/** What an isolated position stands on. */
export interface IsolatedMargin {
  readonly size: Num
  readonly entryValue: Num
  readonly initial: Num
  /** Added since, and so to be taken back. */
  readonly extra: Num
}

/**
 * Isolated, on the mark (semantics 1.4 "current"). The maintenance margin is marginal, so at any value it is the largest
 * of what the tiers' lines say: the price is the first that the mark meets, and bankruptcy at the latest (decisions 38).
 */
export function isolatedLiquidationPrice(contract: Contract, s: 1 | -1, held: IsolatedMargin, takerRate: Num): Num {
  const prices = contract.tiers.map((tier) => priceOfTier(contract, s, held, takerRate, tier))
  prices.push(isolatedBankruptcyPrice(contract, s, held))
  return s === 1 ? Decimal.max(...prices) : Decimal.min(...prices)
}

function priceOfTier(contract: Contract, s: 1 | -1, held: IsolatedMargin, takerRate: Num, tier: Tier): Num {
  const { size, entryValue, initial, extra } = held
  const sign = contract.isInverse ? s : -s
  const added = extra.div(ONE.plus(takerRate.times(sign)))
  const rest = entryValue.plus(initial.plus(added).plus(tier.deduction).times(sign))
  const rate = ONE.plus(tier.maintenanceRate.times(sign))
  if (contract.isInverse) return rest.lte(0) ? num(Infinity) : size.times(rate).div(rest)
  return max(ZERO, rest).div(size.times(rate))
}

/** The price at which initial and added margin are gone (semantics 1.4 "bust"). */
export function isolatedBankruptcyPrice(contract: Contract, s: 1 | -1, held: IsolatedMargin): Num {
  const sign = contract.isInverse ? s : -s
  const rest = held.entryValue.plus(held.initial.plus(held.extra).times(sign))
  if (contract.isInverse) return rest.lte(0) ? num(Infinity) : held.size.div(rest)
  return max(ZERO, rest).div(held.size)
}

/** Toward safety: a long's price up, a short's down (semantics 1.4 "Rounding"). */
export function riskPrice(contract: Contract, s: 1 | -1, price: Num): Num {
  return toStep(price, contract.tick, s === 1 ? 'up' : 'down')
}
