import type { TriggerBy } from '../../../src/domain/order/order'
import type { MarginMode, PositionIdx } from '../accounts/account-settings'
import type { EngineTrailing } from '../orders/order-terms'

/** `lots` is signed: negative is short. `costE8` = Σ value of the open part (entry price = cost / lots). */
export interface EnginePosition {
  readonly account: string
  readonly symbol: string
  readonly lots: number
  readonly costE8: number
  /** What rounding left out of it; left out, nothing. */
  readonly costRestE8?: number
  readonly leverageE2: number
  /** `null` before the contract's first mark. */
  readonly markTicks: number | null
  /** Of an option alone: what its fees stand on. */
  readonly indexTicks: number | null | undefined
  readonly unrealisedE8: number
  /** Since this position was opened, fees and funding included. */
  readonly realisedE8: number
  readonly cumRealisedE8: number
  readonly initialMarginE8: number
  readonly maintenanceMarginE8: number
  /** `null` outside the price range of the contract. */
  readonly liquidationTicks: number | null
  readonly bankruptcyTicks: number | null
  readonly positionIdx?: PositionIdx
  readonly marginMode?: MarginMode
  /** Margin added by hand or by auto-add-margin, less funding taken from it; isolated only. */
  readonly extraMarginE8?: number
  readonly isAutoAddMargin?: boolean
  /** Σ value of the open part at the prices paid, never reset by a session settlement (`avgPrice`). */
  readonly openCostE8?: number
  readonly openCostRestE8?: number
  /** Since it was opened; positive was paid. */
  readonly fundingPaidE8?: number
  /** Place in the queue of auto-deleveraging: 0 no position, 1 the last fifth … 5 the first; at most 10 s old. */
  readonly adlRank?: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly seq: number
  /** `null` while nothing guards it. */
  readonly protection: EngineProtection | null
}

/** What guards a position as a whole: the full take-profit and stop-loss, and the trailing stop. */
export interface EngineProtection {
  readonly mode: 'full' | 'partial'
  readonly takeProfitTicks: number | null
  readonly stopLossTicks: number | null
  readonly takeProfitBy: TriggerBy
  readonly stopLossBy: TriggerBy
  readonly trailing: EngineTrailing | null
}

export interface EngineBalance {
  readonly coin: string
  readonly walletE8: number
  /** Results that are paid when positions close, as those of contracts. */
  readonly unrealisedE8: number
  /** Σ signed value at the mark of what was paid for with its fills: options. */
  readonly paidValueE8: number
  /** Whether that backs the account's margin; left out, it does not. */
  readonly paidValueBacks?: boolean
  readonly positionMarginE8: number
  readonly orderMarginE8: number
  /** What orders of pairs hold back: coins that are to be paid, and no margin. */
  readonly lockedE8: number
  readonly maintenanceE8: number
  readonly availableE8: number
  readonly cumRealisedE8: number
  /** What of the coin hedges what is short of it, with portfolio margin; left out, nothing. */
  readonly hedgeE8?: number
}
