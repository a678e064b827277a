import { Exact, toText } from '../../../../src/domain/decimal'
import { fundingOf } from '../../../../src/domain/instrument/instrument'
import { CODE } from '../../../../src/wire/rest/codes'
import { Refused, type Core } from '../../core'
import type { PastFunding } from '../../../venue/venue-port'
import { isHistoryCursor } from '../../../journal/journal-port'
import { OPEN_INTEREST_STEP_MS, stepsDown } from '../../../venue/past'
import { checkRange } from '../shared/records'
import { integer, optional, withDefault, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, listOf, object, TEXT, TIME } from '../shared/route/schema'
import { CATEGORY, pageFields, SYMBOL, TIME_MS } from '../shared/shared-fields'
import { requireInstrument } from './fields'

const STEPS_MS = {
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
      'Open interest by steps of time, newest first: recorded ones of a week, and what the public held at all others',
    who: 'anyone',
    input: {
      ...ONE_SYMBOL,
      intervalTime: word(Object.keys(STEPS_MS) as (keyof typeof STEPS_MS)[]),
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
      const stepMs = STEPS_MS[input.intervalTime]
      const endMs = endOf(input)
      const recorded = new Map(
        core.openInterest.rows(symbol, { stepMs, startMs, endMs }).map((row) => [row.timeMs, row.openInterest]),
      )
      // One more than the page holds: it shows whether there is another.
      const asked = { stepMs, startMs, endMs: Math.min(endMs ?? Infinity, core.journal.now()), limit: limit + 1 }
      const all = core.journal.venue.pastInterest(symbol, asked)
      const list = all.slice(0, limit).map(({ timeMs, openInterest }) => ({
        openInterest: recorded.get(timeMs) ?? openInterest,
        timestamp: String(timeMs),
      }))
      return { category, symbol, list, nextPageCursor: all.length > limit ? list.at(-1)!.timestamp : '' }
    },
  }),
  route({
    method: 'GET',
    path: '/v5/market/account-ratio',
    about:
      'How many of the accounts that hold a contract are long and short, newest first; those of this exchange count in the present step',
    who: 'anyone',
    input: {
      ...ONE_SYMBOL,
      period: word(Object.keys(STEPS_MS) as (keyof typeof STEPS_MS)[]),
      ...RANGE,
      ...pageFields(50, 500),
    },
    result: object({
      list: listOf(object({ symbol: TEXT, buyRatio: DECIMAL, sellRatio: DECIMAL, timestamp: TIME })),
      nextPageCursor: TEXT,
    }),
    run({ core, input }) {
      const { startTime: startMs, limit } = input
      const { symbol, launchTimeMs } = requireInstrument(core, input)
      const stepMs = STEPS_MS[input.period]
      const nowMs = core.journal.now()
      const endMs = Math.min(endOf(input) ?? Infinity, nowMs)
      const times = stepsDown(launchTimeMs, { stepMs, startMs, endMs, limit: limit + 1 })
      const presentMs = nowMs - (nowMs % stepMs)
      const list = times.slice(0, limit).flatMap((timeMs) => ratioOf(core, symbol, timeMs, timeMs === presentMs))
      return { list, nextPageCursor: times.length > limit && list.length > 0 ? list.at(-1)!.timestamp : '' }
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

/** Decimals of a share of accounts. */
const RATIO_DECIMALS = 4

/** Those of the public and of this exchange's accounts; of the latter it is known for the present step alone. */
function ratioOf(core: Core, symbol: string, timeMs: number, isPresent: boolean) {
  const held = core.journal.venue.holderCounts(symbol, timeMs) ?? { long: 0, short: 0 }
  const own = isPresent ? core.accountRatios.of(symbol, core.journal.now()) : null
  const long = held.long + (own?.long ?? 0)
  const all = long + held.short + (own?.short ?? 0)
  if (all === 0) return []
  const buy = new Exact(long).div(all).toDecimalPlaces(RATIO_DECIMALS)
  const sell = toText(new Exact(1).minus(buy))
  return [{ symbol, buyRatio: toText(buy), sellRatio: sell, timestamp: String(timeMs) }]
}

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
