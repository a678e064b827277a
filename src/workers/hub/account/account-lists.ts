import { asArray, asObject, WireError, type JsonObject } from '../../../wire/json'
import type { RestClient } from '../rest-client'

/** Rows a page of open orders, as many as the exchange gives. */
export const ORDERS_PER_PAGE = 500
export const POSITIONS_PER_PAGE = 200
export const EXECUTIONS_PER_PAGE = 100
export const ENDED_ORDERS_PER_PAGE = 100
/** A list of more pages is none: 100,000 open orders are more than any account may have. */
export const PAGES_MAX = 200
/** A page that has not come by then will not come: the list is asked for anew, from its beginning. */
export const PAGE_DEADLINE_MS = 5_000

export const ORDERS_PATH = '/v5/order/realtime'
export const ENDED_ORDERS_PATH = '/v5/order/history'
export const POSITIONS_PATH = '/v5/position/list'
export const WALLET_PATH = '/v5/account/wallet-balance'
export const EXECUTIONS_PATH = '/v5/execution/list'

export type Query = Readonly<Record<string, string | number>>

/** The exchange did not give a list, or not to its end. */
export class ListUnread extends Error {
  override readonly name = 'ListUnread'
  constructor(
    path: string,
    /** The exchange's refusal; `null` where none came. */
    readonly code: number | null,
    readonly isTimeout: boolean,
  ) {
    super(path)
  }
}

export interface Page {
  readonly rows: readonly unknown[]
  /**
   * The highest `seq` of a row that this page is complete up to: a change that it does not show came later. `null` from
   * an exchange that does not say; then nothing follows from an absence.
   */
  readonly asOfSeq: number | null
}

/** @throws ListUnread when there is no answer, or a refusal */
export async function readResult(rest: RestClient, path: string, query: Query): Promise<JsonObject> {
  const answer = await rest.call({ method: 'GET', path, query, deadlineMs: PAGE_DEADLINE_MS })
  if (answer.hasError) throw new ListUnread(path, answer.code, answer.message === 'requestTimeOut')
  return asObject(answer.value, 'result')
}

/**
 * The pages of a list, to its end. Each is as of its own sequence; none is as of an earlier one than the page before it.
 *
 * @throws ListUnread when a page did not come
 * @throws WireError when the pages do not make one list: the cursor stands still, or the sequence falls
 */
export async function* readPages(rest: RestClient, path: string, query: Query): AsyncGenerator<Page, void> {
  let cursor = ''
  let lastSeq = -1
  for (let page = 0; page < PAGES_MAX; page++) {
    const result = await readResult(rest, path, cursor === '' ? query : { ...query, cursor })
    const asOfSeq = typeof result['rowSeq'] === 'number' ? result['rowSeq'] : null
    if (asOfSeq !== null && asOfSeq < lastSeq) throw new WireError('rowSeq', asOfSeq)
    lastSeq = asOfSeq ?? lastSeq
    yield { rows: asArray(result['list'], 'list'), asOfSeq }
    const next = result['nextPageCursor']
    if (typeof next !== 'string' || next === '') return
    if (next === cursor) throw new WireError('nextPageCursor', next)
    cursor = next
  }
  throw new WireError('nextPageCursor', `more than ${PAGES_MAX} pages`)
}
