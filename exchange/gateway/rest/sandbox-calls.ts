import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { AccountKind } from '../../../src/domain/account/wallet'
import { Exact, type Money } from '../../../src/domain/decimal'
import { readDecimal, readOptionalText, readText } from '../../../src/wire/json'
import { CODE } from '../../../src/wire/rest/codes'
import {
  ACCOUNTS_PATH,
  FAUCET_PATH,
  readAccountKind,
  SESSION_PATH,
  type SessionJson,
} from '../../../src/wire/rest/session'
import { answer, findSession, originOf, Refused, requireSession, type Core } from '../core'
import { readBody } from '../http/read-request'
import { clearSessionCookies, writeSessionCookies } from '../session/cookies'
import { sha256, type Session } from '../session/sessions'
import { writeVenueRefusal } from './refusals'

/** Decisions 21: what a first visit opens. */
const FIRST_KIND: AccountKind = 'uta2'
const NAME_MAX = 20
const FAUCET_MAX = '1000000'

/** Sessions, accounts and paper money (decisions 7, 21, 33). */
export function addSandboxCalls(app: Hono, core: Core): void {
  app.post(SESSION_PATH, (context) => openSession(core, context))

  app.delete(SESSION_PATH, async (context) => {
    const session = findSession(core, context)
    setCookies(context, clearSessionCookies(core.port()))
    if (session !== null) await endSession(core, session)
    return answer(core, context, {})
  })

  app.get(ACCOUNTS_PATH, (context) => {
    const session = requireSession(core, context)
    const list: SessionJson[] = core.sessions
      .accountsOf(session.owner)
      .map(({ account, name, kind }) => ({ account, name, kind, isCurrent: account === session.account }))
    return answer(core, context, { list })
  })

  app.post(FAUCET_PATH, async (context) => {
    const session = requireSession(core, context)
    if (!core.limits.tokens.take(session.hash, performance.now()))
      throw new Refused(CODE.rateLimited, 'the faucet needs a rest')
    const body = await readBody(context)
    const coin = readText(body, 'coin')
    const amount = readDecimal<Money>(body, 'amount')
    if (new Exact(amount).lte(0) || new Exact(amount).gt(FAUCET_MAX))
      throw new Refused(CODE.badRequest, 'amount out of bounds', { field: 'amount', min: '0', max: FAUCET_MAX })
    const { account } = session
    const input = { type: 'faucet', account, coin, amount } as const
    const done = await core.door.submit(input, originOf(context, account, '', sha256(JSON.stringify(input))))
    if (done.outcome !== 'conflict' && !done.result.ok) {
      const refusal = writeVenueRefusal(done.result.refusal, 'house', null)
      throw new Refused(refusal.retCode, refusal.retMsg, refusal.extMap)
    }
    return answer(core, context, { account, coin, amount })
  })
}

async function openSession(core: Core, context: Context): Promise<Response> {
  const body = await readBody(context)
  const word = readOptionalText(body, 'account')
  const asked = word === null ? null : readAccountKind(word)
  if (word !== null && asked === null)
    throw new Refused(CODE.badRequest, 'no such kind of account', { field: 'account' })
  const name = (readOptionalText(body, 'name') ?? '').trim()
  if (name.length > NAME_MAX)
    throw new Refused(CODE.badRequest, 'name too long', { field: 'name', max: String(NAME_MAX) })

  const current = findSession(core, context)
  if (current !== null && (asked === null || asked === current.kind)) return showSession(core, context, current, false)

  if (!core.limits.sessions.take(remoteAddress(context), performance.now()))
    throw new Refused(CODE.rateLimited, 'too many sessions from this address')
  const kind = asked ?? FIRST_KIND
  const owner = current?.owner ?? core.sessions.newOwner()
  const known = core.sessions.accountOf(owner, kind)
  const account = known?.account ?? `${kind}-${randomBytes(8).toString('hex')}`
  const named = known?.name ?? (name === '' ? (current?.name ?? 'Trader') : name)
  if (known === null) {
    const input = { type: 'openAccount', account, kind, name: named } as const
    await core.door.submit(input, originOf(context, account, '', sha256(JSON.stringify(input))))
  }
  const { token, session } = await core.sessions.open({ owner, account, kind, name: named })
  setCookies(context, writeSessionCookies(core.port(), token))
  // Another account is another session: nothing of the former one goes on (I12).
  if (current !== null) await endSession(core, current)
  return showSession(core, context, session, known === null)
}

async function endSession(core: Core, session: Session): Promise<void> {
  await core.sessions.end(session)
  core.terms.delete(session.hash)
  core.channels.signOut(session.hash)
}

function showSession(core: Core, context: Context, session: Session, isNew: boolean): Response {
  const result: SessionJson = { account: session.account, name: session.name, kind: session.kind, isNew }
  return answer(core, context, result)
}

function setCookies(context: Context, cookies: readonly string[]): void {
  for (const cookie of cookies) context.header('set-cookie', cookie, { append: true })
}

function remoteAddress(context: Context): string {
  const { incoming } = context.env as { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } }
  return incoming?.socket?.remoteAddress ?? ''
}
