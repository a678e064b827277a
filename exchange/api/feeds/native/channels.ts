import {
  CLOSE_BY_OTHER_CODE,
  OVERTAKEN_CODE,
  type CloseByOtherJson,
  type HeartbeatJson,
  type PushRequestJson,
} from '../../../../src/wire/push/message'
import { HUB_PROFILE } from '../../../../src/wire/rest/session'
import { SPOKEN_TOPICS, type SpokenTopic } from '../../../../src/wire/push/topics'
import type { Faults } from '../../faults'
import { parseStrictJson } from '../../calls/shared/http/strict-json'
import { SOCKET_TOPICS_MAX, SocketAllowance } from '../../rate-limit'
import type { ReadTurns } from '../../read-turns'
import { isSameProfile, type HubLife, type HubTerms } from '../../sessions/hub-terms'
import type { Sessions } from '../../sessions/sessions'
import type { AccountFeed, AccountFeeds } from './account-feed'
import type { Connection } from '../dispatcher/connection'
import type { MakeFrame } from '../../host-ports'
import { Inbox } from '../dispatcher/inbox'
import { subscribeInTurns } from '../dispatcher/subscribe-in-turns'
import type { MarketFeed } from './market-feed'

/** Private channels of one account (decisions 20). */
export const PRIVATE_CHANNELS_MAX = 5
/** v5: the arguments of one request, and ours for one socket. */
const ARGS_TEXT_MAX = 21_000
/** v5: a socket without traffic from the client is dropped after ten minutes. */
export const IDLE_MAX_MS = 600_000
const LOGOUT_CODE = 4003
/** How long a hub that was overtaken has to read why its socket closes: one that hangs never does. */
const OVERTAKEN_MAX_MS = 500

/** Private topics of the specification that exist and have nothing to say yet. */
const SILENT_TOPICS: ReadonlySet<string> = new Set([
  'user.margin.order',
  'user.unify.option.trade.notify',
  'user.option.liquidation',
  'user.unify.option.orderHistory',
])

/** Of a channel that is logged in. */
interface Login {
  readonly account: string
  readonly feed: AccountFeed
  readonly hub: HubLife
}

/** All sockets: what each may ask (decisions 3), who has how many, and the heartbeat they share. */
export class Channels {
  readonly #public = new Set<Connection>()
  readonly #private = new Set<Connection>()
  /** Logged-in channels, oldest first. */
  readonly #byAccount = new Map<string, Connection[]>()
  readonly #logins = new Map<Connection, Login>()
  readonly #allowances = new WeakMap<Connection, SocketAllowance>()
  #counter = 0
  #presence: ((account: string, isPresent: boolean) => void) | null = null

  constructor(
    private readonly market: MarketFeed,
    private readonly feeds: AccountFeeds,
    private readonly sessions: Sessions,
    private readonly terms: HubTerms,
    private readonly faults: Faults,
    private readonly turns: ReadTurns,
    private readonly now: () => number,
    private readonly frame: MakeFrame,
  ) {}

  open(connection: Connection): void {
    const { socket } = connection
    ;(connection.channel === 'public' ? this.#public : this.#private).add(connection)
    this.#allowances.set(connection, new SocketAllowance())
    const inbox = new Inbox(this.turns, connection, (text) => this.#hear(connection, text))
    socket.listen({
      message: (text) => {
        if (!connection.heard()) return
        if (text === null) socket.close(1003, 'text frames only')
        else inbox.take(text)
      },
      alive: () => void connection.heard(),
      closed: () => this.#forget(connection),
    })
  }

  get size(): number {
    return this.#public.size + this.#private.size
  }

  /** Control: `listener` hears when an account's first channel logs in and when its last one is gone. */
  onPresence(listener: (account: string, isPresent: boolean) => void): void {
    this.#presence = listener
  }

  /** Called each second. */
  beat(): void {
    this.#counter++
    const message: HeartbeatJson = { op: 'heartbeat', counter: this.#counter, ts: this.now() }
    const plain = this.frame(JSON.stringify(message))
    const nowMs = performance.now()
    for (const connection of [...this.#public, ...this.#private]) {
      connection.watch(nowMs)
      if (nowMs - connection.heardAtMs > IDLE_MAX_MS) {
        connection.socket.close(1001, 'idle')
        continue
      }
      const seqs = this.#logins.get(connection)?.feed.lastSeqs(connection.topics) ?? null
      const frame = seqs === null ? plain : this.frame(JSON.stringify({ ...message, seqs } satisfies HeartbeatJson))
      connection.offer('heartbeat', frame)
    }
  }

  /** The session ended: its private channels close. */
  signOut(session: string): void {
    for (const connection of this.#private) {
      if (connection.session === session) connection.socket.close(LOGOUT_CODE, 'signed out')
    }
  }

  /** Control: cuts sockets as a network would, without a closing handshake. */
  disconnect(channel: string): number {
    let cut = 0
    for (const connection of [...this.#public, ...this.#private]) {
      if (channel !== 'all' && connection.channel !== channel) continue
      connection.socket.terminate()
      cut++
    }
    return cut
  }

  counts(): {
    readonly public: number
    readonly private: number
    readonly perAccount: Readonly<Record<string, number>>
  } {
    return {
      public: this.#public.size,
      private: this.#private.size,
      perAccount: Object.fromEntries([...this.#byAccount].map(([account, list]) => [account, list.length])),
    }
  }

  /** Bytes that wait in each socket. */
  backlogs(): readonly number[] {
    return [...this.#public, ...this.#private].map((connection) => connection.backlog)
  }

  close(): void {
    for (const connection of [...this.#public, ...this.#private]) connection.socket.terminate()
  }

  #forget(connection: Connection): void {
    this.#public.delete(connection)
    this.#private.delete(connection)
    for (const topic of connection.topics) this.market.unsubscribe(topic, connection)
    this.#leave(connection)
  }

  #leave(connection: Connection): void {
    const login = this.#logins.get(connection)
    if (login === undefined) return
    const { account, feed } = login
    this.#logins.delete(connection)
    feed.remove(connection)
    const left = (this.#byAccount.get(account) ?? []).filter((one) => one !== connection)
    if (left.length > 0) {
      this.#byAccount.set(account, left)
    } else {
      this.#byAccount.delete(account)
      this.#presence?.(account, false)
    }
  }

  #hear(connection: Connection, text: string): void {
    const request = readRequest(text)
    if (request === null) {
      connection.reply('error', '', 'not a request')
      return
    }
    const requestId = request.req_id ?? ''
    if (request.op === 'ping') {
      connection.say({ op: 'pong', args: [String(this.now())], req_id: requestId, conn_id: connection.id })
      return
    }
    const args = request.args ?? []
    const topics = request.op === 'login' ? 0 : args.length
    if (!this.#allowances.get(connection)!.take(performance.now(), topics)) {
      connection.reply(request.op, requestId, 'too many requests')
      return
    }
    if (request.op === 'login') this.#login(connection, request, requestId)
    else if (request.op === 'unsubscribe') this.#unsubscribe(connection, args, requestId)
    else if (args.join('').length > ARGS_TEXT_MAX || connection.topics.size + args.length > SOCKET_TOPICS_MAX)
      connection.reply('subscribe', requestId, 'too many topics', args.slice(0, 10))
    else if (connection.channel === 'public') this.#subscribePublic(connection, args, requestId)
    else this.#subscribePrivate(connection, args, request.from ?? null, requestId)
  }

  #login(connection: Connection, { args, profile, term }: PushRequestJson, requestId: string): void {
    if (connection.channel !== 'private') {
      connection.reply('login', requestId, 'this channel has no login')
      return
    }
    const fault = this.faults.refuseLogin()
    const account = this.sessions.redeem(args?.[0] ?? '', connection.session)
    if (account === null || fault !== null) {
      connection.reply('login', requestId, fault ?? 'token not valid')
      return
    }
    const hub: HubLife = { profile: profile ?? null, term: term ?? 0 }
    if (connection.session !== null && !this.terms.admits(connection.session, hub)) {
      connection.reply('login', requestId, 'another hub of this browser has a later term')
      this.#overtake(connection)
      return
    }
    this.#leave(connection)
    const others = this.#byAccount.get(account) ?? []
    const list = [...others, connection]
    this.#byAccount.set(account, list)
    this.#logins.set(connection, { account, feed: this.feeds.follow(account, connection), hub })
    if (list.length === 1) this.#presence?.(account, true)
    connection.reply('login', requestId, null)
    for (const other of others) if (this.#isOvertaken(other, connection)) this.#overtake(other)
    const left = this.#byAccount.get(account) ?? []
    const oldest = left[0]!
    if (left.length > PRIVATE_CHANNELS_MAX) {
      const message: CloseByOtherJson = { op: 'close_by_other' }
      oldest.say(message)
      oldest.socket.close(CLOSE_BY_OTHER_CODE, 'close_by_other')
      this.#leave(oldest)
    }
  }

  /** A hub has one channel: this holds for a former life of the profile, and for a socket that the same life lost. */
  #isOvertaken(other: Connection, by: Connection): boolean {
    const [older, later] = [this.#logins.get(other)?.hub, this.#logins.get(by)?.hub]
    if (older === undefined || later === undefined || other.session !== by.session) return false
    return older.term !== 0 && later.term >= older.term && isSameProfile(older, later)
  }

  /** Nothing private goes there from now on, and the socket closes, whether or not anybody there hears why. */
  #overtake(connection: Connection): void {
    this.#leave(connection)
    const message: CloseByOtherJson = { op: 'close_by_other', reason: 'overtaken' }
    connection.say(message)
    connection.socket.close(OVERTAKEN_CODE, 'another hub of this browser has a later term')
    connection.socket.terminate(OVERTAKEN_MAX_MS)
  }

  #subscribePublic(connection: Connection, args: readonly string[], requestId: string): void {
    const asked = args.filter((topic) => !this.faults.swallows(topic))
    if (asked.length === 0 && args.length > 0) return
    const known = asked.filter((topic) => this.market.exists(topic))
    this.#replySubscribed(connection, requestId, asked, known)
    for (const topic of known) connection.topics.add(topic)
    void subscribeInTurns(this.turns, connection, known, (topic) => this.market.subscribe(topic, connection))
  }

  #subscribePrivate(
    connection: Connection,
    args: readonly string[],
    from: NonNullable<PushRequestJson['from']> | null,
    requestId: string,
  ): void {
    const login = this.#logins.get(connection)
    if (login === undefined) {
      connection.reply('subscribe', requestId, 'log in first', args)
      return
    }
    const asked = args.filter((topic) => !this.faults.swallows(topic))
    if (asked.length === 0 && args.length > 0) return
    const known = asked.filter((topic) => isSpoken(topic) || SILENT_TOPICS.has(topic))
    this.#replySubscribed(connection, requestId, asked, known)
    for (const topic of known) {
      connection.topics.add(topic)
      if (!isSpoken(topic)) continue
      const since = typeof from === 'number' ? from : (from?.[topic] ?? null)
      login.feed.start(topic, connection, since, this.now())
    }
  }

  #replySubscribed(
    connection: Connection,
    requestId: string,
    asked: readonly string[],
    known: readonly string[],
  ): void {
    // A set: looking each of 2,500 unknown topics up in a list of 2,500 is a way to keep everybody waiting.
    const found = new Set(known)
    const failed = asked.filter((topic) => !found.has(topic))
    connection.reply('subscribe', requestId, failed.length === 0 ? null : 'unknown topic', failed)
  }

  #unsubscribe(connection: Connection, args: readonly string[], requestId: string): void {
    for (const topic of args) {
      if (connection.topics.delete(topic)) this.market.unsubscribe(topic, connection)
    }
    connection.reply('unsubscribe', requestId, null)
  }
}

function isSpoken(topic: string): topic is SpokenTopic {
  return (SPOKEN_TOPICS as readonly string[]).includes(topic)
}

const OPS: ReadonlySet<unknown> = new Set(['subscribe', 'unsubscribe', 'login', 'ping'])

/** @returns `null` for what is not one of the requests of decisions 3 */
function readRequest(text: string): PushRequestJson | null {
  const parsed = parseStrictJson(text)
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value))
    return null
  const { op, args, req_id: requestId, from, profile, term } = parsed.value as Record<string, unknown>
  if (!OPS.has(op)) return null
  if (args !== undefined && !(Array.isArray(args) && args.every((one) => typeof one === 'string'))) return null
  if (requestId !== undefined && (typeof requestId !== 'string' || requestId.length > 64)) return null
  if (from !== undefined && !isSequence(from) && !isSequenceMap(from)) return null
  if (profile !== undefined && !(typeof profile === 'string' && HUB_PROFILE.test(profile))) return null
  if (term !== undefined && !(Number.isSafeInteger(term) && (term as number) >= 0)) return null
  return parsed.value as unknown as PushRequestJson
}

function isSequence(value: unknown): boolean {
  return Number.isSafeInteger(value)
}

function isSequenceMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isSequence)
}
