import { valueOf, type PublicTopic } from '../../../domain/market/public-topic'
import type { StreamHealth } from '../../hub-api'
import type { SavedBook } from './book-stream'
import type { WatchedStream } from './ticker-watch'

/** So many messages in a row from the past are a stream that started again, not a repeat. */
const OLD_MESSAGES_MAX = 3

/** One topic of the public channel, as far as this hub has come with it. */
export interface Stream extends WatchedStream {
  readonly name: string
  watchers: number
  /** `null` until the first message after a subscribe. */
  lastSeq: number | null
  isSynced: boolean
  /** Whether the server was asked. */
  isAsked: boolean
  tries: number
  oldMessages: number
  heardAtMs: number | null
  /** The time of its source: the exchange's of the newest message, or what the disk says; in the time of this computer. */
  asOfMs: number | null
  /** A book from disk, for a stream whose instrument or snapshot is still to come. */
  saved: SavedBook | null
  cancelDeadline: (() => void) | null
  cancelLinger: (() => void) | null
}

export function newStream(name: string, topic: PublicTopic): Stream {
  return {
    name,
    topic,
    watchers: 0,
    lastSeq: null,
    isSynced: false,
    isAsked: false,
    tries: 0,
    oldMessages: 0,
    heardAtMs: null,
    asOfMs: null,
    saved: null,
    isSilent: false,
    mendedAtMs: null,
    cancelDeadline: null,
    cancelLinger: null,
  }
}

/**
 * As of when a topic is known. One that goes on is as its channel knows it: what the exchange did not send did not happen.
 * @param wholeAtMs until when its channel was whole
 */
export function timeOf({ isSynced, isSilent, asOfMs }: Stream, wholeAtMs: number | null): number | null {
  return isSynced && !isSilent && asOfMs !== null ? Math.max(asOfMs, wholeAtMs ?? 0) : asOfMs
}

/** The same of all streams, by what they are of; of two of the same the older. */
export function timesOf(streams: Iterable<Stream>, wholeAtMs: number | null): Record<string, number> {
  const times: Record<string, number> = {}
  for (const stream of streams) {
    const asOfMs = timeOf(stream, wholeAtMs)
    const of = valueOf(stream.topic)
    if (asOfMs !== null) times[of] = Math.min(times[of] ?? asOfMs, asOfMs)
  }
  return times
}

/** @param now local time, ms */
export function healthOf({ name, lastSeq, heardAtMs, watchers, isSynced }: Stream, now: number): StreamHealth {
  return {
    topic: name,
    seq: lastSeq,
    ageMs: heardAtMs === null ? null : Math.max(0, now - heardAtMs),
    watchers,
    isSynced,
  }
}

/** Where a message stands in its topic (I7): to be taken, to be left, or beyond something that was missed. */
export function placeOf(
  stream: Stream,
  { isSnapshot, seq }: { readonly isSnapshot: boolean; readonly seq: number },
): 'next' | 'old' | 'gap' {
  if (isSnapshot) return 'next'
  if (stream.lastSeq === null) return needsSnapshot(stream.topic) ? 'old' : 'next'
  if (seq === stream.lastSeq + 1) {
    stream.oldMessages = 0
    return 'next'
  }
  // A repeat or a late one changes nothing; several in a row mean that the stream counts from a new beginning.
  return seq <= stream.lastSeq && ++stream.oldMessages < OLD_MESSAGES_MAX ? 'old' : 'gap'
}

/** Streams whose deltas mean nothing without the state they change. */
function needsSnapshot({ kind }: PublicTopic): boolean {
  return kind === 'book' || kind === 'ticker'
}
