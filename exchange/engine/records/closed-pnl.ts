import type { Position, Order } from '../entities'
import type { Closing, EngineClosedPnl } from './order-records'
import type { Outbox } from './outbox'

export function createClosing(execType: string): Closing {
  return {
    lots: 0,
    fills: 0,
    entryValueE8: 0,
    exitValueE8: 0,
    openFeeE8: 0,
    closeFeeE8: 0,
    fundingE8: 0,
    pnlE8: 0,
    execType,
  }
}

/** Tells what an order has closed, once per message of the order; an order that closed nothing new says nothing. */
export function tellClosedPnl(outbox: Outbox, order: Order, nowMs: number): void {
  if (order.closing === null || order.closing.fills === order.toldClosings) return
  order.toldClosings = order.closing.fills
  const { id, side, orderType, ticks, lots, createdAtMs, closing } = order
  const row = { id, orderId: id, side, orderType, ticks, lots, createdAtMs, closing }
  outbox.push({ type: 'closedPnl', closed: closedPnlOf(outbox, order.position, row, nowMs) })
  // A finished order is remembered for a while; its sums are told and need not be carried along, nor in snapshots.
  if (order.status === 'filled') order.closing = null
}

/** A row of the closed results, of an order or (with an id of its own and no `orderId`) of a delivery. */
export function closedPnlOf(
  outbox: Outbox,
  position: Position,
  row: Pick<EngineClosedPnl, 'id' | 'orderId' | 'side' | 'orderType' | 'ticks' | 'lots' | 'createdAtMs'> & {
    readonly closing: Closing
  },
  nowMs: number,
): EngineClosedPnl {
  const { closing } = row
  // Field by field: with spreads this row took longer than the fill that it tells of.
  return {
    id: row.id,
    orderId: row.orderId,
    side: row.side,
    orderType: row.orderType,
    ticks: row.ticks,
    lots: row.lots,
    createdAtMs: row.createdAtMs,
    account: position.account.id,
    symbol: position.market.instrument.symbol,
    positionIdx: position.positionIdx,
    leverageE2: position.leverageE2,
    execType: closing.execType,
    closedLots: closing.lots,
    fills: closing.fills,
    entryValueE8: closing.entryValueE8,
    exitValueE8: closing.exitValueE8,
    entryRestE8: closing.entryRestE8 ?? 0,
    exitRestE8: closing.exitRestE8 ?? 0,
    openFeeE8: closing.openFeeE8,
    closeFeeE8: closing.closeFeeE8,
    fundingE8: closing.fundingE8,
    pnlE8: closing.pnlE8,
    updatedAtMs: nowMs,
    seq: outbox.nextSeq(),
  }
}
