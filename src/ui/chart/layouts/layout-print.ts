import { crc32 } from '../../../base/crc32'
import type { ChartGroup } from '../grid/chart-group'
import type { LayoutChart } from './layout'

/**
 * A short mark of what a layout shows: the same as long as it is. The tools and the list beside the bars are no part of
 * it: whoever opens them has not changed what was saved. Neither is what is drawn, with whichever tools.
 */
export function layoutPrint(charts: readonly Pick<LayoutChart, 'settings' | 'studies'>[]): string {
  const told = charts.map(({ settings, studies }) => ({
    settings: {
      ...settings,
      layoutName: null,
      layoutPrint: null,
      hasDrawingTools: null,
      hasObjects: false,
      // Layouts that were saved before there was a fold have the print of one that is open.
      isLegendFolded: settings.isLegendFolded ? true : undefined,
    },
    studies,
  }))
  // The checksum reads letters of one byte.
  return crc32(encodeURIComponent(JSON.stringify(told, inOrder))).toString(16)
}

/** Fields by their names, wherever they come from. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Whether the charts of a page were changed since their layout was opened or saved. Reads signals. */
export function isLayoutChanged({ first, charts, grid }: Pick<ChartGroup, 'first' | 'charts' | 'grid'>): boolean {
  const print = first.value?.settings.value.layoutPrint ?? null
  if (print === null) return false
  const shown = charts.value.flatMap(({ settings, tools }) => {
    const studies = tools.value?.studies.studies.value
    return studies === undefined ? [] : { settings: settings.value, studies }
  })
  // Until each of them is there, nothing can be said.
  return shown.length === grid.value.count && layoutPrint(shown) !== print
}
