import { Hono } from 'hono'
import { PROTOCOL_VERSION } from '../../src/base/protocol-version'
import { CODE } from '../../src/wire/rest/codes'
import { writeRefusal } from '../../src/wire/rest/envelope'
import { CALLS, CSP_REPORT_PATH, type CallAnswer, type CallRequest } from './call'
import type { Core } from './core'
import { writeFailure } from './calls/shared/http/failures'
import { whyNotServed } from './calls/v5/not-served'
import { guardWrite, refuseForeign } from './calls/shared/http/guard-write'
import { HttpCall } from './calls/shared/http/http-call'

export interface AppParts {
  readonly core: Core
  /** Adds `/control/*`; `null` without the switch. */
  readonly addControl: ((app: Hono) => void) | null
  /** Where faults nobody foresaw are reported; they never reach the client. */
  readonly trace: (id: string, error: unknown) => void
}

/** What comes through the front and is none of the declared calls (`CallServer`): health, reports, control. */
export function createApp({ core, addControl, trace }: AppParts): (request: CallRequest) => Promise<CallAnswer> {
  const app = new Hono()
  const failed = (error: unknown): CallAnswer => {
    const { status, body } = writeFailure(error, core.journal.now(), trace)
    return { status, type: 'application/json', headers: [], body: JSON.stringify(body) }
  }

  app.get('/healthz', (context) =>
    context.json({
      status: 'ok',
      build: core.build,
      protocol: PROTOCOL_VERSION,
      serverTimeE3: core.journal.now(),
    }),
  )
  app.post(CSP_REPORT_PATH, (context) => {
    core.csp.violations++
    return context.body(null, 204)
  })
  addControl?.(app)
  app.notFound((context) =>
    CALLS.test(context.req.path)
      ? context.json(writeRefusal(core.journal.now(), CODE.badRequest, whyNotServed(context.req.path)), 404)
      : context.text('not found', 404),
  )
  app.onError((error) => {
    throw error
  })

  return async (request) => {
    const call = new HttpCall(request)
    const isRead = call.method === 'GET' || call.method === 'HEAD'
    try {
      if (!isRead) guardWrite(core.origins, call)
      // What control says of accounts is no page's of others, either.
      else if (call.path.startsWith('/control/')) refuseForeign(core.origins, call)
      const whole = new Request(`http://localhost${call.path}?${call.queryText}`, {
        method: call.method,
        headers: { 'content-type': call.header('content-type') ?? '' },
        ...(isRead ? {} : { body: call.text() }),
      })
      return await written(await app.fetch(whole, { isHere: call.sender.isHere }))
    } catch (error) {
      return failed(error)
    }
  }
}

async function written(response: Response): Promise<CallAnswer> {
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    headers: [],
    body: await response.text(),
  }
}
