import { Order } from '../entities'
import { isOpen } from './order-fields'
import type { OrderId } from '../../../src/domain/order/order'
import { execute } from './place-order'
import type { EngineState } from '../state'

/** The largest order of an order's kind that the contract takes, in lots. */
export function largestOrderLots({ position, orderType }: Order): number {
  const { maxLimitLots, maxMarketLots } = position.market.instrument
  return orderType === 'market' ? maxMarketLots : maxLimitLots
}

/**
 * Sends a part of what an order has to close as an order of its own, with its own id and the same origin; the whole is
 * its parent (semantics.md §1.9: a closing order above the largest one becomes several).
 * @returns the lots that are out of the whole's hands: filled, or at rest in the book
 */
export function sendSlice(
  state: EngineState,
  whole: Order,
  part: { readonly lots: number; readonly ticks: number },
  nowMs: number,
): number {
  const { position } = whole
  state.lastOrderNumber += 1
  const slice = new Order(position, {
    number: state.lastOrderNumber,
    linkId: '',
    side: whole.side,
    orderType: whole.orderType,
    ticks: part.ticks,
    lots: part.lots,
    timeInForce: whole.timeInForce,
    reduceOnly: true,
    closeOnTrigger: whole.closeOnTrigger,
    selfMatch: whole.selfMatch,
    createType: whole.createType,
    createdAtMs: nowMs,
  })
  slice.stop = whole.stop
  slice.carried = { ...whole.carried, parentOrderId: whole.id as OrderId }
  state.orders.add(slice)
  position.link(slice)
  state.outbox.order(slice, 'newed', nowMs)
  state.outbox.touchWallet(position.account)
  execute(state, slice, 'Trade', nowMs)
  return isOpen(slice) ? slice.lots : slice.filledLots
}
