import type { Context, Hono } from 'hono'
import { parseDecimalText, type DecimalText } from '../../src/domain/decimal'
import { readDecimal, readInteger, readText, WireError, type JsonObject } from '../../src/wire/json'
import { CODE } from '../../src/wire/rest/codes'
import { requireControlCaller } from './caller'
import type { Core } from '../api/core'
import { Refused } from '../api/core'
import { BadRequest, parseBody } from '../api/calls/shared/http/read-request'
import { writeVenueRefusal } from '../api/calls/shared/refusals'
import type { Origin } from '../journal/journal-port'
import { TICK_MS } from '../simulation/reference-process'
import type { VenueInput } from '../venue/venue-input'
import { DeadManSwitch } from './dead-man-switch'
import { announce } from './announce'
import { FaultInjector, matchesTopic, type CallPhase } from './fault-injector'

const TIMES_MAX = 1_000_000
const DELAY_MAX_MS = 600_000

type Action = (core: Core, body: JsonObject) => Promise<unknown> | unknown

/**
 * Test-only faults on loopback (decisions 35). One row of docs/control.md per action.
 * @param setPace `null` where no market steps by itself
 */
export function createControl(setPace: ((everyMs: number) => void) | null = null): {
  readonly faults: FaultInjector
  addRoutes(app: Hono, core: Core): void
} {
  const injector = new FaultInjector()
  let offsetMs = 0
  let deadMan: DeadManSwitch | null = null

  const actions: Readonly<Record<string, Action>> = {
    price: (core, body) => {
      const index = optionalDecimal(body, 'index')
      const last = optionalDecimal(body, 'last')
      if (index === null && last === null) throw new WireError('index', null)
      return submit(core, {
        type: 'setPrice',
        symbol: readText(body, 'symbol'),
        ...(index === null ? {} : { index }),
        ...(last === null ? {} : { last }),
        besideLeader: true,
      })
    },
    funding: (core, body) =>
      submit(core, {
        type: 'setFunding',
        symbol: readText(body, 'symbol'),
        rate: readDecimal<DecimalText>(body, 'rate'),
      }),
    'fee-tier': (core, body) =>
      submit(core, { type: 'setFeeTier', account: readText(body, 'account'), level: readInteger(body, 'level') }),
    'tick-size': (core, body) =>
      submit(core, {
        type: 'setTickSize',
        symbol: readText(body, 'symbol'),
        tickSize: readDecimal<DecimalText>(body, 'value'),
      }),
    expire: (core, body) => submit(core, { type: 'expire', symbol: readText(body, 'symbol'), withSpreads: true }),
    notice: (core, body) => announce(core, body),
    hold: (_core, body) =>
      injector.addCall(
        readText(body, 'call'),
        readPhase(body),
        { kind: 'hold', ms: readMs(body, 'ms') },
        readTimes(body),
      ),
    reject: (_core, body) =>
      injector.addCall(
        readText(body, 'call'),
        'phase' in body ? readPhase(body) : 'before-commit',
        { kind: 'reject', retCode: readInteger(body, 'retCode'), extMap: readMap(body, 'extMap') },
        readTimes(body),
      ),
    'http-status': (_core, body) => {
      const status = readInteger(body, 'status')
      if (status < 200 || status > 599) throw new WireError('status', status)
      const phase = 'phase' in body ? readPhase(body) : 'before-commit'
      injector.addCall(readText(body, 'call'), phase, { kind: 'status', status }, readTimes(body))
    },
    partial: (_core, body) => {
      const retCode = 'retCode' in body ? readInteger(body, 'retCode') : CODE.rateLimited
      // A refusal of nothing would be a success that did not happen.
      if (retCode === CODE.ok) throw new WireError('retCode', retCode)
      injector.addHalf(readText(body, 'call'), retCode, readTimes(body))
    },
    drop: (_core, body) => injector.addPush(readText(body, 'topic'), 'drop', readTimes(body)),
    duplicate: (_core, body) => injector.addPush(readText(body, 'topic'), 'duplicate', readTimes(body)),
    reorder: (_core, body) => injector.addPush(readText(body, 'topic'), 'reorder', readTimes(body)),
    corrupt: (_core, body) => injector.addPush(readText(body, 'topic'), 'corrupt', readTimes(body)),
    mute: (_core, body) => injector.mute(readText(body, 'topic'), body['off'] !== true),
    'swallow-subscribe': (_core, body) => injector.swallow(readText(body, 'topic')),
    delay: (_core, body) => {
      const ms = readMs(body, 'ms')
      if ('call' in body) injector.delayCall(readText(body, 'call'), ms)
      else for (const channel of readChannels(body)) injector.delayChannel(channel, ms)
    },
    'token-fault': (_core, body) => injector.failLogins(`token ${readText(body, 'kind')}`, readTimes(body)),
    disconnect: (core, body) => {
      const channels = readChannels(body)
      return { cut: channels.reduce((sum, channel) => sum + core.sockets().disconnect(channel), 0) }
    },
    advance: (core, body) => {
      const ms = readInteger(body, 'ms')
      offsetMs += ms
      core.journal.shiftClock(ms)
    },
    clock: (core, body) => {
      const wanted = readInteger(body, 'offsetMs')
      core.journal.shiftClock(wanted - offsetMs)
      offsetMs = wanted
    },
    pace: (_core, body) => {
      if (setPace === null) throw new WireError('everyMs', 'no market steps by itself here')
      setPace(readPace(body))
    },
    'reset-sequence': (core, body) => {
      const topic = readText(body, 'topic')
      core.market.reset((one) => matchesTopic(one, topic))
      core.feeds.reset((one) => matchesTopic(one, topic), core.journal.now())
    },
    flags: (_core, body) => {
      const flags = { ...readFlags(body, 'isBanned'), ...readFlags(body, 'compliance') }
      if (Object.keys(flags).length === 0) throw new WireError('isBanned', null)
      injector.setFlags(flags)
    },
    dcp: (_core, body) => deadMan?.setWindow(readMs(body, 'windowMs')),
    reset: () => {
      injector.clear()
      deadMan?.setWindow(0)
    },
  }

  return {
    faults: injector,
    addRoutes(app, core) {
      const watch = new DeadManSwitch((account) => {
        const input = { type: 'cancelAll', account, symbol: null, isDisconnect: true } as const
        // A journal that is closing or broken has nothing to cancel any more.
        void core.journal.submit(input, controlOrigin(account, 'dcp')).catch(() => undefined)
      })
      deadMan = watch
      core.sockets().onPresence((account, isPresent) => watch.take(account, isPresent))
      app.get('/control/state', (context) => {
        requireControlCaller(context)
        return context.json(state(core))
      })
      app.post('/control/:action', async (context) => {
        requireControlCaller(context)
        const name = context.req.param('action')
        const action = Object.hasOwn(actions, name) ? actions[name] : undefined
        if (action === undefined) return context.json({ ok: false, message: 'no such action' }, 404)
        return run(context, core, action)
      })
    },
  }
}

async function run(context: Context, core: Core, action: Action): Promise<Response> {
  try {
    const body = parseBody(await context.req.text(), context.req.header('content-type'))
    const result = await action(core, body)
    return context.json({ ok: true, ...(typeof result === 'object' && result !== null ? result : {}) })
  } catch (error) {
    if (error instanceof Refused) return context.json({ ok: false, message: error.message, ...error.extMap }, 400)
    if (error instanceof WireError || error instanceof BadRequest)
      return context.json({ ok: false, message: error.message }, 400)
    throw error
  }
}

function state(core: Core): unknown {
  const topics = [...core.market.topics(), ...core.v5Market.topics()]
  const backlogs = core.sockets().backlogs()
  return {
    sockets: core.sockets().counts(),
    topics: Object.fromEntries(topics.map(({ topic, subscribers, seq }) => [topic, { subscribers, seq }])),
    queues: {
      sockets: backlogs.length,
      bytes: backlogs.reduce((sum, one) => sum + one, 0),
      worstBytes: Math.max(0, ...backlogs),
    },
    seq: core.journal.durableSeq(),
    cspViolations: core.csp.violations,
    conservation: core.journal.venue.conservation(),
  }
}

/** Control's own inputs are ledger lines like any other. @throws Refused */
async function submit(core: Core, input: VenueInput): Promise<void> {
  const origin = controlOrigin('', 'control')
  const done = await core.journal.submit(input, origin)
  if (done.outcome === 'conflict' || done.outcome === 'late' || done.result.ok) return
  const refusal = writeVenueRefusal(done.result.refusal, 'native', null, null)
  throw new Refused(refusal.retCode, refusal.retMsg, refusal.extMap)
}

function controlOrigin(account: string, connId: string): Origin {
  return { account, connId, term: 0, clientTag: '' }
}

function readFlags<Field extends string>(body: JsonObject, field: Field): { readonly [Name in Field]?: boolean } {
  const value = body[field]
  if (value === undefined) return {}
  if (typeof value !== 'boolean') throw new WireError(field, value)
  return { [field]: value } as { readonly [Name in Field]?: boolean }
}

function readPhase(body: JsonObject): CallPhase {
  const phase = body['phase']
  if (phase !== 'before-commit' && phase !== 'after-commit') throw new WireError('phase', phase)
  return phase
}

function readMs(body: JsonObject, field: string): number {
  const ms = readInteger(body, field)
  if (ms < 0 || ms > DELAY_MAX_MS) throw new WireError(field, ms)
  return ms
}

/** Quiet symbols take turns, one of ten to a step's time: a pace that shares a divisor with ten would leave some out for good. */
function readPace(body: JsonObject): number {
  const everyMs = readMs(body, 'everyMs')
  const steps = everyMs / TICK_MS
  if (everyMs !== 0 && (!Number.isInteger(steps) || steps % 2 === 0 || steps % 5 === 0))
    throw new WireError('everyMs', everyMs)
  return everyMs
}

function readTimes(body: JsonObject): number {
  if (!('n' in body)) return 1
  const times = readInteger(body, 'n')
  if (times < 1 || times > TIMES_MAX) throw new WireError('n', times)
  return times
}

function readMap(body: JsonObject, field: string): JsonObject {
  const value = body[field] ?? {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new WireError(field, value)
  return value as JsonObject
}

function readChannels(body: JsonObject): readonly ('public' | 'private')[] {
  const channel = body['channel'] ?? 'all'
  if (channel === 'all') return ['public', 'private']
  if (channel !== 'public' && channel !== 'private') throw new WireError('channel', channel)
  return [channel]
}

/** Control is used by hand too: a price may come as a number here, and only here. */
function optionalDecimal(body: JsonObject, field: string): DecimalText | null {
  const value = body[field]
  if (value === undefined || value === null || value === '') return null
  const text = parseDecimalText(String(value))
  if (text === null) throw new WireError(field, value)
  return text
}
