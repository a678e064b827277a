import type { ClosedPnl } from '../../domain/position/closed-pnl'
import { ORDER_TYPE_WORD, SIDE_WORD } from '../words'

/** One row of `/v5/position/closed-pnl`; `fundingFee` (ours), positive when paid, makes the sum visible. */
export interface ClosedPnlJson {
  readonly symbol: string
  readonly orderId: string
  readonly side: string
  readonly positionIdx: number
  readonly orderType: string
  readonly orderPrice: string
  readonly qty: string
  readonly leverage: string
  readonly execType: string
  readonly closedSize: string
  readonly cumEntryValue: string
  readonly avgEntryPrice: string
  readonly cumExitValue: string
  readonly avgExitPrice: string
  readonly openFee: string
  readonly closeFee: string
  readonly fundingFee: string
  readonly closedPnl: string
  readonly fillCount: string
  readonly createdTime: string
  readonly updatedTime: string
  readonly seq: number
}

export function writeClosedPnl(closed: ClosedPnl): ClosedPnlJson {
  return {
    symbol: closed.symbol,
    orderId: closed.orderId ?? '',
    side: SIDE_WORD[closed.side],
    positionIdx: closed.positionIdx,
    orderType: ORDER_TYPE_WORD[closed.orderType],
    orderPrice: closed.orderPrice,
    qty: closed.orderQty,
    leverage: closed.leverage,
    execType: closed.execType,
    closedSize: closed.closedQty,
    cumEntryValue: closed.entryValue,
    avgEntryPrice: closed.avgEntryPrice ?? '',
    cumExitValue: closed.exitValue,
    avgExitPrice: closed.avgExitPrice ?? '',
    openFee: closed.openFee,
    closeFee: closed.closeFee,
    fundingFee: closed.funding,
    closedPnl: closed.closedPnl,
    fillCount: String(closed.fillCount),
    createdTime: String(closed.createdAtMs),
    updatedTime: String(closed.updatedAtMs),
    seq: closed.seq,
  }
}
