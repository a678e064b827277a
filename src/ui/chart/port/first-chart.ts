import type { InstrumentSymbol } from '../../../domain/order/order'
import { CANDLE_INTERVALS } from '../../../domain/market/market'
import type { HubApi } from '../../../workers/hub-api'
import { readSetting } from '../../state/browser-settings'
import type { Resolution } from './chart-port'
import { askFirstBars, type BarsAhead } from './first-bars'

/** Spec §4: the interval of a chart that nobody set. */
export const DEFAULT_RESOLUTION: Resolution = '30'
/** Under what the settings of a page's first chart are kept. */
export const CHART_KEY = 'chart'

/** What the first chart of a page begins with. */
export interface FirstChart {
  /** The settings as they are kept; `undefined` for none. Never rejects. */
  readonly kept: Promise<unknown>
  readonly bars: Promise<BarsAhead | null>
}

let begun: { readonly symbol: InstrumentSymbol; readonly chart: FirstChart } | null = null

/**
 * Asks for settings and bars of the page's chart while its own code is still on its way: both take longer than that does.
 * @param kept the settings, as `FirstChart` has them
 */
export function beginFirstChart(
  api: Pick<HubApi, 'candles'>,
  symbol: InstrumentSymbol,
  nowMs: () => number,
  kept: Promise<unknown> = readSetting(CHART_KEY),
): void {
  const bars = kept.then((settings) => askFirstBars(api, symbol, keptResolution(settings), nowMs))
  begun = { symbol, chart: { kept, bars } }
}

/** Gives what was begun for a market, once; `null` where nothing was. */
export function takeFirstChart(symbol: InstrumentSymbol): FirstChart | null {
  if (begun?.symbol !== symbol) return null
  const { chart } = begun
  begun = null
  return chart
}

/** The interval of kept settings; anything missing or odd is the default. */
export function keptResolution(settings: unknown): Resolution {
  const saved = (settings as { readonly resolution?: unknown } | null | undefined)?.resolution
  return CANDLE_INTERVALS.find((one) => one === saved) ?? DEFAULT_RESOLUTION
}
