import type { DataLoader } from 'klinecharts'
import { nextBarStart } from '../../src/domain/market/interval'
import { CANDLE_INTERVALS, type CandleInterval } from '../../src/domain/market/market'
import { referenceOf, type Checked } from './check-bars'
import { mostDecimals } from './decimal-text'
import { PagedEngine } from './paged-engine'
import { shortestStep, type RecordedBar } from './recorded-bars'

/** Bars that the pane has room for. */
const IN_VIEW = 150

type ShownBar = Readonly<Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume', number>>

interface Hooks {
  readonly symbol: string
  resolution(): CandleInterval
  nowMs(): number
  barsInView(): number
  emit(): void
  onLive(): void
}

interface Feed {
  history(query: { readonly toMs: number | null; readonly countBack: number }): Promise<{
    readonly bars: readonly ShownBar[]
    readonly noMore: boolean
  }>
  subscribe(): () => void
}

/** What gives the chart's engine its bars (`ui/chart/engines/embedded/bar-loader.ts`). */
type Loader = new (engine: PagedEngine, feed: Feed, hooks: Hooks) => { loader(): DataLoader; destroy(): void }

/**
 * Pages through recorded bars of every interval from the newest to the oldest, as a chart does that is scrolled to the
 * left, and holds what it was shown against the raw rows: every bar once, none between, and the totals of all.
 */
export async function checkPages(recorded: readonly RecordedBar[], Loader: Loader): Promise<Checked> {
  const lengthMs = shortestStep(recorded.map(({ timeMs }) => timeMs))
  const price = mostDecimals(recorded.flatMap(({ open, high, low, close }) => [open, high, low, close]))
  const quantity = mostDecimals(recorded.map(({ volume }) => volume))
  let compared = 0
  const faults: string[] = []
  for (const interval of CANDLE_INTERVALS) {
    if (nextBarStart(interval, 0) < lengthMs) continue
    const market = [...referenceOf(recorded, interval, price, quantity)].map(([time, bar]): ShownBar => ({
      time,
      open: Number(bar.open) / 10 ** price,
      high: Number(bar.high) / 10 ** price,
      low: Number(bar.low) / 10 ** price,
      close: Number(bar.close) / 10 ** price,
      volume: Number(bar.volume) / 10 ** quantity,
    }))
    const { shown, faults: own } = await paged(market, interval, Loader)
    for (const fault of own) faults.push(`${interval}: ${fault}`)
    for (const bar of market) {
      const seen = shown.get(bar.time)
      for (const key of ['open', 'high', 'low', 'close', 'volume'] as const) {
        compared++
        if (seen?.[key] === bar[key]) continue
        faults.push(`${interval} ${key} at ${new Date(bar.time).toISOString()}: ${seen?.[key]} for ${bar[key]}`)
      }
    }
    compared++
    if (shown.size !== market.length) faults.push(`${interval}: ${shown.size} bars were shown of ${market.length}`)
  }
  return { compared, faults }
}

/** All that a chart shows on its way to the first bar, by its time. */
async function paged(market: readonly ShownBar[], interval: CandleInterval, Loader: Loader) {
  const engine = new PagedEngine(IN_VIEW)
  const shown = new Map<number, ShownBar>()
  const faults: string[] = []
  const feed: Feed = {
    history: async ({ toMs, countBack }) => {
      const bars = market.filter(({ time }) => toMs === null || time <= toMs).slice(-countBack)
      return { bars, noMore: bars.length < countBack }
    },
    subscribe: () => () => {},
  }
  const loader = new Loader(engine, feed, {
    symbol: 'RECORDED',
    resolution: () => interval,
    nowMs: () => (market.at(-1)?.time ?? 0) + 1,
    barsInView: () => IN_VIEW,
    emit: () => {},
    onLive: () => {},
  })
  engine.loader = loader.loader()
  engine.resetData()
  for (let turn = 0; turn <= market.length; turn++) {
    while (engine.isBusy) await new Promise((resolve) => setTimeout(resolve))
    const first = engine.bars[0]?.timestamp ?? 0
    const begin = market.findIndex(({ time }) => time === first)
    engine.bars.forEach(({ timestamp, open, high, low, close, volume = 0 }, at) => {
      if (market[begin + at]?.time !== timestamp)
        faults.push(`${new Date(timestamp).toISOString()} follows where another bar does`)
      shown.set(timestamp, { time: timestamp, open, high, low, close, volume })
    })
    if (begin <= 0) break
    engine.scrollToDataIndex(0)
  }
  loader.destroy()
  return { shown, faults }
}
