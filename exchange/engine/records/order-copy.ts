import type { Order } from '../entities'
import type { EngineOrder } from './order-records'

/** What leaves the engine of an order: a copy, safe to keep. */
export function toEngineOrder(order: Order): EngineOrder {
  return {
    id: order.id,
    linkId: order.linkId,
    account: order.position.account.id,
    symbol: order.position.market.instrument.symbol,
    side: order.side,
    orderType: order.orderType,
    ticks: order.ticks,
    lots: order.lots,
    filledLots: order.filledLots,
    filledValueE8: order.filledValueE8,
    filledRestE8: order.filledRestE8,
    feeE8: order.feeE8,
    status: order.status,
    timeInForce: order.timeInForce,
    reduceOnly: order.reduceOnly,
    closeOnTrigger: order.closeOnTrigger,
    createType: order.createType,
    cancelType: order.cancelType,
    rejectReason: order.rejectReason,
    createdAtMs: order.createdAtMs,
    updatedAtMs: order.updatedAtMs,
    positionIdx: order.position.positionIdx,
    seq: order.seq,
    stop: order.stop,
    tpSl: order.tpSl,
    carried: order.carried,
    selfMatch: order.selfMatch,
    smpOrderId: order.smpOrderId,
  }
}
