import type { InstrumentSymbol, OrderId } from '../../../domain/order/order'
import type { Change } from '../../presses'
import type { ChangeProof } from './change-proof'
import type { Refusal } from './order-outcome'

/** The one request of a change, and how its answer is read. */
export interface ChangeCall<T> {
  readonly path: string
  readonly body: unknown
  readonly priority: 'order' | 'cancel'
  /** Why it may not leave now, beyond the channel's own reasons; asked at the press and again before it leaves. */
  readonly problem?: () => Refusal | null
  /** @throws WireError */
  readonly read: (result: unknown) => T
  /** What the answer would have said, once a look-up has shown that the change is in force. */
  readonly proven: (proof: Extract<ChangeProof, { kind: 'done' }>) => T
}

/** The contract of a change; `null` where it is of the whole account. */
export function symbolOf(change: Change): InstrumentSymbol | null {
  switch (change.kind) {
    case 'amend':
    case 'cancel':
      return change.order.symbol
    case 'tpSl':
      return change.terms.symbol
    case 'marginMode':
      return null
    case 'openStrategy':
      return change.strategy.symbol
    default:
      return change.symbol
  }
}

export function orderIdOf(change: Change): OrderId | null {
  return change.kind === 'amend' || change.kind === 'cancel' ? change.order.orderId : null
}
