import { CANDLE_INTERVALS } from '../../../domain/market/market'
import { readSetting, saveSetting } from '../../state/browser-settings'
import { DEFAULT_RESOLUTION } from '../port/bars'
import type { ChartType, Resolution } from '../port/chart-port'

/** What a chart remembers in this browser (spec §9; decisions 12: `tradingview-store`). */
export interface ChartSettings {
  readonly resolution: Resolution
  readonly chartType: ChartType
  readonly markLine: boolean
}

export const DEFAULT_CHART_SETTINGS: ChartSettings = {
  resolution: DEFAULT_RESOLUTION,
  chartType: 'candles',
  markLine: false,
}

const KEY = 'chart'

/** Reads what was saved; anything missing or odd is the default. Never rejects. */
export async function readChartSettings(): Promise<ChartSettings> {
  return parseChartSettings(await readSetting(KEY))
}

/** Saves; a browser that keeps nothing costs the memory of the choice, not the choice. */
export async function saveChartSettings(settings: ChartSettings): Promise<void> {
  await saveSetting(KEY, settings)
}

export function parseChartSettings(value: unknown): ChartSettings {
  if (typeof value !== 'object' || value === null) return DEFAULT_CHART_SETTINGS
  const saved = value as Partial<Record<keyof ChartSettings, unknown>>
  return {
    resolution: CANDLE_INTERVALS.find((one) => one === saved.resolution) ?? DEFAULT_CHART_SETTINGS.resolution,
    chartType: saved.chartType === 'line' ? 'line' : 'candles',
    markLine: saved.markLine === true,
  }
}
