import {
  CLOSE_BY_OTHER_CODE,
  OVERTAKEN_CODE,
  type CloseByOtherJson,
  type HeartbeatJson,
} from '../../../../src/wire/push/message'
import { PUBLISHED_TOPICS, type PublishedTopic } from '../../../../src/wire/push/topics'
import type { Faults } from '../../faults'
import type { Frame, MakeFrame } from '../../host-ports'
import { isSameProfile, type HubLife, type HubTerms } from '../../sessions/hub-terms'
import type { Sessions } from '../../sessions/sessions'
import type { Dialect, Member, RequestFault } from '../dispatcher/dispatcher'
import type { AccountFeed } from './account-feed'
import type { AccountFeeds } from './account-feeds'
import type { MarketFeed } from './market-feed'
import { parseNativeRequest, type NativeRequest } from './requests'

/** Private channels of one account (decisions 20). */
export const PRIVATE_CHANNELS_MAX = 5
/** How long a hub that was overtaken has to read why its socket closes: one that hangs never does. */
const OVERTAKEN_MAX_MS = 500
/** Refused topics that are named, of a request that names too many. */
const TOLD_TOPICS_MAX = 10

/** Of a channel that is logged in. */
interface Login {
  readonly account: string
  readonly feed: AccountFeed
  readonly hub: HubLife
}

/** What is known of a socket; `login` is `null` before it has logged in, and once another took its place. */
export interface NativeState {
  login: Login | null
  /** Whether it is of the app's own browser: its session is named by the login. */
  readonly isInApp: boolean
}

type NativeMember = Member<NativeState>

export interface NativeParts {
  readonly market: MarketFeed
  readonly feeds: AccountFeeds
  readonly sessions: Sessions
  readonly terms: HubTerms
  readonly faults: Pick<Faults, 'refuseLogin'>
  /** Exchange time. */
  readonly now: () => number
  readonly frame: MakeFrame
}

/** The app's protocol: its requests (decisions 3), its logins, and the heartbeat that its sockets share. */
export class NativeDialect implements Dialect<NativeRequest, NativeState> {
  readonly parse = parseNativeRequest
  /** Logged-in channels, oldest first. */
  readonly #byAccount = new Map<string, NativeMember[]>()
  #counter = 0
  #presence: ((account: string, isPresent: boolean) => void) | null = null

  constructor(private readonly parts: NativeParts) {}

  /** Control: `listener` is called when an account's first channel logs in and when its last one is gone. */
  onPresence(listener: (account: string, isPresent: boolean) => void): void {
    this.#presence = listener
  }

  /** How many channels of each account are logged in. */
  perAccount(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#byAccount].map(([account, list]) => [account, list.length]))
  }

  notUnderstood({ connection }: NativeMember): void {
    connection.reply('error', '', 'not a request')
  }

  pong({ connection }: NativeMember, { requestId }: NativeRequest): void {
    connection.say({ op: 'pong', args: [String(this.parts.now())], req_id: requestId, conn_id: connection.id })
  }

  refuse({ connection }: NativeMember, { op, requestId, topics }: NativeRequest, fault: RequestFault): void {
    if (fault === 'tooManyRequests') connection.reply(op, requestId, 'too many requests')
    else connection.reply(op, requestId, 'too many topics', topics.slice(0, TOLD_TOPICS_MAX))
  }

  act(member: NativeMember, request: NativeRequest): boolean {
    if (request.op !== 'login') return false
    this.#login(member, request)
    return true
  }

  maySubscribe({ connection, state }: NativeMember, { requestId }: NativeRequest, topics: readonly string[]): boolean {
    if (connection.channel === 'public' || state.login !== null) return true
    connection.reply('subscribe', requestId, 'log in first', topics)
    return false
  }

  subscribed({ connection }: NativeMember, { requestId }: NativeRequest, topics: readonly string[]): readonly string[] {
    const exists = connection.channel === 'public' ? (topic: string) => this.parts.market.exists(topic) : isPublished
    const known = topics.filter(exists)
    // A set: looking each of 2,500 unknown topics up in a list of 2,500 is a way to keep everybody waiting.
    const found = new Set(known)
    const failed = topics.filter((topic) => !found.has(topic))
    connection.reply('subscribe', requestId, failed.length === 0 ? null : 'unknown topic', failed)
    return known
  }

  begin({ connection, state }: NativeMember, topic: string, { from }: NativeRequest): void {
    const { market, now } = this.parts
    if (connection.channel === 'public') market.subscribe(topic, connection)
    else if (isPublished(topic)) {
      const since = typeof from === 'number' ? from : (from?.[topic] ?? null)
      state.login?.feed.start(topic, connection, since, now())
    }
  }

  end({ connection }: NativeMember, topic: string): void {
    this.parts.market.unsubscribe(topic, connection)
  }

  unsubscribed({ connection }: NativeMember, { requestId }: NativeRequest): void {
    connection.reply('unsubscribe', requestId, null)
  }

  isUrgent(): boolean {
    return false
  }

  heartbeat(): (member: NativeMember) => Frame {
    const { frame, now } = this.parts
    this.#counter++
    const message: HeartbeatJson = { op: 'heartbeat', counter: this.#counter, ts: now() }
    const plain = frame(JSON.stringify(message))
    return ({ connection, state }) => {
      const seqs = state.login?.feed.lastSeqs(connection.topics) ?? null
      return seqs === null ? plain : frame(JSON.stringify({ ...message, seqs } satisfies HeartbeatJson))
    }
  }

  left(member: NativeMember): void {
    this.#logOut(member)
  }

  #login(member: NativeMember, { requestId, token, userToken, profile, term }: NativeRequest): void {
    const { connection, state } = member
    const { sessions, terms, faults, feeds } = this.parts
    if (connection.channel !== 'private') {
      connection.reply('login', requestId, 'this channel has no login')
      return
    }
    const fault = faults.refuseLogin()
    const named = state.isInApp && userToken !== null ? sessions.hashOf(userToken) : connection.session
    const account = sessions.redeem(token, named)
    if (account === null || fault !== null) {
      connection.reply('login', requestId, fault ?? 'token not valid')
      return
    }
    connection.session = named
    const hub: HubLife = { profile, term }
    if (connection.session !== null && !terms.admits(connection.session, hub)) {
      connection.reply('login', requestId, 'another hub of this browser has a later term')
      this.#overtake(member)
      return
    }
    this.#logOut(member)
    const others = this.#byAccount.get(account) ?? []
    const list = [...others, member]
    this.#byAccount.set(account, list)
    state.login = { account, feed: feeds.follow(account, connection), hub }
    if (list.length === 1) this.#presence?.(account, true)
    connection.reply('login', requestId, null)
    for (const other of others) if (isOvertaken(other, member)) this.#overtake(other)
    const left = this.#byAccount.get(account) ?? []
    const oldest = left[0]!
    if (left.length > PRIVATE_CHANNELS_MAX) {
      const message: CloseByOtherJson = { op: 'close_by_other' }
      oldest.connection.say(message)
      oldest.connection.socket.close(CLOSE_BY_OTHER_CODE, 'close_by_other')
      this.#logOut(oldest)
    }
  }

  /** Nothing private goes there from now on, and the socket closes, whether or not anybody there receives the reason. */
  #overtake(member: NativeMember): void {
    this.#logOut(member)
    const { connection } = member
    const message: CloseByOtherJson = { op: 'close_by_other', reason: 'overtaken' }
    connection.say(message)
    connection.socket.close(OVERTAKEN_CODE, 'another hub of this browser has a later term')
    connection.socket.terminate(OVERTAKEN_MAX_MS)
  }

  #logOut(member: NativeMember): void {
    const { connection, state } = member
    if (state.login === null) return
    const { account, feed } = state.login
    state.login = null
    feed.remove(connection)
    const left = (this.#byAccount.get(account) ?? []).filter((one) => one !== member)
    if (left.length > 0) {
      this.#byAccount.set(account, left)
    } else {
      this.#byAccount.delete(account)
      this.#presence?.(account, false)
    }
  }
}

/** A hub has one channel: this holds for a former life of the profile, and for a socket that the same life lost. */
function isOvertaken(other: NativeMember, by: NativeMember): boolean {
  const [older, later] = [other.state.login?.hub, by.state.login?.hub]
  if (older === undefined || later === undefined || other.connection.session !== by.connection.session) return false
  return older.term !== 0 && later.term >= older.term && isSameProfile(older, later)
}

function isPublished(topic: string): topic is PublishedTopic {
  return (PUBLISHED_TOPICS as readonly string[]).includes(topic)
}
