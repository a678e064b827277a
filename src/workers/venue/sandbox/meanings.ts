import { CODE } from '../../../wire/rest/codes'
import type { RefusalCode, RefusalMeaning } from '../venue-calls'

const MEANING: ReadonlyMap<number | null, RefusalMeaning> = new Map([
  [CODE.authenticationFailed, 'sessionEnded'],
  [CODE.regionRestricted, 'sessionEnded'],
  [CODE.keyNotInList, 'sessionEnded'],
  [CODE.requestTimeout, 'timedOut'],
  [CODE.compliance, 'compliance'],
  [CODE.rateLimited, 'rateLimited'],
  [CODE.serverError, 'unanswered'],
  [CODE.duplicateLinkId, 'duplicateId'],
  [CODE.splitPartlyFailed, 'splitPartly'],
  [CODE.leverageUnchanged, 'unchanged'],
  [CODE.orderNotFound, 'orderGone'],
])

/** Of an amended order that is so already; no code of its own says that. */
const NOT_MODIFIED = 'order not modified'

/** What a code of spec §8 says to the hub. */
export function meaningOf({ code, message, ext }: RefusalCode): RefusalMeaning | null {
  if (code === CODE.badRequest && message === NOT_MODIFIED) return 'unchanged'
  if (code === CODE.badRequest) return ext?.['field'] === 'symbol' ? 'unknownSymbol' : 'badRequest'
  return MEANING.get(code) ?? null
}
