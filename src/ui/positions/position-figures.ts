import { Exact, toText, type Money, type Price, type Rate } from '../../domain/decimal'
import type { Position } from '../../domain/position/position'

/** What a position is worth at a mark price. `null` where the price or the entry is missing. */
export interface PositionFigures {
  readonly markPrice: Price | null
  readonly value: Money | null
  readonly unrealisedPnl: Money | null
  readonly roi: Rate | null
}

/**
 * Figures of a linear position at the newest mark price; the exchange's own where no ticker came yet.
 *
 * value = size·mark; unrealised = s·size·(mark − entry); roi = unrealised / (size·entry / leverage).
 * @see semantics.md §1.1
 */
export function positionFigures(position: Position, tickerMark: Price | null): PositionFigures {
  const markPrice = tickerMark ?? position.markPrice
  if (markPrice === null || position.entryPrice === null || position.side === null)
    return { markPrice, value: null, unrealisedPnl: null, roi: null }
  const size = new Exact(position.size)
  const gain = new Exact(markPrice).minus(position.entryPrice).times(size)
  const unrealised = position.side === 'buy' ? gain : gain.negated()
  const margin = size.times(position.entryPrice).div(position.leverage)
  return {
    markPrice,
    value: toText<Money>(size.times(markPrice)),
    unrealisedPnl: toText<Money>(unrealised),
    roi: margin.isZero() ? null : toText<Rate>(unrealised.div(margin).toDecimalPlaces(8)),
  }
}
