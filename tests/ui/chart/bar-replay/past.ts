import { barStart, MINUTE_MS } from '../../../../src/domain/market/interval'
import type { Bar, ChartDatafeed, HistoryRange, Resolution } from '../../../../src/ui/chart/port/chart-port'

/** Monday 2026-01-05 00:00 UTC. */
export const BEGIN_MS = Date.UTC(2026, 0, 5)

/** Minutes of a market: each closes a little elsewhere, every seventh has no trade. */
export function minutesOf(count: number): readonly Bar[] {
  return Array.from({ length: count }, (_, at) => {
    const open = 1000 + ((at * 37) % 101)
    const close = 1000 + (((at + 1) * 37) % 101)
    const time = BEGIN_MS + at * MINUTE_MS
    return {
      time,
      open,
      close,
      high: Math.max(open, close) + (at % 5),
      low: Math.min(open, close) - (at % 3),
      volume: (at % 9) + 1,
    }
  }).filter((_, at) => at % 7 !== 3)
}

/** The bars of an interval, from the minutes themselves. */
export function barsOf(minutes: readonly Bar[], resolution: Resolution): readonly Bar[] {
  const groups = new Map<number, Bar[]>()
  for (const minute of minutes) {
    const start = barStart(resolution, minute.time)
    groups.set(start, [...(groups.get(start) ?? []), minute])
  }
  return [...groups].map(([time, parts]) => ({
    time,
    open: parts[0]!.open,
    high: Math.max(...parts.map(({ high }) => high)),
    low: Math.min(...parts.map(({ low }) => low)),
    close: parts.at(-1)!.close,
    volume: parts.reduce((sum, { volume }) => sum + volume, 0),
  }))
}

/** A feed of those minutes, which says what it was asked. */
export function feedOf(minutes: readonly Bar[]) {
  const asked: HistoryRange[] = []
  const live: ChartDatafeed = {
    resolve: (symbol) => ({ symbol, priceDecimals: 0, qtyDecimals: 0, tick: 1 }),
    symbols: () => [],
    async history(query) {
      asked.push(query)
      const bars = barsOf(minutes, query.resolution).filter(({ time }) => query.toMs === null || time <= query.toMs)
      return { bars: bars.slice(-query.countBack), noMore: bars.length <= query.countBack }
    },
    subscribe: () => () => {},
  }
  return { live, asked }
}
