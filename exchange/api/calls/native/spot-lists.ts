import { SPOT_LIST_ALL_PATH, SPOT_LIST_V2_PATH, SPOT_LIST_V3_PATH } from '../../../../src/wire/rest/spot-lists'
import { optional, text } from '../shared/route/field'
import { route } from '../shared/route/route'
import { listOf, object, TEXT, TIME } from '../shared/route/schema'
import { QUOTE_TOKEN_GROUP } from '../shared/answers'

/** Languages choose the tokens' names; the header says the same to caches. */
const LANG = { lang: optional(text({ max: 20 })) } as const

/** The spot symbol lists (spec §7). A reader who has the list gets it confirmed: the same mark, and an empty list. */
export const SPOT_LISTS = [
  route({
    method: 'GET',
    path: SPOT_LIST_ALL_PATH,
    about: 'Spot pairs by the coin they are quoted in; empty where nothing changed since `last_modified_at`',
    who: 'anyone',
    input: {
      ...LANG,
      last_modified_at: optional(text({ max: 40, about: '`lastModifiedTime` of the list that is had' })),
    },
    result: object({ quoteTokenSymbols: listOf(QUOTE_TOKEN_GROUP), lastModifiedTime: TIME }),
    run({ core, input }) {
      const { groups, modifiedMs } = core.catalogue.spot()
      const lastModifiedTime = String(modifiedMs)
      return { quoteTokenSymbols: input.last_modified_at === lastModifiedTime ? [] : groups, lastModifiedTime }
    },
  }),
  route({
    method: 'GET',
    path: SPOT_LIST_V3_PATH,
    about: 'The same by version: an equal one gets an empty list',
    who: 'anyone',
    input: { ...LANG, version: optional(text({ max: 40, about: 'of the list that is had' })) },
    result: object({ quoteTokenResult: listOf(QUOTE_TOKEN_GROUP), version: TEXT }),
    run({ core, input }) {
      const { groups, version } = core.catalogue.spot()
      return { quoteTokenResult: input.version === version ? [] : groups, version }
    },
  }),
  route({
    method: 'GET',
    path: SPOT_LIST_V2_PATH,
    about: 'The same, whole each time: for those whom the others fail',
    who: 'anyone',
    input: LANG,
    result: object({ quoteTokenResult: listOf(QUOTE_TOKEN_GROUP) }),
    run: ({ core }) => ({ quoteTokenResult: core.catalogue.spot().groups }),
  }),
]
