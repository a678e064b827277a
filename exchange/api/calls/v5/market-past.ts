import { fundingOf } from '../../../../src/domain/instrument/instrument'
import { CODE } from '../../../../src/wire/rest/codes'
import { Refused, type Core } from '../../core'
import type { PastFunding } from '../../../venue/venue-port'
import { isHistoryCursor } from '../../../journal/journal-port'
import { OPEN_INTEREST_STEP_MS } from '../../../venue/past'
import { checkRange } from '../shared/records'
import { integer, optional, withDefault, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, listOf, object, TEXT, TIME } from '../shared/route/schema'
import { CATEGORY, pageFields, SYMBOL, TIME_MS } from '../shared/shared-fields'
import { requireInstrument } from './fields'

const OPEN_INTEREST_STEPS_MS = {
  '5min': OPEN_INTEREST_STEP_MS,
  '15min': 900_000,
  '30min': 1_800_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
} as const
const FUNDING_ROWS = 200
/** How often the history is asked for one page of fundings: each look ends after so many rows of all contracts. */
const LOOKS_MAX = 8

const ONE_SYMBOL = { category: CATEGORY, symbol: SYMBOL } as const
const RANGE = { startTime: optional(TIME_MS), endTime: optional(TIME_MS) } as const

/**
 * Figures of contracts that lie in the past. What this exchange has recorded comes first; before its first start comes a
 * past that follows from the seed, as that of the candles does.
 */
export const MARKET_PAST_CALLS = [
  route({
    method: 'GET',
    path: '/v5/market/open-interest',
    about:
      'Open interest by steps of time, newest first: recorded ones of a week, and simulated ones before the first start',
    who: 'anyone',
    input: {
      ...ONE_SYMBOL,
      intervalTime: word(Object.keys(OPEN_INTEREST_STEPS_MS) as (keyof typeof OPEN_INTEREST_STEPS_MS)[]),
      ...RANGE,
      ...pageFields(50, 200),
    },
    result: object({
      category: TEXT,
      symbol: TEXT,
      list: listOf(object({ openInterest: DECIMAL, timestamp: TIME })),
      nextPageCursor: TEXT,
    }),
    run({ core, input }) {
      const { category, startTime: startMs, limit } = input
      const { symbol } = requireInstrument(core, input)
      const stepMs = OPEN_INTEREST_STEPS_MS[input.intervalTime]
      const endMs = endOf(input)
      // One more than the page holds: it shows whether there is another.
      const rows = core.openInterest.rows(symbol, { stepMs, startMs, endMs }).slice(0, limit + 1)
      const wanted = limit + 1 - rows.length
      const past =
        wanted === 0 ? [] : core.journal.venue.pastInterest(symbol, { stepMs, startMs, endMs, limit: wanted })
      const all = [...rows, ...past]
      const list = all.slice(0, limit).map((row) => ({ openInterest: row.openInterest, timestamp: String(row.timeMs) }))
      return { category, symbol, list, nextPageCursor: all.length > limit ? list.at(-1)!.timestamp : '' }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/market/funding/history',
    about: 'Fundings paid since the exchange first opened, newest first, and simulated ones of the time before',
    who: 'anyone',
    input: { ...ONE_SYMBOL, ...RANGE, limit: withDefault(integer({ min: 1, max: FUNDING_ROWS }), FUNDING_ROWS) },
    result: object({
      category: TEXT,
      list: listOf(object({ symbol: TEXT, fundingRate: DECIMAL, fundingRateTimestamp: TIME })),
    }),
    run({ core, input }) {
      const instrument = requireInstrument(core, input)
      const { symbol } = instrument
      const { startTime: startMs, endTime: endMs, limit } = input
      checkRange(startMs, endMs)
      const intervalMs = (fundingOf(instrument)?.intervalMinutes ?? 0) * 60_000
      const { rows, isAll } = recordedFundings(core, { symbol, startMs, endMs, limit, intervalMs })
      const wanted = limit - rows.length
      const past = isAll && wanted > 0 ? core.journal.venue.pastFundings(symbol, { startMs, endMs, limit: wanted }) : []
      const list = [...rows, ...past].map((one) => ({
        symbol: one.symbol,
        fundingRate: one.rate,
        fundingRateTimestamp: String(one.timeMs),
      }))
      return { category: input.category, list }
    },
  }),
]

/** Until when: of a page after the first, until before the last row of the one before. @throws Refused 10001 */
function endOf({
  startTime,
  endTime,
  cursor,
}: {
  readonly startTime: number | null
  readonly endTime: number | null
  readonly cursor: string | null
}): number | null {
  checkRange(startTime, endTime)
  if (cursor === null) return endTime
  if (!isHistoryCursor(cursor)) throw new Refused(CODE.badRequest, 'cursor invalid', { field: 'cursor' })
  return Math.min(endTime ?? Number.MAX_SAFE_INTEGER, Number(cursor) - 1)
}

/**
 * The fundings that were paid, newest first, each at the boundary of the interval that it ended, as v5 dates it (recorded:
 * 1672128000000 is 08:00 to the millisecond). The market pays in its first step after that time.
 * @returns them, and whether the history was read to its end
 */
function recordedFundings(
  core: Core,
  query: {
    readonly symbol: string
    readonly startMs: number | null
    readonly endMs: number | null
    readonly limit: number
    readonly intervalMs: number
  },
): { readonly rows: readonly PastFunding[]; readonly isAll: boolean } {
  const { intervalMs, limit } = query
  // Dated contracts are never funded.
  if (intervalMs === 0) return { rows: [], isAll: true }
  const endMs = query.endMs === null ? null : query.endMs + intervalMs - 1
  const rows: PastFunding[] = []
  let cursor: string | null = null
  for (let look = 0; look < LOOKS_MAX && rows.length < limit; look++) {
    // One more: the newest may belong to the boundary after the end.
    const page = core.journal.fundingRates({ ...query, endMs, limit: limit + 1 - rows.length, cursor })
    const dated = page.rows.map(({ symbol, rate, timeMs }) => ({
      symbol,
      rate,
      timeMs: timeMs - (timeMs % intervalMs),
    }))
    rows.push(...dated.filter(({ timeMs }) => isWithin(timeMs, query)))
    cursor = page.nextCursor
    if (cursor === null) return { rows: rows.slice(0, limit), isAll: true }
  }
  return { rows: rows.slice(0, limit), isAll: false }
}

const isWithin = (timeMs: number, range: { readonly startMs: number | null; readonly endMs: number | null }): boolean =>
  timeMs >= (range.startMs ?? 0) && timeMs <= (range.endMs ?? Number.MAX_SAFE_INTEGER)
