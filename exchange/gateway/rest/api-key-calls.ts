import type { Context, Hono } from 'hono'
import { readOptionalText, readText as readTextField, type JsonObject } from '../../../src/wire/json'
import { API_KEYS_PATH, writeApiKey } from '../../../src/wire/rest/api-keys'
import { CODE } from '../../../src/wire/rest/codes'
import { answer, refuse, Refused, requireSession, type Core } from '../core'
import { readBody, readText } from '../http/read-request'
import { KEYS_PER_ACCOUNT_MAX, type ApiKey, type KeyPermission } from '../session/api-keys'
import { API_KEY_HEADER, checkSigned } from '../session/signed-calls'

const NOTE_MAX = 64
const PERMISSIONS: ReadonlySet<unknown> = new Set<KeyPermission>(['read', 'trade'])

/** Keys of the account in use. Only a visitor makes or ends them: a program that was robbed of its key cannot make another. */
export function addApiKeyCalls(app: Hono, core: Core): void {
  app.post(API_KEYS_PATH, async (context) => {
    const { account, kind, hash } = requireSession(core, context)
    if (!core.limits.tokens.take(hash, performance.now()))
      throw new Refused(CODE.rateLimited, 'too many keys asked for')
    const body = await readBody(context)
    const note = readOptionalText(body, 'note') ?? ''
    if (note.length > NOTE_MAX)
      throw new Refused(CODE.badRequest, 'note too long', { field: 'note', max: String(NOTE_MAX) })
    const permissions = readPermissions(body)
    const made = await core.keys.create({ account, kind, permissions, note }, core.journal.now())
    if (made === null)
      throw new Refused(CODE.badRequest, 'too many keys', { field: 'apiKey', limit: String(KEYS_PER_ACCOUNT_MAX) })
    return answer(core, context, { ...writeApiKey(made.key), apiSecret: made.apiSecret })
  })

  app.get(API_KEYS_PATH, (context) => {
    const { account } = requireSession(core, context)
    return answer(core, context, { list: core.keys.listOf(account).map(writeApiKey) })
  })

  app.delete(API_KEYS_PATH, async (context) => {
    const { account } = requireSession(core, context)
    const apiKey = readTextField(await readBody(context), 'apiKey')
    if (!(await core.keys.delete(account, apiKey)))
      throw new Refused(CODE.badRequest, 'no such key', { field: 'apiKey' })
    return answer(core, context, {})
  })
}

function readPermissions(body: JsonObject): readonly KeyPermission[] {
  const asked = body['permissions'] ?? ['read', 'trade']
  if (!Array.isArray(asked) || asked.length === 0 || !asked.every((one) => PERMISSIONS.has(one)))
    throw new Refused(CODE.badRequest, 'permissions are read, trade', { field: 'permissions' })
  // What may trade has to see what it did.
  return asked.includes('trade') ? ['read', 'trade'] : ['read']
}

/** Checks every v5 call that names a key, and tells its sender how much of the rate is left. */
export function checkSignedCalls(app: Hono, core: Core): void {
  app.use('/v5/*', async (context, next) => {
    if (context.req.header(API_KEY_HEADER) === undefined) return next()
    const { raw, method } = context.req
    const payload = method === 'GET' || method === 'HEAD' ? queryOf(raw.url) : await readText(raw)
    const key = checkSigned(core.keys, raw, payload, core.journal.now())
    if (method === 'POST' || core.limits.reads.take(key.apiKey, performance.now())) await next()
    else context.res = refuse(core, context, new Refused(CODE.rateLimited, 'too many reads; at most 50 a second'))
    writeRate(core, context, key)
    return undefined
  })
}

/** The query as it came: the signature is over its letters. */
function queryOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

function writeRate(core: Core, context: Context, key: ApiKey): void {
  const nowMs = performance.now()
  const { limit, left, waitMs } =
    context.req.method === 'POST'
      ? core.limits.orders.look(key.account, nowMs)
      : core.limits.reads.look(key.apiKey, nowMs)
  context.res.headers.set('x-bapi-limit', String(limit))
  context.res.headers.set('x-bapi-limit-status', String(left))
  context.res.headers.set('x-bapi-limit-reset-timestamp', String(core.journal.now() + waitMs))
}
