import type { Side } from '../../domain/order/order'
import { SIDE_WORD } from '../words'

/** What a liquidation notice says; prices and quantities are decimal text. */
export interface LiquidationNotice {
  /** Part sold through the book, taken over by the exchange, or closed to deleverage a bankrupt position. */
  readonly stage: 'partial' | 'takeover' | 'adl'
  readonly symbol: string
  readonly positionIdx: 0 | 1 | 2
  /** Of the position: `buy` is a long. */
  readonly side: Side
  /** The bankruptcy price of a takeover. */
  readonly price: string
  readonly qty: string
  readonly markPrice: string
  readonly timeMs: number
}

/** Row of `user.unify.liquidation` (decisions 2). */
export interface LiquidationJson {
  readonly scene: 'liquidation'
  readonly stage: string
  readonly symbol: string
  readonly positionIdx: number
  readonly side: string
  readonly price: string
  readonly qty: string
  readonly markPrice: string
  readonly time: string
}

export function writeLiquidation(notice: LiquidationNotice): LiquidationJson {
  const { stage, symbol, positionIdx, side, price, qty, markPrice, timeMs } = notice
  return {
    scene: 'liquidation',
    stage,
    symbol,
    positionIdx,
    side: SIDE_WORD[side],
    price,
    qty,
    markPrice,
    time: String(timeMs),
  }
}
