import { sandboxVenue } from './sandbox/sandbox-venue'
import { WEAKER_CAPABILITIES } from './sandbox/weaker-capabilities'
import type { VenuePort } from './venue-port'

/** Adapters by the names that a page brings along. */
const VENUES: ReadonlyMap<string | undefined, (wsBase: string) => VenuePort> = new Map([
  ['sandbox-weaker', (wsBase) => sandboxVenue(wsBase, WEAKER_CAPABILITIES)],
])

/**
 * @param name missing, or one that this build does not know: the sandbox
 * @param wsBase origin of the push sockets, without a trailing slash
 */
export function venueNamed(name: string | undefined, wsBase: string): VenuePort {
  return (VENUES.get(name) ?? sandboxVenue)(wsBase)
}
