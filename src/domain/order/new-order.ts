import type { Price, Qty } from '../decimal'
import type { InstrumentSymbol, OrderType, Side, Slippage, SmpType, TimeInForce } from './order'
import type { OrderTrigger, TpSl } from './tp-sl'

/** An order as it is asked for, with nothing left to a default of the exchange. */
export interface NewOrder {
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
  /** Present only where self-match prevention was asked for. */
  readonly smpType?: SmpType
  /** Above the contract's largest order it becomes several (decisions 22). Present only where it was asked for. */
  readonly isSplit?: true
  /** Why the order is sent, where that is more than the user's wish for it. The exchange acts the same. */
  readonly action?: 'ReverseClose'
}
