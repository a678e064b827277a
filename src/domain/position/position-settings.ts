import type { Leverage, Money, Price, Qty, Rate } from '../decimal'
import type { InstrumentSymbol, OrderId } from '../order/order'
import type { TpSl } from '../order/tp-sl'
import type { PositionMode } from './position'

/** One position of a contract. */
export interface PositionReference {
  readonly symbol: InstrumentSymbol
  readonly positionIdx: 0 | 1 | 2
}

/** Leverage of both sides; they may differ only in hedge mode with isolated margin (semantics.md §2.8). */
export interface LeverageSetting {
  readonly symbol: InstrumentSymbol
  readonly buyLeverage: Leverage
  readonly sellLeverage: Leverage
}

export interface PositionModeSetting {
  readonly symbol: InstrumentSymbol
  readonly mode: PositionMode
}

export interface MarginChange extends PositionReference {
  /** Settle coin, four decimals at most; negative takes added margin back. */
  readonly amount: Money
}

export interface AutoAddMarginSetting extends PositionReference {
  readonly isOn: boolean
}

/** A trailing stop by distance or by a fraction of the best price; distance `'0'` cancels. */
export interface TrailingTerms {
  readonly distance: Price | null
  readonly rate: Rate | null
  /** `null`: active at once. */
  readonly activationPrice: Price | null
  /** None was named: that of a trailing stop which still waits for its own stays. Lines of before have it not. */
  readonly keepsActivation?: true
}

/** Take-profit, stop-loss and trailing stop of a position; parts that are not named stay as they are. */
export interface TradingStop extends TpSl {
  readonly symbol: InstrumentSymbol
  readonly positionIdx: 0 | 1 | 2
  /** Partial only; `null` is the whole position. */
  readonly tpSize: Qty | null
  readonly slSize: Qty | null
  /** Existing partial orders that are to be changed; `null` adds a set. */
  readonly tpOrderId: OrderId | null
  readonly slOrderId: OrderId | null
  readonly trailing: TrailingTerms | null
}

/** Whether a change sets a take-profit or stop-loss: a leg of price 0 is taken away, and one that is `null` stays. */
export function setsGuard({ takeProfit, stopLoss }: Pick<TpSl, 'takeProfit' | 'stopLoss'>): boolean {
  return [takeProfit, stopLoss].some((leg) => leg !== null && leg.price !== '0')
}
