import type { VenueCapabilities } from '../venue-port'

/**
 * An exchange that gives less than the sandbox does, as most do: no sequence on rows or lists, no checksums, a receive
 * window for a deadline, ids that are refused the second time, and no first answers. The sandbox is taken for one to
 * show that the hub holds its promises there, too.
 */
export const WEAKER_CAPABILITIES: VenueCapabilities = {
  forward: 'updatedTime',
  absence: 'afterDeadline',
  bookCheck: 'sequence',
  deadline: 'receiveWindow',
  repeats: 'refused',
}
