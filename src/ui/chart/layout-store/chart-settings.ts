import { CANDLE_INTERVALS } from '../../../domain/market/market'
import { readSetting, saveSetting } from '../../state/browser-settings'
import { ONE_CHART, parseChartGrid, type ChartGrid } from '../grid/chart-grid'
import { parseComparisons, type Comparison } from '../comparisons/comparison-kinds'
import { FAVOURITE_RESOLUTIONS } from '../port/bars'
import { CHART_KEY, DEFAULT_RESOLUTION, keptResolution } from '../port/first-chart'
import type { LineThickness } from '../../trading-kit/chart-line'
import { LINE_LOCATIONS, LINE_THICKNESSES, type LineLocation } from '../lines/line-place'
import { CHART_TYPES, PRICE_SCALES, type ChartView, type Resolution } from '../port/chart-port'

/** What a chart remembers in this browser (spec §9; decisions 12: `tradingview-store`). */
export interface ChartSettings extends ChartView {
  readonly resolution: Resolution
  readonly markLine: boolean
  /** Whether bars in which we traded have arrows. */
  readonly hasExecutions: boolean
  /** Whether the drawing tools stand beside the chart; `null` is as wide as the window is. */
  readonly hasDrawingTools: boolean | null
  /** Whether the list of objects stands beside the bars, where there is room. */
  readonly hasObjects: boolean
  /** Of the first chart of a page: the named layout that was opened or saved last, until another one is. */
  readonly layoutName: string | null
  /** Of that layout, as it was opened or saved: what `layoutPrint` made of it. */
  readonly layoutPrint: string | null
  /** Of the first chart of a page: those beside it. */
  readonly grid: ChartGrid
  /** With what each chart is compared; which of them a market has is `comparisonsOf`. */
  readonly comparisons: readonly Comparison[]
  /** Where the labels of lines stand, and how thick lines are. */
  readonly lineLocation: LineLocation
  readonly lineThickness: LineThickness
  /** Those with a button, by their length; at least one. */
  readonly favouriteIntervals: readonly Resolution[]
}

export const DEFAULT_CHART_SETTINGS: ChartSettings = {
  resolution: DEFAULT_RESOLUTION,
  chartType: 'candles',
  scale: 'normal',
  isInverted: false,
  isFixed: false,
  hasDays: true,
  hasCountdown: true,
  isLegendFolded: false,
  timezone: 'UTC',
  markLine: false,
  hasExecutions: true,
  hasDrawingTools: null,
  hasObjects: false,
  layoutName: null,
  layoutPrint: null,
  grid: ONE_CHART,
  comparisons: [],
  lineLocation: 'right',
  lineThickness: 'medium',
  favouriteIntervals: FAVOURITE_RESOLUTIONS,
}

/** Under what a chart's things are kept: those of the first one as of pages that knew no other. */
export function nameInSlot(name: string, slot: number): string {
  return slot === 0 ? name : `${name}-${slot + 1}`
}

/** Reads what was saved; anything missing or odd is the default. Never rejects. @param slot its place on the page */
export async function readChartSettings(slot: number): Promise<ChartSettings> {
  return parseChartSettings(await readSetting(nameInSlot(CHART_KEY, slot)))
}

/** Saves; a browser that keeps nothing costs the memory of the choice, not the choice. */
export async function saveChartSettings(slot: number, settings: ChartSettings): Promise<void> {
  await saveSetting(nameInSlot(CHART_KEY, slot), settings)
}

export function parseChartSettings(value: unknown): ChartSettings {
  if (typeof value !== 'object' || value === null) return DEFAULT_CHART_SETTINGS
  const saved = value as Partial<Record<keyof ChartSettings, unknown>>
  return {
    resolution: keptResolution(saved),
    chartType: CHART_TYPES.find((one) => one === saved.chartType) ?? DEFAULT_CHART_SETTINGS.chartType,
    scale: PRICE_SCALES.find((one) => one === saved.scale) ?? DEFAULT_CHART_SETTINGS.scale,
    isInverted: saved.isInverted === true,
    isFixed: saved.isFixed === true,
    hasDays: saved.hasDays !== false,
    hasCountdown: saved.hasCountdown !== false,
    isLegendFolded: saved.isLegendFolded === true,
    timezone: knownTimezone(saved.timezone) ?? DEFAULT_CHART_SETTINGS.timezone,
    markLine: saved.markLine === true,
    hasExecutions: saved.hasExecutions !== false,
    hasDrawingTools: typeof saved.hasDrawingTools === 'boolean' ? saved.hasDrawingTools : null,
    hasObjects: saved.hasObjects === true,
    layoutName: typeof saved.layoutName === 'string' ? saved.layoutName.slice(0, 40) : null,
    layoutPrint: typeof saved.layoutPrint === 'string' ? saved.layoutPrint.slice(0, 8) : null,
    grid: parseChartGrid(saved.grid),
    comparisons: parseComparisons(saved.comparisons),
    lineLocation: LINE_LOCATIONS.find((one) => one === saved.lineLocation) ?? 'right',
    lineThickness: LINE_THICKNESSES.find((one) => one === saved.lineThickness) ?? 'medium',
    favouriteIntervals: favouritesIn(saved.favouriteIntervals),
  }
}

function favouritesIn(saved: unknown): readonly Resolution[] {
  const known = CANDLE_INTERVALS.filter((one) => Array.isArray(saved) && saved.includes(one))
  return known.length === 0 ? FAVOURITE_RESOLUTIONS : known
}

/** A time zone that this browser knows; another one would keep the chart from starting. */
function knownTimezone(name: unknown): string | null {
  if (typeof name !== 'string') return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) === '' ? null : name
  } catch {
    return null
  }
}
