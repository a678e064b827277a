import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { WireError } from '../../src/wire/json'
import { PROTOCOL_VERSION } from '../../src/wire/push/message'
import { CODE } from '../../src/wire/rest/codes'
import { writeRefusal } from '../../src/wire/rest/envelope'
import { REQUESTED_WITH_HEADER } from '../../src/wire/rest/session'
import { Refused, refuse, type Core } from './core'
import type { CallFault } from './faults'
import { BadRequest, readText } from './http/read-request'
import { CSP_REPORT_PATH, securityHeaders } from './http/security-headers'
import type { StaticFiles } from './http/static-files'
import { addCopyTradeCalls } from './rest/copy-trade-calls'
import { addHouseMarginCalls } from './rest/house-margin-calls'
import { addPositionLists } from './rest/position-lists'
import { addSpotLists } from './rest/spot-lists'
import { addSlippagePresets } from './rest/slippage-presets'
import { addFirstAnswerCall } from './rest/first-answer-call'
import { addHouseCalls } from './rest/house-calls'
import { addMarginCalls } from './rest/margin-calls'
import { addOrderCalls } from './rest/order-calls'
import { addRecordCalls } from './rest/record-calls'
import { addStrategyCalls } from './rest/strategy-calls'
import { addSandboxCalls } from './rest/sandbox-calls'
import { addApiKeyCalls, checkSignedCalls } from './rest/api-key-calls'
import { addAccountCalls } from './rest/v5-account'
import { addMarketCalls } from './rest/v5-market'
import { addStrangerCalls } from './rest/v5-stranger'
import { API_KEY_HEADER } from './session/signed-calls'

const CALLS = /^\/(?:contract|v3|v5|spot|fapi|user\/private|sandbox)\//
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
const WRITES: ReadonlySet<string> = new Set(['POST', 'DELETE'])

export interface AppParts {
  readonly core: Core
  readonly files: StaticFiles | null
  /** Further `connect-src` origins. */
  readonly connect: readonly string[]
  /** Adds `/control/*`; `null` without the switch. */
  readonly addControl: ((app: Hono) => void) | null
  /** Where faults nobody foresaw are told; they never reach the client. */
  readonly trace: (id: string, error: unknown) => void
}

/** Everything over HTTP: headers for all, guards, calls, files, and one place where errors become envelopes. */
export function createApp({ core, files, connect, addControl, trace }: AppParts): Hono {
  const app = new Hono()

  app.use(async (context, next) => {
    const host = context.req.header('host')
    const isOurs = core.origins.allowsHost(host)
    if (isOurs) await next()
    else context.res = new Response('wrong host', { status: 403 })
    // A Host that is not ours has no place in the policy.
    const named = isOurs && host !== undefined ? host : 'localhost'
    for (const [name, value] of securityHeaders(named, connect, core.origins.isOpen))
      context.res.headers.set(name, value)
    if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store')
  })

  // Without the switch nothing under this name exists, whatever the method and whoever asks (decisions 31).
  if (addControl === null) {
    app.all('/control', (context) => context.text('not found', 404))
    app.all('/control/*', (context) => context.text('not found', 404))
  }

  app.use(async (context, next) => {
    const { method, path } = context.req
    if (WRITES.has(method)) guardWrite(core, path, (name) => context.req.header(name))
    else if (!READS.has(method)) return context.body(null, 405, { allow: 'GET, HEAD, POST, DELETE' })
    if (!CALLS.test(path)) return next()
    const fault = await core.faults.before(path)
    if (fault !== null) return writeFault(core, fault)
    await next()
    const late = await core.faults.after(path)
    if (late !== null) context.res = writeFault(core, late)
    return undefined
  })

  app.get('/healthz', (context) =>
    context.json({
      status: 'ok',
      build: core.build,
      protocol: PROTOCOL_VERSION,
      serverTimeE3: core.journal.now(),
    }),
  )

  app.post(CSP_REPORT_PATH, async (context) => {
    await readText(context.req.raw)
    core.csp.violations++
    return context.body(null, 204)
  })

  checkSignedCalls(app, core)
  addSandboxCalls(app, core)
  addApiKeyCalls(app, core)
  addHouseCalls(app, core)
  addFirstAnswerCall(app, core)
  addMarketCalls(app, core)
  addOrderCalls(app, core)
  addMarginCalls(app, core)
  addAccountCalls(app, core)
  addStrangerCalls(app, core)
  addRecordCalls(app, core)
  addStrategyCalls(app, core)
  addHouseMarginCalls(app, core)
  addPositionLists(app, core)
  addCopyTradeCalls(app, core)
  addSlippagePresets(app, core)
  addSpotLists(app, core)
  addControl?.(app)

  app.get('*', async (context) => {
    const { pathname } = new URL(context.req.url)
    if (files === null || CALLS.test(pathname)) return context.notFound()
    const found = await files.answer(pathname, context.req.raw.headers, context.req.method === 'HEAD')
    return found ?? context.notFound()
  })

  app.notFound((context) =>
    CALLS.test(context.req.path)
      ? context.json(writeRefusal(core.journal.now(), CODE.badRequest, 'no such call'), 404)
      : context.text('not found', 404),
  )

  app.onError((error, context) => {
    if (error instanceof Refused) return refuse(core, context, error)
    if (error instanceof WireError)
      return refuse(core, context, new Refused(CODE.badRequest, `${error.field} is not valid`, { field: error.field }))
    if (error instanceof BadRequest) {
      const extMap = error.field === null ? {} : { field: error.field }
      return context.json(writeRefusal(core.journal.now(), CODE.badRequest, error.message, extMap), error.status)
    }
    const id = randomUUID()
    trace(id, error)
    return context.json(writeRefusal(core.journal.now(), CODE.serverError, 'server error', { correlationId: id }), 500)
  })

  return app
}

/**
 * What changes state comes from our own pages or from a program, never from a form or a foreign page: a header that no
 * form can send, and no foreign Origin. Browsers send CSP reports by themselves, and those change nothing.
 * @throws BadRequest 403
 */
function guardWrite(core: Core, path: string, header: (name: string) => string | undefined): void {
  if (path === CSP_REPORT_PATH) return
  const origin = header('origin')
  if (origin !== undefined && !core.origins.allowsOrigin(origin, header('host')))
    throw new BadRequest(403, 'foreign origin')
  if (header('sec-fetch-site') === 'cross-site') throw new BadRequest(403, 'foreign origin')
  const type = header('content-type')
  if (type !== undefined && !/^application\/json\s*(?:;|$)/i.test(type))
    throw new BadRequest(403, 'state changes by application/json only')
  // Control is for programs on this computer, and a JSON type is already more than a form can send.
  if (path.startsWith('/control/')) {
    if (type === undefined) throw new BadRequest(403, 'state changes by application/json only')
  } else if (header(REQUESTED_WITH_HEADER) === undefined && header(API_KEY_HEADER) === undefined) {
    // No form can send a key's header either, and a signed call never acts for the cookie beside it.
    throw new BadRequest(403, `the header ${REQUESTED_WITH_HEADER} is needed`)
  }
}

function writeFault(core: Core, fault: CallFault): Response {
  if (fault.kind === 'status') return new Response('injected', { status: fault.status })
  const body = writeRefusal(core.journal.now(), fault.retCode, 'injected', fault.extMap)
  return Response.json(body)
}
