import type { AccountKind } from '../../src/domain/account/wallet'
import { CODE } from '../../src/wire/rest/codes'
import { VALID_UNTIL_HEADER } from '../../src/wire/rest/create-order'
import { HUB_CONNECTION_HEADER, HUB_PROFILE_HEADER, HUB_TERM_HEADER } from '../../src/wire/rest/session'
import { HUB_PROFILE } from '../../src/base/hub-profile'
import type { Journal, Origin } from '../journal/journal-port'
import type { VenueEvent } from '../venue/venue-port'
import type { Faults } from './faults'
import type { PriceAlerts } from './alerts/price-alerts'
import type { AccountRatios } from './account-ratios'
import { API_KEY_HEADER, TIMESTAMP_HEADER, WINDOW_HEADER, type CallHeader } from './call'
import type { HourAgo } from './hour-ago'
import type { HttpCall } from './calls/shared/http/http-call'
import type { OriginCheck } from './calls/shared/http/guard-write'
import { BadRequest } from './calls/shared/http/read-request'
import type { NoticeBoard } from './notices/notice-board'
import type { OpenInterestLog } from './open-interest-log'
import type { AccountFeeds } from './feeds/native/account-feeds'
import type { MarketFeed } from './feeds/native/market-feed'
import type { V5MarketFeed } from './feeds/v5/market-feed'
import type { Allowances } from './rate-limit'
import type { ReadTurns } from './read-turns'
import type { Catalogue } from './calls/shared/catalogue'
import { Refused } from './refused'
import type { ApiKey, ApiKeys } from './sessions/api-keys'
import type { Preferences } from './sessions/preferences'
import type { HubAccounts } from './sessions/hub-accounts'
import type { HubTerms } from './sessions/hub-terms'
import type { Session, Sessions } from './sessions/sessions'
import type { Visits } from './sessions/visits'

export { Refused }

/** The sockets as calls and control see them. */
interface OpenSockets {
  /** The session ended: its private channels close. */
  signOut(session: string): void
  onPresence(listener: (account: string, isPresent: boolean) => void): void
  /** @returns how many were cut */
  disconnect(channel: 'public' | 'private'): number
  counts(): object
  backlogs(): readonly number[]
}

/** What the routes share. One per running gateway. */
export interface Core {
  readonly journal: Journal
  readonly catalogue: Catalogue
  readonly market: MarketFeed
  readonly notices: NoticeBoard
  readonly openInterest: OpenInterestLog
  readonly hourAgo: HourAgo
  readonly accountRatios: AccountRatios
  readonly feeds: AccountFeeds
  /** v5's topics. */
  readonly v5Market: V5MarketFeed
  /** Publishes to an account, on the private streams of both dialects, what no input has changed. */
  tellAccount(event: VenueEvent & { readonly account: string }, seq: number, timeMs: number): void
  /** Known once they are made: what is said on them needs the rest. */
  sockets(): OpenSockets
  readonly sessions: Sessions
  readonly visits: Visits
  readonly keys: ApiKeys
  readonly preferences: Preferences
  readonly alerts: PriceAlerts
  readonly faults: Faults
  readonly origins: OriginCheck
  readonly limits: {
    /** Order calls, per account (decisions 21). */
    readonly orders: Allowances
    /** Reads that are signed, per key. */
    readonly reads: Allowances
    /** Reads by cookie, per account. */
    readonly visitorReads: Allowances
    /** Order calls that were refused, per account: each is a line of the ledger. */
    readonly refusals: Allowances
    /** One-time tokens and faucet, per session. */
    readonly tokens: Allowances
    /** New sessions, per holder of an address; and of this computer's own. */
    readonly sessions: Allowances
    readonly localSessions: Allowances
  }
  /** When reads begin. */
  readonly turns: ReadTurns
  readonly terms: HubTerms
  readonly hubs: HubAccounts
  readonly build: string
  readonly region: string
  readonly csp: { violations: number }
}

/** @returns the caller's session, or `null` */
export function findSession(core: Core, http: HttpCall): Session | null {
  return core.sessions.find(http.session)
}

/** @throws Refused 10007 without a session, and for a hub that serves another account than the session's */
export function requireSession(core: Core, http: HttpCall): Session {
  const session = findSession(core, http)
  if (session === null) throw new Refused(CODE.authenticationFailed, 'no session')
  if (!core.hubs.serves(http.header(HUB_CONNECTION_HEADER), session.account))
    throw new Refused(CODE.authenticationFailed, 'the account is another one since; ask for the session')
  return session
}

/** Who calls: a visitor by his cookie, or a program by its key. */
export interface Caller {
  readonly account: string
  readonly kind: AccountKind
  readonly createdAtMs: number
  /** What the terms of writers count by (I5). */
  readonly id: string
  /** `null` for a visitor, who may do everything. */
  readonly key: ApiKey | null
}

/**
 * The signer of the call, or the visitor of its cookie. A call that names a key is never the cookie's.
 * @throws Refused 10005 for a key that may not read, 10007 without either
 */
export function requireCaller(core: Core, http: HttpCall): Caller {
  const key = http.signer
  if (key === null) {
    const { account, kind, createdAtMs, hash } = requireSession(core, http)
    return { account, kind, createdAtMs, id: hash, key: null }
  }
  if (!key.permissions.includes('read')) throw new Refused(CODE.permissionDenied, 'this key may not read')
  return { account: key.account, kind: key.kind, createdAtMs: key.createdAtMs, id: key.apiKey, key }
}

/**
 * For calls that change orders: the caller, within the account's rate, from a hub whose term is not overtaken (I5).
 * @throws Refused
 */
export function requireTrader(core: Core, http: HttpCall): Caller {
  const caller = requireCaller(core, http)
  checkMayTrade(core, caller.account, caller.key)
  if (!core.terms.admits(caller.id, { profile: readProfile(http), term: readTerm(http) }))
    throw new Refused(CODE.badRequest, 'another hub of this browser has a later term', { field: HUB_TERM_HEADER })
  return caller
}

/**
 * Rate of one read by cookie; signed ones are counted by their key. The app's own hub stays far below: a comparison of
 * 10,000 open orders is some 40 reads, and five browsers of one account may compare at once.
 * @throws Refused 10006
 */
export function checkMayRead(core: Core, caller: { readonly account: string } | null): void {
  if (caller !== null && !core.limits.visitorReads.take(caller.account, performance.now()))
    throw new Refused(CODE.rateLimited, 'too many reads; at most 100 a second')
}

/** Permission and rate of one order call. @throws Refused 10005 or 10006 */
export function checkMayTrade(core: Core, account: string, key: ApiKey | null): void {
  if (key !== null && !key.permissions.includes('trade'))
    throw new Refused(CODE.permissionDenied, 'permission denied, this key may not trade')
  if (!core.limits.orders.take(account, performance.now()))
    throw new Refused(CODE.rateLimited, 'too many calls; at most 100 order calls a second')
}

function readTerm(http: HttpCall): number {
  const text = http.header(HUB_TERM_HEADER)
  if (text === undefined) return 0
  if (!/^\d{1,15}$/.test(text)) throw new BadRequest(400, 'the term has to be a whole number', HUB_TERM_HEADER)
  return Number(text)
}

/** The sender's browser profile, `null` where it names none. @throws BadRequest */
export function readProfile(http: HttpCall): string | null {
  const profile = http.header(HUB_PROFILE_HEADER)
  if (profile === undefined) return null
  if (!HUB_PROFILE.test(profile)) throw new BadRequest(400, 'the profile has to be a word', HUB_PROFILE_HEADER)
  return profile
}

/** Who sends an input, for its ledger line. */
export function senderOf(http: HttpCall, account: string, clientTag: string): Origin {
  const connection = http.header(HUB_CONNECTION_HEADER) ?? ''
  const validUntilMs = readValidUntil(http)
  return {
    account,
    connId: connection.slice(0, 64),
    term: readTerm(http),
    clientTag,
    ...(validUntilMs === null ? {} : { validUntilMs }),
  }
}

/** Until when a call may be applied; a session's may say it as v5 does, by its own time and a window after it. */
function readValidUntil(http: HttpCall): number | null {
  const until = readMs(http, VALID_UNTIL_HEADER)
  // A signed call has been held against its window when it came, as v5 does it.
  if (until !== null || http.header(API_KEY_HEADER) !== undefined) return until
  const [sentAt, window] = [readMs(http, TIMESTAMP_HEADER), readMs(http, WINDOW_HEADER)]
  return sentAt === null || window === null ? null : sentAt + window
}

function readMs(http: HttpCall, header: CallHeader): number | null {
  const text = http.header(header)
  if (text === undefined) return null
  if (!/^\d{1,15}$/.test(text)) throw new BadRequest(400, 'the time has to be milliseconds', header)
  return Number(text)
}
