import { Exact, toText, type DecimalText, type Leverage, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { Side } from '../order/order'
import { type Payoff } from '../instrument/payoff'
import { direction, exactValue } from './payoff'
import { priceForRoi, pricePnl } from './pnl'

/** What a take-profit or stop-loss may be typed as instead of its price (spec §3 "tpInputType"). */
export type TpSlInput = 'roi' | 'percent' | 'pnl'

export interface TpSlTerms {
  readonly payoff: Payoff
  /** Of the position. */
  readonly side: Side
  readonly entryPrice: Price
  readonly leverage: Leverage
  readonly qty: Qty
}

/**
 * The price at which a position has gained `target`: per cent of its initial margin (`roi`), per cent of its entry
 * price (`percent`), or an amount of the settle coin (`pnl`). A loss is negative. Not rounded to the tick.
 *
 * Linear e·(1 + s·g), g = roi/L, percent, or pnl/(q·e); inverse pnl: q·e/(q − s·pnl·e).
 * @returns `null` where no positive price gives that much, or a quantity is needed and missing
 */
export function priceForTarget(input: TpSlInput, target: DecimalText, terms: TpSlTerms): Price | null {
  const { side, entryPrice, qty, payoff } = terms
  const s = direction(side)
  if (input === 'roi') return positive(priceForRoi({ ...terms, roi: toText<Rate>(new Exact(target).div(100)) }))
  if (input === 'percent') {
    return positive(toText<Price>(new Exact(target).times(s).div(100).plus(1).times(entryPrice)))
  }
  if (!new Exact(qty).gt(0)) return null
  const gain = new Exact(target).times(s)
  if (payoff === 'linear') return positive(toText<Price>(gain.div(qty).plus(entryPrice)))
  const rest = new Exact(qty).minus(gain.times(entryPrice))
  return rest.gt(0) ? toText<Price>(new Exact(qty).times(entryPrice).div(rest)) : null
}

/** What a price means: the inverse of `priceForTarget`. @returns `null` where a quantity is needed and missing */
export function targetOfPrice(input: TpSlInput, price: Price, terms: TpSlTerms): DecimalText | null {
  const { side, entryPrice, leverage, payoff } = terms
  if (input === 'percent') {
    return toText(new Exact(price).div(entryPrice).minus(1).times(direction(side)).times(100))
  }
  if (input === 'pnl') return new Exact(terms.qty).gt(0) ? pnlAt(price, terms) : null
  // Result and margin grow alike with the quantity: one unit tells the ratio.
  const qty = '1' as Qty
  const margin = exactValue(payoff, qty, entryPrice).div(leverage)
  return toText(new Exact(pnlAt(price, { ...terms, qty })).div(margin).times(100))
}

/** Result of closing the quantity at a price, before fees. */
export function pnlAt(price: Price, { payoff, side, entryPrice, qty }: TpSlTerms): Money {
  return pricePnl({ payoff, side, qty, entryPrice, price })
}

function positive(price: Price | null): Price | null {
  return price !== null && new Exact(price).gt(0) ? price : null
}
