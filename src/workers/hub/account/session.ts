import type { Clock } from '../../../base/clock'
import { asObject, WireError } from '../../../wire/json'
import { CODE } from '../../../wire/rest/codes'
import { ONE_TIME_TOKEN_PATH, parseOneTimeToken } from '../../../wire/rest/one-time-token'
import { parseSession, SESSION_PATH } from '../../../wire/rest/session'
import type { HubSession } from '../../hub-events'
import type { RestClient } from '../rest-client'

const RETRY_MS = 2_000

/** Codes that end a session (spec §8). */
export function endsSession(code: number | null): boolean {
  return code === CODE.authenticationFailed || code === CODE.regionRestricted || code === CODE.keyNotInList
}

export interface SessionPorts {
  readonly clock: Clock
  readonly rest: RestClient
  readonly trace: (what: string, error: unknown) => void
  readonly changed: (session: HubSession | null) => void
}

/** Who is signed in. The cookie itself is HttpOnly: the hub knows the account by name only (decisions 7, 33). */
export class Session {
  #session: HubSession | null = null
  #keepsValidUntil = false
  #isOpening = false
  #hasEnded = false
  #cancelRetry: (() => void) | null = null

  constructor(private readonly ports: SessionPorts) {}

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
    if (this.#isOpening || this.#session !== null) return
    this.#isOpening = true
    this.#cancelRetry?.()
    this.#cancelRetry = null
    const answer = await this.ports.rest.call({ method: 'POST', path: SESSION_PATH, body: {} })
    this.#isOpening = false
    try {
      if (!answer.hasError) {
        const { account, name, kind, keepsValidUntil } = parseSession(asObject(answer.value.result, 'result'))
        this.#keepsValidUntil = keepsValidUntil
        this.#session = { account, name, kind }
        this.ports.changed(this.#session)
        return
      }
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.ports.trace('session', error)
    }
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
    this.ports.changed(null)
  }

  /** A token for one log-in on the private channel; `null` when none was given. */
  async oneTimeToken(): Promise<string | null> {
    const answer = await this.ports.rest.call({ method: 'POST', path: ONE_TIME_TOKEN_PATH, body: {} })
    if (answer.hasError) {
      if (endsSession(answer.code)) this.end()
      return null
    }
    try {
      return parseOneTimeToken(answer.value.result)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.ports.trace('one-time token', error)
      return null
    }
  }
}
