import { CODE } from '../../../../../src/wire/rest/codes'
import { withToken, writeEnvelope, writeRefusal, type EnvelopeJson } from '../../../../../src/wire/rest/envelope'
import { API_KEY_HEADER, type CallAnswer, type CallRequest } from '../../../call'
import type { Core } from '../../../core'
import { utf8 } from '../../../utf8'
import type { CallFault } from '../../../faults'
import { Refused } from '../../../refused'
import { Answer, WrittenResult, type Route } from '../route/route'
import { checkSigned } from '../../../sessions/signed-calls'
import { writeFailure } from './failures'
import { guardWrite } from './guard-write'
import { HttpCall } from './http-call'

/** Stands in an envelope for the result that is written already. */
const MARK = 'the result as it was written'

/** Serves the declared calls: guards, signature, faults of control, the handler, one envelope. */
export class CallServer {
  readonly #routes = { GET: new Map<string, Route>(), POST: new Map<string, Route>(), DELETE: new Map<string, Route>() }

  constructor(
    private readonly core: Core,
    routes: readonly Route[],
    private readonly trace: (id: string, error: unknown) => void,
  ) {
    for (const route of routes) this.#routes[route.method].set(route.path, route)
  }

  /** Whether it is an order call of a known account: it waits for no read and for no unknown caller. */
  isTrade({ method, path, session, headers }: CallRequest): boolean {
    if (method === 'GET' || method === 'HEAD' || this.#routes[method].get(path)?.who !== 'trader') return false
    const apiKey = headers[API_KEY_HEADER]
    return typeof apiKey === 'string' ? this.core.keys.find(apiKey) !== null : this.core.sessions.find(session) !== null
  }

  /** @returns the answer under way, `null` when the call is none of the declared ones */
  take(request: CallRequest): Promise<CallAnswer> | null {
    const { method, path } = request
    const route = this.#routes[method === 'HEAD' ? 'GET' : method].get(path)
    return route === undefined ? null : this.#answer(route, new HttpCall(request))
  }

  async #answer(route: Route, http: HttpCall): Promise<CallAnswer> {
    const { core } = this
    try {
      if (route.method !== 'GET') guardWrite(core.origins, http)
    } catch (error) {
      return this.#failure(http, error)
    }
    const before = core.faults.before(http.path)
    const early = before === null ? null : await before
    if (early !== null) return this.#fault(http, early)
    let answer: CallAnswer
    try {
      const result = await this.#run(route, http)
      const write = (): CallAnswer => succeeded(http, result, core.journal.now())
      answer = route.method === 'GET' ? core.turns.count(write) : write()
    } catch (error) {
      answer = this.#failure(http, error)
    }
    // Whatever became of the call, control may make its answer late or another one.
    const after = core.faults.after(http.path)
    const late = after === null ? null : await after
    if (late !== null) return this.#fault(http, late)
    return route.method === 'GET' && route.who === 'anyone' ? { ...answer, isPublic: true } : answer
  }

  #failure(http: HttpCall, error: unknown): CallAnswer {
    const { status, body } = writeFailure(error, this.core.journal.now(), this.trace)
    return json(http, status, body)
  }

  /** A call under v5's names may name a key instead of a cookie. @returns the result or a promise of it */
  #run(route: Route, http: HttpCall): unknown {
    const isSigned = http.header(API_KEY_HEADER) !== undefined && http.path.startsWith('/v5/')
    return isSigned ? this.#signed(route, http) : route.serve(this.core, http)
  }

  /** The answer to a signed call says how much of the rate is left. */
  async #signed(route: Route, http: HttpCall): Promise<unknown> {
    const { core } = this
    const isRead = route.method === 'GET'
    const key = checkSigned(core.keys, http, isRead ? http.queryText : http.text(), core.journal.now())
    http.signer = key
    try {
      if (isRead && !core.limits.reads.take(key.apiKey, performance.now()))
        throw new Refused(CODE.rateLimited, 'too many reads; at most 50 a second')
      return await route.serve(core, http)
    } finally {
      const nowMs = performance.now()
      const rate = isRead ? core.limits.reads.look(key.apiKey, nowMs) : core.limits.orders.look(key.account, nowMs)
      http.setHeader('x-bapi-limit', String(rate.limit))
      http.setHeader('x-bapi-limit-status', String(rate.left))
      http.setHeader('x-bapi-limit-reset-timestamp', String(core.journal.now() + rate.waitMs))
    }
  }

  #fault(http: HttpCall, fault: CallFault): CallAnswer {
    if (fault.kind === 'reject')
      return json(http, 200, writeRefusal(this.core.journal.now(), fault.retCode, 'injected', fault.extMap))
    return http.answer({ status: fault.status, type: 'text/plain; charset=utf-8', body: 'injected' })
  }
}

function json(http: HttpCall, status: number, body: unknown): CallAnswer {
  return http.answer({ status, type: 'application/json', body: JSON.stringify(body) })
}

function succeeded(http: HttpCall, result: unknown, nowMs: number): CallAnswer {
  if (!(result instanceof WrittenResult)) {
    const envelope = writeResult(result, nowMs)
    const token = http.tokenToTell
    return json(http, 200, token === null ? envelope : withToken(envelope, token))
  }
  const pieces = result.json
  const [before = '', after = ''] = JSON.stringify(writeEnvelope(nowMs, MARK)).split(`"${MARK}"`)
  const body = [utf8(before), ...pieces, utf8(after)]
  return http.answer({ status: 200, type: 'application/json', body })
}

function writeResult(result: unknown, nowMs: number): EnvelopeJson {
  if (!(result instanceof Answer)) return writeEnvelope(nowMs, result)
  const { retCode, retMsg, extInfo } = result.more
  const envelope = writeEnvelope(nowMs, result.result, extInfo)
  return retCode === undefined ? envelope : { ...envelope, retCode, retMsg: retMsg ?? '' }
}
