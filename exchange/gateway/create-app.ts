import { Hono } from 'hono'
import { PROTOCOL_VERSION } from '../../src/wire/push/message'
import { CODE } from '../../src/wire/rest/codes'
import { writeRefusal } from '../../src/wire/rest/envelope'
import type { Core } from './core'
import { writeFailure } from './http/failures'
import { guardWrite } from './http/guard-write'
import { readText } from './http/read-request'
import { CSP_REPORT_PATH, securityHeaders } from './http/security-headers'
import type { StaticFiles } from './http/static-files'

/** Where calls are; what is none of the declared ones is refused as one, and never a file. */
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

/** HTTP besides the declared calls (`CallServer`): headers for all, guards, health, control, and the app's files. */
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
    if (WRITES.has(method)) guardWrite(core.origins, path, (name) => context.req.header(name))
    else if (!READS.has(method)) return context.body(null, 405, { allow: 'GET, HEAD, POST, DELETE' })
    return next()
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
    const { status, body } = writeFailure(error, core.journal.now(), trace)
    return context.json(body, status)
  })

  return app
}
