import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestLineLimits } from './request-lines'

/** What one connection may take of our time and the sum of them of our memory (reliability.md §6.1, 28). */
export interface ConnectionLimits extends RequestLineLimits {
  /**
   * Connections at once, sockets that were upgraded among them; one more is closed without a word. Of these 2,000 may
   * be sockets, so that calls and files always have the rest.
   */
  readonly connectionsMax: number
  /** Of one remote address, in the same way: a quarter of all, which is some 90 browsers behind one office's address. */
  readonly addressConnectionsMax: number
  /** Sockets of one remote address; one more is 503. A browser profile has two. */
  readonly addressSocketsMax: number
  /** Whether these two hold for loopback also. @see AddressBound */
  readonly countsLoopback: boolean
  /** From the connection, or a later request's first byte, until the last byte of its body: then it is 408. */
  readonly requestMaxMs: number
  /** How often Node looks for requests that are too slow: so much later than `requestMaxMs` one may be cut. */
  readonly requestCheckMs: number
  /** Idle connections are kept longer than browsers mostly do, so that no order meets one that is just being closed. */
  readonly keepAliveMs: number
  /** For how long something may wait for its reader without a moment of nothing waiting; then the connection is cut. */
  readonly answerMaxMs: number
}

/** A request that is not complete is cut within 10 s. An answer has a minute: a page's largest file on the worst line. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  connectionsMax: 3_000,
  addressConnectionsMax: 750,
  addressSocketsMax: 500,
  countsLoopback: false,
  requestMaxMs: 8_500,
  requestCheckMs: 1_000,
  keepAliveMs: 75_000,
  answerMaxMs: 60_000,
  pipelinedMax: 100,
  pipelinedAddressMax: 500,
  pipelinedAllMax: 1_000,
}

/**
 * Cuts HTTP connections whose answers are not read. Node bounds how much waits for a reader, not for how long. Sockets
 * that were upgraded are watched by `Connection` and no longer seen here.
 */
export class SlowReaders {
  /** Since when something has been waiting, `null` where all is gone. */
  readonly #waiting = new Map<Socket, number | null>()

  constructor(
    server: Server,
    private readonly answerMaxMs: number,
  ) {
    server.on('connection', (socket: Socket) => {
      this.#waiting.set(socket, null)
      socket.once('close', () => this.#waiting.delete(socket))
    })
    server.on('upgrade', (request) => this.#waiting.delete(request.socket))
  }

  /** Called each second. @param nowMs of a clock that only rises */
  watch(nowMs: number): void {
    for (const [socket, sinceMs] of this.#waiting) {
      if (socket.writableLength === 0) this.#waiting.set(socket, null)
      else if (sinceMs === null) this.#waiting.set(socket, nowMs)
      else if (nowMs - sinceMs > this.answerMaxMs) socket.destroy()
    }
  }
}
