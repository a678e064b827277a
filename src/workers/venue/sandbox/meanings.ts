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
])

/** What a code of spec §8 says to the hub. */
export function meaningOf({ code, ext }: RefusalCode): RefusalMeaning | null {
  if (code === CODE.badRequest) return ext?.['field'] === 'symbol' ? 'unknownSymbol' : 'badRequest'
  return MEANING.get(code) ?? null
}
