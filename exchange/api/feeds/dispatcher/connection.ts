import type { PushReplyJson } from '../../../../src/wire/push/message'
import type { Faults } from '../../faults'
import type { Frame, MakeFrame } from '../../host-ports'
import { randomHex } from '../../random'
import type { ClientSocket } from './client-socket'
import type { StreamReader } from './topic-stream'

/** Bytes waiting in a socket beyond which market data is conflated to a later snapshot. */
const MARKET_BACKLOG_MAX = 1 << 20
/** Private messages and replies are never dropped: beyond this the socket is cut, and the client resumes by sequence. */
const BACKLOG_MAX = 8 << 20
/** A socket out of which nothing has gone for so long, although something waits in it, belongs to nobody who reads. */
export const STILL_MAX_MS = 30_000
/** Try again later (registered beside RFC 6455's codes). */
const TOO_SLOW_CODE = 1013

/** One socket of a client, as the channels see it. */
export class Connection implements StreamReader {
  readonly id = randomHex(8)
  readonly topics = new Set<string>()
  readonly openedAtMs = performance.now()
  /** Monotonic time of the last thing the client sent. */
  heardAtMs = performance.now()
  /** Bytes given to the socket, how many of them had gone when last looked at, and since when it is that many. */
  #given = 0
  #gone = 0
  #goneSinceMs = performance.now()
  #releaseAtMs = 0
  #delayed = 0

  constructor(
    readonly socket: ClientSocket,
    readonly channel: 'public' | 'private',
    /**
     * Hash of the session the handshake's cookie named; in the app's own browser, whose handshakes name none, that of the
     * login. `null` without one.
     */
    public session: string | null,
    private readonly faults: Pick<Faults, 'lag'>,
    private readonly frame: MakeFrame,
  ) {}

  get backlog(): number {
    return this.socket.backlog
  }

  get isBehind(): boolean {
    return this.socket.backlog > MARKET_BACKLOG_MAX
  }

  offer(_topic: string, frame: Frame): boolean {
    if (this.isBehind) return false
    this.#leave(frame)
    return true
  }

  /** For what may not be lost. Cuts the socket, saying why, when the client does not read. */
  insist(frame: Frame): void {
    if (this.socket.backlog > BACKLOG_MAX) this.#cut('too slow to be told everything; resume by sequence')
    else this.#leave(frame)
  }

  /**
   * The client said something. One that asks and does not read the answers is cut before they fill our memory.
   * @returns whether it is still read: nobody would receive the answer to one that was asked to close
   */
  received(): boolean {
    this.heardAtMs = performance.now()
    if (this.socket.backlog > BACKLOG_MAX) this.#cut('too slow to be answered')
    return this.socket.isOpen
  }

  /** Called each second. Market data is left out for a slow reader, but one that has stopped reading is cut in the end. */
  watch(nowMs: number): void {
    const gone = this.#given - this.socket.backlog
    if (this.socket.backlog === 0 || gone !== this.#gone) {
      this.#gone = gone
      this.#goneSinceMs = nowMs
    } else if (nowMs - this.#goneSinceMs > STILL_MAX_MS) {
      this.#cut('nothing was read for 30 seconds')
    }
  }

  /**
   * Says why and sends nothing more. Whoever reads on finds the reason behind what waits; the server gives up on who
   * does not after a few seconds.
   */
  #cut(reason: string): void {
    this.socket.close(TOO_SLOW_CODE, reason)
  }

  /** Replies: small, sent as they are. */
  say(message: unknown): void {
    this.#leave(this.frame(JSON.stringify(message)))
  }

  reply(op: string, requestId: string, refusal: string | null, failed: readonly string[] = []): void {
    const reply: PushReplyJson = {
      op,
      success: refusal === null,
      ret_msg: refusal ?? '',
      req_id: requestId,
      conn_id: this.id,
      ...(failed.length === 0 ? {} : { failed }),
    }
    this.say(reply)
  }

  /** Control may make a channel late; order within it is kept. */
  #leave(frame: Frame): void {
    const lagMs = this.faults.lag(this.channel)
    if (lagMs === 0 && this.#delayed === 0) {
      this.#send(frame)
      return
    }
    const nowMs = performance.now()
    this.#releaseAtMs = Math.max(this.#releaseAtMs, nowMs + lagMs)
    this.#delayed++
    setTimeout(() => {
      this.#delayed--
      this.#send(frame)
    }, this.#releaseAtMs - nowMs)
  }

  #send(frame: Frame): void {
    if (this.socket.send(frame)) this.#given += frame.length
  }
}
