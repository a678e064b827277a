import { Unreadable } from '../../../base/unreadable'
import type { Order } from '../../../domain/order/order'
import type { AsOf, OrderName } from '../../venue/venue-calls'
import type { VenueCall } from '../../venue/venue-http'
import type { VenueCapabilities, VenuePort } from '../../venue/venue-port'
import type { RestClient } from '../rest-client'

/** Pauses between look-ups of an order whose fate is unknown; the last one repeats. */
export const LOOK_UP_PAUSES_MS = [250, 500, 1_000, 2_000, 4_000] as const

/**
 * How long a press may take to the exchange, where the exchange refuses what comes later: an order that lands after the
 * market has moved on is worse than none, and from then on an absence is the truth. With the two look-ups that prove it
 * a doubt ends within three seconds.
 */
export const VALID_MS = 2_500
/** How long after its request ended an order may still turn up at an exchange that knows no such time. */
export const LANDING_MS = 10_000
/** Between the two look-ups that prove an absence. */
export const CONFIRM_MS = 250

/** A press whose answer was lost. */
export interface Doubt {
  /** Monotonic time at which its request ended; `null` while it is out. */
  readonly requestEndedAt: number | null
  /** Exchange time after which the exchange refuses it; `null` where it would take it at any time. */
  readonly validUntilMs: number | null
  /** Sequence of the first look-up, of those that count, which did not find it. */
  absentAtSeq: number | null
}

/** Now, by the clock that only this hub reads, and by the exchange's. */
export interface Now {
  readonly monotonic: number
  readonly exchange: number
}

/** How long a press can still take effect: only an absence seen later than that says "not placed" (I2). */
function landingLeftMs({ requestEndedAt, validUntilMs }: Doubt, now: Now): number {
  return Math.min(
    requestEndedAt === null ? Infinity : requestEndedAt + LANDING_MS - now.monotonic,
    // In the very millisecond it is still taken.
    validUntilMs === null ? Infinity : validUntilMs + 1 - now.exchange,
  )
}

/**
 * Whether it is proven: absent twice at rising sequence, or at rising times where the venue names none, the first time
 * when it could not take effect any more.
 */
export function isProvenAbsent(
  doubt: Doubt,
  { seq, timeMs }: AsOf,
  monotonic: number,
  proves: VenueCapabilities['absence'],
): boolean {
  if (proves === 'never') return false
  if (landingLeftMs(doubt, { monotonic, exchange: timeMs }) > 0) return false
  const asOf = proves === 'asOfSequence' ? seq : timeMs
  if (doubt.absentAtSeq === null) {
    doubt.absentAtSeq = asOf
    return false
  }
  return asOf > doubt.absentAtSeq
}

/** When to look again: more and more slowly, but at the very moment at which an absence begins to count. */
export function lookUpPauseMs(doubt: Doubt & { readonly lookUps: number }, now: Now): number {
  if (doubt.absentAtSeq !== null) return CONFIRM_MS
  const pauseMs = LOOK_UP_PAUSES_MS[Math.min(doubt.lookUps, LOOK_UP_PAUSES_MS.length - 1)] ?? 4_000
  const leftMs = landingLeftMs(doubt, now)
  return leftMs > 0 ? Math.min(pauseMs, leftMs) : Math.min(pauseMs, CONFIRM_MS)
}

export interface LookUpPorts {
  readonly venue: VenuePort
  readonly rest: RestClient
  readonly trace: (what: string, error: unknown) => void
}

/** Asks the exchange what is so now. @returns `null` when it did not answer, or nothing that can be read */
export async function lookUp<T>(ports: LookUpPorts, call: VenueCall<T>): Promise<T | null> {
  const answer = await ports.rest.call(call)
  if (answer.hasError) return null
  try {
    return call.read(answer.value)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    ports.trace('look-up', error)
    return null
  }
}

/** Asks for one order, open or closed. @returns `null` when the exchange did not answer */
export function findOrder(
  ports: LookUpPorts,
  name: OrderName,
): Promise<(AsOf & { readonly order: Order | null }) | null> {
  return lookUp(ports, ports.venue.calls.order(name))
}
