import type { Price, Qty, Rate } from '../decimal'
import type { InstrumentSymbol, OrderType, Side, Slippage, TimeInForce } from './order'
import type { AskedTerms } from './order-terms'
import type { OrderTrigger, TpSl } from './tp-sl'

/** An order as it is asked for, with nothing left to a default of the exchange. */
export interface NewOrder extends AskedTerms {
  readonly symbol: InstrumentSymbol
  readonly side: Side
  readonly type: OrderType
  /** `null` for a market order. */
  readonly price: Price | null
  readonly qty: Qty
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly positionIdx: 0 | 1 | 2
  /** Present only on a conditional order, on one that brings take-profit or stop-loss, on one that bounds slippage. */
  readonly trigger?: OrderTrigger
  readonly tpSl?: TpSl
  readonly slippage?: Slippage
  /** It waits for this maintenance rate, a fraction of one, and then closes its position. */
  readonly mmRate?: Rate
  /** Of an option: the volatility of which its price was made, a fraction of a year's. */
  readonly orderIv?: Rate
}
