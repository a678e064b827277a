import type { OrderId } from '../../../domain/order/order'
import type { Change } from '../../presses'
import type { VenueCall } from '../../venue/venue-http'
import type { ChangeProof } from './change-proof'
import type { Refusal } from './order-outcome'

/** What is said of a change beside its one request. */
export interface ChangeTerms<T> {
  readonly priority: 'order' | 'cancel'
  /** Why it may not leave now, beyond the channel's own reasons; asked at the press and again before it leaves. */
  readonly problem?: () => Refusal | null
  /** What the answer would have said, once a look-up has shown that the change is in force. */
  readonly proven: (proof: Extract<ChangeProof, { kind: 'done' }>) => T
}

/** The one request of a change, how its answer is read, and what else is to be known of it. */
export interface ChangeCall<T> extends ChangeTerms<T> {
  readonly call: VenueCall<T>
}

export function orderIdOf(change: Change): OrderId | null {
  return change.kind === 'amend' || change.kind === 'cancel' ? change.order.orderId : null
}
