import type { Candle, Trade } from '../../domain/market/market'
import type { Execution } from '../../domain/order/execution'
import type { InstrumentSymbol, Order } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import type { Notice } from '../hub-events'

/** Values that a tab is always given whole. */
export type WholeValue =
  | 'status'
  | 'session'
  | 'instruments'
  | 'spotPairs'
  | 'singles'
  | 'intents'
  | 'wallet'
  | 'strategies'
  | 'alerts'
  | 'preferences'
  | 'account'

/** What changed: a value that tabs are given whole, or rows and topics of which they are given what is new. */
export type HubChange =
  | WholeValue
  /** Ages and counts moved, and nothing else. */
  | 'statusMoved'
  | { readonly kind: 'topic'; readonly name: string; readonly isBook: boolean }
  | { readonly kind: 'ticker'; readonly name: string; readonly symbol: InstrumentSymbol }
  | { readonly kind: 'trades'; readonly name: string; readonly trades: readonly Trade[]; readonly isSnapshot: boolean }
  | { readonly kind: 'candles'; readonly name: string; readonly candles: readonly Candle[] }
  | { readonly kind: 'candleReset'; readonly name: string }
  | { readonly kind: 'orders'; readonly orders: readonly Order[] }
  | { readonly kind: 'positions'; readonly positions: readonly Position[] }
  | { readonly kind: 'executions'; readonly executions: readonly Execution[] }
  | { readonly kind: 'notice'; readonly notice: Notice }
