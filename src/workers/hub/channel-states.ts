import type { FeedState } from '../hub-events'

export type ChannelEvent =
  | 'opened'
  | 'synced'
  | 'gap'
  | 'silent'
  | 'heard'
  | 'closed'
  | 'failed'
  | 'taken'
  | 'takenBack'

/**
 * The whole life of a channel. An event that a state does not list leaves it as it is: `offline` stays through each
 * failed attempt, and `elsewhere` ends only by the user's word (decisions 20).
 */
export const NEXT_STATE: Readonly<Record<FeedState, Partial<Record<ChannelEvent, FeedState>>>> = {
  connecting: { opened: 'resync', failed: 'offline', taken: 'elsewhere' },
  resync: { synced: 'live', silent: 'stale', closed: 'connecting', failed: 'offline', taken: 'elsewhere' },
  live: { gap: 'resync', silent: 'stale', closed: 'connecting', failed: 'offline', taken: 'elsewhere' },
  stale: { heard: 'resync', closed: 'connecting', failed: 'offline', taken: 'elsewhere' },
  offline: { opened: 'resync', taken: 'elsewhere' },
  elsewhere: { takenBack: 'connecting' },
}
