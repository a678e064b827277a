import { BarSeries, type Past } from '../../exchange/simulation/bar-series'
import type { Bar } from '../../exchange/simulation/bars'
import { barStart } from '../../src/domain/market/interval'
import { CANDLE_INTERVALS, type Candle, type CandleInterval } from '../../src/domain/market/market'
import { startOf, type Checked } from './check-bars'
import { decimalText, mostDecimals, wholeOf } from './decimal-text'
import type { RecordedTrade } from './recorded-trades'

/** As many trades come in one push of a market that steps now and then. */
const PUSH_TRADES = 7

/** What the chart makes of candles that it hears (`ui/chart/port/bars.ts`). */
type OrderBars = (candles: readonly Candle[]) => readonly ChartBar[]
type ChartBar = Readonly<Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume', number>>
type Figures = Record<'open' | 'high' | 'low' | 'close' | 'volume', bigint>

/**
 * Sends trades that were recorded through what makes live bars, as the exchange does (a bar is rolled at each minute,
 * then given the trades), and through what the chart makes of its messages; holds the chart's bars of every interval
 * against the trades themselves.
 */
export function checkTrades(trades: readonly RecordedTrade[], orderBars: OrderBars): Checked {
  const price = mostDecimals(trades.map((one) => one.price))
  const quantity = mostDecimals(trades.map((one) => one.qty))
  const first = trades[0]
  if (first === undefined) return { compared: 0, faults: [] }
  const beginMs = barStart('1M', first.timeMs)
  const past: Past = { endMs: beginMs, bars: () => [], draw: () => true }
  const series = new BarSeries(past, true, { startPrice: Number(wholeOf(first.price, price)) })
  const heard = new Map<CandleInterval, Candle[]>(CANDLE_INTERVALS.map((interval) => [interval, []]))
  const shown = new Map<CandleInterval, Map<number, Figures>>(CANDLE_INTERVALS.map((one) => [one, new Map()]))
  const hear = (interval: CandleInterval, bar: Bar): void => {
    heard.get(interval)!.push({
      startMs: bar.startMs,
      open: decimalText(bar.open, price),
      high: decimalText(bar.high, price),
      low: decimalText(bar.low, price),
      close: decimalText(bar.close, price),
      volume: decimalText(bar.volume, quantity),
    } as Candle)
  }
  /** What a chart shows after a push: of a bar that came again the newest state holds. */
  const push = (): void => {
    for (const interval of CANDLE_INTERVALS) {
      hear(interval, series.openBar(interval))
      const candles = heard.get(interval)!
      for (const bar of orderBars(candles)) {
        shown.get(interval)!.set(bar.time, {
          open: wholeOf(bar.open.toFixed(price), price),
          high: wholeOf(bar.high.toFixed(price), price),
          low: wholeOf(bar.low.toFixed(price), price),
          close: wholeOf(bar.close.toFixed(price), price),
          volume: wholeOf(bar.volume.toFixed(quantity), quantity),
        })
      }
      candles.length = 0
    }
  }
  let minuteMs = beginMs
  trades.forEach((trade, at) => {
    const startMs = barStart('1', trade.timeMs)
    if (startMs > minuteMs) {
      minuteMs = startMs
      for (const { interval, bar } of series.roll(startMs)) hear(interval, bar)
    }
    const ticks = Number(wholeOf(trade.price, price))
    series.extend(ticks, ticks, ticks, Number(wholeOf(trade.qty, quantity)), 0)
    if (at % PUSH_TRADES === 0) push()
  })
  push()
  return compareAll(trades, shown, { price, quantity })
}

interface Scale {
  readonly price: number
  readonly quantity: number
}

function compareAll(
  trades: readonly RecordedTrade[],
  shown: ReadonlyMap<CandleInterval, ReadonlyMap<number, Figures>>,
  scale: Scale,
): Checked {
  let compared = 0
  const faults: string[] = []
  for (const interval of CANDLE_INTERVALS) {
    for (const [startMs, reference] of referenceOf(trades, interval, scale)) {
      const bar = shown.get(interval)?.get(startMs)
      for (const key of ['open', 'high', 'low', 'close', 'volume'] as const) {
        compared++
        if (bar?.[key] === reference[key]) continue
        faults.push(`${interval} ${key} at ${new Date(startMs).toISOString()}: ${bar?.[key]} for ${reference[key]}`)
      }
    }
  }
  return { compared, faults }
}

/** The bars that have a trade, from the trades alone. A bar opens where the one before closed, as the exchange has it. */
function referenceOf(
  trades: readonly RecordedTrade[],
  interval: CandleInterval,
  { price, quantity }: Scale,
): ReadonlyMap<number, Figures> {
  const out = new Map<number, Figures>()
  let before = wholeOf(trades[0]!.price, price)
  for (const trade of trades) {
    const startMs = startOf(trade.timeMs, interval)
    const at = wholeOf(trade.price, price)
    let bar = out.get(startMs)
    if (bar === undefined) {
      bar = { open: before, high: before, low: before, close: before, volume: 0n }
      out.set(startMs, bar)
    }
    if (at > bar.high) bar.high = at
    if (at < bar.low) bar.low = at
    bar.close = at
    bar.volume += wholeOf(trade.qty, quantity)
    before = at
  }
  return out
}
