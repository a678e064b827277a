import { ACCOUNT_NAME_MAX } from '../../../../src/domain/account/account-name'
import type { AccountKind } from '../../../../src/domain/account/wallet'
import { Exact, type DecimalText, type Money } from '../../../../src/domain/decimal'
import { CODE } from '../../../../src/wire/rest/codes'
import { HUB_CONNECTION_HEADER, SESSION_PATH, type SessionJson } from '../../../../src/wire/rest/session'
import { ACCOUNT_NAME_PATH, ACCOUNTS_PATH, FAUCET_PATH } from '../../../../src/wire/rest/visitor'
import { findSession, readProfile, Refused, senderOf, type Core } from '../../core'
import { faucetMost } from '../../../venue/accounts'
import type { HttpCall } from '../shared/http/http-call'
import { decimal, optional, text, withDefault, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, FLAG, listOf, object, TEXT } from '../shared/route/schema'
import { randomHex } from '../../random'
import type { Session } from '../../sessions/sessions'
import { AMOUNT_BOUNDS } from '../shared/amount-bounds'
import { commit } from '../shared/commit'

/** Decisions 21: what a first visit opens. */
const FIRST_KIND: AccountKind = 'uta2'
const KINDS: readonly AccountKind[] = ['uta2', 'uta', 'demo', 'pm', 'copy']
const ACCOUNT = { account: TEXT, name: TEXT, kind: TEXT } as const

/** Sessions, accounts and paper money (decisions 7, 21, 33). */
export const SANDBOX_CALLS = [
  route({
    method: 'POST',
    path: SESSION_PATH,
    about:
      'Opens, or returns to, a funded account and sets the cookie (in the app’s own browser a new session’s token is `token`, beside `result`); without `account` the one in use, at the first visit UTA2',
    who: 'anyone',
    input: {
      account: optional(word(KINDS)),
      name: withDefault(text({ max: 200, about: `at most ${ACCOUNT_NAME_MAX} characters` }), ''),
    },
    result: object({ ...ACCOUNT, isNew: FLAG, keepsValidUntil: FLAG }),
    codes: ['rateLimited'],
    async run({ core, http, input }) {
      const visitor = visitorOf(http)
      const open = () => openSession(core, http, visitor, { asked: input.account, name: input.name.trim() })
      const session = await (visitor === null ? open() : core.visits.inTurn(visitor, open))
      core.hubs.tell(http.header(HUB_CONNECTION_HEADER), session.account)
      return session
    },
  }),
  route({
    method: 'DELETE',
    path: SESSION_PATH,
    about: 'Signs out: one-time tokens die, private channels close, the API keys of the visitor’s accounts end',
    who: 'anyone',
    input: {},
    result: object({}),
    async run({ core, http }) {
      const session = findSession(core, http)
      http.setSession(null)
      if (session !== null) {
        core.visits.forget(session.owner)
        // Nobody returns to these accounts, so nobody else could end their keys any more.
        await core.keys.deleteOf(core.sessions.accountsOf(session.owner).map((one) => one.account))
        await endSession(core, session)
      }
      return {}
    },
  }),
  route({
    method: 'GET',
    path: ACCOUNTS_PATH,
    about: 'The visitor’s accounts',
    who: 'visitor',
    input: {},
    result: object({ list: listOf(object({ ...ACCOUNT, isCurrent: FLAG })) }),
    run({ core, caller }) {
      const list: SessionJson[] = core.sessions
        .accountsOf(caller.owner)
        .map(({ account, name, kind }) => ({ account, name, kind, isCurrent: account === caller.account }))
      return { list }
    },
  }),
  route({
    method: 'POST',
    path: ACCOUNT_NAME_PATH,
    about: 'Gives the account in use another name; it is shown to its visitor alone',
    who: 'visitor',
    input: { name: text({ max: 200, about: `1 to ${ACCOUNT_NAME_MAX} characters` }) },
    result: object(ACCOUNT),
    codes: ['rateLimited'],
    async run({ core, caller, input }) {
      const name = input.name.trim()
      if (name === '') throw new Refused(CODE.badRequest, 'a name is needed', { field: 'name', min: '1' })
      checkName(name)
      if (!core.limits.tokens.take(caller.hash, performance.now()))
        throw new Refused(CODE.rateLimited, 'too many new names')
      const { account, kind } = caller
      await core.sessions.rename(account, name)
      return { account, name, kind }
    },
  }),
  route({
    method: 'POST',
    path: FAUCET_PATH,
    about: `Paper money from nowhere, at most ${Number(faucetMost('USDT')).toLocaleString('en')} of a money coin at once, of others as much as is worth about that`,
    who: 'visitor',
    input: { coin: text({ max: 20 }), amount: decimal() },
    result: object({ account: TEXT, coin: TEXT, amount: DECIMAL }),
    codes: ['rateLimited'],
    async run({ core, http, caller, input }) {
      if (!core.limits.tokens.take(caller.hash, performance.now()))
        throw new Refused(CODE.rateLimited, 'the faucet needs a rest')
      const { account } = caller
      const { coin } = input
      const amount = input.amount as Money
      checkFaucet(coin, amount)
      await commit(core, http, { type: 'faucet', account, coin, amount }, 'native', '')
      return { account, coin, amount }
    },
  }),
]

/** @throws Refused 10001 with the bounds of the coin; of one that is unknown the venue says so */
function checkFaucet(coin: string, amount: DecimalText): void {
  const max = faucetMost(coin)
  const { min, step } = AMOUNT_BOUNDS
  if (max === null) return
  if (new Exact(amount).lt(min) || new Exact(amount).gt(max))
    throw new Refused(CODE.badRequest, 'amount out of bounds', { field: 'amount', min, max, step })
  if (!new Exact(amount).mod(step).isZero())
    throw new Refused(CODE.badRequest, `amount has to be a multiple of ${step}`, { field: 'amount', step })
}

/**
 * What the calls of one browser have in common: the session that they bring, or at a first visit its profile. Whoever
 * claims to be the app's own browser is told a token, so he never comes into the visit of a browser with a cookie.
 */
function visitorOf(http: HttpCall): string | null {
  if (http.session !== null) return `session ${http.session}`
  const profile = readProfile(http)
  return profile === null ? null : `first visit ${http.isInApp ? 'in app ' : ''}${http.sender.holder} ${profile}`
}

async function openSession(
  core: Core,
  http: HttpCall,
  visitor: string | null,
  { asked, name }: { readonly asked: AccountKind | null; readonly name: string },
): Promise<SessionJson> {
  checkName(name)

  const current = findSession(core, http)
  if (current !== null && (asked === null || asked === current.kind)) return showSession(current, false)

  // All of loopback is one holder: this computer.
  const isHere = http.sender.isHere
  const { sessions, localSessions } = core.limits
  const isAdmitted = isHere
    ? localSessions.take('', performance.now())
    : sessions.take(http.sender.holder, performance.now())
  if (!isAdmitted) throw new Refused(CODE.rateLimited, 'too many new sessions from this address; try again later')
  if (!core.sessions.makesRoom((account) => isUsed(core, account)))
    throw new Refused(CODE.rateLimited, 'this exchange has as many visitors as it takes; try again later')
  // Another tab may have changed the account while this call was on its way with the former cookie.
  const visit = visitor === null ? null : core.visits.find(visitor)
  const kind = asked ?? visit?.kind ?? FIRST_KIND
  const owner = current?.owner ?? visit?.owner ?? core.sessions.newOwner()
  const known = core.sessions.accountOf(owner, kind)
  const account = known?.account ?? `${kind}-${randomHex(8)}`
  const named = known?.name ?? (name === '' ? (current?.name ?? 'Trader') : name)
  if (known === null) {
    const margin = kind === 'pm' ? ({ accountWide: true } as const) : {}
    const input = { type: 'openAccount', account, kind, name: named, ...margin } as const
    await core.journal.submit(input, senderOf(http, account, ''))
  }
  const { token, session } = await core.sessions.open({ owner, account, kind, name: named })
  if (visitor !== null) core.visits.remember(visitor, { owner, kind })
  http.setSession(token)
  // Another account is another session: nothing of the former one goes on (I12).
  if (current !== null) await endSession(core, current)
  return showSession(session, known === null)
}

/** @throws when it is too long, or has what no screen shows: ends of lines, and signs that turn the way of writing */
function checkName(name: string): void {
  if (name.length > ACCOUNT_NAME_MAX)
    throw new Refused(CODE.badRequest, 'name too long', { field: 'name', max: String(ACCOUNT_NAME_MAX) })
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u.test(name))
    throw new Refused(CODE.badRequest, 'name has a sign that cannot be shown', { field: 'name' })
}

/** Whether anything was done with an account since it was opened with its first money. */
function isUsed(core: Core, account: string): boolean {
  const { journal, keys } = core
  if (journal.venue.openOrders(account, null).length > 0 || journal.venue.positions(account, null).length > 0)
    return true
  const page = { symbol: null, startMs: null, endMs: null, cursor: null }
  if (keys.listOf(account).length > 0 || journal.orderHistory(account, { ...page, limit: 1 }).rows.length > 0)
    return true
  // What it was opened with came at one time.
  const log = journal.transactions(account, { ...page, limit: 50, type: null, coin: null })
  return log.nextCursor !== null || new Set(log.rows.map((one) => one.timeMs)).size > 1
}

async function endSession(core: Core, session: Session): Promise<void> {
  await core.sessions.end(session)
  core.terms.forget(session.hash)
  core.sockets().signOut(session.hash)
}

function showSession({ account, name, kind }: Session, isNew: boolean): SessionJson {
  return { account, name, kind, isNew, keepsValidUntil: true }
}
