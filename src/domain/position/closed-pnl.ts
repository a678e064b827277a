import type { Leverage, Money, Price, Qty } from '../decimal'
import type { InstrumentSymbol, OrderId, OrderType, Side } from '../order/order'

/** What one order, or a delivery, closed of a position, and what that brought. Money is in the settle coin. */
export interface ClosedPnl {
  /** The order's id, or a delivery's own. A later row of the same id replaces the former. */
  readonly id: string
  /** `null` for a delivery. */
  readonly orderId: OrderId | null
  readonly symbol: InstrumentSymbol
  readonly positionIdx: 0 | 1 | 2
  /** Of the closing order: `sell` closed a long. */
  readonly side: Side
  readonly orderType: OrderType
  /** The order's limit or protected price; the delivery price. */
  readonly orderPrice: Price
  readonly orderQty: Qty
  readonly leverage: Leverage
  readonly execType: string
  readonly closedQty: Qty
  readonly fillCount: number
  readonly avgEntryPrice: Price | null
  readonly avgExitPrice: Price | null
  readonly entryValue: Money
  readonly exitValue: Money
  readonly openFee: Money
  readonly closeFee: Money
  /** Funding that the closed part paid; negative was received. */
  readonly funding: Money
  /** Price result less both fees and funding (semantics.md §1.1). */
  readonly closedPnl: Money
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly seq: number
}
