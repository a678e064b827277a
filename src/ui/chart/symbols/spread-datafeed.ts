import { spreadLegs } from '../../../domain/instrument/product-kind'
import type { Bar, ChartDatafeed } from '../port/chart-port'

/**
 * Bars of a spread. Its own begin when it was first traded here: before that stands what its legs came to, the close of the
 * first less that of the second. Other symbols keep their own.
 */
export function spreadDatafeed(live: ChartDatafeed, spread: string): ChartDatafeed {
  const legs = spreadLegs(spread)
  // Until the first trade its bars stand at the price that it was opened with.
  let isTraded = false
  const traded = (bars: readonly Bar[]): readonly Bar[] => {
    const first = isTraded ? 0 : bars.findIndex(({ volume }) => volume > 0)
    isTraded ||= first >= 0
    return first < 0 ? [] : bars.slice(first)
  }
  return {
    symbols: () => live.symbols(),
    resolve: (symbol) => live.resolve(symbol),
    subscribe(symbol, resolution, listener, price) {
      if (symbol !== spread) return live.subscribe(symbol, resolution, listener, price)
      const onBars = (bars: readonly Bar[]): void => {
        const shown = traded(bars)
        if (shown.length > 0) listener.onBars(shown)
      }
      return live.subscribe(symbol, resolution, { onBars, onReset: () => listener.onReset() }, price)
    },
    async history(query) {
      const own = await live.history(query)
      if (query.symbol !== spread || legs === null || own.bars.length >= query.countBack) return own
      const ownBars = traded(own.bars)
      const [first, second] = await Promise.all(legs.map((leg) => live.history({ ...query, symbol: leg })))
      const { priceDecimals } = live.resolve(spread)
      const before = differenceBars(first!.bars, second!.bars, priceDecimals)
      const beginsMs = ownBars[0]?.time ?? Number.POSITIVE_INFINITY
      return {
        bars: [...before.filter(({ time }) => time < beginsMs), ...ownBars],
        noMore: first!.noMore || second!.noMore,
      }
    },
  }
}

/**
 * What two markets came to together, bar by bar where both have one. Of the time between open and close nobody knows which
 * two prices met: high and low are those of the ends. Nothing is traded in them.
 */
export function differenceBars(first: readonly Bar[], second: readonly Bar[], decimals: number): readonly Bar[] {
  const others = new Map(second.map((bar) => [bar.time, bar]))
  const round = (value: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals
  return first.flatMap((bar) => {
    const other = others.get(bar.time)
    if (other === undefined) return []
    const [open, close] = [round(bar.open - other.open), round(bar.close - other.close)]
    return [{ time: bar.time, open, high: Math.max(open, close), low: Math.min(open, close), close, volume: 0 }]
  })
}
