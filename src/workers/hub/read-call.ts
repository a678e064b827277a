import type { Clock } from '../../base/clock'
import { Unreadable } from '../../base/unreadable'
import type { Read } from '../hub-api'
import type { VenueCall } from '../venue/venue-http'
import type { RestClient } from './rest-client'

export interface ReadPorts {
  readonly clock: Clock
  readonly rest: RestClient
  readonly trace: (what: string, error: unknown) => void
}

/** Asks for what a tab reads, or writes beside its presses. @param what the call is named in the log */
export async function readCall<T>(
  { rest, clock, trace }: ReadPorts,
  what: string,
  call: VenueCall<T>,
): Promise<Read<T>> {
  const answer = await rest.call(call)
  if (answer.hasError) return { hasError: true, message: answer.message, code: answer.code, ext: answer.ext }
  try {
    return { hasError: false, value: call.read(answer.value), asOfMs: clock.now(), fromCache: false }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    trace(what, error)
    return { hasError: true, message: error.message, code: null }
  }
}
