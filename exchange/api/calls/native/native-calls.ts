import type { Contract } from '../../../../src/domain/instrument/contract'
import { CONTRACT_TYPES } from '../../../../src/wire/rest/contract-words'
import {
  BRIEF_SYMBOL_LIST_PATH,
  DYNAMIC_SYMBOL_ITEM_PATH,
  writeBriefSymbolList,
  writeDynamicSymbolItem,
} from '../../../../src/wire/rest/brief-symbol-list'
import { CODE } from '../../../../src/wire/rest/codes'
import { ONE_TIME_TOKEN_PATH, type OneTimeTokenJson } from '../../../../src/wire/rest/one-time-token'
import { RISK_LIMIT_LIST_PATH, writeRiskLimitList } from '../../../../src/wire/rest/risk-limit-list'
import { VISITOR_PROFILE_PATH } from '../../../../src/wire/rest/visitor-profile'
import { Refused, type Core } from '../../core'
import { utf8 } from '../../utf8'
import { optional, text } from '../shared/route/field'
import { route, WrittenResult } from '../shared/route/route'
import { FLAG, listOf, object, TEXT } from '../shared/route/schema'
import { BRIEF_SYMBOL_LISTS, BRIEF_SYMBOL, RISK_LIMIT_ROW } from '../shared/answers'
import { SYMBOL } from '../shared/shared-fields'

const NO_ROWS = utf8('[]')

/** The specification's own reads, and the one-time token (spec §7). */
export const NATIVE_CALLS = [
  route({
    method: 'GET',
    path: BRIEF_SYMBOL_LIST_PATH,
    about:
      'Every contract with its rules, a list for each type. A reader who has the version gets it confirmed, and empty lists',
    who: 'anyone',
    input: {
      filter: optional(
        text({ max: 200, about: `contract types with commas (${CONTRACT_TYPES.join(', ')}), or \`all\`` }),
      ),
      version: optional(text({ max: 40 })),
    },
    result: BRIEF_SYMBOL_LISTS,
    run({ core, input }) {
      const version = core.catalogue.version()
      const wanted = readFilter(input.filter)
      const nowMs = core.journal.now()
      if (input.version === version) return writeBriefSymbolList([], version, nowMs)
      const pieces = [...core.catalogue.written(nowMs)].flatMap(([type, rows]) => [
        utf8(`,${JSON.stringify(type)}:`),
        wanted.size === 0 || wanted.has(type) ? rows : NO_ROWS,
      ])
      return new WrittenResult([utf8(`{"version":${JSON.stringify(version)}`), ...pieces, utf8('}')])
    },
  }),
  route({
    method: 'GET',
    path: DYNAMIC_SYMBOL_ITEM_PATH,
    about: 'The rules of one contract as they are now: its entry in the list is replaced by it',
    who: 'anyone',
    input: { symbol: SYMBOL },
    result: object({ item: BRIEF_SYMBOL }),
    run: ({ core, input }) => writeDynamicSymbolItem(requireSymbol(core, input.symbol), core.journal.now()),
  }),
  route({
    method: 'GET',
    path: RISK_LIMIT_LIST_PATH,
    about: 'The risk tiers of a contract, lowest first',
    who: 'anyone',
    input: { symbol: SYMBOL },
    result: object({ list: listOf(RISK_LIMIT_ROW) }),
    run: ({ core, input }) => writeRiskLimitList(requireSymbol(core, input.symbol)),
  }),
  route({
    method: 'GET',
    path: VISITOR_PROFILE_PATH,
    about: 'Whether the visitor is shut out',
    who: 'anyone',
    input: { lang: optional(text({ max: 20 })) },
    result: object({ isBanned: FLAG }),
    run: ({ core }) => ({ isBanned: core.faults.isBanned() }),
  }),
  route({
    method: 'POST',
    path: ONE_TIME_TOKEN_PATH,
    about: 'A token for one login on the private push channel, good for ten seconds',
    who: 'visitor',
    input: {},
    result: object({ token: TEXT }),
    codes: ['rateLimited'],
    run({ core, caller }): OneTimeTokenJson {
      if (!core.limits.tokens.take(caller.hash, performance.now()))
        throw new Refused(CODE.rateLimited, 'too many tokens asked for')
      return { token: core.sessions.issueOneTime(caller) }
    },
  }),
]

function readFilter(filter: string | null): ReadonlySet<string> {
  const wanted = new Set((filter ?? '').split(',').filter((one) => one !== '' && one !== 'all'))
  for (const one of wanted) {
    if (!(CONTRACT_TYPES as readonly string[]).includes(one))
      throw new Refused(CODE.badRequest, 'no such contract type', { field: 'filter', oneOf: CONTRACT_TYPES.join(',') })
  }
  return wanted
}

/** @throws Refused 10001 for a name of no contract */
export function requireSymbol(core: Core, symbol: string): Contract {
  const instrument = core.catalogue.contract(symbol)
  if (instrument === null) throw new Refused(CODE.badRequest, 'symbol invalid', { field: 'symbol' })
  return instrument
}
