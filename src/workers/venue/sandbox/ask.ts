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

/** Of a call whose success is all that it says. */
export function nothing(): null {
  return null
}
