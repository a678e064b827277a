import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressHolder } from './address-counts'
import { isLoopbackAddress } from './origins'

/** How many requests may wait behind others of their connection (RFC 9112 §9.3.2, pipelining). */
export interface RequestLineLimits {
  /** On one connection. No browser sends a second request before the first was answered; one more ends the connection. */
  readonly pipelinedMax: number
  /** On the connections of one remote address. */
  readonly pipelinedAddressMax: number
  /** Whether that holds for loopback also. @see AddressBound */
  readonly countsLoopback: boolean
  /** On all connections together: each costs some 3 KB as long as it waits. One more ends its connection. */
  readonly pipelinedAllMax: number
}

/** Those that begin in one turn of the event loop, of all connections: between them everybody else is served. */
const PER_TURN = 8

/**
 * How long the requests of a connection that was closed before they were answered count as waiting: they were read. So
 * who opens one connection after the other has no more of them read than who keeps one.
 */
const COUNTED_MS = 500

/** A request that waits until the one before it was answered, and the answer taken. */
interface Waiting {
  readonly response: ServerResponse
  readonly serve: () => void
}

/** The requests of one connection. */
interface Line {
  readonly socket: Socket
  /** What is being answered, or was last. */
  current: ServerResponse
  /** Behind it, in order; `null` on a connection that was never pipelined. */
  waiting: Waiting[] | null
  /** Whose address it is, `''` where that is not counted. */
  holder: string
}

/**
 * Lets the requests of a connection begin one after the other: a request begins when the answer before it has been taken
 * by the system. So who sends without waiting, or without reading, has one answer under way and no more, and the rest is
 * held back by TCP. What waits on a connection that closes never begins.
 */
export class RequestLines {
  readonly #lines = new WeakMap<Socket, Line>()
  /** Whose next request may begin, first come first served. */
  #ready: Line[] = []
  #isTurnSet = false
  #waiting = 0
  readonly #waitingOf = new Map<string, number>()

  /** @param ended called with each connection that was ended because it sent more than may wait */
  constructor(
    private readonly limits: RequestLineLimits,
    private readonly ended: (socket: Socket) => void = () => undefined,
  ) {}

  /** @param serve begins with the request: at once, later, or never */
  arrive(socket: Socket, response: ServerResponse, serve: () => void): void {
    const line = this.#lines.get(socket)
    if (line === undefined) {
      this.#lines.set(socket, { socket, current: response, waiting: null, holder: '' })
      serve()
    } else if ((line.waiting === null || line.waiting.length === 0) && line.current.writableFinished) {
      line.current = response
      serve()
    } else {
      this.#wait(line, { response, serve })
    }
  }

  #wait(line: Line, one: Waiting): void {
    const { socket } = line
    // What was parsed behind the request that ended the connection.
    if (socket.destroyed) return
    const waiting = (line.waiting ??= this.#beginToHold(line))
    if (waiting.length >= this.limits.pipelinedMax || !this.#mayWait(line.holder)) {
      readNoFurther(socket)
      this.ended(socket)
      socket.destroy()
      return
    }
    waiting.push(one)
    this.#count(line.holder, 1)
    if (waiting.length > 1) return
    socket.pause()
    this.#watch(line)
  }

  #mayWait(holder: string): boolean {
    const ofHolder = holder === '' ? 0 : (this.#waitingOf.get(holder) ?? 0)
    return this.#waiting < this.limits.pipelinedAllMax && ofHolder < this.limits.pipelinedAddressMax
  }

  #count(holder: string, more: number): void {
    this.#waiting += more
    if (holder === '') return
    const left = (this.#waitingOf.get(holder) ?? 0) + more
    if (left === 0) this.#waitingOf.delete(holder)
    else this.#waitingOf.set(holder, left)
  }

  /** Node starts to read again whenever an answer is done, or a body: not while something waits here. */
  #beginToHold(line: Line): Waiting[] {
    const { socket } = line
    const waiting: Waiting[] = []
    const { remoteAddress } = socket
    line.holder = !this.limits.countsLoopback && isLoopbackAddress(remoteAddress) ? '' : addressHolder(remoteAddress)
    socket.on('resume', () => {
      if (waiting.length > 0) socket.pause()
    })
    socket.once('close', () => {
      const left = waiting.length
      waiting.length = 0
      if (left > 0) this.#uncountLater(line.holder, left)
    })
    return waiting
  }

  /** Of its own, so that the timer holds a name and a number, and not the connection with all that it was to be answered. */
  #uncountLater(holder: string, count: number): void {
    setTimeout(() => this.#count(holder, -count), COUNTED_MS).unref()
  }

  #watch(line: Line): void {
    const go = (): void => {
      this.#ready.push(line)
      this.#setTurn()
    }
    if (line.current.writableFinished) go()
    else line.current.once('close', go)
  }

  #setTurn(): void {
    if (this.#isTurnSet) return
    this.#isTurnSet = true
    setImmediate(() => {
      this.#isTurnSet = false
      for (const line of this.#ready.splice(0, PER_TURN)) this.#next(line)
      if (this.#ready.length > 0) this.#setTurn()
    })
  }

  #next(line: Line): void {
    const { socket, waiting } = line
    const one = waiting?.shift()
    if (one === undefined) return
    this.#count(line.holder, -1)
    line.current = one.response
    // The last one may still have its body under way.
    if (waiting!.length === 0) socket.resume()
    else this.#watch(line)
    one.serve()
  }
}

/**
 * Ends the parser's work on what it was given. A piece of 64 kB holds 1,600 small requests, and a connection that was
 * destroyed would have each of them made into objects first. Node has no call for this: an answer that is none to the
 * question whether the next request is taken ends it with an error. A Node that asks otherwise reads on, as it did.
 */
function readNoFurther(socket: Socket): void {
  const { parser } = socket as Socket & { readonly parser?: { onIncoming?: unknown } | null }
  if (typeof parser?.onIncoming === 'function') parser.onIncoming = () => NO_ANSWER
}

const NO_ANSWER = -1
