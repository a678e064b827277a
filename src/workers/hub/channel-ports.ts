import type { Clock } from '../../base/clock'
import type { FeedState } from '../hub-events'
import type { ConnectionEvent } from '../venue/connection-events'
import type { Reply, TopicMessage, VenueMessages } from '../venue/venue-messages'
import type { Network, Transport } from './ports'

/** What a channel's owner does with it. */
export interface ChannelOwner {
  /** The socket is open and nothing has been asked of it yet. */
  onOpen(): void
  /** First look at a frame; `true` means that it was a data frame and is dealt with. */
  onFrame(text: string): boolean
  onPush(message: TopicMessage): void
  onReply(reply: Reply): void
  onLost(): void
  /** A heartbeat went missing although the socket stayed up: something else may have, too. */
  onHeartbeatGap(): void
  /** A heartbeat named the newest sequence of topics: what has not come by now is lost. */
  onLastSeqs(seqs: ReadonlyMap<string, number>): void
  /** Whether everything asked for is current: then a resync is over. */
  isSynced(): boolean
  onState(state: FeedState): void
}

export interface ChannelPorts {
  readonly clock: Clock
  /** The exchange's time, as far as its answers have told it. */
  readonly serverNow: () => number
  readonly transport: Transport
  readonly messages: VenueMessages
  readonly network: Network
  readonly random: () => number
  /** Whether a visible tab waits for this channel. */
  readonly isWatched: () => boolean
  readonly trace: (what: string, error: unknown) => void
  /** What becomes of the connection, as spec §3 names it. */
  readonly event: (event: ConnectionEvent) => void
}
