import { CODE } from '../../../../src/wire/rest/codes'
import { parseV5PrivateTopic } from '../../../../src/wire/v5/topics'
import type { Core } from '../../core'
import type { ApiKey } from '../../sessions/api-keys'
import type { Dialect, Member, RequestFault } from '../dispatcher/dispatcher'
import type { V5AccountFeed } from './account-feed'
import type { V5MarketFeed } from './market-feed'
import { parseV5Auth, parseV5Request, type V5Request } from './requests'
import { isTradeOp, trade } from './trade-socket'
import { UsedSignatures } from './used-signatures'

/** Which of v5's sockets it is. */
export type V5SocketKind =
  | { readonly kind: 'public'; readonly category: string }
  | { readonly kind: 'private' }
  | { readonly kind: 'trade' }

/** Topics of one request on spot (semantics.md §3). */
const SPOT_ARGS_MAX = 10
/** Order calls of one socket that wait for the disk. */
const TRADES_UNDER_WAY_MAX = 200
const KEY_ENDED_CODE = 4003
/** How far ahead of the exchange's clock a signature may end; published clients say one to ten seconds. */
const AUTH_AHEAD_MAX_MS = 60_000
/** Sockets of one account that came in by key, private and trading ones counted apart (decisions 20). */
export const KEY_SOCKETS_MAX = 20

/** What is known of a socket. */
export interface V5State {
  readonly kind: V5SocketKind
  /** Of its other end. */
  readonly address: string
  key: ApiKey | null
  tradesUnderWay: number
}

type V5Member = Member<V5State>

const FAULTS: Readonly<Record<RequestFault, readonly [retCode: number, message: string]>> = {
  tooManyRequests: [CODE.rateLimited, 'too many requests'],
  tooManyTopics: [CODE.badRequest, 'too many topics'],
  noTopics: [CODE.badRequest, 'Params Error'],
}

/** The protocol of v5's programs: logins by key, topics, and orders. Counted apart from the native dialect's (decisions 20). */
export class V5Dialect implements Dialect<V5Request, V5State> {
  readonly parse = parseV5Request
  readonly #signatures = new UsedSignatures()
  /** Those that came in by a key. */
  readonly #keyed = new Set<V5Member>()

  constructor(
    private readonly core: Core,
    private readonly market: V5MarketFeed,
    private readonly accounts: V5AccountFeed,
    private readonly trace: (error: unknown) => void,
  ) {}

  /** The key is no more: neither are the sockets that came in by it. */
  endKey(apiKey: string): void {
    this.#signatures.forget(apiKey)
    for (const { connection, state } of this.#keyed)
      if (state.key?.apiKey === apiKey) connection.socket.close(KEY_ENDED_CODE, 'the key was ended')
  }

  /** Orders wait for no read. */
  isUrgent({ state }: V5Member): boolean {
    return state.kind.kind === 'trade' && state.key !== null
  }

  heartbeat(): null {
    return null
  }

  left(member: V5Member): void {
    const { key } = member.state
    if (key === null) return
    this.#keyed.delete(member)
    this.accounts.remove(key.account, member.connection)
  }

  notUnderstood(member: V5Member): void {
    this.#say(member, { success: false, ret_msg: 'Request not valid', op: '' }, null)
  }

  pong(member: V5Member, { requestId }: V5Request): void {
    const { connection, state } = member
    const { kind } = state
    const args = [String(this.core.journal.now())]
    const id = requestId === null ? {} : { req_id: requestId }
    if (kind.kind === 'trade')
      connection.say({
        retCode: 0,
        retMsg: 'OK',
        op: 'pong',
        data: args,
        reqId: requestId ?? '',
        connId: connection.id,
      })
    else if (kind.kind === 'private') connection.say({ ...id, op: 'pong', args, conn_id: connection.id })
    else if (kind.category === 'option' || kind.category === 'spread') connection.say({ args, op: 'pong' })
    else connection.say({ success: true, ret_msg: 'pong', conn_id: connection.id, ...id, op: 'ping' })
  }

  act(member: V5Member, request: V5Request): boolean {
    const { op, args, requestId } = request
    const { kind } = member.state.kind
    if (op === 'auth' && kind !== 'public') this.#auth(member, request)
    else if (kind === 'trade') this.#trade(member, request)
    else if (op === 'subscribe' || op === 'unsubscribe') return false
    else this.#say(member, { success: false, ret_msg: 'error:invalid op', op, request: { op, args } }, requestId)
    return true
  }

  refuse(member: V5Member, request: V5Request, fault: RequestFault): void {
    this.#refuse(member, request, ...FAULTS[fault])
  }

  /** A request with a topic that is not there is refused as a whole, as v5 does. */
  maySubscribe(member: V5Member, request: V5Request, topics: readonly string[]): boolean {
    const fault = this.#subscribeFault(member, topics)
    if (fault !== null) this.#refuse(member, request, CODE.badRequest, fault)
    return fault === null
  }

  subscribed(member: V5Member, request: V5Request, topics: readonly string[]): readonly string[] {
    this.#acknowledge(member, request, topics)
    return topics
  }

  begin({ connection, state }: V5Member, topic: string): void {
    if (state.kind.kind === 'public') this.market.subscribe(state.kind.category, topic, connection)
  }

  end({ connection, state }: V5Member, topic: string): void {
    if (state.kind.kind === 'public') this.market.unsubscribe(state.kind.category, topic, connection)
  }

  unsubscribed(member: V5Member, request: V5Request): void {
    this.#acknowledge(member, request, request.topics ?? [])
  }

  #auth(member: V5Member, request: V5Request): void {
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
    const { state, connection } = member
    const { address } = state
    const { kind } = state.kind
    if (!this.#signatures.admits(key.apiKey, auth.signature.toLowerCase(), { kind, address }, nowMs))
      return this.#refuse(member, request, CODE.signatureInvalid, 'this signature logged in a socket of another kind')
    if (state.key !== null && state.key.apiKey !== key.apiKey)
      return this.#refuse(member, request, CODE.badRequest, 'this socket is another key’s')
    if (state.key === null && this.#socketsOf(key.account, kind) >= KEY_SOCKETS_MAX)
      return this.#refuse(member, request, CODE.apiKeyInvalid, 'Too many sessions under the same UID')
    state.key = key
    this.#keyed.add(member)
    if (kind === 'private') this.accounts.add(key.account, connection)
    if (kind === 'trade') this.#sayTrade(member, request, CODE.ok, 'OK')
    else this.#say(member, { success: true, ret_msg: '', op: 'auth' }, request.requestId)
  }

  #socketsOf(account: string, kind: V5SocketKind['kind']): number {
    return [...this.#keyed].filter(({ state }) => state.key?.account === account && state.kind.kind === kind).length
  }

  #subscribeFault({ state }: V5Member, topics: readonly string[]): string | null {
    const { kind, key } = state
    if (kind.kind !== 'public') {
      if (key === null) return 'Request not authorized'
      const unknown = topics.find((topic) => parseV5PrivateTopic(topic) === null)
      if (unknown !== undefined) return `Invalid topic: ${unknown.slice(0, 80)}`
      return areMixed(topics) ? 'all categories and one of them may not share a request' : null
    }
    if (kind.category === 'spot' && topics.length > SPOT_ARGS_MAX) return 'args size >10'
    const unknown = topics.find((topic) => !this.market.exists(kind.category, topic))
    return unknown === undefined ? null : `Invalid topic: ${unknown.slice(0, 80)}`
  }

  /** Options and spreads are answered in another form (data as published). */
  #acknowledge(member: V5Member, { op, requestId }: V5Request, topics: readonly string[]): void {
    const { state, connection } = member
    if (state.kind.kind === 'public' && state.kind.category === 'option') {
      const data = { failTopics: [], successTopics: topics }
      connection.say({ success: true, conn_id: connection.id, data, type: 'COMMAND_RESP' })
    } else {
      this.#say(member, { success: true, ret_msg: '', op }, requestId)
    }
  }

  #trade(member: V5Member, request: V5Request): void {
    const { connection, state } = member
    const { key } = state
    if (!isTradeOp(request.op)) return this.#sayTrade(member, request, CODE.badRequest, 'op not found')
    if (key === null) return this.#sayTrade(member, request, CODE.authenticationFailed, 'not authorized')
    if (state.tradesUnderWay >= TRADES_UNDER_WAY_MAX)
      return this.#sayTrade(member, request, CODE.rateLimited, 'too many orders under way')
    state.tradesUnderWay++
    this.core.turns
      .order(trade(this.core, key, connection.id, request))
      .then((reply) => connection.say(reply))
      .catch((error: unknown) => {
        this.trace(error)
        this.#sayTrade(member, request, CODE.serverError, 'server error')
      })
      .finally(() => state.tradesUnderWay--)
  }

  #refuse(member: V5Member, request: V5Request, retCode: number, ret_msg: string): void {
    const { op, requestId } = request
    if (member.state.kind.kind === 'trade') return this.#sayTrade(member, request, retCode, ret_msg)
    // `retCode` and `request` are how libraries distinguish a refused login from other refusals.
    const login = op === 'auth' ? { retCode, request: { op } } : {}
    return this.#say(member, { success: false, ret_msg, op, ...login }, requestId)
  }

  #say({ connection }: V5Member, reply: Readonly<Record<string, unknown>>, requestId: string | null): void {
    connection.say({ ...reply, conn_id: connection.id, ...(requestId === null ? {} : { req_id: requestId }) })
  }

  #sayTrade({ connection }: V5Member, { op, requestId }: V5Request, retCode: number, retMsg: string): void {
    connection.say({ reqId: requestId ?? '', retCode, retMsg, op, connId: connection.id })
  }
}

/** `order` beside `order.linear` (semantics.md §3). */
function areMixed(topics: readonly string[]): boolean {
  const read = topics.map(parseV5PrivateTopic).filter((one) => one !== null && one !== 'silent')
  return read.some((one) => one.category === null && read.some((two) => two.kind === one.kind && two.category !== null))
}
