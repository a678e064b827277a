import type { JsonObject } from '../../../../../src/wire/json'
import type { CODE, RetCode } from '../../../../../src/wire/rest/codes'
import { checkMayRead, requireCaller, requireSession, requireTrader, type Caller, type Core } from '../../../core'
import type { HttpCall } from '../http/http-call'
import type { Session } from '../../../sessions/sessions'
import { withListedName } from '../pair-name'
import { hasOtherNames, namedAsSent, readFields, type Fields, type Read } from './field'
import type { Schema } from './schema'

/**
 * Who may make a call: anyone; a visitor with a session; a visitor or a key that may read; one that may trade, within
 * the account's rate of order calls and from a hub whose term is not overtaken (I5).
 */
export type Who = 'anyone' | 'visitor' | 'reader' | 'trader'

interface CallerOf {
  readonly anyone: null
  readonly visitor: Session
  readonly reader: Caller
  readonly trader: Caller
}

/** What a handler is given: who calls, and what was asked for, both checked. */
export interface RouteCall<W extends Who, F extends Fields> {
  readonly core: Core
  readonly http: HttpCall
  readonly caller: CallerOf[W]
  readonly input: Read<F>
}

/** A result that is more than a plain success: the codes of a batch, or an order that was taken in part. */
export class Answer {
  constructor(
    readonly result: unknown,
    readonly more: {
      readonly retCode?: RetCode
      readonly retMsg?: string
      readonly extInfo?: Readonly<Record<string, unknown>>
    },
  ) {}
}

/** A result that is written already, so that what many ask for is written once. */
export class WrittenResult {
  /** @param json pieces of one JSON value */
  constructor(readonly json: readonly Uint8Array[]) {}
}

/** What is said of a call, and what it is read and checked by. */
export interface Declaration<W extends Who, F extends Fields> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  /** What it does, as a sentence without its full stop. */
  readonly about: string
  readonly who: W
  /** Parameters: of the query of a GET, of the JSON body otherwise. */
  readonly input: F
  /**
   * Whether the id of the press comes with it, as header `client-tag` (decisions 5). `'written'`: into the ledger alone, and
   * a repeat is carried out again (ADR-1091).
   */
  readonly hasClientTag?: boolean | 'written'
  /** The `result` of a success. */
  readonly result: Schema
  /** Codes of its own, besides those of its kind of caller. */
  readonly codes?: readonly (keyof typeof CODE)[]
  readonly run: (call: RouteCall<W, F>) => unknown
}

/** A call with its handler, whatever its parameters. */
export interface Route extends Omit<Declaration<Who, Fields>, 'run'> {
  /** Checks caller and parameters, then acts. @returns the result or a promise of it. @throws Refused, BadRequest, WireError */
  readonly serve: (core: Core, http: HttpCall) => unknown
}

/** Declares a call. The declaration is what the gateway routes by, reads parameters by, and documents (docs/api.md). */
export function route<const W extends Who, const F extends Fields>(declared: Declaration<W, F>): Route {
  const { who, input: fields, method, run, ...said } = declared
  return {
    ...said,
    who,
    method,
    input: fields,
    serve(core, http) {
      const caller = callerOf(who, core, http)
      const sent = method === 'GET' ? http.query() : http.body()
      const input = withListedName(core, readFields(fields, sent))
      const call = { core, http, caller: caller as CallerOf[W], input }
      if (method === 'GET' && http.signer === null) checkMayRead(core, caller)
      if (who === 'reader') return readSettled(core, http, () => run(call))
      return hasOtherNames(fields) ? runAsNamed(fields, sent, () => run(call)) : run(call)
    },
  }
}

async function runAsNamed(fields: Fields, sent: JsonObject, run: () => unknown): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    throw namedAsSent(error, fields, sent)
  }
}

/**
 * A private read. All that was sent before it is on disk when it looks: what is absent then is absent (I2). And what was
 * applied while it waited for that is on disk before it answers.
 */
async function readSettled(core: Core, http: HttpCall, read: () => unknown): Promise<unknown> {
  await core.journal.settled()
  // It began with the call and waited since: what it takes now belongs to another turn.
  const found = await core.turns.take(read, () => http.isGone)
  await core.journal.settled()
  return found
}

function callerOf(who: Who, core: Core, http: HttpCall): CallerOf[Who] {
  switch (who) {
    case 'anyone':
      return null
    case 'visitor':
      return requireSession(core, http)
    case 'reader':
      return requireCaller(core, http)
    case 'trader':
      return requireTrader(core, http)
  }
}
