import { keepMerged, keptNews, type KeptNews } from '../layout-store/keep-merged'
import type { ChartStore } from '../layout-store/chart-store'
import type { DrawingsModel } from './drawings-model'
import { keptOf, merge, parseDrawings } from './drawing-set'

const CHANNEL = 'halyard-drawings'

export type DrawingNews = KeptNews

export function drawingNews(): ReturnType<typeof keptNews> {
  return keptNews(CHANNEL)
}

/** The name under which the drawings of a symbol are kept. */
export function drawingsName(symbol: string): string {
  return `drawings/${symbol}`
}

/** Joins the drawings of a symbol to what the browser keeps of them, with what other tabs keep. */
export function keepDrawings(
  name: string,
  store: Pick<ChartStore, 'read' | 'update' | 'keyOf' | 'takeParts'>,
  news: DrawingNews,
  model: () => Pick<DrawingsModel, 'load' | 'receive'>,
) {
  return keepMerged(name, { parse: parseDrawings, merge, keptOf }, store, news, model)
}
