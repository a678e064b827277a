import { isOptionKind, kindOfName } from '../../domain/instrument/product-kind'
import { loadWords } from '../i18n/use-translation'
import type { App } from '../state/app-context'
import { exchangeMs } from '../state/exchange-ms'
import type { MarketModel } from '../state/market-model'
import { ReplayFeed } from './bar-replay/replay-feed'
import { checkStart, traceChart } from './chart-faults'
import { readChartPalette } from './chart-palette'
import type { ShownEngine } from './chart-state'
import { viewOf } from './chart-view'
import { createEmbeddedChart } from './engines/embedded/embedded-chart'
import { openEngine } from './engines/open-engine'
import type { ChartSettings } from './layout-store/chart-settings'
import { after } from './page-events'
import type { ChartDatafeed, ChartPort, ChartPortOptions, Resolution } from './port/chart-port'
import type { BarsAhead } from './port/first-bars'
import { createHubDatafeed } from './port/hub-datafeed'
import { chartSymbolOf } from './symbols/chart-symbol'
import { optionDatafeed } from './symbols/option-datafeed'
import { spreadDatafeed } from './symbols/spread-datafeed'

/**
 * An engine in an element with the hub's bars. It comes in one part with this, the largest single script of the page: what
 * only a drawn chart needs is not waited for by the rest.
 */
export async function openChart(
  app: App,
  market: MarketModel,
  settings: ChartSettings,
  container: HTMLElement,
  locale: string,
  sayEngine: (shown: ShownEngine) => void,
  ahead: BarsAhead | null,
): Promise<{ readonly port: ChartPort; readonly feed: ReplayFeed }> {
  const { hub, theme, hasChartLibrary } = app
  const nowMs = () => exchangeMs(app)
  const datafeed = new ReplayFeed(datafeedOf(app, market, ahead), nowMs)
  checkStart({ container, datafeed, symbol: market.symbol })
  const words = loadWords('chart')
  const options: ChartPortOptions = {
    container,
    datafeed,
    symbol: market.symbol,
    resolution: settings.resolution,
    view: viewOf(settings, market),
    locale,
    palette: readChartPalette(container),
    fontFamily: getComputedStyle(container).fontFamily,
    // Spec §9.
    minBarSpacing: 0.8,
    theme: () => theme.theme.peek(),
    nowMs,
    trace: (message) => traceChart({ api: hub.api }, message),
  }
  const { port, refusal } = await openEngine(options, {
    ...(hasChartLibrary ? { openLibrary: openLibraryWith(settings.favouriteIntervals) } : {}),
    openEmbedded: createEmbeddedChart,
  })
  await words
  sayEngine({ engine: port.engine, refusal })
  return { port, feed: datafeed }
}

/** Bars of the hub, for a market's chart. */
export function datafeedOf(
  app: Pick<App, 'hub' | 'catalogue' | 'clock' | 'connection'>,
  market: MarketModel,
  ahead: BarsAhead | null = null,
): ChartDatafeed {
  const { hub, catalogue } = app
  const feed = createHubDatafeed(
    hub,
    (symbol) =>
      symbol === market.symbol ? market.listed.peek() : catalogue.listed(symbol as typeof market.symbol).peek(),
    () => catalogue.markets.peek().map((one) => chartSymbolOf(one)),
    ahead,
  )
  const kind = kindOfName(market.symbol)
  if (kind === 'spread') return spreadDatafeed(feed, market.symbol)
  return isOptionKind(kind) ? optionDatafeed(feed, market, () => exchangeMs(app)) : feed
}

/** The adapter of the operator's library is asked for where there is one. */
function openLibraryWith(favouriteIntervals: readonly Resolution[]) {
  return async (options: ChartPortOptions): Promise<ChartPort> => {
    const { openTvChart } = await import('./engines/tradingview/open-tv-chart')
    return openTvChart({ ...options, favouriteIntervals, after })
  }
}
