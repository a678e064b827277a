import { asObject } from '../../../wire/json'
import type { AsOf } from '../venue-calls'
import type { Answer, RestCall, VenueCall } from '../venue-http'

/** A read. */
export function get<T>(
  path: string,
  read: (answer: Answer) => T,
  rest: Pick<RestCall, 'query' | 'symbol'> = {},
): VenueCall<T> {
  return { method: 'GET', path, read, ...rest }
}

/** A call that changes something. */
export function post<T>(
  path: string,
  body: unknown,
  read: (answer: Answer) => T,
  rest: Pick<RestCall, 'symbol' | 'isFarewell'> = {},
): VenueCall<T> {
  return { method: 'POST', path, body, read, ...rest }
}

/** An exchange that names no sequence still has a time, and time moves on as well. */
export function asOf(answer: Answer): AsOf {
  const { seq } = asObject(answer.result, 'result')
  const timeMs = answer.timeMs ?? 0
  return { seq: typeof seq === 'number' ? seq : timeMs, timeMs }
}

/** Of a call whose success is all that it says. */
export function nothing(): null {
  return null
}
