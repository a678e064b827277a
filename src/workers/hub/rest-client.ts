import type { Clock } from '../../base/clock'
import { withDeadline } from '../../base/deadline'
import type { InstrumentStatus } from '../../domain/instrument/listed'
import type { InstrumentSymbol } from '../../domain/order/order'
import {
  HUB_CONNECTION_HEADER,
  HUB_PROFILE_HEADER,
  HUB_TERM_HEADER,
  REQUESTED_WITH_HEADER,
} from '../../wire/rest/session'
import { parseEnvelope, type Envelope } from '../../wire/rest/envelope'
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

export interface RestCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** Only truthy values are sent (spec §7). */
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>
  readonly body?: unknown
  /** Chooses `_sp_business` and the coming-soon guard. */
  readonly symbol?: InstrumentSymbol | null
  readonly headers?: Readonly<Record<string, string>>
  readonly deadlineMs?: number
  /** Sent even if the hub dies with it: a small body that may be the last thing a closing page leaves. */
  readonly isFarewell?: boolean
}

/** The exchange answered, and the answer is not success. Carries the whole response (spec §8, decisions 8). */
export class CallRejected extends Error {
  override readonly name = 'CallRejected'
  constructor(
    readonly response: Envelope,
    readonly httpStatus: number,
  ) {
    super(response.retMsg)
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

export type CallResult<T> =
  | { readonly hasError: false; readonly value: T; readonly timeMs: number | null }
  | {
      readonly hasError: true
      readonly code: number | null
      readonly message: string
      /** The response, where there was one. */
      readonly response: Envelope | null
      readonly httpStatus: number | null
    }

/** Private endpoints that are not called for a symbol that is only announced (spec §7, last point of the wrapper). */
const GUARDED =
  /\/(trade-list|history-list|pnl|closed-pnl|tpsl-all|risk-list|risk-limit-list|risk-limit|transaction-history|apply-detail)(\/|$)|\/twap\/(list|order-list)(\/|$)/

export interface RestClientPorts {
  readonly clock: Clock
  readonly transport: Transport
  readonly config: HubConfig
  /** This hub's name and term: the exchange refuses writers of an older term (I5). */
  readonly epoch: string
  readonly term: () => HubTerm | null
  readonly statusOf: (symbol: InstrumentSymbol) => InstrumentStatus | null
}

/** The client wrapper of spec §7. `request` rejects, as the toast handler wants it; `call` never does (decisions 8). */
export class RestClient {
  readonly #offsets: number[] = []
  #offsetMs = 0

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
  async request(call: RestCall): Promise<Envelope> {
    const sentAt = this.ports.clock.now()
    const answer = await this.#send(call)
    const envelope = readAnswer(answer)
    if (envelope.timeMs !== null) this.#learnOffset(envelope.timeMs, sentAt)
    if (envelope.retCode !== 0) throw new CallRejected(envelope, answer.status)
    return envelope
  }

  /** The outer call: the result of a GET, the whole response of a call that changes something. */
  async call(call: RestCall & { readonly method: 'GET' }): Promise<CallResult<unknown>>
  async call(call: RestCall & { readonly method: 'POST' | 'DELETE' }): Promise<CallResult<Envelope>>
  async call(call: RestCall): Promise<CallResult<unknown>> {
    const whole = await this.callForOrigin(call)
    if (whole.hasError || call.method !== 'GET') return whole
    return { ...whole, value: whole.value.result }
  }

  /** The same with `showOrigin`: the whole response, for GET too. */
  async callForOrigin(call: RestCall): Promise<CallResult<Envelope>> {
    if (this.#isGuarded(call))
      return { hasError: true, code: null, message: 'comingSoon', response: null, httpStatus: null }
    try {
      const value = await this.request(call)
      return { hasError: false, value, timeMs: value.timeMs }
    } catch (error) {
      if (error instanceof CallRejected)
        return {
          hasError: true,
          code: error.response.retCode,
          message: error.message,
          response: error.response,
          httpStatus: error.httpStatus,
        }
      if (error instanceof CallUnanswered)
        return { hasError: true, code: null, message: error.message, response: null, httpStatus: null }
      throw error
    }
  }

  #isGuarded(call: RestCall): boolean {
    if (call.symbol == null || !GUARDED.test(call.path)) return false
    return this.ports.statusOf(call.symbol) === 'comingSoon'
  }

  async #send(call: RestCall): Promise<HttpAnswer> {
    const { clock, transport, config } = this.ports
    const abort = new AbortController()
    try {
      const request = transport.request(
        {
          method: call.method,
          url: config.apiBase + call.path + this.#query(call),
          headers: {
            platform: 'pc',
            language: config.language,
            [REQUESTED_WITH_HEADER]: 'halyard',
            ...(call.method !== 'GET'
              ? {
                  'content-type': 'application/json',
                  [HUB_CONNECTION_HEADER]: this.ports.epoch,
                  ...this.#termHeaders(),
                }
              : {}),
            ...call.headers,
          },
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

  #termHeaders(): Readonly<Record<string, string>> {
    const taken = this.ports.term()
    return {
      [HUB_TERM_HEADER]: String(taken?.term ?? 0),
      ...(taken?.profile == null ? {} : { [HUB_PROFILE_HEADER]: taken.profile }),
    }
  }

  #query(call: RestCall): string {
    const query: [string, string][] = []
    for (const [key, value] of Object.entries(call.query ?? {})) if (value) query.push([key, String(value)])
    if (call.path.includes('/v5/') && !call.path.endsWith('/wallet/list')) {
      query.push(['_sp_category', 'fbu'])
      if (call.symbol != null) query.push(['_sp_business', businessOf(call.symbol)])
      query.push(['_sp_response_format', 'portugal'])
    }
    if (call.method === 'GET') query.push(['timestamp', String(this.serverNow())])
    return query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`
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

/** Spec §8, client wrapper: what stands in for an answer that is none. */
function readAnswer(answer: HttpAnswer): Envelope {
  const envelope = parseEnvelope(answer.body)
  if (envelope === null) {
    const retMsg = answer.isEmpty ? TEXT_EMPTY : TEXT_NO_OBJECT
    return { retCode: 500, retMsg, result: null, extCode: null, extMap: {}, timeMs: null }
  }
  return envelope.retMsg === '' && envelope.retCode !== 0 ? { ...envelope, retMsg: TEXT_NO_MESSAGE } : envelope
}

/** The product line of a symbol, as `_sp_business` names it. */
export function businessOf(symbol: InstrumentSymbol): 'usdt' | 'usdc' | 'inverse' {
  if (/USDT(-|$)/.test(symbol)) return 'usdt'
  if (symbol.endsWith('PERP') || /^[A-Z0-9]+-\d/.test(symbol)) return 'usdc'
  return 'inverse'
}
