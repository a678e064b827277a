import type { Clock } from '../../../base/clock'
import { Unreadable } from '../../../base/unreadable'
import type { HubSession } from '../../hub-events'
import type { SessionTerms, VenueCalls } from '../../venue/venue-calls'
import type { VisitorAct } from '../../visitor-acts'
import { readCall } from '../read-call'
import type { RestClient } from '../rest-client'

const RETRY_MS = 2_000

export interface SessionPorts {
  readonly clock: Clock
  readonly rest: RestClient
  readonly calls: VenueCalls
  readonly trace: (what: string, error: unknown) => void
  readonly changed: (session: HubSession | null) => void
}

/**
 * Who is signed in. The cookie itself is HttpOnly: the hub knows the account by name only (decisions 7, 33); in the app's
 * own browser the client wrapper has the token instead.
 */
export class Session {
  /** Whether it is being found out, so that nobody else asks. */
  isOpening = false
  #session: HubSession | null = null
  #keepsValidUntil = false
  #hasEnded = false
  /** Sessions in a row that ended as soon as they began. */
  #shortLives = 0
  #beganAtMs = 0
  #cancelRetry: (() => void) | null = null

  constructor(readonly ports: SessionPorts) {}

  get current(): HubSession | null {
    return this.#session
  }

  /** Whether somebody was signed in to this hub and is no more. */
  get hasEnded(): boolean {
    return this.#hasEnded && this.#session === null
  }

  /** Whether this exchange refuses what comes after the time that it was valid until. */
  get keepsValidUntil(): boolean {
    return this.#keepsValidUntil
  }

  /** Opens the sandbox account of this browser, or returns to it; goes on trying while the exchange is away. */
  async open(): Promise<void> {
    if (this.isOpening || this.#session !== null) return
    this.#cancelRetry?.()
    this.#cancelRetry = null
    // An exchange that ends each session with its first answer is not asked for the next one without a pause.
    if (this.#shortLives > 1) {
      this.#shortLives = 1
      this.#openLater()
      return
    }
    this.isOpening = true
    const call = this.ports.calls.session()
    const answer = await this.ports.rest.call(call)
    this.isOpening = false
    try {
      if (!answer.hasError) {
        this.begin(call.read(answer.value))
        return
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.ports.trace('session', error)
    }
    this.#openLater()
  }

  /** Signed in, by an answer of the exchange. */
  begin({ account, name, kind, keepsValidUntil }: SessionTerms): void {
    this.#keepsValidUntil = keepsValidUntil
    this.#session = { account, name, kind }
    this.#beganAtMs = this.ports.clock.now()
    this.ports.changed(this.#session)
  }

  #openLater(): void {
    this.#cancelRetry = this.ports.clock.after(RETRY_MS, () => void this.open())
  }

  /** Network is back: no need to sit out the pause. */
  wake(): void {
    if (this.#cancelRetry !== null) void this.open()
  }

  /** Signs out on this side; what the account knew is dropped by the listener (I12). */
  end(): void {
    if (this.#session === null) return
    this.#session = null
    this.#hasEnded = true
    const isShort = this.ports.clock.now() - this.#beganAtMs < RETRY_MS
    this.#shortLives = isShort ? this.#shortLives + 1 : 0
    this.ports.changed(null)
  }

  /** What logs in on the private channel once, and the session's own token where no cookie bears it; `null` when none was given. */
  async loginTokens(): Promise<readonly string[] | null> {
    const { rest, calls } = this.ports
    const call = calls.oneTimeToken()
    const answer = await rest.call(call)
    if (answer.hasError) return null
    try {
      const token = call.read(answer.value)
      return rest.userToken === null ? [token] : [token, rest.userToken]
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.ports.trace('one-time token', error)
      return null
    }
  }

  /** What the visitor does with his accounts in the app's own browser. */
  act(act: VisitorAct): ReturnType<VenueCalls['asVisitor']> {
    return this.ports.calls.asVisitor(act, this, readCall)
  }
}
