import { crc32 } from '../../../../src/base/crc32'
import { writeQuoteTokenGroups, type QuoteTokenGroupJson } from '../../../../src/wire/rest/spot-lists'
import { optional, text } from '../shared/route/field'
import { route } from '../shared/route/route'
import { listOf, object, TEXT, TIME } from '../shared/route/schema'
import { QUOTE_TOKEN_GROUP } from '../shared/answers'

/** Languages choose the tokens' names; the header says the same to caches. */
const LANG = { lang: optional(text({ max: 20 })) } as const

/** No spot pair is traded here yet: the lists are well formed, and hold what there is. */
const GROUPS: readonly QuoteTokenGroupJson[] = writeQuoteTokenGroups([])
/** Follows from the contents: equal lists have equal versions, across restarts too. */
const VERSION = crc32(encodeURIComponent(JSON.stringify(GROUPS)))
  .toString(16)
  .padStart(8, '0')
/** When the contents were last others, milliseconds: the day from which this exchange lists as it does. */
const LAST_MODIFIED_MS = '1577836800000'

/** The spot symbol lists (spec §7). A reader who has the list gets it confirmed: the same mark, and an empty list. */
export const SPOT_LISTS = [
  route({
    method: 'GET',
    path: '/spot/api/basic/symbol_list_all',
    about: 'Spot pairs by the coin they are quoted in; empty where nothing changed since `last_modified_at`',
    who: 'anyone',
    input: {
      ...LANG,
      last_modified_at: optional(text({ max: 40, about: '`lastModifiedTime` of the list that is had' })),
    },
    result: object({ quoteTokenSymbols: listOf(QUOTE_TOKEN_GROUP), lastModifiedTime: TIME }),
    run: ({ input }) => ({
      quoteTokenSymbols: input.last_modified_at === LAST_MODIFIED_MS ? [] : GROUPS,
      lastModifiedTime: LAST_MODIFIED_MS,
    }),
  }),
  route({
    method: 'GET',
    path: '/spot/api/basic/symbol_list_v3',
    about: 'The same by version: an equal one gets an empty list',
    who: 'anyone',
    input: { ...LANG, version: optional(text({ max: 40, about: 'of the list that is had' })) },
    result: object({ quoteTokenResult: listOf(QUOTE_TOKEN_GROUP), version: TEXT }),
    run: ({ input }) => ({ quoteTokenResult: input.version === VERSION ? [] : GROUPS, version: VERSION }),
  }),
  route({
    method: 'GET',
    path: '/spot/api/basic/symbol_list_v2',
    about: 'The same, whole each time: for those whom the others fail',
    who: 'anyone',
    input: LANG,
    result: object({ quoteTokenResult: listOf(QUOTE_TOKEN_GROUP) }),
    run: () => ({ quoteTokenResult: GROUPS }),
  }),
]
