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
  /** Of a change: what stays as it is, the values here standing where there was nothing. Lines of before have it not. */
  readonly leftOut?: LeftOutTerms
}

/** Of one leg. With its type a limit price and a slippage stay that were not named. */
export interface LeftOutTerms {
  readonly by?: true
  readonly type?: true
  /** Beside type limit alone, of one that is limit already. */
  readonly limitPrice?: true
}

/** `null` legs are not named: they stay as they are. */
export interface TpSl {
  readonly mode: 'full' | 'partial'
  readonly takeProfit: TpSlLeg | null
  readonly stopLoss: TpSlLeg | null
  /** Of a change of an order: its mode stays. Lines of before have it not. */
  readonly keepsMode?: true
}
