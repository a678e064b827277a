import { crc32 } from '../../../../src/base/crc32'
import type { QuoteGroup } from '../../../../src/domain/instrument/quote-group'
import { writeQuoteTokenGroup, type QuoteTokenGroupJson } from '../../../../src/wire/rest/spot-lists'

/** The pairs as the three spot lists write them (spec §7). */
export interface SpotCatalogue {
  readonly groups: readonly QuoteTokenGroupJson[]
  /** Follows from the contents: equal lists have equal versions, across restarts too. */
  readonly version: string
  /** When the contents were last others: the newest listing's time, with the contents in its milliseconds. */
  readonly modifiedMs: number
}

/** Of a list without pairs: the day from which this exchange lists as it does. */
const FIRST_LISTING_MS = Date.UTC(2020, 0, 1)
const SECOND_MS = 1_000

export function spotCatalogue(listed: readonly QuoteGroup[]): SpotCatalogue {
  const groups = listed.map(writeQuoteTokenGroup)
  const sum = crc32(encodeURIComponent(JSON.stringify(groups)))
  const launches = listed.flatMap(({ pairs }) => pairs.map(({ launchTimeMs }) => launchTimeMs))
  const newestMs = Math.max(FIRST_LISTING_MS, ...launches)
  return {
    groups,
    version: sum.toString(16).padStart(8, '0'),
    modifiedMs: newestMs - (newestMs % SECOND_MS) + (sum % SECOND_MS),
  }
}
