import type { Order, Position } from '../entities'
import type { EngineExecution } from './order-records'
import type { Outbox } from './outbox'

/** Of an execution, what its cause says of it; the rest follows from the position. */
export type ExecutionTerms = Pick<
  EngineExecution,
  | 'id'
  | 'side'
  | 'ticks'
  | 'lots'
  | 'valueE8'
  | 'feeE8'
  | 'liquidationFeeE8'
  | 'feeRateE8'
  | 'isMaker'
  | 'execType'
  | 'closedPnlE8'
  | 'closedLots'
>

/**
 * Tells an execution, and that its position and wallet have changed. Makers' executions are nobody's record.
 * @param order `null` for what nobody ordered: funding, a session's settlement, a delivery
 */
export function tellExecution(
  outbox: Outbox,
  position: Position,
  order: Pick<Order, 'id' | 'linkId'> | null,
  terms: ExecutionTerms,
  nowMs: number,
): void {
  const { account, cash, market } = position
  if (account.role === 'maker') return
  outbox.touchPosition(position)
  outbox.touchWallet(account)
  // Field by field: with spreads this row took longer than the fill that it tells of.
  outbox.push({
    type: 'execution',
    execution: {
      id: terms.id,
      account: account.id,
      orderId: order === null ? '' : order.id,
      linkId: order === null ? '' : order.linkId,
      symbol: market.instrument.symbol,
      side: terms.side,
      ticks: terms.ticks,
      lots: terms.lots,
      valueE8: terms.valueE8,
      feeE8: terms.feeE8,
      liquidationFeeE8: terms.liquidationFeeE8 ?? 0,
      feeRateE8: terms.feeRateE8,
      isMaker: terms.isMaker,
      execType: terms.execType,
      closedPnlE8: terms.closedPnlE8,
      closedLots: terms.closedLots,
      walletE8: cash.walletE8,
      positionLots: position.lots,
      baseWalletE8: position.base === null ? null : position.base.walletE8,
      timeMs: nowMs,
      seq: outbox.nextSeq(),
    },
  })
}
