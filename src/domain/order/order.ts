import type { PlanType } from './plan-type'
import type { Brand } from '../../base/brand'
import type { DecimalText, Money, Price, Qty, Rate } from '../decimal'

/** The exchange's name for an order. */
export type OrderId = Brand<string, 'OrderId'>
/** Our name for an order: the id of the user's press (decisions 5). 1–36 letters, digits, `-`, `_`. */
export type OrderLinkId = Brand<string, 'OrderLinkId'>
export type InstrumentSymbol = Brand<string, 'Symbol'>
export type AccountId = Brand<string, 'AccountId'>

export type Side = 'buy' | 'sell'
export type OrderType = 'limit' | 'market'
/**
 * What becomes of an order that meets one of its own account (semantics.md §2.7): the one at rest is cancelled, the
 * incoming one, or both. `none` asks for nothing: the account's own rule holds, by which the newer order wins.
 */
export type SmpType = 'none' | 'cancelMaker' | 'cancelTaker' | 'cancelBoth'

export type TimeInForce = 'goodTillCancel' | 'immediateOrCancel' | 'fillOrKill' | 'postOnly'
/** The nine states of semantics.md §2.1. */
export type OrderStatus =
  | 'new'
  | 'partiallyFilled'
  | 'untriggered'
  | 'rejected'
  | 'partiallyFilledCanceled'
  | 'filled'
  | 'canceled'
  | 'triggered'
  | 'deactivated'

/** Orders that one cancel-all takes (semantics.md §2.7); who has more asks again. */
export const CANCEL_ALL_MAX = 500

/** Which price fires a trigger. */
export type TriggerBy = 'last' | 'mark' | 'index'
/** What a waiting order is: a conditional order of the user's, or a guard of the position (semantics.md §2.2–§2.5). */
export type StopOrderType =
  | 'stop'
  | 'takeProfit'
  | 'stopLoss'
  | 'partialTakeProfit'
  | 'partialStopLoss'
  | 'trailingStop'
  | 'mmRateClose'

/** How far from the best price a market order may trade: whole ticks, or per cent with two decimals. */
export interface Slippage {
  readonly unit: 'tick' | 'percent'
  readonly value: DecimalText
}

/** What only waiting orders and orders with take-profit or stop-loss have. */
export interface StopFields {
  /** These are absent or `null` on an ordinary order. A trailing stop's is its activation price. */
  readonly triggerPrice?: Price | null
  readonly triggerBy?: TriggerBy | null
  /** 1 fires on the rise to the trigger price, 2 on the fall. */
  readonly triggerDirection?: 1 | 2 | null
  readonly stopOrderType?: StopOrderType | null
  /** What the order brings for the position that it opens; absent or `null` for nothing. */
  readonly takeProfit?: Price | null
  readonly stopLoss?: Price | null
  readonly tpTriggerBy?: TriggerBy | null
  readonly slTriggerBy?: TriggerBy | null
  readonly tpSlMode?: 'full' | 'partial' | null
  readonly tpLimitPrice?: Price | null
  readonly slLimitPrice?: Price | null
  readonly tpSlippage?: Slippage | null
  readonly slSlippage?: Slippage | null
  /** How far from the best price of the moment a market order may trade, waiting or not. */
  readonly slippage?: Slippage | null
  /** Of an order that waits for a maintenance rate: the rate, a fraction. */
  readonly mmRate?: Rate
  /** Its trigger was reached, and it waits on: its fill would liquidate the rest of the account (ADR-1041). */
  readonly isHeldBack?: true
  /** The linked leg of a partial take-profit and stop-loss. */
  readonly pairOrderId?: OrderId | null
  /** Where a trailing stop stands now; `null` before its activation. */
  readonly stopPrice?: Price | null
  /** How far a trailing stop stays behind the best price: a distance, or a fraction of that price (`trailingRate`). */
  readonly trailingStop?: Price | null
  readonly trailingRate?: Rate | null
}

/**
 * What an order keeps from its acceptance to its last row, and no rule of the matching changes: the engine carries it as
 * one value, from the command through books and snapshots to the order's rows. Left out where there is none.
 */
export interface CarriedTerms {
  /** The order it was split from, the strategy that sent it, or the spread's order whose leg it is. */
  readonly parentOrderId?: OrderId
  /** Of a spread's order: the orders of its legs in its last fill. */
  readonly legOrderId1?: OrderId
  readonly legOrderId2?: OrderId
  /** Of a spot order that is a plan. */
  readonly planType?: PlanType
  /** Of a pair's order: it may pay with what it borrows. */
  readonly isLeverage?: true
  /** Of a pair's market order that was asked for by what it is worth: that, in the quote coin. */
  readonly amount?: Money
  /** Of an option's order that was asked for by its volatility: that, a fraction of a year's. */
  readonly orderIv?: Rate
  /** Of a market order that does not wait: how far from the best price it may trade. */
  readonly slippage?: Slippage | null
}

interface OrderBase extends StopFields, CarriedTerms {
  readonly id: OrderId
  readonly linkId: OrderLinkId | null
  readonly symbol: InstrumentSymbol
  readonly side: Side
  readonly qty: Qty
  readonly filledQty: Qty
  readonly leavesQty: Qty
  /** Σ(fill price × fill quantity), in the settle coin. */
  readonly filledValue: Money
  /** Fees paid so far; negative is a rebate. */
  readonly fee: Money
  readonly avgPrice: Price | null
  readonly status: OrderStatus
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly positionIdx: 0 | 1 | 2
  /** Why the order exists, as the exchange's own word (`CreateByUser`, `CreateByLiq` …). */
  readonly createType: string
  /** Self-match prevention that was asked for; absent where none was. Only an incoming order's counts. */
  readonly smpType?: SmpType
  /** The own order that it met where that ended it; absent where it met none. */
  readonly smpOrderId?: OrderId
  /** Why it was cancelled (`CancelByUser`, `CancelBySmp` …); `null` while it was not. */
  readonly cancelType: string | null
  /** `EC_PostOnlyWillTakeLiquidity` and the like; `null` when there is none. */
  readonly rejectReason: string | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
  /** Exchange sequence of the last change: a later message has a higher one (I9). */
  readonly seq: number
  /**
   * Set by the hub on an order that was open and is not in the exchange's complete list of open orders any more.
   * `asking`: how it ended is being looked up; `unknown`: the exchange does not know it. Absent on any other.
   */
  readonly missing?: 'asking' | 'unknown'
}

export type Order = OrderBase & ({ readonly type: 'limit'; readonly price: Price } | { readonly type: 'market' })

/** @returns the limit price, or `null` for a market order */
export function limitPrice(order: Order): Price | null {
  return order.type === 'limit' ? order.price : null
}
