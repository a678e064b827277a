import type { Clock } from '../../base/clock'
import type { Unreadable } from '../../base/unreadable'
import type { Fault } from '../hub-api'
import type { BatchAck, HubBatch } from '../hub-events'
import type { VenuePort } from '../venue/venue-port'
import type { HubStore } from './store/hub-store'

/** One HTTP exchange, complete. `url` is absolute. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** The request outlives the worker that sends it; its answer does not. */
  readonly isFarewell: boolean
}

/** `body` is the parsed JSON, or `undefined` when there was none that could be read. */
export interface HttpAnswer {
  readonly status: number
  readonly isEmpty: boolean
  readonly body: unknown
}

export interface SocketEvents {
  onOpen(): void
  onText(text: string): void
  /** A frame that is no text, or more of it than is read. */
  onUnreadable(error: Unreadable): void
  /** Once, whatever ended the socket; `code` 1006 when it never opened or broke. */
  onClose(code: number): void
}

export interface Socket {
  send(text: string): void
  /** Silent: `onClose` is not called after it. @param code 1000, or 3000 to 4999: others are not for pages to use */
  close(code?: number): void
}

/** The network. `request` rejects when no answer came; an answer of any status resolves. */
export interface Transport {
  request(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer>
  open(url: string, events: SocketEvents): Socket
}

/** The hub's end of a tab's port. */
export interface TabPort {
  send(batch: HubBatch): void
  onAck(listener: (ack: BatchAck) => void): void
  close(): void
}

export interface Locks {
  /** Calls back once the named Web Lock is free: its holder has died. @returns a function that stops waiting */
  whenFree(name: string, call: () => void): () => void
}

export interface Network {
  /** A hint only: the browser calls itself offline on machines that reach the exchange well. */
  isOnline(): boolean
  onChange(listener: () => void): void
}

export interface HubConfig {
  /** Origin of REST calls, without a trailing slash. */
  readonly apiBase: string
  /** Origin of the push sockets: `ws:` or `wss:`, without a trailing slash. */
  readonly wsBase: string
  readonly build: string
  readonly language: string
}

/** When a batch leaves. Both call back in a later turn, and cannot be taken back. */
export interface Turns {
  /** After the frames that wait in the queue already: what came together leaves together. */
  soon(call: () => void): void
  /** A millisecond later: after the rest of a market step that is still on its way through the browser. */
  shortly(call: () => void): void
}

/** Everything the hub touches outside itself; tests pass fakes. */
export interface HubPorts {
  readonly clock: Clock
  readonly turns: Turns
  readonly transport: Transport
  /** The exchange behind the transport. */
  readonly venue: VenuePort
  readonly store: HubStore
  /** The file of the built-in lists of symbols. @throws when it does not come */
  readonly builtInLists: () => Promise<unknown>
  readonly locks: Locks
  readonly network: Network
  readonly config: HubConfig
  /** Name of this hub instance (B5). */
  readonly epoch: string
  /** Uniform in [0, 1), for jitter. */
  readonly random: () => number
  /** Where errors that nobody sees go (decisions 30). */
  readonly trace: (what: string, error: unknown) => void
  /** What the trace port kept, newest last. */
  readonly faults: () => readonly Fault[]
  /** Bytes of this global's heap; `null` where the browser does not say. */
  readonly heapBytes: () => number | null
}
