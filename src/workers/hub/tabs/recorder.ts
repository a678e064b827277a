import type { Clock } from '../../../base/clock'
import { PROTOCOL_VERSION } from '../../../base/protocol-version'
import type { HubBatch, HubEvent } from '../../hub-events'
import {
  RECORDING_VERSION,
  type RecordedEntry,
  type RecordedFrame,
  type RecordedRead,
  type Recording,
} from '../../recording'
import type { SocketEvents, Transport } from '../ports'
import type { ConnectionEvent } from '../../venue/connection-events'
import { Ring } from './ring'

/** How far back a recording reaches. */
export const RECORDED_MS = 3 * 60_000
/** Characters of frames, and about so many of what tabs were told. */
const FRAMES_WEIGHT_MAX = 3_000_000
const ENTRIES_WEIGHT_MAX = 6_000_000
/** A tab's whole state is written down so often, so that a replay has somewhere to begin. */
export const KEY_MS = 15_000
/** Answers to reads kept, each the newest of its question: bars and pages of history. */
const READS_MAX = 12
/** Connection events kept. */
export const CONNECTION_EVENTS_MAX = 200

/** What goes out on a socket and must not be written down: the one-time token. */
const LOGIN = /"op":"login"/

/**
 * The flight recorder: the last minutes of what the wire said, what the tabs were told and what they asked, so that a
 * report of a fault shows exactly what the trader saw. It holds on to values that were made anyway and copies nothing.
 */
export class Recorder {
  readonly #frames = new Ring<RecordedFrame>({ weight: FRAMES_WEIGHT_MAX, ageMs: RECORDED_MS })
  readonly #entries = new Ring<RecordedEntry>({ weight: ENTRIES_WEIGHT_MAX, ageMs: RECORDED_MS })
  readonly #reads = new Map<string, RecordedRead>()
  #connections: readonly ConnectionEvent[] = []
  readonly #keyAtMs = new Map<string, number>()

  constructor(
    private readonly clock: Clock,
    private readonly about: { readonly build: string; readonly epoch: string },
  ) {}

  /** For diagnostics. */
  get weight(): number {
    return this.#frames.weight + this.#entries.weight
  }

  frame(channel: RecordedFrame['channel'], way: RecordedFrame['way'], text: string): void {
    const kept = way === 'out' && LOGIN.test(text) ? '{"op":"login"}' : text
    this.#frames.push({ atMs: this.clock.now(), channel, way, text: kept }, kept.length)
  }

  /** What became of a connection. They say nothing of an account, and outlive a sign-out. */
  readonly connection = (event: ConnectionEvent): void => {
    this.#connections = [...this.#connections, event].slice(-CONNECTION_EVENTS_MAX)
  }

  /** Newest last. */
  get connections(): readonly ConnectionEvent[] {
    return this.#connections
  }

  /** A batch on its way to a tab. @param whole makes the tab's whole state, where it is time for it */
  batch(tabId: string, { events }: HubBatch, whole: () => readonly HubEvent[]): void {
    const atMs = this.clock.now()
    const keyAt = this.#keyAtMs.get(tabId)
    this.#push({ kind: 'batch', atMs, tabId, events })
    if (keyAt === undefined || atMs - keyAt >= KEY_MS) {
      this.#keyAtMs.set(tabId, atMs)
      this.#push({ kind: 'key', atMs, tabId, events: whole() })
    }
  }

  command(tabId: string, name: string, args: readonly unknown[], outcome: unknown): void {
    this.#push({ kind: 'command', atMs: this.clock.now(), tabId, name, args, outcome })
  }

  read(name: RecordedRead['name'], query: unknown, answer: unknown): void {
    const key = `${name}/${JSON.stringify(query)}`
    this.#reads.delete(key)
    this.#reads.set(key, { name, query, answer })
    for (const old of this.#reads.keys()) {
      if (this.#reads.size <= READS_MAX) break
      this.#reads.delete(old)
    }
  }

  left(tabId: string): void {
    this.#keyAtMs.delete(tabId)
  }

  /** Signed out: nothing of the account stays here (I12). */
  clear(): void {
    this.#frames.clear()
    this.#entries.clear()
    this.#reads.clear()
    this.#keyAtMs.clear()
  }

  /**
   * What one tab was told, from the first of its whole states that is still kept: the tab that asks, or where it showed no
   * market (it was opened to look at another one's minutes) the one that showed a market last.
   */
  recording(tabId: string): Recording {
    const all = this.#entries.list()
    const shown = all.some((entry) => entry.tabId === tabId && hasMarket(entry))
      ? tabId
      : (all.findLast(hasMarket)?.tabId ?? tabId)
    const entries = all.filter((entry) => entry.tabId === shown)
    const from = Math.max(
      0,
      entries.findIndex(({ kind }) => kind === 'key'),
    )
    return {
      format: 'halyard-recording',
      version: RECORDING_VERSION,
      protocol: PROTOCOL_VERSION,
      ...this.about,
      savedAtMs: this.clock.now(),
      entries: entries.slice(from),
      reads: [...this.#reads.values()],
      frames: this.#frames.list(),
      connections: this.#connections,
    }
  }

  #push(entry: RecordedEntry): void {
    this.#entries.push(
      entry,
      entry.kind === 'command' ? 500 : entry.events.reduce((sum, event) => sum + weigh(event), 0),
    )
  }
}

function hasMarket(entry: RecordedEntry): boolean {
  return entry.kind !== 'command' && entry.events.some(({ type }) => type === 'book')
}

/** About the characters that an event takes in a file: nearly, and at no cost. */
function weigh(event: HubEvent): number {
  switch (event.type) {
    case 'book':
      return 100 + 12 * (event.book.bids.length + event.book.asks.length)
    case 'trades':
      return 150 * event.trades.length
    case 'candles':
      return 200 * event.candles.length
    case 'orders':
      return 600 * event.orders.length
    case 'positions':
      return 500 * event.positions.length
    case 'executions':
      return 300 * event.executions.length
    case 'instruments':
      return 1_500 * event.instruments.length
    case 'spotPairs':
      return 1_000 * event.pairs.length
    case 'singles':
      return 800 * event.markets.length
    default:
      return 500
  }
}

/** The same network, with the frames of its sockets written down. */
export function recorded(transport: Transport, recorder: Recorder): Transport {
  return {
    request: (request, signal) => transport.request(request, signal),
    open(url, events) {
      const channel = url.includes('realtime_private') ? 'private' : 'public'
      const heard: SocketEvents = {
        onOpen: () => events.onOpen(),
        onText(text) {
          recorder.frame(channel, 'in', text)
          events.onText(text)
        },
        onUnreadable(error) {
          recorder.frame(channel, 'in', error.message)
          events.onUnreadable(error)
        },
        onClose: (code) => events.onClose(code),
      }
      const socket = transport.open(url, heard)
      return {
        send(text) {
          recorder.frame(channel, 'out', text)
          socket.send(text)
        },
        close: (code) => socket.close(code),
      }
    },
  }
}
