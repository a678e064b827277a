import { CODE } from '../../../../src/wire/rest/codes'
import { parseV5PrivateTopic } from '../../../../src/wire/v5/topics'
import type { Core } from '../../core'
import { SOCKET_TOPICS_MAX, SocketAllowance } from '../../rate-limit'
import type { ApiKey } from '../../sessions/api-keys'
import { IDLE_MAX_MS } from '../native/channels'
import type { Connection } from '../dispatcher/connection'
import { Inbox } from '../dispatcher/inbox'
import { subscribeInTurns } from '../dispatcher/subscribe-in-turns'
import type { Outlet } from '../dispatcher/topic-stream'
import { V5AccountFeed } from './account-feed'
import { V5MarketFeed } from './market-feed'
import { parseV5Auth, parseV5Request, type V5Request } from './requests'
import { isTradeOp, trade } from './trade-socket'
import { UsedSignatures } from './used-signatures'

/** Which of v5's sockets it is. */
export type V5SocketKind =
  | { readonly kind: 'public'; readonly category: string }
  | { readonly kind: 'private' }
  | { readonly kind: 'trade' }

/** The arguments of one request together, topics of one socket, and of one request on spot (semantics.md §3). */
const ARGS_TEXT_MAX = 21_000
const SPOT_ARGS_MAX = 10
/** Order calls of one socket that wait for the disk. */
const TRADES_UNDER_WAY_MAX = 200
const KEY_ENDED_CODE = 4003
/** How far ahead of the exchange's clock a signature may end; published clients say one to ten seconds. */
const AUTH_AHEAD_MAX_MS = 60_000
/** Sockets of one account that came in by key, private and trading ones counted apart (decisions 20). */
export const KEY_SOCKETS_MAX = 20

interface Member {
  readonly connection: Connection
  readonly road: V5SocketKind
  readonly allowance: SocketAllowance
  /** Of its other end. */
  readonly address: string
  key: ApiKey | null
  tradesUnderWay: number
}

/** v5's sockets: what each may ask and how it is answered. Counted apart from the native dialect's (decisions 20). */
export class V5Channels {
  readonly market: V5MarketFeed
  readonly accounts: V5AccountFeed
  readonly #members = new Map<Connection, Member>()
  readonly #signatures = new UsedSignatures()

  constructor(
    private readonly core: Core,
    outlet: Outlet,
    private readonly trace: (error: unknown) => void,
  ) {
    const { market, catalogue, journal, hourAgo } = core
    this.market = new V5MarketFeed(market, catalogue, journal.venue, hourAgo, outlet)
    this.accounts = new V5AccountFeed(journal, catalogue, outlet)
  }

  get size(): number {
    return this.#members.size
  }

  open(connection: Connection, road: V5SocketKind, address: string): void {
    const allowance = new SocketAllowance()
    const member: Member = { connection, road, allowance, address, key: null, tradesUnderWay: 0 }
    this.#members.set(connection, member)
    const { socket } = connection
    const inbox = new Inbox(this.core.turns, connection, (text) => this.#hear(member, text))
    socket.listen({
      message: (text) => {
        if (!connection.heard()) return
        if (text === null) socket.close(1003, 'text frames only')
        // An order waits for no read.
        else if (road.kind === 'trade' && member.key !== null && inbox.isIdle) this.#hear(member, text)
        else inbox.take(text)
      },
      alive: () => void connection.heard(),
      closed: () => this.#forget(member),
    })
  }

  /** Called each second. */
  beat(): void {
    const nowMs = performance.now()
    for (const { connection } of this.#members.values()) {
      connection.watch(nowMs)
      if (nowMs - connection.heardAtMs > IDLE_MAX_MS) connection.socket.close(1001, 'idle')
    }
    this.market.beat()
  }

  /** The key is no more: neither are the sockets that came in by it. */
  endKey(apiKey: string): void {
    this.#signatures.forget(apiKey)
    for (const { connection, key } of this.#members.values())
      if (key?.apiKey === apiKey) connection.socket.close(KEY_ENDED_CODE, 'the key was ended')
  }

  close(): void {
    for (const { connection } of this.#members.values()) connection.socket.terminate()
    this.market.close()
  }

  /** Control: cuts sockets as a network would, without a closing handshake. @returns how many */
  disconnect(channel: 'public' | 'private'): number {
    const cut = [...this.#members.keys()].filter((connection) => connection.channel === channel)
    for (const connection of cut) connection.socket.terminate()
    return cut.length
  }

  counts(): Readonly<Record<V5SocketKind['kind'], number>> {
    const counts = { public: 0, private: 0, trade: 0 }
    for (const { road } of this.#members.values()) counts[road.kind]++
    return counts
  }

  /** Bytes that wait in each socket. */
  backlogs(): readonly number[] {
    return [...this.#members.keys()].map((connection) => connection.backlog)
  }

  #forget({ connection, road, key }: Member): void {
    this.#members.delete(connection)
    if (road.kind === 'public')
      for (const topic of connection.topics) this.market.unsubscribe(road.category, topic, connection)
    if (key !== null) this.accounts.remove(key.account, connection)
  }

  #hear(member: Member, text: string): void {
    const request = parseV5Request(text)
    if (request === null) return this.#say(member, { success: false, ret_msg: 'Request not valid', op: '' }, null)
    const { op, requestId } = request
    if (op === 'ping') return this.#pong(member, request)
    const topics = op === 'subscribe' || op === 'unsubscribe' ? request.args.length : 0
    if (!member.allowance.take(performance.now(), topics))
      return this.#refuse(member, request, CODE.rateLimited, 'too many requests')
    if (op === 'auth' && member.road.kind !== 'public') return this.#auth(member, request)
    if (member.road.kind === 'trade') return this.#trade(member, request)
    if (op === 'subscribe') return this.#subscribe(member, request)
    if (op === 'unsubscribe') return this.#unsubscribe(member, request)
    const ret_msg = 'error:invalid op'
    return this.#say(member, { success: false, ret_msg, op, request: { op, args: request.args } }, requestId)
  }

  #auth(member: Member, request: V5Request): void {
    const auth = parseV5Auth(request.args)
    if (auth === null) return this.#refuse(member, request, CODE.badRequest, 'Params Error')
    const nowMs = this.core.journal.now()
    if (Number(auth.expires) <= nowMs)
      return this.#refuse(member, request, CODE.timestampOutsideWindow, 'Request expired')
    if (Number(auth.expires) > nowMs + AUTH_AHEAD_MAX_MS)
      return this.#refuse(member, request, CODE.timestampOutsideWindow, 'expires is more than a minute ahead')
    const key = this.core.keys.find(auth.apiKey)
    if (key === null) return this.#refuse(member, request, CODE.apiKeyInvalid, 'Invalid apikey')
    if (!this.core.keys.isSigned(key, `GET/realtime${auth.expires}`, auth.signature))
      return this.#refuse(member, request, CODE.signatureInvalid, 'Invalid sign')
    const { kind } = member.road
    const { address } = member
    if (!this.#signatures.admits(key.apiKey, auth.signature.toLowerCase(), { kind, address }, nowMs))
      return this.#refuse(member, request, CODE.signatureInvalid, 'this signature let in a socket of another kind')
    if (member.key !== null && member.key.apiKey !== key.apiKey)
      return this.#refuse(member, request, CODE.badRequest, 'this socket is another key’s')
    if (member.key === null && this.#socketsOf(key.account, member.road.kind) >= KEY_SOCKETS_MAX)
      return this.#refuse(member, request, CODE.apiKeyInvalid, 'Too many sessions under the same UID')
    member.key = key
    if (member.road.kind === 'private') this.accounts.add(key.account, member.connection)
    if (member.road.kind === 'trade') this.#sayTrade(member, request, CODE.ok, 'OK')
    else this.#say(member, { success: true, ret_msg: '', op: 'auth' }, request.requestId)
  }

  #socketsOf(account: string, kind: V5SocketKind['kind']): number {
    return [...this.#members.values()].filter((one) => one.key?.account === account && one.road.kind === kind).length
  }

  #subscribe(member: Member, request: V5Request): void {
    const { connection, road } = member
    const topics = request.args.filter((one): one is string => typeof one === 'string')
    const fault = this.#subscribeFault(member, topics, request.args.length)
    if (fault !== null) return this.#refuse(member, request, CODE.badRequest, fault)
    const heard = topics.filter((topic) => !this.core.faults.swallows(topic))
    if (heard.length === 0) return
    this.#acknowledge(member, request, heard)
    for (const topic of heard) connection.topics.add(topic)
    if (road.kind !== 'public') return
    const { category } = road
    void subscribeInTurns(this.core.turns, connection, heard, (topic) =>
      this.market.subscribe(category, topic, connection),
    )
  }

  /** A request with a topic that is not there is refused as a whole, as v5 does. */
  #subscribeFault({ connection, road, key }: Member, topics: readonly string[], asked: number): string | null {
    if (topics.length === 0 || topics.length !== asked) return 'Params Error'
    if (topics.join('').length > ARGS_TEXT_MAX || connection.topics.size + topics.length > SOCKET_TOPICS_MAX)
      return 'too many topics'
    if (road.kind !== 'public') {
      if (key === null) return 'Request not authorized'
      const unknown = topics.find((topic) => parseV5PrivateTopic(topic) === null)
      if (unknown !== undefined) return `Invalid topic: ${unknown.slice(0, 80)}`
      return areMixed(topics) ? 'all categories and one of them may not share a request' : null
    }
    if (road.category === 'spot' && topics.length > SPOT_ARGS_MAX) return 'args size >10'
    const unknown = topics.find((topic) => !this.market.exists(road.category, topic))
    return unknown === undefined ? null : `Invalid topic: ${unknown.slice(0, 80)}`
  }

  #unsubscribe(member: Member, request: V5Request): void {
    const { connection, road } = member
    const topics = request.args.filter((one): one is string => typeof one === 'string')
    for (const topic of topics) {
      if (connection.topics.delete(topic) && road.kind === 'public')
        this.market.unsubscribe(road.category, topic, connection)
    }
    this.#acknowledge(member, request, topics)
  }

  /** Options and spreads are answered in another form (data as published). */
  #acknowledge(member: Member, { op, requestId }: V5Request, topics: readonly string[]): void {
    const { road, connection } = member
    if (road.kind === 'public' && road.category === 'option') {
      const data = { failTopics: [], successTopics: topics }
      connection.say({ success: true, conn_id: connection.id, data, type: 'COMMAND_RESP' })
    } else {
      this.#say(member, { success: true, ret_msg: '', op }, requestId)
    }
  }

  #trade(member: Member, request: V5Request): void {
    const { connection, key } = member
    if (!isTradeOp(request.op)) return this.#sayTrade(member, request, CODE.badRequest, 'op not found')
    if (key === null) return this.#sayTrade(member, request, CODE.authenticationFailed, 'not authorized')
    if (member.tradesUnderWay >= TRADES_UNDER_WAY_MAX)
      return this.#sayTrade(member, request, CODE.rateLimited, 'too many orders under way')
    member.tradesUnderWay++
    this.core.turns
      .order(trade(this.core, key, connection.id, request))
      .then((reply) => connection.say(reply))
      .catch((error: unknown) => {
        this.trace(error)
        this.#sayTrade(member, request, CODE.serverError, 'server error')
      })
      .finally(() => member.tradesUnderWay--)
  }

  #pong(member: Member, { requestId }: V5Request): void {
    const { connection, road } = member
    const args = [String(this.core.journal.now())]
    const id = requestId === null ? {} : { req_id: requestId }
    if (road.kind === 'trade')
      connection.say({
        retCode: 0,
        retMsg: 'OK',
        op: 'pong',
        data: args,
        reqId: requestId ?? '',
        connId: connection.id,
      })
    else if (road.kind === 'private') connection.say({ ...id, op: 'pong', args, conn_id: connection.id })
    else if (road.category === 'option' || road.category === 'spread') connection.say({ args, op: 'pong' })
    else connection.say({ success: true, ret_msg: 'pong', conn_id: connection.id, ...id, op: 'ping' })
  }

  #refuse(member: Member, request: V5Request, retCode: number, ret_msg: string): void {
    const { op, requestId } = request
    if (member.road.kind === 'trade') return this.#sayTrade(member, request, retCode, ret_msg)
    // `retCode` and `request` are how libraries tell a refused login from other refusals.
    const login = op === 'auth' ? { retCode, request: { op } } : {}
    return this.#say(member, { success: false, ret_msg, op, ...login }, requestId)
  }

  #say({ connection }: Member, reply: Readonly<Record<string, unknown>>, requestId: string | null): void {
    connection.say({ ...reply, conn_id: connection.id, ...(requestId === null ? {} : { req_id: requestId }) })
  }

  #sayTrade({ connection }: Member, { op, requestId }: V5Request, retCode: number, retMsg: string): void {
    connection.say({ reqId: requestId ?? '', retCode, retMsg, op, connId: connection.id })
  }
}

/** `order` beside `order.linear` (semantics.md §3). */
function areMixed(topics: readonly string[]): boolean {
  const read = topics.map(parseV5PrivateTopic).filter((one) => one !== null && one !== 'silent')
  return read.some((one) => one.category === null && read.some((two) => two.kind === one.kind && two.category !== null))
}
