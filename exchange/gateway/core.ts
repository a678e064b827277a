import type { Context } from 'hono'
import { CODE, type RetCode } from '../../src/wire/rest/codes'
import { writeEnvelope, writeRefusal } from '../../src/wire/rest/envelope'
import { HUB_CONNECTION_HEADER, HUB_TERM_HEADER } from '../../src/wire/rest/session'
import type { Journal, Origin } from '../journal/contract'
import type { Faults } from './faults'
import type { OriginRules } from './http/origins'
import { BadRequest } from './http/read-request'
import type { OrderDoor } from './order-door'
import type { AccountFeeds } from './push/account-feed'
import type { Channels } from './push/channels'
import type { MarketFeed } from './push/market-feed'
import type { Allowances } from './rate-limit'
import type { Catalogue } from './rest/catalogue'
import { readSessionCookie } from './session/cookies'
import type { Session, Sessions } from './session/sessions'

/** What the routes share. One per running gateway. */
export interface Core {
  readonly journal: Journal
  readonly door: OrderDoor
  readonly catalogue: Catalogue
  readonly market: MarketFeed
  readonly feeds: AccountFeeds
  readonly channels: Channels
  readonly sessions: Sessions
  readonly faults: Faults
  readonly origins: OriginRules
  readonly limits: {
    /** Order calls, per account (decisions 21). */
    readonly orders: Allowances
    /** One-time tokens and faucet, per session. */
    readonly tokens: Allowances
    /** New sessions, per address. */
    readonly sessions: Allowances
  }
  readonly terms: Map<string, number>
  readonly build: string
  readonly region: string
  /** The port that is bound; known once the server listens. */
  port(): number
  readonly csp: { violations: number }
}

/** A call that is refused with a code; the outer boundary writes the envelope. */
export class Refused extends Error {
  override readonly name = 'Refused'
  constructor(
    readonly retCode: RetCode,
    message: string,
    readonly extMap: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

/** @param extInfo how each item of a batch went */
export function answer(
  core: Core,
  context: Context,
  result: unknown,
  extInfo: Readonly<Record<string, unknown>> = {},
): Response {
  return context.json(writeEnvelope(core.journal.now(), result, extInfo))
}

export function refuse(core: Core, context: Context, refused: Refused): Response {
  return context.json(writeRefusal(core.journal.now(), refused.retCode, refused.message, refused.extMap))
}

/** @returns the caller's session, or `null` */
export function findSession(core: Core, context: Context): Session | null {
  return core.sessions.find(readSessionCookie(context.req.header('cookie'), core.port()))
}

/** @throws Refused 10007 without a session */
export function requireSession(core: Core, context: Context): Session {
  const session = findSession(core, context)
  if (session === null) throw new Refused(CODE.authenticationFailed, 'no session')
  return session
}

/**
 * For calls that change orders: the session, within the account's rate, from a hub whose term is not overtaken (I5).
 * @throws Refused
 */
export function requireTrader(core: Core, context: Context): Session {
  const session = requireSession(core, context)
  if (!core.limits.orders.take(session.account, performance.now()))
    throw new Refused(CODE.rateLimited, 'too many calls; at most 100 order calls a second')
  const term = readTerm(context)
  const known = core.terms.get(session.hash) ?? 0
  if (term !== 0 && term < known)
    throw new Refused(CODE.badRequest, 'another writer of this session has a later term', { field: HUB_TERM_HEADER })
  if (term > known) core.terms.set(session.hash, term)
  return session
}

function readTerm(context: Context): number {
  const text = context.req.header(HUB_TERM_HEADER)
  if (text === undefined) return 0
  if (!/^\d{1,15}$/.test(text)) throw new BadRequest(400, 'the term has to be a whole number', HUB_TERM_HEADER)
  return Number(text)
}

/** Who sent an input, for its ledger line. */
export function originOf(context: Context, account: string, clientTag: string, bodyHash: string): Origin {
  const connection = context.req.header(HUB_CONNECTION_HEADER) ?? ''
  return { account, connId: connection.slice(0, 64), term: readTerm(context), clientTag, bodyHash }
}
