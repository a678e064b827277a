import type { Side } from '../../src/domain/order/order'
import { tellClosedPnl } from './closed-pnl'
import type { Holding, Order } from './entities'
import { execIdOf } from './order-ids'
import { cancelOrder, closingLots, closingOf, finishFilled, settleFill } from './matching'
import { acceptOrder } from './place-order'
import type { EngineState } from './state'
import { noteFill } from './triggers'

/** A fill past the book: a takeover, or a position closed to deleverage another. */
export interface PassThrough {
  readonly side: Side
  readonly ticks: number
  readonly lots: number
  /** The same for both sides, so that not a unit is lost. */
  readonly valueE8: number
  readonly feeE8: number
  readonly feeRateE8: number
  readonly isMaker: boolean
  readonly isReducing: boolean
  readonly createType: string
  readonly execType: string
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
export function fillPastBook(state: EngineState, holding: Holding, fill: PassThrough, nowMs: number): Order {
  const { side, ticks, lots, valueE8, feeE8, createType } = fill
  const command = { ...PLAIN, side, reduceOnly: fill.isReducing, createType }
  const order = acceptOrder(state, holding, { command, ticks, lots }, nowMs)
  const closedLots = closingLots(holding, side, lots)
  order.filledLots = lots
  order.filledValueE8 = valueE8
  order.feeE8 = feeE8
  const closing = closedLots > 0 ? closingOf(order, fill.execType) : null
  const closedPnlE8 = settleFill(holding, { side, lots, valueE8, feeE8 }, nowMs, closing)
  finishFilled(state, order)
  if (holding.guards.length > 0) noteFill(state, order, lots)
  if (holding.account.role !== 'maker') {
    state.outbox.touchHolding(holding)
    state.outbox.touchWallet(holding.account)
    state.outbox.push({
      type: 'execution',
      execution: {
        id: execIdOf(state.lastExecNumber),
        account: holding.account.id,
        orderId: order.id,
        linkId: '',
        symbol: holding.market.instrument.symbol,
        side,
        ticks,
        lots,
        valueE8,
        feeE8,
        feeRateE8: fill.feeRateE8,
        isMaker: fill.isMaker,
        execType: fill.execType,
        closedPnlE8,
        closedLots,
        walletE8: holding.cash.walletE8,
        positionLots: holding.lots,
        timeMs: nowMs,
        seq: state.outbox.nextSeq(),
      },
    })
  }
  state.outbox.order(order, 'filled', nowMs)
  tellClosedPnl(state.outbox, order, nowMs)
  return order
}

/** Both sides of it: `from` gives its position up, `to` takes the other side. */
export function passThrough(
  state: EngineState,
  from: { readonly holding: Holding; readonly fill: PassThrough },
  to: { readonly holding: Holding; readonly fill: PassThrough },
  nowMs: number,
): void {
  state.lastExecNumber += 1
  const taker = fillPastBook(state, from.holding, from.fill, nowMs)
  const maker = fillPastBook(state, to.holding, to.fill, nowMs)
  state.outbox.push({
    type: 'trade',
    id: execIdOf(state.lastExecNumber),
    symbol: from.holding.market.instrument.symbol,
    side: from.fill.side,
    ticks: from.fill.ticks,
    lots: from.fill.lots,
    timeMs: nowMs,
    makerOrderId: maker.id,
    takerOrderId: taker.id,
    makerAccount: to.holding.account.id,
    takerAccount: from.holding.account.id,
    isHidden: true,
  })
}

/** Ends open orders of a holding, newest entered last; `which` chooses. */
export function cancelOrders(
  state: EngineState,
  holding: Holding,
  cancelType: string,
  nowMs: number,
  which: (order: Order) => boolean = () => true,
): void {
  for (let order = holding.firstOrder; order !== null;) {
    const next: Order | null = order.ownNext
    if (which(order)) cancelOrder(state, order, { cancelType, rejectReason: null }, nowMs)
    order = next
  }
}
