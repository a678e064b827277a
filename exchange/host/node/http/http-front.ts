import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { AddressCounts } from './address-counts'
import { answerBare, answerStrays } from './bare-answers'
import { BODY_MAX_BYTES, CALLS, type CallAnswer, type CallRequest } from '../../../api/call'
import { SlowReaders, type ConnectionLimits } from './connection-limits'
import { clearSessionCookies, CookieReader, writeSessionCookies } from './cookies'
import { takeSession } from './take-session'
import type { Inside } from './inside'
import { NewConnections } from './new-connections'
import { packAnswer } from './packed-answer'
import { isLoopbackHost, isPlainLoopback, isTls, type OriginRules } from './origins'
import { RemoteSender } from './remote-sender'
import { RequestLines } from './request-lines'
import { securityHeaders } from './security-headers'
import type { FileAnswer, StaticFiles } from './static-files'

const CONTROL = /^\/control(?:\/|$)/
/** Whether it may change something; no other method is known. */
const METHODS: ReadonlyMap<string, boolean> = new Map([
  ['GET', false],
  ['HEAD', false],
  ['POST', true],
  ['DELETE', true],
])
const WATCH_MS = 1000
/** A stop waits for answers no longer, and looks so often for connections that are done. */
const STOP_MS = 2_000
const STOP_CHECK_MS = 20
const HOSTS_KEPT_MAX = 16
const NO_CONTENT = 204
/** Nothing that is not a file may be kept by anyone. */
const NOT_KEPT: readonly string[] = ['cache-control', 'no-store']

export interface FrontOptions {
  readonly host: string
  /** 0 lets the system pick. */
  readonly port: number
  readonly limits: ConnectionLimits
  readonly origins: OriginRules
  /** The app's files; `null` serves calls and push only. */
  readonly files: StaticFiles | null
  /** Further `connect-src` origins. */
  readonly connect: readonly string[]
  /** Whether `/control` exists. */
  readonly hasControl: boolean
  /** Does work that belongs to a read: what it takes is counted, so that it gives way to orders. */
  readonly countRead: <T>(work: () => T) => T
  /** Does a read when there is time for it. Rejects when its reader is gone by then. */
  readonly takeRead: <T>(read: () => T, isGone: () => boolean) => T | Promise<Awaited<T>>
  /** Called with each fault that nobody foresaw, by the id that the client got. */
  readonly trace: (id: string, error: unknown) => void
  /** Called with the status of each answer. */
  readonly answered: (status: number) => void
  /** What `/metrics` answers to a request. */
  readonly metrics: (request: IncomingMessage, connections: number) => CallAnswer
}

export interface Front {
  /** The port that is bound. */
  readonly port: number
  /** Takes nothing new, answers what has come, and ends every connection. Settles when the port is free. */
  close(): Promise<void>
}

/**
 * HTTP up to the point where a request has come whole: limits, what is no request, the app's files, and the headers that
 * every answer has. What is decided by the exchange's state goes inside as a `CallRequest`.
 *
 * @throws the system's error of `listen`
 */
export async function openFront(options: FrontOptions, inside: Inside): Promise<Front> {
  const front = new HttpFront(options, inside)
  await front.open()
  return front
}

/** Whom it was meant for cannot be told (RFC 9112 §3.2): the first one counts here, and another one perhaps in front. */
function namesHostTwice({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === 4 && rawHeaders[at]!.toLowerCase() === 'host') hosts++
  return hosts > 1
}

function isEncoded({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding']
  return encoding !== undefined && encoding.toLowerCase() !== 'identity'
}

/** What is worked out of a Host header once. */
interface KnownHost {
  readonly isLoopback: boolean
  /** What every answer has. */
  readonly headers: readonly string[]
  /** The same for a page that runs scripts of its own text, by their hashes. */
  headersWith(scripts: readonly string[]): readonly string[]
}

class HttpFront implements Front {
  readonly #server: Server
  readonly #addresses: AddressCounts
  readonly #newConnections = new NewConnections()
  /** Hosts that are ours. There are few, and whoever invents more of them has each looked at anew. */
  readonly #hosts = new Map<string, KnownHost>()
  readonly #watch: NodeJS.Timeout
  /** Known with the port, which is in their names. */
  #cookies = new CookieReader(0)
  #port = 0
  /** Connections that are open. */
  #open = 0

  constructor(
    private readonly options: FrontOptions,
    private readonly inside: Inside,
  ) {
    const { limits } = options
    this.#addresses = new AddressCounts({ max: limits.addressConnectionsMax, countsLoopback: limits.countsLoopback })
    const lines = new RequestLines(limits, (socket) => this.#newConnections.ended(socket))
    this.#server = createServer(
      {
        // A request without a Host is refused below, with our headers.
        requireHostHeader: false,
        headersTimeout: limits.requestMaxMs,
        requestTimeout: limits.requestMaxMs,
        keepAliveTimeout: limits.keepAliveMs,
        connectionsCheckingInterval: limits.requestCheckMs,
      },
      (request, response) => lines.arrive(request.socket, response, () => this.#serve(request, response)),
    )
    this.#server.maxConnections = limits.connectionsMax
    this.#server.on('connection', (socket: Socket) => {
      this.#open++
      socket.once('close', () => this.#open--)
      if (this.#addresses.hold(socket)) this.#newConnections.arrive(socket)
      else socket.destroy()
    })
    const slowReaders = new SlowReaders(this.#server, limits.answerMaxMs)
    this.#watch = setInterval(() => slowReaders.watch(performance.now()), WATCH_MS)
    answerStrays(this.#server)
    this.#server.on('upgrade', (request, socket, head) => {
      const { headers, method = 'GET', url = '/' } = request
      if (namesHostTwice(request)) {
        answerBare(socket as Socket, 400)
        return
      }
      const isPlain = isPlainLoopback(headers.host, headers.origin)
      inside.upgrade({ method, url, headers, ...takeSession(headers, this.#cookies, isPlain) }, socket as Socket, head)
    })
  }

  get port(): number {
    return this.#port
  }

  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        clearInterval(this.#watch)
        reject(error)
      }
      this.#server.once('error', fail)
      this.#server.listen(this.options.port, this.options.host, () => {
        this.#server.off('error', fail)
        this.#port = (this.#server.address() as AddressInfo).port
        this.#cookies = new CookieReader(this.#port)
        resolve()
      })
    })
  }

  close(): Promise<void> {
    clearInterval(this.#watch)
    this.#newConnections.close()
    // What has come is answered; a connection ends as soon as it waits for nothing.
    const idle = setInterval(() => this.#server.closeIdleConnections(), STOP_CHECK_MS)
    const cut = setTimeout(() => this.#server.closeAllConnections(), STOP_MS)
    return new Promise((resolve) =>
      this.#server.close(() => {
        clearInterval(idle)
        clearTimeout(cut)
        resolve()
      }),
    )
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const { host } = request.headers
    const target = host === undefined ? null : originForm(request.url ?? '/', host)
    if (host === undefined || target === null || namesHostTwice(request)) {
      answerBare(request.socket, 400)
      return
    }
    // Those that are known were allowed before.
    if (!this.#hosts.has(host) && !this.options.origins.allowsHost(host)) {
      // A Host that is not ours has no place in the policy.
      if (URL.canParse(`http://${host}`)) this.#say(response, 'localhost', 403, 'wrong host')
      else answerBare(request.socket, 400)
      return
    }
    const at = target.indexOf('?')
    const path = at < 0 ? target : target.slice(0, at)
    const queryText = at < 0 ? '' : target.slice(at + 1)
    const changes = METHODS.get(request.method ?? 'GET')
    // Without the switch nothing under this name exists, whatever the method and whoever asks (decisions 31).
    if (!this.options.hasControl && CONTROL.test(path)) this.#say(response, host, 404, 'not found')
    else if (changes === undefined) this.#say(response, host, 405, '', ['allow', [...METHODS.keys()].join(', ')])
    else if (path === '/metrics' && !changes)
      this.#answer(response, host, request.method === 'HEAD', this.#metrics(request))
    else if (changes && isEncoded(request)) this.#say(response, host, 415, 'no encoding of a body is known here')
    else if (changes) this.#readBody(request, (body) => this.#call(request, response, path, queryText, body))
    else if (CALLS.test(path) || path === '/healthz' || CONTROL.test(path))
      this.#call(request, response, path, queryText, '')
    else void this.#file(request, response, target)
  }

  /**
   * What breaks off, or is too slow, goes no further than here.
   * @param done given the body once it is there, or `null` as soon as it is too long
   */
  #readBody(request: IncomingMessage, done: (body: string | null) => void): void {
    if (Number(request.headers['content-length'] ?? 0) > BODY_MAX_BYTES) {
      done(null)
      return
    }
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      if (size > BODY_MAX_BYTES) return
      size += chunk.byteLength
      if (size > BODY_MAX_BYTES) done(null)
      else chunks.push(chunk)
    })
    request.on('end', () => {
      if (size > BODY_MAX_BYTES) return
      done(chunks.length === 1 ? chunks[0]!.toString('utf8') : Buffer.concat(chunks).toString('utf8'))
    })
    request.on('error', () => undefined)
  }

  #call(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    queryText: string,
    body: string | null,
  ): void {
    const { headers, socket } = request
    const method = request.method as CallRequest['method']
    const host = headers.host!
    const isPlain = this.#host(host).isLoopback && !isTls(headers.origin)
    const { session, isInApp } = takeSession(headers, this.#cookies, isPlain)
    void this.inside
      .call({
        method,
        path,
        queryText,
        sender: new RemoteSender(socket),
        session,
        isInApp,
        headers: headers as Partial<Record<string, string>>,
        body,
        reader: response,
      })
      .then((given) => {
        const answer = given.session === undefined ? given : this.#withCookies(given, isPlain)
        if (method === 'POST' || method === 'DELETE') this.#answer(response, host, false, answer)
        else void this.#answerRead(request, response, answer)
      })
  }

  #metrics(request: IncomingMessage): CallAnswer {
    return this.options.metrics(request, this.#open)
  }

  #withCookies(answer: CallAnswer, isPlain: boolean): CallAnswer {
    const token = answer.session?.token ?? null
    const cookies = token === null ? clearSessionCookies(this.#port) : writeSessionCookies(this.#port, token, isPlain)
    return { ...answer, headers: [...answer.headers, ...cookies.flatMap((cookie) => ['set-cookie', cookie])] }
  }

  async #answerRead(request: IncomingMessage, response: ServerResponse, answer: CallAnswer): Promise<void> {
    const { host, 'accept-encoding': accepts } = request.headers
    const isHead = request.method === 'HEAD'
    const whole =
      answer.isPublic !== true || isHead || accepts === undefined
        ? answer
        : await packAnswer(answer, String(accepts)).catch(() => answer)
    this.options.countRead(() => this.#answer(response, host!, isHead, whole))
  }

  #answer(response: ServerResponse, host: string, isHead: boolean, answer: CallAnswer): void {
    if (response.destroyed) return
    const { status, type, headers, body } = answer
    const pieces = typeof body === 'string' ? [Buffer.from(body)] : body
    const bytes = pieces.reduce((sum, one) => sum + one.length, 0)
    const length = status === NO_CONTENT ? [] : ['content-length', String(bytes)]
    const kind = type === '' ? [] : ['content-type', type]
    this.options.answered(status)
    response.writeHead(status, this.#host(host).headers.concat(NOT_KEPT, kind, length, headers))
    if (isHead || bytes === 0) {
      response.end()
      return
    }
    for (let i = 0; i < pieces.length - 1; i++) response.write(pieces[i]!)
    response.end(pieces.at(-1))
  }

  #say(response: ServerResponse, host: string, status: number, text: string, headers: readonly string[] = []): void {
    const type = text === '' ? '' : 'text/plain; charset=utf-8'
    this.#answer(response, host, false, { status, type, headers, body: text })
  }

  async #file(request: IncomingMessage, response: ServerResponse, target: string): Promise<void> {
    const host = request.headers.host!
    const { files, takeRead, countRead } = this.options
    try {
      const { pathname } = new URL(`http://localhost${target}`)
      const isHead = request.method === 'HEAD'
      const found =
        files === null || CALLS.test(pathname)
          ? null
          : await takeRead(
              () => files.answer(pathname, request.headers, isHead),
              () => response.destroyed,
            )
      if (response.destroyed) return
      countRead(() => {
        if (found === null) {
          this.#say(response, host, 404, 'not found')
          return
        }
        this.options.answered(found.status)
        response.writeHead(found.status, this.#headersOf(host, found).concat(Object.entries(found.headers).flat()))
        response.end(found.body ?? undefined)
      })
    } catch (error) {
      if (response.destroyed) return
      const id = randomUUID()
      this.options.trace(id, error)
      this.#say(response, host, 500, `server error ${id}`)
    }
  }

  #headersOf(host: string, { scripts }: FileAnswer): readonly string[] {
    const known = this.#host(host)
    return scripts.length === 0 ? known.headers : known.headersWith(scripts)
  }

  #host(host: string): KnownHost {
    const known = this.#hosts.get(host)
    if (known !== undefined) return known
    const isLoopback = isLoopbackHost(host)
    const { connect, origins } = this.options
    const headersWith = (scripts: readonly string[]): readonly string[] =>
      securityHeaders(host, connect, origins.isOpen || !isLoopback, scripts).flat()
    const made = { isLoopback, headers: headersWith([]), headersWith }
    if (this.#hosts.size < HOSTS_KEPT_MAX) this.#hosts.set(host, made)
    return made
  }
}

/**
 * @param target as it came: a path, or a whole address as a proxy would be sent (RFC 9112 §3.2.2)
 * @returns path and query, `null` for what is neither or is for another host than `host`
 */
function originForm(target: string, host: string): string | null {
  if (target.startsWith('/')) return target
  const url = /^https?:\/\//i.test(target) && URL.canParse(target) ? new URL(target) : null
  return url === null || url.host !== host ? null : url.pathname + url.search
}
