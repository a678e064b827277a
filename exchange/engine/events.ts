import type { Side } from '../../src/domain/order/order'
import type { PositionIdx } from './accounts/account-settings'
import type { EnginePosition } from './records/position-records'
import type { EngineClosedPnl, EngineExecution, EngineOrder } from './records/order-records'

export type EngineEvent =
  /** `action` says what made it; for user and house accounts only — makers' orders make `book` events alone. */
  | {
      readonly type: 'order'
      readonly order: EngineOrder
      readonly action: 'newed' | 'replaced' | 'canceled' | 'filled'
    }
  | { readonly type: 'execution'; readonly execution: EngineExecution }
  | { readonly type: 'closedPnl'; readonly closed: EngineClosedPnl }
  /** Money reached a user's wallet from outside, or from the insurance pool for what prices took beyond its money. */
  | {
      readonly type: 'credit'
      readonly account: string
      readonly coin: string
      readonly amountE8: number
      readonly walletE8: number
      readonly timeMs: number
      readonly seq: number
    }
  /** A wallet moved for a debt: borrowed, repaid, interest paid, a coin given up for another one. */
  | {
      readonly type: 'loan'
      readonly account: string
      readonly coin: string
      readonly move: LoanMove
      readonly changeE8: number
      /** Of a conversion, what the coin that was given paid for it, and who wanted it; left out where nobody names them. */
      readonly feeE8?: number
      readonly cause?: ConversionCause
      readonly walletE8: number
      readonly timeMs: number
      readonly seq: number
    }
  /** A debt was charged an hour's interest. It is owed from then on, and paid later. */
  | {
      readonly type: 'interest'
      readonly account: string
      readonly coin: string
      readonly borrowedE8: number
      /** What of it bore nothing, and what of it unrealised losses made. */
      readonly freeE8: number
      readonly lossE8: number
      readonly interestE8: number
      /** When the hour fell due, or when it was charged, if that was at once. */
      readonly timeMs: number
      readonly seq: number
    }
  /** Funding was paid between the holders of a contract. */
  | {
      readonly type: 'funding'
      readonly symbol: string
      readonly rateE8: number
      readonly timeMs: number
      readonly seq: number
    }
  /** Everything about a position that changed other than by the mark price alone. */
  | { readonly type: 'position'; readonly position: EnginePosition }
  /** The account's balances changed (fill, fee, funding, credit, order margin). The reader asks `balances`. */
  | { readonly type: 'wallet'; readonly account: string }
  /** A position was cut or lost against its holder's will; `ticks` is the price (the bankruptcy price of a takeover). */
  | {
      readonly type: 'liquidation'
      readonly stage: LiquidationStage
      readonly account: string
      readonly symbol: string
      readonly positionIdx: PositionIdx
      /** Of the position: `buy` is a long. */
      readonly side: Side
      readonly ticks: number
      readonly lots: number
      readonly markTicks: number
      readonly timeMs: number
    }
  /** One price level's new total; zero removes it. */
  | {
      readonly type: 'level'
      readonly symbol: string
      readonly side: Side
      readonly ticks: number
      readonly lots: number
    }
  /** A public print; `side` is the taker's. */
  | {
      readonly type: 'trade'
      readonly id: string
      readonly symbol: string
      readonly side: Side
      readonly ticks: number
      readonly lots: number
      readonly timeMs: number
      readonly makerOrderId: string
      readonly takerOrderId: string
      readonly makerAccount: string
      readonly takerAccount: string
      /** Set for a fill past the book (takeover, deleveraging): no public print. */
      readonly isHidden?: true
    }

/** Why a wallet moved for a debt. */
export type LoanMove = 'borrow' | 'repay' | 'interest' | 'convertIn' | 'convertOut'

/** Asked for by the account, made to keep it from a liquidation (portfolio margin), or the first and last step of one. */
export type ConversionCause = 'repayment' | 'autoRepayment' | 'liquidation'

/** What happened: part sold through the book, taken over by the exchange, or closed to deleverage a bankrupt one. */
export type LiquidationStage = 'partial' | 'takeover' | 'adl'
