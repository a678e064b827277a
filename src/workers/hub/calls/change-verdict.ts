import type { PositionReference } from '../../../domain/position/position-settings'
import type { OrderLinkId } from '../../../domain/order/order'
import type { RefusalMeaning } from '../../venue/venue-calls'
import type { Change, Rejection } from '../../presses'
import type { ChangeProof } from './change-call'
import { isProvenAbsent, type Doubt } from './order-look-up'
import { refusal } from './order-outcome'
import type { VenueCapabilities } from '../../venue/venue-port'
import type { CallState } from './call-states'

/** A change whose answer was lost. */
export interface Doubted {
  readonly change: Change
  readonly call: Doubt & { readonly id: OrderLinkId; readonly pressedAtMs: number; readonly state: CallState }
}

/**
 * A refusal in the words of what was asked for: TP/SL without a position comes as a wrong symbol, and means that the
 * position was closed in between (O16).
 */
export function inContext(change: Change, rejection: Rejection, meaning: RefusalMeaning | null): Rejection {
  return change.kind === 'tpSl' && meaning === 'unknownSymbol'
    ? { ...rejection, code: null, reason: 'positionClosed' }
    : rejection
}

/**
 * What a look-up says against a change: refused, finished before it, overwritten, or never taken.
 *
 * @param all every change that is known, this one among them
 * @param world the monotonic time, and whether a position has a size
 * @returns `null` while it cannot be told yet
 */
export function refusedBy(
  entry: Doubted,
  proof: ChangeProof,
  all: Iterable<Doubted>,
  world: {
    readonly now: number
    readonly absence: VenueCapabilities['absence']
    readonly isHeld: (position: PositionReference) => boolean
    /** Of a refusal that was looked up. */
    readonly meaning: RefusalMeaning | null
  },
): Rejection | null {
  const { change } = entry
  if (proof.kind === 'done') return null
  if (proof.kind === 'refused') return inContext(change, proof.rejection, world.meaning)
  if (proof.kind === 'absent' && !isProvenAbsent(entry.call, proof, world.now, world.absence)) return null
  // What a later change overwrote cannot be seen any more, whether or not it was there.
  if (isOverwritten(entry, all)) return refusal('overwritten', 'a later change took its place').rejection
  if (proof.kind === 'ended') return refusal('orderEnded', `the order is ${proof.order.status}`).rejection
  if (change.kind === 'tpSl' && !world.isHeld(change.terms))
    return refusal('positionClosed', 'the position was closed before its TP/SL was set').rejection
  return refusal('notTaken', 'the exchange never took the change').rejection
}

function isOverwritten({ change, call }: Doubted, all: Iterable<Doubted>): boolean {
  const target = targetOf(change)
  if (target === null) return false
  for (const { change: later, call: laterCall } of all) {
    if (laterCall.id === call.id || laterCall.pressedAtMs < call.pressedAtMs) continue
    if (targetOf(later) === target && laterCall.state !== 'refused') return true
  }
  return false
}

/** What a later change of the same kind would change once more; `null` of what nothing takes the place of. */
function targetOf(change: Change): string | null {
  switch (change.kind) {
    case 'amend':
      return `amend ${change.order.orderId}`
    case 'tpSl':
      return `tpSl ${change.terms.symbol} ${change.terms.positionIdx}`
    case 'leverage':
    case 'positionMode':
      return `${change.kind} ${change.symbol}`
    case 'autoAddMargin':
      return `${change.kind} ${change.symbol} ${change.positionIdx}`
    case 'marginMode':
    case 'spotMargin':
    case 'spotHedge':
      return change.kind
    case 'collateral':
    case 'autoRepay':
    case 'borrowLeverage':
      return `${change.kind} ${change.coin}`
    case 'amendAlert':
      return `amendAlert ${change.terms.id}`
    default:
      return null
  }
}
