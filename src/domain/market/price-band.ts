import { compare, Exact, roundToStep, toText, type Price, type Rate } from '../decimal'
import type { Contract } from '../instrument/contract'
import type { Side } from '../order/order'
import type { Ticker } from './market'

/** Prices that a limit order may have now; both are whole ticks. */
export interface PriceBand {
  readonly maxBuy: Price
  readonly minSell: Price
}

/**
 * The limit-price band of a derivative (semantics.md §1.9), rounded inward to the tick:
 * maxBuy = min(mark·(1+Y), max(index, mark·(1+X) + max(0, premium))),
 * minSell = max(mark·(1−Y), min(index, mark·(1−X) + min(0, premium))).
 * @param market.premium mean of mid − mark over 30 s; zero where it is not known
 */
export function priceBand(
  market: { readonly markPrice: Price; readonly indexPrice: Price; readonly premium: Price },
  limits: { readonly priceLimitRatioX: Rate; readonly priceLimitRatioY: Rate; readonly tickSize: Price },
): PriceBand {
  const mark = new Exact(market.markPrice)
  const near = mark.times(limits.priceLimitRatioX)
  const far = mark.times(limits.priceLimitRatioY)
  const up = mark.plus(near).plus(Exact.max(0, market.premium))
  const down = mark.minus(near).plus(Exact.min(0, market.premium))
  const maxBuy = Exact.min(mark.plus(far), Exact.max(market.indexPrice, up))
  const minSell = Exact.max(mark.minus(far), Exact.min(market.indexPrice, down))
  return {
    maxBuy: roundToStep(toText<Price>(maxBuy), limits.tickSize, 'down'),
    minSell: roundToStep(toText<Price>(minSell), limits.tickSize, 'up'),
  }
}

/**
 * The band of a contract as its last ticker tells it; `null` without a mark price. A venue that says no premium has a band
 * that is narrower by it: what is taken there may then be taken a little further out.
 */
export function bandNow(ticker: Ticker | null, contract: Contract): PriceBand | null {
  const { markPrice = null, indexPrice = null, bandPremium = null } = ticker ?? {}
  if (markPrice === null) return null
  return priceBand({ markPrice, indexPrice: indexPrice ?? markPrice, premium: bandPremium ?? ('0' as Price) }, contract)
}

/** Price ± ratio, the older rule: mark or last ·(1 ± ratio), inward to the tick. */
export function ratioBand(price: Price, ratio: Rate, tickSize: Price): PriceBand {
  const shift = new Exact(price).times(ratio)
  return {
    maxBuy: roundToStep(toText<Price>(new Exact(price).plus(shift)), tickSize, 'down'),
    minSell: roundToStep(toText<Price>(new Exact(price).minus(shift)), tickSize, 'up'),
  }
}

/** The price that a futures order gets: out of the band it is moved to the band's edge, not refused. */
export function adjustToBand(price: Price, side: Side, band: PriceBand): Price {
  if (side === 'buy') return new Exact(price).gt(band.maxBuy) ? band.maxBuy : price
  return new Exact(price).lt(band.minSell) ? band.minSell : price
}

/**
 * The worst price that a market order takes (semantics.md §1.9): mark · (1 ± Y), inward to the tick, and within the
 * contract's range; before the first mark the edge of that range.
 */
export function protectedPrice(side: Side, markPrice: Price | null, contract: Contract): Price {
  const { priceLimitRatioY, tickSize, minPrice, maxPrice } = contract
  if (markPrice === null) return side === 'buy' ? maxPrice : minPrice
  const { maxBuy, minSell } = ratioBand(markPrice, priceLimitRatioY, tickSize)
  if (side === 'buy') return compare(maxBuy, maxPrice) > 0 ? maxPrice : maxBuy
  return compare(minSell, minPrice) < 0 ? minPrice : minSell
}
