import type { InstrumentSymbol, Order } from '../../domain/order/order'
import { asArray, asObject, WireError } from '../../wire/json'
import { parseOrder } from '../../wire/shape/order'
import type { RestClient } from './rest-client'

/** Pauses between look-ups of an order whose fate is unknown; the last one repeats. */
export const LOOK_UP_PAUSES_MS = [250, 500, 1_000, 2_000, 4_000] as const

/**
 * How long after its request ended an order may still turn up. Only an absence seen later than that, and confirmed by
 * a second one at a later sequence, is called "not placed" (I2).
 */
export const LANDING_MS = 10_000
/** Between the two look-ups that prove an absence. */
const CONFIRM_MS = 250

/**
 * When to look again: more and more slowly, but at the very moment at which an absence begins to count.
 *
 * @param now monotonic, as `requestEndedAt` is
 */
export function lookUpPauseMs(
  {
    lookUps,
    requestEndedAt,
    absentAtSeq,
  }: {
    readonly lookUps: number
    readonly requestEndedAt: number | null
    readonly absentAtSeq: number | null
  },
  now: number,
): number {
  if (absentAtSeq !== null) return CONFIRM_MS
  const pauseMs = LOOK_UP_PAUSES_MS[Math.min(lookUps, LOOK_UP_PAUSES_MS.length - 1)] ?? 4_000
  const untilLandedMs = requestEndedAt === null ? Infinity : requestEndedAt + LANDING_MS - now
  return untilLandedMs > 0 ? Math.min(pauseMs, untilLandedMs) : Math.min(pauseMs, CONFIRM_MS)
}

export interface LookUpPorts {
  readonly rest: RestClient
  readonly trace: (what: string, error: unknown) => void
}

/** Asks the exchange for one order, open or closed. @returns `null` when the exchange did not answer */
export async function findOrder(
  ports: LookUpPorts,
  reference: {
    readonly symbol: InstrumentSymbol
    readonly orderLinkId?: string
    readonly orderId?: string
  },
): Promise<{ readonly order: Order | null; readonly seq: number } | null> {
  const answer = await ports.rest.call({
    method: 'GET',
    path: '/v5/order/realtime',
    query: { category: 'all', ...reference },
    symbol: reference.symbol,
  })
  if (answer.hasError) return null
  try {
    const result = asObject(answer.value, 'result')
    const [row] = asArray(result['list'], 'list')
    // An exchange that names no sequence still has a time, and time moves on as well.
    const seq = typeof result['seq'] === 'number' ? result['seq'] : (answer.timeMs ?? 0)
    return { order: row === undefined ? null : parseOrder(asObject(row, 'list')), seq }
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    ports.trace('look-up', error)
    return null
  }
}
