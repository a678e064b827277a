import type { IncomingMessage, ServerResponse } from 'node:http'
import { CODE } from '../../../src/wire/rest/codes'
import { writeEnvelope, writeRefusal } from '../../../src/wire/rest/envelope'
import type { Core } from '../core'
import type { CallFault } from '../faults'
import { Refused } from '../refused'
import { Answer, type Route } from '../route/route'
import { API_KEY_HEADER, checkSigned } from '../session/signed-calls'
import { writeFailure } from './failures'
import { guardWrite } from './guard-write'
import { HttpCall } from './http-call'
import { securityHeaders } from './security-headers'

/**
 * Serves the declared calls: guards, signature, faults of control, the handler, one envelope. It stands in front of the
 * rest of HTTP and speaks Node's own requests and answers, because an order's way should cost little more than the
 * order: see `npm run bench http`.
 */
export class CallServer {
  readonly #routes: ReadonlyMap<string, Route>
  /** By Host: what every answer bears. There are few hosts, and whoever invents more of them gets the plain way. */
  readonly #fixed = new Map<string, readonly string[]>()

  constructor(
    private readonly core: Core,
    routes: readonly Route[],
    /** Further `connect-src` origins. */
    private readonly connect: readonly string[],
    private readonly trace: (id: string, error: unknown) => void,
  ) {
    this.#routes = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]))
  }

  /** @returns whether the call is one of ours; then its answer is under way */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    const http = new HttpCall(request)
    const route = this.#routes.get(`${http.method === 'HEAD' ? 'GET' : http.method} ${http.path}`)
    const { host } = request.headers
    // A foreign Host is refused where all other requests are.
    if (route === undefined || host === undefined || !this.core.origins.allowsHost(host)) return false
    void this.#serve(route, http, host, response)
    return true
  }

  async #serve(route: Route, http: HttpCall, host: string, response: ServerResponse): Promise<void> {
    const { status, text, type } = await this.#answer(route, http)
    const length = ['content-type', type, 'content-length', String(Buffer.byteLength(text))]
    response.writeHead(status, [...this.#fixedHeaders(host), ...length, ...http.answerHeaders])
    // As text: Node then puts head and body into one write. HEAD has the length and no body.
    response.end(http.method === 'HEAD' ? undefined : text)
  }

  async #answer(route: Route, http: HttpCall): Promise<Written> {
    const { core } = this
    try {
      if (route.method !== 'GET') guardWrite(core.origins, http.path, (name) => http.header(name))
    } catch (error) {
      return this.#failure(error)
    }
    const early = await core.faults.before(http.path)
    if (early !== null) return this.#fault(early)
    let written: Written
    try {
      written = json(200, writeResult(await this.#signed(route, http), core.journal.now()))
    } catch (error) {
      written = this.#failure(error)
    }
    // Whatever became of the call, control may make its answer late or another one.
    const late = await core.faults.after(http.path)
    return late === null ? written : this.#fault(late)
  }

  #failure(error: unknown): Written {
    const { status, body } = writeFailure(error, this.core.journal.now(), this.trace)
    return json(status, body)
  }

  /** A call under v5's names may name a key instead of a cookie; its sender is told how much of the rate is left. */
  async #signed(route: Route, http: HttpCall): Promise<unknown> {
    const { core } = this
    if (!http.path.startsWith('/v5/') || http.header(API_KEY_HEADER) === undefined) return route.serve(core, http)
    const isRead = route.method === 'GET'
    const key = checkSigned(core.keys, http, isRead ? http.queryText : await http.text(), core.journal.now())
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

  #fault(fault: CallFault): Written {
    if (fault.kind === 'status') return { status: fault.status, text: 'injected', type: 'text/plain; charset=utf-8' }
    return json(200, writeRefusal(this.core.journal.now(), fault.retCode, 'injected', fault.extMap))
  }

  #fixedHeaders(host: string): readonly string[] {
    const known = this.#fixed.get(host)
    if (known !== undefined) return known
    const headers = securityHeaders(host, this.connect, this.core.origins.isOpen)
    const made = [...headers.flat(), 'cache-control', 'no-store']
    if (this.#fixed.size < HOSTS_KEPT_MAX) this.#fixed.set(host, made)
    return made
  }
}

const HOSTS_KEPT_MAX = 16

interface Written {
  readonly status: number
  readonly text: string
  readonly type: string
}

function json(status: number, body: unknown): Written {
  return { status, text: JSON.stringify(body), type: 'application/json' }
}

function writeResult(result: unknown, nowMs: number): unknown {
  if (!(result instanceof Answer)) return writeEnvelope(nowMs, result)
  const { retCode, retMsg, extInfo } = result.more
  const envelope = writeEnvelope(nowMs, result.result, extInfo)
  return retCode === undefined ? envelope : { ...envelope, retCode, retMsg: retMsg ?? '' }
}
