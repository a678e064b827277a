import type { Order, OrderId } from '../../../domain/order/order'
import type { Change, Rejection } from '../../presses'
import type { AsOf } from '../../venue/venue-calls'
import type { VenueCall } from '../../venue/venue-http'
import type { Refusal } from './order-outcome'

/**
 * What the exchange's state says of a change. `ended`: the order was finished before the change reached it. `absent`:
 * not to be seen as of this sequence, which is no proof yet while the request may still land.
 */
export type ChangeProof =
  | {
      readonly kind: 'done'
      readonly orderId: OrderId | null
      readonly count: number
      /** That was cancelled. */
      readonly order?: Order
      /** Of a strategy that was started. */
      readonly strategyId?: string
    }
  | { readonly kind: 'ended'; readonly order: Order }
  | { readonly kind: 'refused'; readonly rejection: Rejection }
  | ({ readonly kind: 'absent' } & AsOf)

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
