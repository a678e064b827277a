import type { Price } from '../decimal'
import type { OrderType, Slippage, TriggerBy } from './order'

/** Fires on the rise (1) or the fall (2) to `price`. */
export interface OrderTrigger {
  readonly price: Price
  readonly by: TriggerBy
  readonly direction: 1 | 2
}

/** One take-profit or stop-loss. Price `'0'` removes an existing one. */
export interface TpSlLeg {
  readonly price: Price
  readonly by: TriggerBy
  readonly orderType: OrderType
  /** `null` at market. */
  readonly limitPrice: Price | null
  readonly slippage: Slippage | null
}

/** `null` legs are not named: they stay as they are. */
export interface TpSl {
  readonly mode: 'full' | 'partial'
  readonly takeProfit: TpSlLeg | null
  readonly stopLoss: TpSlLeg | null
}
