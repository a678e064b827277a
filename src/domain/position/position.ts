import type { Leverage, Money, Price, Qty, Rate } from '../decimal'
import type { InstrumentSymbol, Side, TriggerBy } from '../order/order'

/** How margin is held: out of the whole account, or set aside for each position. */
export type MarginMode = 'cross' | 'isolated'
/** What an account may have chosen for all of it: with `portfolio` no position has a margin of its own. */
export type AccountMarginMode = MarginMode | 'portfolio'
/** One position in a contract, or a long and a short one side by side. */
export type PositionMode = 'oneWay' | 'hedge'

/** What guards a position as a whole. */
export interface PositionGuards {
  /** Over the whole position; absent or `null` for none. */
  readonly takeProfit?: Price | null
  readonly stopLoss?: Price | null
  readonly tpTriggerBy?: TriggerBy | null
  readonly slTriggerBy?: TriggerBy | null
  readonly tpSlMode?: 'full' | 'partial' | null
  /** Distance as a price, or as a fraction of the best price (`trailingRate`). */
  readonly trailingStop?: Price | null
  readonly trailingRate?: Rate | null
  readonly activationPrice?: Price | null
}

/** A holding in one contract. A closed position arrives once with `size` zero and `side` null. */
export interface Position extends PositionGuards {
  readonly symbol: InstrumentSymbol
  readonly positionIdx: 0 | 1 | 2
  readonly side: Side | null
  readonly size: Qty
  readonly entryPrice: Price | null
  readonly leverage: Leverage
  readonly marginMode: MarginMode
  /** Of an account with portfolio margin: no leverage, no margin and no liquidation is its own. */
  readonly isPortfolio?: boolean
  /** Size × entry (linear), settle coin. */
  readonly value: Money
  readonly markPrice: Price | null
  readonly unrealisedPnl: Money
  /** Realised on this holding since it was opened, fees and funding included. */
  readonly realisedPnl: Money
  readonly cumRealisedPnl: Money
  readonly initialMargin: Money
  readonly maintenanceMargin: Money
  /** `null` when it lies outside the contract's price range (shown as `--`). */
  readonly liquidationPrice: Price | null
  readonly bankruptcyPrice: Price | null
  readonly breakEvenPrice: Price | null
  /** Margin beyond the initial one; isolated only. */
  readonly extraMargin?: Money
  readonly isAutoAddMargin?: boolean
  /** Of `realisedPnl`, the funding paid since it was opened; negative was received. Left out where it is not known. */
  readonly fundingPaid?: Money
  /** Place in the queue of auto-deleveraging: 0 no position, 1 late … 5 first. */
  readonly adlRank?: number
  /** Average of the prices paid, which a session settlement does not reset; `entryPrice` is what P&L counts from. */
  readonly openAvgPrice?: Price | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly seq: number
}
