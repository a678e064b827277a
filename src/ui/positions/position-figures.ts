import type { Money, Price, Rate } from '../../domain/decimal'
import { toText } from '../../domain/decimal'
import type { Instrument } from '../../domain/instrument/instrument'
import type { Position } from '../../domain/position/position'
import { positionMargin } from '../../domain/risk/margin'
import { exactValue, payoffOf } from '../../domain/risk/payoff'
import { pricePnl, roi } from '../../domain/risk/pnl'

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
  instrument: Instrument | null,
): PositionFigures {
  const markPrice = tickerMark ?? position.markPrice
  const { side, entryPrice, size: qty, leverage } = position
  if (markPrice === null || entryPrice === null || side === null || instrument === null)
    return { markPrice, value: null, unrealisedPnl: null, roi: null }
  const payoff = payoffOf(instrument.contractType)
  const unrealisedPnl = pricePnl({ payoff, side, qty, entryPrice, price: markPrice })
  const margin = positionMargin({
    payoff,
    side,
    qty,
    entryPrice,
    leverage,
    takerFeeRate: instrument.takerFeeRate,
  }).positionMargin
  return {
    markPrice,
    value: toText<Money>(exactValue(payoff, qty, markPrice)),
    unrealisedPnl,
    roi: roi(unrealisedPnl, margin),
  }
}
