import type { Money, Price, Rate } from '../../domain/decimal'
import { decimalsOf, Exact, toText } from '../../domain/decimal'
import { isContract } from '../../domain/instrument/contract'
import type { HeldMarket } from '../../domain/instrument/market-type'
import { averageDecimals, exactEntryPrice } from '../../domain/position/average-entry'
import type { Position } from '../../domain/position/position'
import { positionMargin } from '../../domain/risk/margin'
import { payoffOf } from '../../domain/instrument/payoff'
import { exactValue, roundToCoin } from '../../domain/risk/payoff'
import { pricePnl, roi } from '../../domain/risk/pnl'
import { coinDecimals, formatNumber, formatPrice } from '../format'

/** The exact average that a position's results are reckoned from; `null` while it is flat. */
export function entryOf(position: Position, { kind }: Pick<HeldMarket, 'kind'>): Price | null {
  return exactEntryPrice(position, payoffOf(kind))
}

/**
 * The average as the eye gets it: the tick's decimals, and more where size × (mark − average), reckoned from what is
 * shown, would not be the result that is shown beside it.
 */
export function formatEntry(position: Position, instrument: HeldMarket | null): string {
  const entry = instrument === null ? null : entryOf(position, instrument)
  if (entry === null || instrument === null) return formatPrice(position.entryPrice, null)
  const payoff = payoffOf(instrument.kind)
  const value = toText<Money>(exactValue(payoff, position.size, entry))
  const unit = toText(new Exact(10).pow(-coinDecimals(instrument.settleCoin)))
  const paid = { qty: position.size, value }
  const least = decimalsOf(instrument.tickSize)
  const decimals = Math.min(averageDecimals(payoff, paid, { least, unit }), SHOWN_DECIMALS_MAX)
  if (payoff === 'linear' || position.entryPrice === null) return formatNumber(entry, { decimals })
  // Coins are booked as whole units: the exchange's own average knows what that leaves out (ADR-965).
  const { entryPrice } = position
  return formatNumber(entryPrice, { decimals: Math.max(least, Math.min(decimals, decimalsOf(entryPrice))) })
}

/** `Intl.NumberFormat` takes a hundred; nobody reads as many. */
const SHOWN_DECIMALS_MAX = 16

/** What a position is worth at a mark price. `null` where the price, the entry or the contract is missing. */
export interface PositionFigures {
  readonly markPrice: Price | null
  readonly value: Money | null
  readonly unrealisedPnl: Money | null
  readonly roi: Rate | null
}

/**
 * Figures of a position at the newest mark price; at the exchange's own where no ticker came yet.
 * ROI is the result over position margin, which is initial margin and fee to close at the entry (semantics.md §1.1).
 */
export function positionFigures(
  position: Position,
  tickerMark: Price | null,
  instrument: HeldMarket | null,
): PositionFigures {
  const markPrice = tickerMark ?? position.markPrice
  const { side, size: qty, leverage } = position
  const entryPrice = instrument === null ? null : entryOf(position, instrument)
  if (markPrice === null || entryPrice === null || side === null || instrument === null)
    return { markPrice, value: null, unrealisedPnl: null, roi: null }
  const payoff = payoffOf(instrument.kind)
  const unrealisedPnl = roundToCoin(pricePnl({ payoff, side, qty, entryPrice, price: markPrice }))
  // An option and portfolio margin have no leverage: there is no margin at the entry that a result could be a share of.
  const hasMargin = isContract(instrument) && position.isPortfolio !== true
  const margin = hasMargin
    ? positionMargin({ payoff, side, qty, entryPrice, leverage, takerFeeRate: instrument.takerFeeRate }).positionMargin
    : null
  return {
    markPrice,
    value: toText<Money>(exactValue(payoff, qty, markPrice)),
    unrealisedPnl,
    roi: margin === null ? null : roi(unrealisedPnl, margin),
  }
}
