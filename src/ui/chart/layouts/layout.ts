import { CHART_COUNTS } from '../grid/chart-grid'
import { parseChartSettings, type ChartSettings } from '../layout-store/chart-settings'
import type { ChartEngine } from '../port/chart-port'
import type { ThemeName } from '../port/chart-port'
import { parseStudies, type Study } from '../studies/study'

export const ENGINES: readonly ChartEngine['name'][] = ['klinecharts', 'tv']

/** One chart of a layout, in its place. */
export interface LayoutChart {
  readonly settings: ChartSettings
  readonly studies: readonly Study[]
  /**
   * What is drawn with the engine's own tools, as the layout's engine wrote it (JSON): no other one can read it. `null` of
   * an engine that draws with the page's tools, or gives nothing away.
   */
  readonly own: string | null
}

/** Characters of what is drawn in one chart: four of them fit into a file. */
export const OWN_MAX = 500_000

/**
 * How charts are shown: each with its settings and indicators. What is drawn with the page's tools belongs to symbol and
 * account instead.
 */
export interface ChartLayout {
  /** Which engine it was made with: another one may lack something of it. */
  readonly engine: ChartEngine['name']
  /** At least one; the settings of the first say how many are open. */
  readonly charts: readonly LayoutChart[]
  /** In which it was saved; `null` of those that did not say. It is another one's only after a question. */
  readonly theme: ThemeName | null
}

export const THEMES: readonly ThemeName[] = ['light', 'dark']

/** A layout as it was stored; `null` where it has no chart. What is odd in it is the default. */
export function parseLayout(stored: unknown): ChartLayout | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { engine, charts, theme } = stored as Partial<Record<keyof ChartLayout, unknown>>
  if (!Array.isArray(charts) || charts.length === 0) return null
  return {
    engine: ENGINES.find((one) => one === engine) ?? 'klinecharts',
    charts: charts.slice(0, CHART_COUNTS.length).map(parseChart),
    theme: THEMES.find((one) => one === theme) ?? null,
  }
}

function parseChart(stored: unknown): LayoutChart {
  const { settings, studies, own } =
    typeof stored === 'object' && stored !== null ? (stored as Partial<Record<keyof LayoutChart, unknown>>) : {}
  return {
    settings: parseChartSettings(settings),
    studies: parseStudies(studies),
    own: typeof own === 'string' && own.length <= OWN_MAX ? own : null,
  }
}
