import type { VenueEvent } from '../../../venue/venue-port'
import { ByFeedKey, type FeedKey } from './feed-key'
import type { TopicStream } from './topic-stream'

/** What becomes of the events of one key. */
export interface Feed {
  /** Streams that have something to say after one of them. */
  readonly streams: TopicStream[]
  /** Sources that gather them. */
  readonly gathering: ((event: VenueEvent) => void)[]
}

/** A stream, and what its events are. */
export interface FedStream {
  readonly stream: TopicStream
  readonly key: FeedKey
  /** Takes each event of the key; `null` where the state that the stream shows is kept elsewhere. */
  readonly gather: ((event: VenueEvent) => void) | null
}

/** The streams of one dialect by what feeds them. */
export class Feeds {
  readonly #byKey = new ByFeedKey<Feed>()

  /** The feed of a key, whether or not it has any stream yet. */
  at(key: FeedKey): Feed {
    return this.#byKey.at(key, () => ({ streams: [], gathering: [] }))
  }

  add({ stream, key, gather }: FedStream): void {
    const feed = this.at(key)
    feed.streams.push(stream)
    if (gather !== null) feed.gathering.push(gather)
  }

  /** Gives an event to those that gather it. @returns its feed, undefined where nobody ever asked for it */
  gather(event: VenueEvent): Feed | undefined {
    const feed = this.#byKey.of(event)
    if (feed !== undefined) for (const gather of feed.gathering) gather(event)
    return feed
  }
}

/** Something happened in each of these. */
export function touchAll(feeds: Iterable<Feed>): void {
  for (const feed of feeds) for (const stream of feed.streams) stream.touch()
}
