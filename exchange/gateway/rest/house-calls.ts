import type { Hono } from 'hono'
import { CODE } from '../../../src/wire/rest/codes'
import {
  BRIEF_SYMBOL_LIST_PATH,
  CONTRACT_TYPES,
  DYNAMIC_SYMBOL_ITEM_PATH,
  writeBriefSymbolList,
  writeDynamicSymbolItem,
} from '../../../src/wire/rest/brief-symbol-list'
import { ONE_TIME_TOKEN_PATH, type OneTimeTokenJson } from '../../../src/wire/rest/one-time-token'
import { RISK_LIMIT_LIST_PATH, writeRiskLimitList } from '../../../src/wire/rest/risk-limit-list'
import { answer, Refused, requireSession, type Core } from '../core'
import { readQuery } from '../http/read-request'

/** The specification's own reads, and the one-time token (spec §7). */
export function addHouseCalls(app: Hono, core: Core): void {
  app.get(BRIEF_SYMBOL_LIST_PATH, (context) => {
    const query = readQuery(context)
    const version = core.catalogue.version()
    const filter = query.get('filter') ?? ''
    // A reader who has this version already gets it confirmed, and nothing else (spec §7).
    const rows = query.get('version') === version ? [] : core.catalogue.all()
    const wanted = new Set(filter.split(',').filter((one) => one !== '' && one !== 'all'))
    for (const one of wanted) {
      if (!(CONTRACT_TYPES as readonly string[]).includes(one))
        throw new Refused(CODE.badRequest, 'no such contract type', { field: 'filter' })
    }
    const listed = wanted.size === 0 ? rows : rows.filter((one) => wanted.has(one.contractType))
    return answer(core, context, writeBriefSymbolList(listed, version, core.journal.now()))
  })

  app.get(DYNAMIC_SYMBOL_ITEM_PATH, (context) => {
    const instrument = core.catalogue.find(readQuery(context).get('symbol') ?? '')
    if (instrument === null) throw new Refused(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
    return answer(core, context, writeDynamicSymbolItem(instrument, core.journal.now()))
  })

  app.get(RISK_LIMIT_LIST_PATH, (context) => {
    const instrument = core.catalogue.find(readQuery(context).get('symbol') ?? '')
    if (instrument === null) throw new Refused(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
    return answer(core, context, writeRiskLimitList(instrument))
  })

  app.get('/contract/v5/settings/visitor-profile', (context) =>
    answer(core, context, { isBanned: core.faults.isBanned() }),
  )

  app.post(ONE_TIME_TOKEN_PATH, (context) => {
    const session = requireSession(core, context)
    if (!core.limits.tokens.take(session.hash, performance.now()))
      throw new Refused(CODE.rateLimited, 'too many tokens asked for')
    const result: OneTimeTokenJson = { token: core.sessions.issueOneTime(session) }
    return answer(core, context, result)
  })
}
