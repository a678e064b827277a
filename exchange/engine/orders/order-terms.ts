import type { LeftOutTerms } from '../../../src/domain/order/tp-sl'
import type { OrderType, StopOrderType, TriggerBy } from '../../../src/domain/order/order'

/** Fires once the price is at or above (1), at or below (2) `ticks`. */
export interface EngineTrigger {
  readonly ticks: number
  readonly by: TriggerBy
  readonly direction: 1 | 2
}

/** How far beyond the best opposite price a market order may trade (semantics.md §1.9). */
export type EngineSlippage =
  | { readonly unit: 'tick'; /** 1–10,000. */ readonly value: number }
  | { readonly unit: 'percent'; /** Hundredths of a per cent, 1–1,000. */ readonly value: number }

/** One take-profit or stop-loss. `ticks` 0 asks for none (it cancels an existing one). */
export interface EngineTpSlLeg {
  readonly ticks: number
  readonly by: TriggerBy
  readonly orderType: OrderType
  /** The price of a limit order; 0 for a market order. */
  readonly limitTicks: number
  readonly slippage: EngineSlippage | null
}

/** What an order brings for the position that it opens; a leg that is `null` was not named. */
export interface EngineTpSl {
  readonly mode: 'full' | 'partial'
  readonly takeProfit: EngineTpSlLeg | null
  readonly stopLoss: EngineTpSlLeg | null
}

/** Of a change: what is left out of it stays as it is (ADR-1063); beside it stands what holds where there was nothing. */
export interface AskedTpSlLeg extends EngineTpSlLeg {
  readonly leftOut?: LeftOutTerms
}

export interface AskedTpSl extends EngineTpSl {
  readonly takeProfit: AskedTpSlLeg | null
  readonly stopLoss: AskedTpSlLeg | null
  /** An order's mode stays. */
  readonly keepsMode?: true
}

/** Two legs over one amount: neither has 0 ticks. */
export interface EngineOcoLegs {
  readonly takeProfit: EngineTpSlLeg
  readonly stopLoss: EngineTpSlLeg
}

/** Exactly one of distance and rate is not `null`. `activationTicks` 0: active at once. */
export interface EngineTrailingTerms {
  /** 0 asks for none. */
  readonly distanceTicks: number | null
  readonly rateE8: number | null
  readonly activationTicks: number
}

export interface AskedTrailingTerms extends EngineTrailingTerms {
  /** A trailing stop that still waits for its activation keeps it. */
  readonly keepsActivation?: true
}

export interface EngineTrailing extends EngineTrailingTerms {
  /** The best price since activation and the stop that follows it; `null` before. */
  readonly bestTicks: number | null
  readonly stopTicks: number | null
}

export type StopKind = StopOrderType

/**
 * What makes an order wait. It stays with the order after it fired. A trailing stop's `ticks` is its activation. Of kind
 * `stop` are a user's own orders, whatever they wait for; every other kind guards a position.
 */
export interface EngineStop extends EngineTrigger {
  readonly kind: StopKind
  readonly slippage: EngineSlippage | null
  /** The other leg of a partial set or of two legs over one amount, which ends when this one fires; `null` for none. */
  readonly pairId: string | null
  /** The order whose fills made this partial set, or these legs of a pair. */
  readonly parentId: string | null
  readonly trailing: EngineTrailing | null
  /**
   * Of a pair: it holds back what it will pay with while it waits. Left out, nothing (semantics.md §2.2); of two legs over
   * one amount, one holds it for both.
   */
  readonly reserves?: boolean
  /** It waits for this maintenance rate, hundredths of a per cent, and for no price; left out, for a price. */
  readonly rateE4?: number
  /** Of a pair's market order: as many lots as the book gives for this when it fires; until then those of its trigger. */
  readonly amountE8?: number
  /** Of a guard: its trigger was reached, and it waits on since its fill would liquidate the rest (ADR-1041). */
  readonly isHeldBack?: boolean
}

/** What waits for something else from now on is not held back any more. */
export function notHeldBack(stop: EngineStop): EngineStop {
  if (stop.isHeldBack === undefined) return stop
  const { isHeldBack: _, ...rest } = stop
  return rest
}
