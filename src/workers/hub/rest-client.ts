import type { Clock } from '../../base/clock'
import { withDeadline } from '../../base/deadline'
import type { InstrumentStatus } from '../../domain/instrument/listed'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { Answer, RestCall } from '../venue/venue-http'
import type { VenuePort } from '../venue/venue-port'
import type { HubSession } from '../hub-events'
import type { HttpAnswer, HubConfig, Transport } from './ports'
import type { HubTerm } from './store/hub-store'

/** Longest wait for an answer, where a call does not name its own. */
export const CALL_DEADLINE_MS = 8_000
/** Server times that make the clock offset (reliability N1). */
const OFFSET_SAMPLES = 5
/** One sample that is further off than this is an accident; two in a row that agree mean that a clock was set. */
const CLOCK_SET_MS = 1_000

export const TEXT_NO_OBJECT = 'Request failed. Please try again later.'
export const TEXT_NO_MESSAGE = 'Access error, please try again later'
export const TEXT_EMPTY = 'Non Response!'

/** The exchange answered, and the answer is not success. Carries the whole response (spec §8, decisions 8). */
export class CallRejected extends Error {
  override readonly name = 'CallRejected'
  constructor(
    readonly response: Answer,
    readonly httpStatus: number,
  ) {
    super(response.message)
  }
}

/** No answer: refused, cut, or past the deadline. What the exchange did with the call is not known. */
export class CallUnanswered extends Error {
  override readonly name = 'CallUnanswered'
  constructor(
    readonly reason: 'timeout' | 'network',
    cause: unknown,
  ) {
    super(reason === 'timeout' ? 'requestTimeOut' : 'network', { cause })
  }
}

/** A call that did not succeed. */
export interface RefusedCall {
  readonly hasError: true
  readonly code: number | null
  readonly message: string
  /** Bounds and the like beside a refusal. */
  readonly ext: Answer['ext']
  /** The response, where there was one. */
  readonly response: Answer | null
  readonly httpStatus: number | null
}

export type CallResult = { readonly hasError: false; readonly value: Answer } | RefusedCall

const NO_ANSWER = { hasError: true, code: null, ext: {}, response: null, httpStatus: null } as const

export interface RestClientPorts {
  readonly clock: Clock
  readonly transport: Transport
  readonly venue: VenuePort
  readonly config: HubConfig
  /** This hub's name and term: the exchange refuses writers of an older term (I5). */
  readonly epoch: string
  readonly term: () => HubTerm | null
  readonly statusOf: (symbol: InstrumentSymbol) => InstrumentStatus | null
  readonly session: () => HubSession | null
  /** Every refusal, whichever call got it. @param sentAs who was signed in when the call left */
  readonly refused: (call: RestCall, answer: RefusedCall, sentAs: HubSession | null) => void
}

/** The client wrapper of spec §7. `request` rejects, as the toast handler wants it; `call` never does (decisions 8). */
export class RestClient {
  readonly #offsets: number[] = []
  #offsetMs = 0
  /**
   * Token of the session in the app's own browser; in any other it is in a cookie, and nothing here knows it. It is in
   * this field alone: in no store, address, log or recording.
   */
  userToken: string | null = null

  constructor(private readonly ports: RestClientPorts) {}

  /** Server clock minus local clock, milliseconds. */
  get clockOffsetMs(): number {
    return this.#offsetMs
  }

  serverNow(): number {
    return this.ports.clock.now() + this.#offsetMs
  }

  /**
   * The inner call.
   * @throws CallRejected with the full response on a non-zero code
   * @throws CallUnanswered when no answer came
   */
  async request(call: RestCall): Promise<Answer> {
    const sentAt = this.ports.clock.now()
    const http = await this.#send(call)
    const { userToken, ...answer } = this.#read(http)
    if (userToken) this.userToken = String(userToken)
    if (answer.timeMs !== null) this.#learnOffset(answer.timeMs, sentAt)
    if (answer.code !== 0) throw new CallRejected(answer, http.status)
    return answer
  }

  /** The outer call: the whole answer of one that succeeded. */
  async call(call: RestCall): Promise<CallResult> {
    if (this.#isGuarded(call)) return { ...NO_ANSWER, message: 'comingSoon' }
    const sentAs = this.ports.session()
    try {
      return { hasError: false, value: await this.request(call) }
    } catch (error) {
      if (error instanceof CallRejected) {
        const { response, message, httpStatus } = error
        const { code, ext } = response
        const refused: RefusedCall = { hasError: true, code, message, ext, response, httpStatus }
        this.ports.refused(call, refused, sentAs)
        return refused
      }
      if (error instanceof CallUnanswered) return { ...NO_ANSWER, message: error.message }
      throw error
    }
  }

  #isGuarded(call: RestCall): boolean {
    const { venue, statusOf } = this.ports
    return call.symbol != null && venue.http.isOfListedOnly(call) && statusOf(call.symbol) === 'comingSoon'
  }

  async #send(call: RestCall): Promise<HttpAnswer> {
    const { clock, transport, config, epoch, term, venue } = this.ports
    const abort = new AbortController()
    const { profile = null, term: number = 0 } = term() ?? {}
    const sender = { epoch, profile, term: number, language: config.language, userToken: this.userToken }
    try {
      const request = transport.request(
        {
          method: call.method,
          url: config.apiBase + call.path + this.#query(call),
          headers: { ...venue.http.headers(call, sender), ...call.headers },
          body: call.method !== 'GET' ? JSON.stringify(call.body ?? {}) : null,
          isFarewell: call.isFarewell ?? false,
        },
        abort.signal,
      )
      // A transport that ignores the signal must not hang its caller.
      return await withDeadline(clock, call.deadlineMs ?? CALL_DEADLINE_MS, request, () => {
        abort.abort()
        return new CallUnanswered('timeout', null)
      })
    } catch (error) {
      if (error instanceof CallUnanswered) throw error
      throw new CallUnanswered('network', error)
    }
  }

  #query(call: RestCall): string {
    const own = Object.entries(call.query ?? {}).flatMap(([key, value]) => (value ? [[key, String(value)]] : []))
    const query = [...own, ...this.ports.venue.http.query(call, this.serverNow()).map((one) => [...one])]
    return query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`
  }

  /** Spec §8, client wrapper: what stands in for an answer that is none. */
  #read(http: HttpAnswer): Answer {
    const answer = this.ports.venue.http.answer(http.body)
    if (answer === null) {
      const message = http.isEmpty ? TEXT_EMPTY : TEXT_NO_OBJECT
      return { code: 500, message, result: null, ext: {}, timeMs: null }
    }
    return answer.message === '' && answer.code !== 0 ? { ...answer, message: TEXT_NO_MESSAGE } : answer
  }

  #learnOffset(serverMs: number, sentAt: number): void {
    const receivedAt = this.ports.clock.now()
    const offset = Math.round(serverMs - (sentAt + receivedAt) / 2)
    const before = this.#offsets.at(-1) ?? offset
    this.#offsets.push(offset)
    const isOff = (one: number): boolean => Math.abs(one - this.#offsetMs) > CLOCK_SET_MS
    if (isOff(before) && isOff(offset) && Math.abs(offset - before) <= CLOCK_SET_MS)
      this.#offsets.splice(0, this.#offsets.length - 2)
    if (this.#offsets.length > OFFSET_SAMPLES) this.#offsets.shift()
    const sorted = this.#offsets.toSorted((a, b) => a - b)
    this.#offsetMs = sorted[Math.floor(sorted.length / 2)] ?? 0
  }
}
