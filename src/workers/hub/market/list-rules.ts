import { Unreadable } from '../../../base/unreadable'
import type { InstrumentList } from '../../venue/venue-calls'

/** Spec §9: retry back-off, jittered between the two. */
const RETRY_MIN_MS = 2_000
const RETRY_MAX_MS = 4_000
/** Rows that the fault log tells of one by one. */
const REFUSED_TOLD = 20

/** When a list that did not come is asked for again. @param share of the jitter, from 0 to 1 */
export function listRetryMs(share: number): number {
  return RETRY_MIN_MS + share * (RETRY_MAX_MS - RETRY_MIN_MS)
}

/** Says which rows were left out and why; of a list that is full of them, the first ones. */
export function traceRefused(refused: InstrumentList['refused'], trace: (what: string, error: unknown) => void): void {
  for (const { row, error } of refused.slice(0, REFUSED_TOLD)) trace(`catalogue ${row}`, error)
  const more = refused.length - REFUSED_TOLD
  if (more > 0) trace('catalogue', new Unreadable('list', `${more} more rows refused`))
}
