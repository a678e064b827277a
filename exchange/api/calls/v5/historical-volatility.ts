import { HOUR_MS } from '../../../../src/domain/market/interval'
import type { Core } from '../../core'
import { choice, optional, text, withDefault, word } from '../shared/route/field'
import { route } from '../shared/route/route'
import { DECIMAL, INTEGER, listOf, object, TIME } from '../shared/route/schema'
import { TIME_MS } from '../shared/shared-fields'
import { whenDrawn } from './when-drawn'

const DAY_HOURS = 24
/** Candles of one answer of the venue: hours for short periods, days for long ones. */
const CANDLES_MAX = 1000
const HOURLY_DAYS_MAX = 30
const DECIMALS = 8

/** What the coins of options did, rather than what is thought of them. */
export const HISTORICAL_VOLATILITY_CALL = route({
  method: 'GET',
  path: '/v5/market/historical-volatility',
  about:
    'Volatility of a year that the price of a coin had over the last days, by the hour, newest first; without times the ' +
    'last full hour’s',
  who: 'anyone',
  input: {
    category: word(['option']),
    baseCoin: withDefault(text({ max: 20 }), 'BTC'),
    quoteCoin: optional(text({ max: 20 })),
    period: withDefault(choice([7, 14, 21, 30, 60, 90, 180, 270], { about: 'days' }), 7),
    startTime: optional(TIME_MS),
    endTime: optional(TIME_MS),
  },
  result: listOf(object({ period: INTEGER, value: DECIMAL, time: TIME })),
  run({ core, http, input }) {
    const { baseCoin, period, startTime, endTime } = input
    const symbol = `${baseCoin}USDT`
    if (core.catalogue.contract(symbol) === null) return []
    const lastMs = Math.floor(Math.min(endTime ?? Infinity, core.journal.now()) / HOUR_MS) * HOUR_MS
    const firstMs = startTime === null ? lastMs : Math.max(startTime, lastMs - HOURLY_DAYS_MAX * DAY_HOURS * HOUR_MS)
    const limit = Math.ceil((lastMs - firstMs) / (DAY_HOURS * HOUR_MS)) + period + 2
    const days = { symbol, source: 'index', interval: '1D', startMs: null, endMs: lastMs, limit } as const
    return whenDrawn(core, http, [days], () => {
      const rows = []
      for (let atMs = lastMs; atMs >= firstMs; atMs -= HOUR_MS) {
        const value = volatilityTo(core, symbol, atMs, period)
        if (value !== null) rows.push({ period, value: value.toFixed(DECIMALS), time: String(atMs) })
      }
      return rows
    })
  },
})

/** Standard deviation of log returns up to a time, of a year; `null` where the price has no such past. */
function volatilityTo({ journal }: Core, symbol: string, atMs: number, days: number): number | null {
  const isHourly = days <= HOURLY_DAYS_MAX
  const stepMs = isHourly ? HOUR_MS : DAY_HOURS * HOUR_MS
  const count = Math.min(CANDLES_MAX, (days * DAY_HOURS * HOUR_MS) / stepMs + 1)
  const interval = isHourly ? '60' : '1D'
  const query = { symbol, source: 'index', interval, startMs: null, endMs: atMs - 1, limit: count } as const
  const closes = journal.venue.candles(query).map((one) => Number(one.close))
  const returns = closes.slice(1).map((close, at) => Math.log(close / closes[at]!))
  if (returns.length < 2) return null
  const mean = returns.reduce((sum, one) => sum + one, 0) / returns.length
  const variance = returns.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (returns.length - 1)
  return Math.sqrt((variance * 365 * DAY_HOURS * HOUR_MS) / stepMs)
}
