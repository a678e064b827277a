import type { Brand } from '../../base/brand'
import type { Money, Price, Qty, Rate } from '../decimal'
import type { InstrumentSymbol, OrderId, OrderLinkId, Side } from './order'

export type ExecId = Brand<string, 'ExecId'>

/** One fill of one of our orders. Its `id` counts once, however often it arrives (I8). */
export interface Execution {
  readonly id: ExecId
  readonly orderId: OrderId
  readonly orderLinkId: OrderLinkId | null
  readonly symbol: InstrumentSymbol
  readonly side: Side
  readonly price: Price
  readonly qty: Qty
  readonly value: Money
  readonly fee: Money
  readonly feeRate: Rate
  /** What of the fee a liquidation took besides the trade's, whose rate stands above; left out where it took none. */
  readonly liquidationFee?: ExtraFee
  readonly isMaker: boolean
  /** `Trade`, `Funding`, `BustTrade`, `AdlTrade` … as the exchange says it. */
  readonly execType: string
  /** Why its order exists (`CreateByUser`, `CreateByTwap` …), where the row says so: lists do, the stream does not. */
  readonly createType?: string
  /** Price result of the part that closed a position, before fees and funding (a record of closed P&L is after them); zero for an opening fill. */
  readonly grossPnl: Money
  /** Quantity of the fill that closed a position. */
  readonly closedQty: Qty
  /** Of an option, the market at the fill; left out of everything else, and where the option had no mark. */
  readonly option?: OptionFill
  readonly timeMs: number
  readonly seq: number
}

/** A part of a fee that has a rate of its own. */
export interface ExtraFee {
  readonly coin: string
  readonly rate: Rate
  readonly fee: Money
}

/** What an option's fill stood on. Volatilities are fractions of a year's. */
export interface OptionFill {
  /** At which the option is worth the price of the fill; `null` where none gives it. */
  readonly volatility: number | null
  readonly markVolatility: number
  readonly markPrice: Price
  readonly indexPrice: Price
  /** The forward that it is valued on. */
  readonly underlyingPrice: Price
}
