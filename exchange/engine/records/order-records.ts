import type { OrderStatus, OrderType, Side, TimeInForce } from '../../../src/domain/order/order'
import type { CarriedTerms } from '../../../src/domain/order/order'
import type { PositionIdx } from '../accounts/account-settings'
import type { EngineStop, EngineTpSl } from '../orders/order-terms'
import type { SelfMatch } from '../matching/self-match'

/** A snapshot of an order at one event. A plain copy: safe to keep. */
export interface EngineOrder {
  readonly id: string
  readonly linkId: string
  readonly account: string
  readonly symbol: string
  readonly side: Side
  readonly orderType: OrderType
  readonly ticks: number
  readonly lots: number
  readonly filledLots: number
  readonly filledValueE8: number
  /** What rounding left out of it; left out, nothing. */
  readonly filledRestE8?: number
  readonly feeE8: number
  readonly status: OrderStatus
  readonly timeInForce: TimeInForce
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly createType: string
  readonly cancelType: string | null
  readonly rejectReason: string | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly positionIdx?: PositionIdx
  /** Rises with every event of the engine. */
  readonly seq: number
  /** `null` for an ordinary order. */
  readonly stop: EngineStop | null
  readonly tpSl: EngineTpSl | null
  /** `null` where it carries nothing. */
  readonly carried: CarriedTerms | null
  readonly selfMatch: SelfMatch
  /** The own order that it met where that ended it. */
  readonly smpOrderId: string | null
}

export interface EngineExecution {
  readonly id: string
  readonly account: string
  readonly orderId: string
  readonly linkId: string
  readonly symbol: string
  readonly side: Side
  readonly ticks: number
  readonly lots: number
  readonly valueE8: number
  readonly feeE8: number
  /** What of the fee a liquidation took besides the trade's; left out, nothing. */
  readonly liquidationFeeE8?: number
  readonly feeRateE8: number
  readonly isMaker: boolean
  readonly execType: string
  readonly closedPnlE8: number
  readonly closedLots: number
  /** The wallet and the (signed) position after it: what the transaction log shows. */
  readonly walletE8: number
  readonly positionLots: number
  /** The wallet of a pair's base coin after it; `null` where no other coin moved. */
  readonly baseWalletE8: number | null
  readonly timeMs: number
  readonly seq: number
}

/**
 * What one order (or a delivery) has closed so far: Σ over all rows of a position that came back to zero is what the
 * engine realised on it, fees and funding included, to the last unit. A later row of the same `id` replaces the former.
 */
export interface EngineClosedPnl {
  readonly id: string
  readonly account: string
  readonly symbol: string
  readonly positionIdx: PositionIdx
  /** `''` for a delivery, which has no order. */
  readonly orderId: string
  /** Of the closing order: `sell` closed a long. */
  readonly side: Side
  readonly orderType: OrderType
  readonly ticks: number
  readonly lots: number
  readonly leverageE2: number
  readonly execType: string
  readonly closedLots: number
  readonly fills: number
  readonly entryValueE8: number
  readonly exitValueE8: number
  /** What rounding left out of these two; left out, nothing. */
  readonly entryRestE8?: number
  readonly exitRestE8?: number
  readonly openFeeE8: number
  readonly closeFeeE8: number
  /** Funding paid by the closed part; negative was received. */
  readonly fundingE8: number
  readonly pnlE8: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly seq: number
}

/** What the fills of one order have closed so far. A plain object: it stands in the snapshot as it is. */
export interface Closing {
  lots: number
  fills: number
  /** Value of the closed part at the prices paid, and at the prices got. */
  entryValueE8: number
  exitValueE8: number
  /** What rounding left out of these two; left out, nothing. */
  entryRestE8?: number
  exitRestE8?: number
  openFeeE8: number
  closeFeeE8: number
  /** Funding that the closed part paid while it was open; negative was received. */
  fundingE8: number
  /** Price result less both fees and funding. */
  pnlE8: number
  execType: string
}
