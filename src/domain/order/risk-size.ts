import { compare, Exact, roundToStep, toText, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { Contract } from '../instrument/contract'
import { payoffOf } from '../instrument/payoff'
import { direction, exactValue } from '../risk/payoff'
import type { Side } from './order'

/** A position that is opened at one price and ends at its stop. */
export interface RiskTerms {
  readonly instrument: Pick<Contract, 'kind' | 'lotSize'>
  readonly entryPrice: Price
  readonly stopPrice: Price
  /** Rates of opening and of closing at the stop, which takes. */
  readonly entryFeeRate: Rate
  readonly exitFeeRate: Rate
  /** How much worse than its trigger the stop may close, as a share of it; 0 where that is not bounded. */
  readonly slippage: Rate
}

/** The side that a stop belongs to: below the entry it ends a long, above it a short; `null` at the entry itself. */
export function sideOfStop(entryPrice: Price, stopPrice: Price): Side | null {
  const order = compare(stopPrice, entryPrice)
  return order === 0 ? null : order < 0 ? 'buy' : 'sell'
}

/**
 * What a quantity loses when its stop closes it: the result between the two prices, both fees, and the slippage that the
 * stop may have. Settle coin, unrounded. Linear q·(|e − c| + e·f + c·g) with c = stop·(1 ∓ slippage), inverse with the
 * values q/e and q/c.
 */
export function riskOfQty(qty: Qty, terms: RiskTerms): Money {
  const { entryPrice, entryFeeRate, exitFeeRate } = terms
  const payoff = payoffOf(terms.instrument.kind)
  const opened = exactValue(payoff, qty, entryPrice)
  const closed = exactValue(payoff, qty, closingPrice(terms))
  return toText<Money>(opened.minus(closed).abs().plus(opened.times(entryFeeRate)).plus(closed.times(exitFeeRate)))
}

/** The quantity that loses no more than `risk` at its stop, down to the lot; 0 where a single lot loses more. */
export function qtyFromRisk(risk: Money, terms: RiskTerms): Qty {
  const { lotSize } = terms.instrument
  const perUnit = riskOfQty('1' as Qty, terms)
  if (!new Exact(risk).gt(0) || !new Exact(perUnit).gt(0)) return '0' as Qty
  return roundToStep(toText<Qty>(new Exact(risk).div(perUnit)), lotSize, 'down')
}

/** The price that gains `multiple` times the distance to the stop, not on the tick yet; `null` where there is none. */
export function targetAtR(
  multiple: number,
  { entryPrice, stopPrice }: Pick<RiskTerms, 'entryPrice' | 'stopPrice'>,
): Price | null {
  const target = new Exact(entryPrice).plus(new Exact(entryPrice).minus(stopPrice).times(multiple))
  return target.gt(0) ? toText<Price>(target) : null
}

function closingPrice({ entryPrice, stopPrice, slippage }: RiskTerms): Price {
  const side = sideOfStop(entryPrice, stopPrice) ?? 'buy'
  return toText<Price>(new Exact(stopPrice).times(new Exact(1).minus(new Exact(slippage).times(direction(side)))))
}
