import type { Order } from '../../../../src/domain/order/order'
import type { SubmitResult } from '../../../journal/journal-port'
import type { VenueInput } from '../../../venue/venue-input'
import type { VenueEvent } from '../../../venue/venue-port'
import type { Core } from '../../core'

/**
 * A cancel that came after the fill is refused, and the private streams say so behind the `Filled` message: the same
 * order again, with the cancel that was asked for and why there was nothing to cancel (semantics.md §2.1). It is a
 * message and no change: the order's row in every list, and its `seq`, stay what the fill made them.
 */
export function tellLostCancel(core: Core, input: VenueInput, done: SubmitResult): void {
  if (input.type !== 'cancel' || done.outcome !== 'done' || done.result.ok) return
  const { refusal } = done.result
  if (refusal.kind !== 'orderFinished' || refusal.status !== 'filled') return
  const { orderId, orderLinkId } = input.order
  const reference = orderId === null ? { orderLinkId: orderLinkId ?? '' } : { orderId }
  const { account } = input
  const order = core.journal.findOrder(account, reference)
  if (order === null) return
  const lost: Order = { ...order, cancelType: 'CancelByUser', rejectReason: 'EC_OrigClOrdIDDoesNotExist' }
  const event: VenueEvent = { type: 'order', account, order: lost, action: 'filled' }
  const publish = (): void => core.tellAccount(event, done.seq, done.timeMs)
  // The fill may be one that is not on disk yet: its own message goes first.
  const settled = core.journal.settled()
  if (settled === null) publish()
  else void settled.then(publish)
}
