import type { Hono } from 'hono'
import { answer, type Core } from '../core'
import { readQuery } from '../http/read-request'

/** What a list that never changed bears; a reader who has it gets it confirmed. */
const VERSION = '1'

/** The spot symbol lists (spec §7). No spot pair is traded here yet: they are empty, well formed, and say so by version. */
export function addSpotLists(app: Hono, core: Core): void {
  app.get('/spot/api/basic/symbol_list_all', (context) => {
    const since = readQuery(context).get('last_modified_at')
    return answer(core, context, { quoteTokenSymbols: [], lastModifiedTime: since ?? VERSION })
  })
  app.get('/spot/api/basic/symbol_list_v3', (context) =>
    answer(core, context, { quoteTokenResult: [], version: VERSION }),
  )
  app.get('/spot/api/basic/symbol_list_v2', (context) => answer(core, context, { quoteTokenResult: [] }))
}
