import type { ChartPalette, ChartType, ChartView } from '../../port/chart-port'
import { TIME_FRAMES } from '../../port/time-frames'

/** The library's numbers. It has no steps: they are drawn as a line. */
export const TV_CHART_TYPES: Readonly<Record<ChartType, number>> = {
  bars: 0,
  candles: 1,
  line: 2,
  step: 2,
  area: 3,
  heikinAshi: 8,
  hollow: 9,
  baseline: 10,
}

/** Its own toolbars are used; what belongs to the page is left out. */
const DISABLED = [
  // The page's symbol, and its lines with it, are changed by the page.
  'header_symbol_search',
  'symbol_search_hot_key',
  'header_saveload',
  'use_localstorage_for_settings',
  'save_chart_properties_to_local_storage',
  'display_market_status',
]
const ENABLED = ['snapshot_trading_drawings', 'items_favoriting']

interface Wanted {
  readonly container: HTMLElement
  readonly datafeed: object
  readonly symbol: string
  readonly resolution: string
  readonly locale: string
  readonly theme: 'light' | 'dark'
  readonly view: ChartView
  readonly palette: ChartPalette
  readonly fontFamily: string
  readonly minBarSpacing: number
  readonly libraryPath: string
  /** Of the operator's own style sheet, relative to the library; `null` for none. */
  readonly cssFile: string | null
  readonly favouriteIntervals: readonly string[]
}

/** What the library's constructor takes. */
export function widgetOptions(wanted: Wanted): Readonly<Record<string, unknown>> {
  const { container, datafeed, symbol, resolution, locale, theme, view, palette, cssFile } = wanted
  return {
    container,
    datafeed,
    symbol,
    interval: resolution,
    library_path: wanted.libraryPath,
    locale,
    theme,
    timezone: view.timezone,
    autosize: true,
    // Spec §9, seconds.
    auto_save_delay: 0.4,
    disabled_features: DISABLED,
    enabled_features: ENABLED,
    favorites: { intervals: wanted.favouriteIntervals, chartTypes: ['Line'] },
    time_frames: TIME_FRAMES.map(({ text, resolution: of }) => ({ text, resolution: of, title: text })),
    time_scale: { min_bar_spacing: wanted.minBarSpacing },
    loading_screen: { backgroundColor: palette.background, foregroundColor: palette.accent },
    overrides: overridesOf(view, palette),
    custom_font_family: wanted.fontFamily,
    ...(cssFile === null ? {} : { custom_css_url: cssFile }),
    context_menu: { items_processor: withoutPlusLine },
  }
}

/** How the bars look. A change of theme undoes it, so it is given again then. */
export function overridesOf(view: ChartView, palette: ChartPalette): Readonly<Record<string, unknown>> {
  const { up, down, accent } = palette
  const axis = 'mainSeriesProperties.priceAxisProperties'
  return {
    'mainSeriesProperties.style': TV_CHART_TYPES[view.chartType],
    'mainSeriesProperties.showCountdown': view.hasCountdown,
    [`${axis}.log`]: view.scale === 'logarithm',
    [`${axis}.percentage`]: view.scale === 'percentage',
    [`${axis}.isInverted`]: view.isInverted,
    'mainSeriesProperties.candleStyle.upColor': up,
    'mainSeriesProperties.candleStyle.downColor': down,
    'mainSeriesProperties.candleStyle.borderUpColor': up,
    'mainSeriesProperties.candleStyle.borderDownColor': down,
    'mainSeriesProperties.candleStyle.wickUpColor': up,
    'mainSeriesProperties.candleStyle.wickDownColor': down,
    'mainSeriesProperties.barStyle.upColor': up,
    'mainSeriesProperties.barStyle.downColor': down,
    'mainSeriesProperties.lineStyle.color': accent,
    'mainSeriesProperties.areaStyle.linecolor': accent,
    'paneProperties.backgroundType': 'solid',
    'paneProperties.background': palette.background,
    'paneProperties.vertGridProperties.color': palette.grid,
    'paneProperties.horzGridProperties.color': palette.grid,
    'scalesProperties.textColor': palette.axisText,
    'scalesProperties.lineColor': palette.grid,
  }
}

interface MenuItem {
  readonly id?: string
  getState?(): { readonly actionId?: string }
}

/** Spec §2: the menu of the plus button has no line to draw. */
export async function withoutPlusLine(items: readonly MenuItem[]): Promise<readonly MenuItem[]> {
  const nameOf = (item: MenuItem): string => item.getState?.().actionId ?? item.id ?? ''
  return items.filter((item) => !/plus.*horizontal|horizontal.*line/i.test(nameOf(item)))
}

/**
 * The name of a custom property of the library's style sheet.
 * @throws Error when it does not start with two hyphens (spec §5)
 */
export function propertyName(name: string): string {
  if (!name.startsWith('--')) throw new Error(`A custom property name must start with two hyphens; it is "${name}"`)
  return name
}

/** Colors of the library's own parts (`--tv-color-*`), as far as it has them. */
export function themeProperties(palette: ChartPalette): readonly (readonly [name: string, value: string])[] {
  return [
    ['--tv-color-platform-background', palette.background],
    ['--tv-color-pane-background', palette.background],
    ['--tv-color-toolbar-button-text', palette.text],
    ['--tv-color-toolbar-button-text-active', palette.accent],
    ['--tv-color-popup-background', palette.background],
    ['--tv-color-popup-element-text', palette.text],
  ]
}
