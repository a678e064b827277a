import { CANDLE_INTERVALS } from '../../../../domain/market/market'
import type { Bar, ChartDatafeed, Resolution, SymbolScale, Unsubscribe } from '../../port/chart-port'
import {
  CHART_SYMBOL_TYPES,
  findChartSymbol,
  searchChartSymbols,
  type ChartSymbol,
  type ChartSymbolType,
} from '../../symbols/chart-symbol'
import type { TvDatafeed, TvSymbolInfo } from './tv-api'

/** The exchange gives no more bars for one call. */
const BARS_MAX = 1_000
/** Of a symbol that nobody lists. */
const NOT_DEFINED = 'Symbol is not defined'

interface Hooks {
  /** Bars that the library was given, oldest first. */
  onBars(bars: readonly Bar[], symbol: string, resolution: Resolution): void
  /** The newest bars of a symbol could not be read. */
  onFailure(message: string, symbol: string): void
  nowMs(): number
}

/**
 * Our bars as the library asks for them. Nothing is answered before the call has returned, as its documentation demands.
 */
export function createTvDatafeed(feed: ChartDatafeed, { onBars, onFailure, nowMs }: Hooks): TvDatafeed {
  const streams = new Map<string, Unsubscribe>()
  const stop = (id: string): void => {
    streams.get(id)?.()
    streams.delete(id)
  }
  return {
    onReady: (done) =>
      queueMicrotask(() =>
        done({
          supported_resolutions: CANDLE_INTERVALS,
          symbols_types: [
            { name: 'All', value: '' },
            ...CHART_SYMBOL_TYPES.map((type) => ({ name: type, value: type })),
          ],
          supports_marks: false,
          supports_timescale_marks: false,
          supports_time: true,
        }),
      ),
    searchSymbols(text, _exchange, type, done) {
      const found = searchChartSymbols(feed.symbols(), text, typeOf(type))
      queueMicrotask(() =>
        done(
          found.map(({ name, ticker, origDesc, type: kind }) => ({
            symbol: name,
            full_name: ticker,
            ticker,
            description: origDesc,
            exchange: '',
            type: kind,
          })),
        ),
      )
    },
    resolveSymbol(name, done, failed) {
      const symbol = findChartSymbol(feed.symbols(), name)
      queueMicrotask(() => {
        if (symbol === null) failed(NOT_DEFINED)
        else done(infoOf(symbol, feed.resolve(symbol.name)))
      })
    },
    getBars(info, resolution, { to, countBack, firstDataRequest }, done, failed) {
      const query = {
        symbol: info.name,
        resolution: resolutionOf(resolution),
        toMs: firstDataRequest ? null : to * 1_000 - 1,
        countBack: Math.min(BARS_MAX, countBack ?? BARS_MAX),
      }
      feed.history(query).then(
        ({ bars }) => {
          onBars(bars, query.symbol, query.resolution)
          done(bars, { noData: bars.length === 0 })
        },
        (error: unknown) => {
          const message = error instanceof Error ? error.message : String(error)
          if (firstDataRequest) onFailure(message, query.symbol)
          failed(message)
        },
      )
    },
    subscribeBars(info, resolution, onBar, id, onReset) {
      stop(id)
      const of = resolutionOf(resolution)
      const listener = {
        onBars(bars: readonly Bar[]) {
          onBars(bars, info.name, of)
          for (const bar of bars) onBar(bar)
        },
        onReset,
      }
      streams.set(id, feed.subscribe(info.name, of, listener))
    },
    unsubscribeBars: stop,
    getServerTime: (done) => queueMicrotask(() => done(Math.floor(nowMs() / 1_000))),
  }
}

function typeOf(text: string): ChartSymbolType | null {
  return CHART_SYMBOL_TYPES.find((one) => one === text) ?? null
}

/** The library leaves out a count of one: `D` is `1D`. */
export function resolutionOf(text: string): Resolution {
  const found = CANDLE_INTERVALS.find((one) => one === text || one === `1${text}`)
  if (found === undefined) throw new Error(`the chart library asked for bars of ${text}`)
  return found
}

/** Hours and minutes of the intervals, in minutes. */
const MINUTES = CANDLE_INTERVALS.filter((one) => /^\d+$/.test(one))

function infoOf(symbol: ChartSymbol, { priceDecimals, qtyDecimals, tick }: SymbolScale): TvSymbolInfo {
  const pricescale = 10 ** priceDecimals
  return {
    name: symbol.name,
    ticker: symbol.ticker,
    description: symbol.origDesc,
    type: symbol.type,
    session: '24x7',
    timezone: 'Etc/UTC',
    exchange: '',
    listed_exchange: '',
    format: 'price',
    // A price step is minmov / pricescale: 0.5 is 5 / 10.
    minmov: Math.round(tick * pricescale),
    pricescale,
    has_intraday: true,
    has_daily: true,
    has_weekly_and_monthly: true,
    intraday_multipliers: MINUTES,
    supported_resolutions: CANDLE_INTERVALS,
    volume_precision: qtyDecimals,
    data_status: 'streaming',
  }
}
