import type { Price, Qty, Rate } from '../decimal'
import type { InstrumentSymbol, OrderId, OrderLinkId, TriggerBy } from './order'
import type { TpSl } from './tp-sl'

/** Names one order, by either id (`orderId` wins where both are given). */
export interface OrderReference {
  readonly symbol: InstrumentSymbol
  readonly orderId: OrderId | null
  readonly orderLinkId: OrderLinkId | null
}

/** An open order to cancel. */
export interface OrderCancel extends OrderReference {
  /** The linked leg of its take-profit and stop-loss goes too, by the same call. */
  readonly withPair?: true
}

/** A change of an open order; what is `null` or absent stays as it is. */
export interface OrderChange extends OrderReference {
  /** `null` leaves the price as it is. */
  readonly price: Price | null
  /** New total quantity, filled part included; `null` leaves it. */
  readonly qty: Qty | null
  /** Of an order that has not fired yet. */
  readonly triggerPrice?: Price
  readonly triggerBy?: TriggerBy
  /** Of an order that waits for a maintenance rate. */
  readonly mmRate?: Rate
  /** Of an option's: the volatility of which the new price was made. */
  readonly orderIv?: Rate
  /** A leg of price `'0'` is removed, one that is `null` stays. */
  readonly tpSl?: TpSl
}
