import { CANDLE_INTERVALS } from '../../domain/market/market'
import { DEFAULT_RESOLUTION } from './bars'
import type { ChartType, Resolution } from './chart-port'

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

const DATABASE = 'tradingview-store'
const STORE = 'settings'
const KEY = 'chart'

/** Reads what was saved; anything missing or odd is the default. Never rejects. */
export async function readChartSettings(): Promise<ChartSettings> {
  try {
    const database = await open()
    try {
      return parseChartSettings(await done(database.transaction(STORE).objectStore(STORE).get(KEY)))
    } finally {
      database.close()
    }
  } catch {
    return DEFAULT_CHART_SETTINGS
  }
}

/** Saves; a browser that keeps nothing costs the memory of the choice, not the choice. */
export async function saveChartSettings(settings: ChartSettings): Promise<void> {
  try {
    const database = await open()
    try {
      await done(database.transaction(STORE, 'readwrite').objectStore(STORE).put(settings, KEY))
    } finally {
      database.close()
    }
  } catch {
    // Full or blocked storage.
  }
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

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
  return done(request)
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('storage refused')))
  })
}
