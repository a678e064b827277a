import type { OrderId, Side } from '../../../src/domain/order/order'
import { tellClosedPnl } from '../records/closed-pnl'
import type { Position, Order } from '../entities'
import { execIdOf } from '../orders/order-ids'
import { settleFill } from '../accounts/settle-fill'
import { closingLots } from '../products/fill-moves'
import { closingOf, valueRestE8 } from '../orders/fill-order'
import { cancelOrder, finishFilled } from '../orders/open-orders'
import { tellExecution } from '../records/tell-execution'
import { acceptOrder } from '../orders/accept-order'
import type { EngineState } from '../state'
import { noteFill } from '../triggers/triggers'

/** A fill past the book: a takeover, or a position closed to deleverage another. */
export interface PassThrough {
  readonly side: Side
  readonly ticks: number
  readonly lots: number
  /** The same for both sides, so that not a unit is lost. */
  readonly valueE8: number
  readonly feeE8: number
  readonly feeRateE8: number
  /** What of the fee a liquidation took besides the trade's; left out, nothing. */
  readonly liquidationFeeE8?: number
  readonly isMaker: boolean
  readonly isReducing: boolean
  readonly createType: string
  readonly execType: string
  /** Of a leg: the spread's order. */
  readonly parentOrderId?: OrderId
  /** Left out, the newest execution's. */
  readonly execNumber?: number
}

const PLAIN = {
  linkId: '',
  orderType: 'limit',
  timeInForce: 'immediateOrCancel',
  closeOnTrigger: false,
  selfMatch: 'none',
} as const

/**
 * Fills one side of such a trade whole, with an order of its own. The fee leaves the wallet; whose it is, is the
 * caller's to say.
 */
export function fillPastBook(state: EngineState, position: Position, fill: PassThrough, nowMs: number): Order {
  const { side, ticks, lots, valueE8, feeE8, createType } = fill
  const { parentOrderId, execNumber = state.lastExecNumber } = fill
  const plain = { ...PLAIN, side, reduceOnly: fill.isReducing, createType }
  const command = parentOrderId === undefined ? plain : { ...plain, carried: { parentOrderId } }
  const order = acceptOrder(state, position, { command, ticks, lots }, nowMs)
  const closedLots = closingLots(position, side, lots)
  order.filledLots = lots
  order.filledValueE8 = valueE8
  const restE8 = valueRestE8(state, position.market, fill)
  order.filledRestE8 = restE8 ?? 0
  order.feeE8 = feeE8
  const closing = closedLots > 0 ? closingOf(order, fill.execType) : null
  const closedPnlE8 = settleFill(position, { side, lots, valueE8, feeE8, restE8 }, nowMs, closing)
  finishFilled(state, order)
  if (position.guards.length > 0) noteFill(state, order, fill)
  const id = execIdOf(execNumber)
  const { feeRateE8, liquidationFeeE8 = 0, isMaker, execType } = fill
  const fees = { feeE8, feeRateE8, liquidationFeeE8 }
  const terms = { id, side, ticks, lots, valueE8, ...fees, isMaker, execType, closedPnlE8, closedLots }
  tellExecution(state.outbox, position, order, terms, nowMs)
  state.outbox.order(order, 'filled', nowMs)
  tellClosedPnl(state.outbox, order, nowMs)
  return order
}

/** Both sides of it: `from` gives its position up, `to` takes the other side. */
export function passThrough(
  state: EngineState,
  from: { readonly position: Position; readonly fill: PassThrough },
  to: { readonly position: Position; readonly fill: PassThrough },
  nowMs: number,
): void {
  state.lastExecNumber += 1
  const taker = fillPastBook(state, from.position, from.fill, nowMs)
  const maker = fillPastBook(state, to.position, to.fill, nowMs)
  state.outbox.push({
    type: 'trade',
    id: execIdOf(state.lastExecNumber),
    symbol: from.position.market.instrument.symbol,
    side: from.fill.side,
    ticks: from.fill.ticks,
    lots: from.fill.lots,
    timeMs: nowMs,
    makerOrderId: maker.id,
    takerOrderId: taker.id,
    makerAccount: to.position.account.id,
    takerAccount: from.position.account.id,
    isHidden: true,
  })
}

/** Ends open orders of a position, newest entered last; `which` chooses. */
export function cancelOrders(
  state: EngineState,
  position: Position,
  cancelType: string,
  nowMs: number,
  which: (order: Order) => boolean = () => true,
): void {
  for (let order = position.firstOrder; order !== null;) {
    const next: Order | null = order.ownNext
    if (which(order)) cancelOrder(state, order, { cancelType, rejectReason: null }, nowMs)
    order = next
  }
}
