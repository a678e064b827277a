import { Unreadable } from '../../../base/unreadable'
import type { Page, RefusalMeaning } from '../../venue/venue-calls'
import type { VenueCall } from '../../venue/venue-http'
import type { VenuePort } from '../../venue/venue-port'
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

/** The exchange did not give a list, or not to its end. */
export class ListUnread extends Error {
  override readonly name = 'ListUnread'
  constructor(
    path: string,
    /** What a refusal says to the hub; `null` where it says nothing, or none came. */
    readonly meaning: RefusalMeaning | null,
    readonly isTimeout: boolean,
  ) {
    super(path)
  }
}

export interface ListPorts {
  readonly venue: VenuePort
  readonly rest: RestClient
}

/**
 * @throws ListUnread when there is no answer, or a refusal
 * @throws Unreadable
 */
export async function readWhole<T>({ rest, venue }: ListPorts, call: VenueCall<T>): Promise<T> {
  const answer = await rest.call({ ...call, deadlineMs: PAGE_DEADLINE_MS })
  if (answer.hasError) throw new ListUnread(call.path, venue.calls.meaning(answer), answer.message === 'requestTimeOut')
  return call.read(answer.value)
}

/**
 * The pages of a list, to its end. Each is as of its own sequence; none is as of an earlier one than the page before it.
 *
 * @param page asks for the page that a cursor names; `null` names the first
 * @throws ListUnread when a page did not come
 * @throws Unreadable when the pages do not make one list: the cursor stands still, or the sequence falls
 */
export async function* readPages<T>(
  ports: ListPorts,
  page: (cursor: string | null) => VenueCall<Page<T>>,
): AsyncGenerator<Page<T>, void> {
  let cursor: string | null = null
  let lastSeq = -Infinity
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const read: Page<T> = await readWhole(ports, page(cursor))
    if (read.asOfSeq !== null && read.asOfSeq < lastSeq) throw new Unreadable('rowSeq', read.asOfSeq)
    lastSeq = read.asOfSeq ?? lastSeq
    yield read
    if (read.nextCursor === null) return
    if (read.nextCursor === cursor) throw new Unreadable('nextPageCursor', read.nextCursor)
    cursor = read.nextCursor
  }
  throw new Unreadable('nextPageCursor', `more than ${PAGES_MAX} pages`)
}
