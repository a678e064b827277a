import type { VenueFigure } from '../../../domain/indicators/venue-figures'
import type { CandleInterval } from '../../../domain/market/market'
import { isObject } from '../../../wire/json'
import type { VenueValue } from './venue-values'

/** Rows of one call; the exchange gives no more. */
const ROWS_MAX = 200

/** The steps that open interest is recorded in, longest first. */
const STEPS: readonly (readonly [minutes: number, step: string])[] = [
  [1_440, '1d'],
  [240, '4h'],
  [60, '1h'],
  [30, '30min'],
  [15, '15min'],
  [5, '5min'],
]

/** The longest step that every bar has one of; bars shorter than all share theirs. */
export function interestStep(resolution: CandleInterval): string {
  const minutes = /^\d+$/.test(resolution) ? Number(resolution) : 1_440
  return STEPS.find(([length]) => length <= minutes)?.[1] ?? '5min'
}

interface Asked {
  readonly figure: VenueFigure
  readonly category: 'linear' | 'inverse'
  readonly symbol: string
  readonly resolution: CandleInterval
}

/** Asks the exchange itself, past the hub: what is only drawn is no part of the data that tabs share (ADR-745). */
export async function readVenueValues(
  { figure, category, symbol, resolution }: Asked,
  endMs: number | null,
): Promise<{ readonly values: readonly VenueValue[]; readonly hasOlder: boolean }> {
  const query = new URLSearchParams({ category, symbol, limit: String(ROWS_MAX) })
  if (endMs !== null) query.set('endTime', String(endMs))
  if (figure === 'openInterest') query.set('intervalTime', interestStep(resolution))
  const path = figure === 'funding' ? '/v5/market/funding/history' : '/v5/market/open-interest'
  const response = await fetch(`${path}?${query}`, { credentials: 'same-origin', cache: 'no-store' })
  const answer: unknown = await response.json()
  const result = isObject(answer) && answer['retCode'] === 0 ? answer['result'] : null
  const list = isObject(result) ? result['list'] : null
  if (!Array.isArray(list)) throw new Error(`${path} of ${symbol}: ${response.status}`)
  const values = list.flatMap((row: unknown) => valueIn(figure, row))
  return { values, hasOlder: list.length >= ROWS_MAX }
}

/** A rate is shown in per cent. */
function valueIn(figure: VenueFigure, row: unknown): readonly VenueValue[] {
  if (!isObject(row)) return []
  const [time, value] =
    figure === 'funding'
      ? [Number(row['fundingRateTimestamp']), Number(row['fundingRate']) * 100]
      : [Number(row['timestamp']), Number(row['openInterest'])]
  return Number.isFinite(time) && Number.isFinite(value) ? [[time, value]] : []
}
