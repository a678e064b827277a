import { compare, Exact, roundToStep, toText, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { Side } from '../order/order'
import type { Fill } from './pnl'

export interface SpotTerms {
  readonly side: Side
  /** Base coin. */
  readonly qty: Qty
  /** Its own price; `null` at market. */
  readonly limit: Price | null
  /** What it finds in the book, best price first. */
  readonly fills: readonly Fill[]
  /** What of it waits in the book at its own price; `null` for none. */
  readonly rest: Fill | null
  readonly takerFeeRate: Rate
  readonly makerFeeRate: Rate
  /** Whether it was given by its amount: then it may need no more than that. */
  readonly isOfAmount?: boolean
}

/** What becomes of a pair's order, as far as the book is known. */
export interface SpotOutcome {
  /** Quote coin: what a buy pays, what a sale brings before its fee, of what is filled and what waits. */
  readonly amount: Money
  /** `null` for an order of nothing. */
  readonly avgPrice: Price | null
  /** Of the coin received: base coin of a buy, quote coin of a sale. */
  readonly fee: Money
  /** What is left of it. */
  readonly received: Money
  /** What it pays, with what it goes on holding back: quote coin of a buy, base coin of a sale. */
  readonly pays: Money
  /** What has to be free before the exchange takes the order: quote coin of a buy, base coin of a sale. */
  readonly required: Money
}

/**
 * Fees are of the coin received (semantics.md §1.2, "Spot fee coin"): of what fills at once as a taker, of what waits as a
 * maker. A buy holds back its whole quantity at its own price, and at market at the worst price that it reaches; one of an
 * amount needs what its lots cost, which the amount covers.
 */
export function spotOutcome(terms: SpotTerms): SpotOutcome {
  const { side, fills, rest, takerFeeRate, makerFeeRate } = terms
  const taken = sumOf(fills)
  const waits = sumOf(rest === null ? [] : [rest])
  const amount = taken.value.plus(waits.value)
  const qty = taken.qty.plus(waits.qty)
  const coins = side === 'buy' ? qty : amount
  const fee = feesOf(side, fills, takerFeeRate).plus(feesOf(side, rest === null ? [] : [rest], makerFeeRate))
  return {
    amount: toText<Money>(amount),
    avgPrice: qty.isZero() ? null : toText<Price>(amount.div(qty)),
    fee: toText<Money>(fee),
    received: toText<Money>(coins.minus(fee)),
    pays: toText<Money>(side === 'buy' ? amount : qty),
    required: toText<Money>(terms.isOfAmount === true && side === 'buy' ? amount : requiredFor(terms)),
  }
}

/** Of the coin received; of each fill the exchange rounds it half up, to 8 decimals. A level of several orders is taken as one. */
function feesOf(side: Side, fills: readonly Fill[], rate: Rate): Exact {
  return fills.reduce((sum, { qty, price }) => {
    const coins = side === 'buy' ? new Exact(qty) : new Exact(qty).times(price)
    return sum.plus(coins.times(rate).toDecimalPlaces(8, Exact.ROUND_HALF_UP))
  }, new Exact(0))
}

function requiredFor({ side, qty, limit, fills, rest }: SpotTerms): Exact {
  if (side === 'sell') return new Exact(qty)
  const price = limit ?? fills.at(-1)?.price ?? rest?.price ?? ('0' as Price)
  return new Exact(qty).times(price)
}

interface Sum {
  readonly qty: Exact
  readonly value: Exact
}

function sumOf(fills: readonly Fill[]): Sum {
  return fills.reduce<Sum>(
    (sum, { qty, price }) => ({ qty: sum.qty.plus(qty), value: sum.value.plus(new Exact(qty).times(price)) }),
    { qty: new Exact(0), value: new Exact(0) },
  )
}

/**
 * As many whole lots as the book gives for an amount of the quote coin, best price first: what a market order of an amount
 * is (semantics.md §1.2). It ends where an amount does not pay for all of a level.
 */
export function qtyForAmount(amount: Money, levels: Iterable<Fill>, lotSize: Qty): Qty {
  let left = new Exact(amount)
  let qty = new Exact(0)
  for (const level of levels) {
    const most = new Exact(roundToStep(toText<Qty>(left.div(level.price)), lotSize, 'down'))
    const taken = Exact.min(most, level.qty)
    qty = qty.plus(taken)
    left = left.minus(taken.times(level.price))
    if (taken.eq(most)) break
  }
  return toText<Qty>(qty)
}

/**
 * The most that a market order can buy: its whole quantity has to be free at the worst price that it reaches, so that an
 * amount that reaches a dearer level may be more than there is.
 *
 * @returns the quantity, and what it pays
 */
export function mostAtMarket(
  available: Money,
  levels: Iterable<Fill>,
  { lotSize, maxQty }: { readonly lotSize: Qty; readonly maxQty: Qty },
): { readonly qty: Qty; readonly amount: Money } {
  let qty = new Exact(0)
  let amount = new Exact(0)
  for (const { qty: offered, price } of levels) {
    const paid = new Exact(roundToStep(toText<Qty>(new Exact(available).div(price)), lotSize, 'down'))
    const taken = Exact.max(0, Exact.min(Exact.min(paid, maxQty).minus(qty), offered))
    qty = qty.plus(taken)
    amount = amount.plus(taken.times(price))
    if (taken.lt(offered)) break
  }
  return { qty: toText<Qty>(qty), amount: toText<Money>(amount) }
}

/**
 * The most that a market order can pay that is given by its amount: all there is, for it is charged what its lots cost
 * (semantics.md §1.2). It ends at what the largest order is worth.
 *
 * @param maxAmount the largest amount of an order of the pair
 */
export function mostOfAmount(
  available: Money,
  levels: Iterable<Fill>,
  { maxQty, maxAmount }: { readonly maxQty: Qty; readonly maxAmount: Money },
): Money {
  let qty = new Exact(0)
  let amount = new Exact(0)
  for (const level of levels) {
    const taken = Exact.min(new Exact(maxQty).minus(qty), level.qty)
    qty = qty.plus(taken)
    amount = amount.plus(taken.times(level.price))
    if (amount.gte(available) || qty.gte(maxQty)) break
  }
  const isEnough = amount.gte(available) || qty.lt(maxQty)
  return toText<Money>(Exact.min(isEnough ? available : amount, available, maxAmount))
}

/** The most that a limit order can buy or sell. @param available quote coin of a buy, base coin of a sale */
export function mostAtLimit(
  side: Side,
  available: Money,
  { price, lotSize, maxQty }: { readonly price: Price; readonly lotSize: Qty; readonly maxQty: Qty },
): Qty {
  const coins = side === 'buy' ? new Exact(available).div(price) : new Exact(available)
  const most = roundToStep(toText<Qty>(Exact.max(0, coins)), lotSize, 'down')
  return compare(most, maxQty) > 0 ? maxQty : most
}
