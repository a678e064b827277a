import type { Listed } from '../../../domain/instrument/listed'
import { decimalsOf } from '../../../domain/decimal'
import type { Candle } from '../../../domain/market/market'
import type { InstrumentSymbol } from '../../../domain/order/order'
import type { CandleRange } from '../../../workers/hub-api'
import type { HubLink } from '../../hub-link/hub-link'
import { hasGap, orderBars } from './bars'
import type { BarsAhead } from './first-bars'
import type { ChartSymbol } from '../symbols/chart-symbol'
import type {
  BarListener,
  ChartDatafeed,
  HistoryRange,
  PriceSource,
  Resolution,
  SymbolScale,
  Unsubscribe,
} from './chart-port'

/**
 * Bars of the hub. `instrument` answers for the symbols that the page shows, `symbols` are all that are listed, `ahead` has
 * the first bars where they were asked for before the engine came.
 */
export function createHubDatafeed(
  hub: Pick<HubLink, 'api' | 'watch' | 'onEvents'>,
  instrument: (symbol: string) => Listed | null,
  symbols: () => readonly ChartSymbol[] = () => [],
  ahead: BarsAhead | null = null,
): ChartDatafeed {
  /** Start of the newest bar that each stream has been given. */
  const newest = new Map<string, number>()
  return {
    resolve(symbol): SymbolScale {
      const rules = instrument(symbol)
      return {
        symbol,
        priceDecimals: rules === null ? 2 : decimalsOf(rules.tickSize),
        qtyDecimals: rules === null ? 3 : decimalsOf(rules.lotSize),
        tick: rules === null ? 0.01 : Number(rules.tickSize),
      }
    },
    symbols,
    async history({ symbol, resolution, toMs, countBack, price = 'last' }: HistoryRange) {
      const range: CandleRange = {
        symbol: symbol as InstrumentSymbol,
        interval: resolution,
        source: price,
        endMs: toMs,
        limit: countBack,
      }
      // What was asked while nobody answered yet is asked again.
      const early = await ahead?.(range)?.catch(() => null)
      const read = early?.hasError === false ? early : await hub.api.candles(range)
      if (read.hasError) throw new Error(read.message)
      const bars = orderBars(read.value)
      const last = bars.at(-1)
      if (toMs === null && last !== undefined) newest.set(keyOf(symbol, resolution, price), last.time)
      return { bars, noMore: bars.length < countBack }
    },
    subscribe(symbol, resolution, listener, price = 'last') {
      return subscribeBars(hub, { symbol: symbol as InstrumentSymbol, resolution, price }, newest, listener)
    },
  }
}

function keyOf(symbol: string, resolution: Resolution, price: PriceSource): string {
  return `${symbol}/${resolution}/${price}`
}

interface Stream {
  readonly symbol: InstrumentSymbol
  readonly resolution: Resolution
  readonly price: PriceSource
}

function subscribeBars(
  hub: Pick<HubLink, 'watch' | 'onEvents'>,
  { symbol, resolution, price }: Stream,
  newest: Map<string, number>,
  listener: BarListener,
): Unsubscribe {
  const key = keyOf(symbol, resolution, price)
  /** A hole is asked about once: an exchange without trades may really have no bar there. */
  let askedAtMs: number | null = null
  const stopEvents = hub.onEvents((events) => {
    let isReset = false
    const candles: Candle[] = []
    for (const event of events) {
      if (event.type !== 'candles' && event.type !== 'candleReset') continue
      if (event.symbol !== symbol || event.interval !== resolution || event.source !== price) continue
      if (event.type === 'candleReset') isReset = true
      else candles.push(...event.candles)
    }
    const known = newest.get(key)
    const bars = orderBars(candles).filter((bar) => known === undefined || bar.time >= known)
    const first = bars[0]
    if (known !== undefined && first !== undefined && hasGap(known, first.time, resolution)) {
      isReset ||= askedAtMs !== first.time
      askedAtMs = first.time
    }
    if (isReset) {
      listener.onReset()
      return
    }
    const last = bars.at(-1)
    if (last === undefined) return
    newest.set(key, last.time)
    listener.onBars(bars)
  })
  const stopWatch = hub.watch({ topic: { kind: 'candle', symbol, interval: resolution, source: price } })
  return () => {
    stopEvents()
    stopWatch()
  }
}
