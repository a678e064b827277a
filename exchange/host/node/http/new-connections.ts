import type { Socket } from 'node:net'
import { addressHolder } from './address-counts'

/** New connections that are read from in one turn of the event loop: between them everybody else is served. */
const PER_TURN = 4
/** For how long the new connections of an address wait when one of it was ended for what it sent. */
const WAIT_MS = 4
/** Those that wait are all read after so many waits, so that whoever shares the address is served soon. */
const WAITS_MAX = 50

/** So many of those that wait longest are looked at in a turn: whoever sent and went away has not to be read. */
const LOOKS_PER_TURN = 64

/** Of one remote address. */
interface Holder {
  /** When its next one may be read from. */
  freeAtMs: number
  /** In the order in which they came. */
  waiting: Socket[]
}

/**
 * Says when a new connection is read from. Until then what it sends waits in the kernel, unread. Mostly that is at once;
 * but whoever opens a new connection as soon as one was ended is slowed down: what he sends costs us the reading of it,
 * again each time. Connections that are open already wait for none of this.
 */
export class NewConnections {
  readonly #holders = new Map<string, Holder>()
  #begun = 0
  #timer: NodeJS.Timeout | null = null
  #isTurnSet = false

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** Called with each new connection, before anything was read of it. */
  arrive(socket: Socket): void {
    const name = addressHolder(socket.remoteAddress)
    const holder = this.#holders.get(name)
    this.#setTurn()
    if (this.#begun < PER_TURN && (holder === undefined || this.#isFree(holder))) {
      this.#begun++
      return
    }
    // Node begins to read when whoever called this is done, and would begin again what was stopped before.
    process.nextTick(() => socket.pause())
    if (holder === undefined) this.#holders.set(name, { freeAtMs: 0, waiting: [socket] })
    else holder.waiting.push(socket)
  }

  /** A connection was ended for what it sent. */
  ended(socket: Socket): void {
    const name = addressHolder(socket.remoteAddress)
    const freeAtMs = this.clock() + WAIT_MS
    const holder = this.#holders.get(name)
    if (holder === undefined) this.#holders.set(name, { freeAtMs, waiting: [] })
    else holder.freeAtMs = freeAtMs
    this.#setTurn()
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#holders.clear()
  }

  #isFree({ waiting, freeAtMs }: Holder): boolean {
    return waiting.length === 0 && freeAtMs <= this.clock()
  }

  #setTurn(): void {
    if (this.#isTurnSet) return
    this.#isTurnSet = true
    setImmediate(() => this.#turn())
  }

  #turn(): void {
    this.#isTurnSet = false
    this.#begun = 0
    const nowMs = this.clock()
    let nextMs = Infinity
    for (const [name, holder] of this.#holders) {
      if (holder.freeAtMs > nowMs) {
        nextMs = Math.min(nextMs, holder.freeAtMs)
      } else if (holder.waiting.length === 0) {
        this.#holders.delete(name)
      } else {
        dropGone(holder)
        this.#begin(holder)
        nextMs = nowMs
      }
      if (this.#begun >= PER_TURN) break
    }
    if (nextMs <= nowMs) this.#setTurn()
    else if (nextMs < Infinity) this.#wake(nextMs - nowMs)
  }

  /** Mostly one of each address in a turn: what it costs is known only when it was read. */
  #begin({ waiting }: Holder): void {
    const some = waiting.splice(0, Math.min(PER_TURN - this.#begun, Math.ceil(waiting.length / WAITS_MAX)))
    for (const socket of some) {
      this.#begun++
      socket.resume()
    }
  }

  #wake(ms: number): void {
    if (this.#timer !== null) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#setTurn()
    }, Math.ceil(ms))
    this.#timer.unref()
  }
}

/** Ends those that wait for nobody, the longest waiting first. Their number stays small then, however many come. */
function dropGone(holder: Holder): void {
  const { waiting } = holder
  const looked = Math.min(LOOKS_PER_TURN, waiting.length)
  let kept = 0
  for (let at = 0; at < looked; at += 1) {
    const socket = waiting[at]!
    if (isGone(socket)) socket.destroy()
    else waiting[kept++] = socket
  }
  waiting.splice(kept, looked - kept)
}

/**
 * Whether the other end has reset the connection. Node says so only to who reads; the system says it of a connection that
 * it has no peer. A Node whose sockets have no such handle lets them be read, as before.
 */
function isGone(socket: Socket): boolean {
  const { _handle: handle } = socket as Socket & { readonly _handle?: { getpeername?: (out: object) => number } | null }
  return socket.destroyed || (typeof handle?.getpeername === 'function' && handle.getpeername({}) !== 0)
}
