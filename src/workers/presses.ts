import type { LendingChange } from '../domain/account/lending'
import type { NewOrder } from '../domain/order/new-order'
import type { OrderCancel, OrderChange } from '../domain/order/order-change'
import type {
  AutoAddMarginSetting,
  LeverageSetting,
  MarginChange,
  PositionModeSetting,
  TradingStop,
} from '../domain/position/position-settings'
import type { AlertChange, AlertTerms } from '../domain/market/price-alert'
import type { Leverage, Qty } from '../domain/decimal'
import type { InstrumentSymbol, OrderId, OrderLinkId, Side } from '../domain/order/order'
import type { NewStrategy } from '../domain/order/strategy'
import type { AccountMarginMode } from '../domain/position/position'

/** A user's press, complete and immutable before the first await (I11). `id` is client-tag and orderLinkId in one. */
export interface OrderIntent {
  readonly id: OrderLinkId
  readonly order: NewOrder
  readonly pressedAtMs: number
  /** Account the ticket showed at the press; the hub refuses when another one is signed in. */
  readonly account: string
}

/** Why an order was not taken. `code` is the exchange's return code, or `null` when the hub itself refused. */
export interface Rejection {
  readonly code: number | null
  readonly reason:
    | 'refusedByExchange'
    /** The exchange finds fault with what it was sent: `ext` names the field, or the reasons. */
    | 'badRequest'
    | 'offline'
    | 'notLive'
    | 'rulesUnconfirmed'
    | 'cannotRecord'
    | 'duplicate'
    | 'wrongAccount'
    | 'rateLimited'
    | 'signedOut'
    /** Two look-ups after the landing time agree that the exchange never took it. */
    | 'notTaken'
    /** A later change of the same order or setting took its place, so what became of it cannot be seen. */
    | 'overwritten'
    /** The order was finished before the change reached it (O11). */
    | 'orderEnded'
    /** There is no position any more that could be guarded (O16). */
    | 'positionClosed'
    /** The page showed what was from before it was hidden, frozen, cached or stopped (decisions 44). */
    | 'oldView'
    /** Since a reverse closed one, another was opened, which its second order would reduce. */
    | 'positionOpened'
    /** Another reverse is on its way (O14). */
    | 'reversing'
  readonly message: string
  readonly ext: Readonly<Record<string, unknown>>
}

/** Three outcomes (decisions 9): unknown is neither failed nor done, and resolves later through the account stream. */
export type Outcome<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  | { readonly kind: 'refused'; readonly rejection: Rejection }
  | { readonly kind: 'unknown' }

/** A press that has no order yet, or whose fate is not known. Shown as an order row. */
export interface IntentState {
  readonly id: OrderLinkId
  readonly order: NewOrder
  readonly pressedAtMs: number
  readonly state: 'sending' | 'unknown' | 'notPlaced' | 'refused' | 'accepted'
  readonly rejection: Rejection | null
}

export interface StrategyReference {
  readonly symbol: InstrumentSymbol
  readonly strategyId: string
}

export interface AlertReference {
  readonly symbol: InstrumentSymbol
  readonly alertId: string
}

/** A press that starts a strategy: like an order's, complete and immutable before the first await (I11). */
export interface StrategyPress {
  readonly id: OrderLinkId
  readonly strategy: NewStrategy
  readonly pressedAtMs: number
  /** Account the ticket showed at the press. */
  readonly account: string
}

/** A press that changes what is there already, or starts a strategy, which only lists of its own show. A cancel of all names the orders that it meant. */
export type Change =
  | { readonly kind: 'amend'; readonly order: OrderChange }
  | { readonly kind: 'cancel'; readonly order: OrderCancel }
  | { readonly kind: 'cancelAll'; readonly symbol: InstrumentSymbol | null; readonly orderIds: readonly OrderId[] }
  | ({ readonly kind: 'leverage' } & LeverageSetting)
  | { readonly kind: 'tpSl'; readonly terms: TradingStop }
  | { readonly kind: 'marginMode'; readonly mode: AccountMarginMode }
  | ({ readonly kind: 'positionMode' } & PositionModeSetting)
  | ({ readonly kind: 'margin' } & MarginChange)
  | ({ readonly kind: 'autoAddMargin' } & AutoAddMarginSetting)
  | { readonly kind: 'openStrategy'; readonly strategy: NewStrategy }
  | ({ readonly kind: 'cancelStrategy' } & StrategyReference)
  | LendingChange
  | { readonly kind: 'addAlert'; readonly terms: AlertTerms }
  | { readonly kind: 'amendAlert'; readonly terms: AlertChange }
  | ({ readonly kind: 'removeAlert' } & AlertReference)

/** A change whose end is not known yet. */
export interface ChangeState {
  readonly id: OrderLinkId
  readonly change: Change
  readonly pressedAtMs: number
  readonly state: 'sending' | 'unknown'
}

/** A press of "Reverse": the position as it was shown, and the names of both legs, made before anything leaves. */
export interface ReversePress {
  readonly id: OrderLinkId
  readonly account: string
  readonly symbol: InstrumentSymbol
  readonly positionIdx: 0 | 1 | 2
  readonly side: Side
  readonly size: Qty
  readonly closeId: OrderLinkId
  readonly openId: OrderLinkId
  /** Leverage of the new position; `null` leaves it as it is. */
  readonly leverage: Leverage | null
  readonly pressedAtMs: number
}

/** A reverse that has not ended. `notReopened`: closed, and what opens the other side was not sent or not taken (O13). */
export interface ReverseState {
  readonly press: ReversePress
  readonly stage: 'closing' | 'opening' | 'notReopened'
  /** What the closing order really filled; `null` while that is not known. */
  readonly filledQty: Qty | null
  readonly rejection: Rejection | null
}
