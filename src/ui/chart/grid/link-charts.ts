import { effect, untracked, type ReadonlySignal } from '@preact/signals-react'
import type { ChartSettings } from '../layout-store/chart-settings'
import type { Resolution } from '../port/chart-port'
import type { ChartGrid } from './chart-grid'

/** What of a chart the others follow. */
export interface LinkedChart {
  readonly settings: ReadonlySignal<Pick<ChartSettings, 'resolution'>>
  /** The moment under its pointer, ms UTC. */
  readonly pointedMs: ReadonlySignal<number | null>
  setResolution(resolution: Resolution): void
  /** Shows the crosshair at a moment that another chart points at. */
  pointAt(timeMs: number | null): void
}

/** Keeps interval and crosshair of charts the same, as far as they are linked. @returns a function that stops it */
export function linkCharts(
  charts: ReadonlySignal<readonly LinkedChart[]>,
  grid: ReadonlySignal<ChartGrid>,
): () => void {
  let shared: Resolution | null = null
  const stops = [
    effect(() => {
      const all = charts.value
      if (!grid.value.links.includes('interval')) {
        shared = null
        return
      }
      const chosen = all.map(({ settings }) => settings.value.resolution)
      // The one that changed leads; at first, and where a chart comes, it is the first chart.
      const next = shared === null ? chosen[0] : (chosen.find((one) => one !== shared) ?? shared)
      if (next === undefined) return
      shared = next
      untracked(() => {
        for (const chart of all) if (chart.settings.peek().resolution !== next) chart.setResolution(next)
      })
    }),
    effect(() => {
      const all = charts.value
      if (!grid.value.links.includes('crosshair')) return
      const pointed = all.map(({ pointedMs }) => pointedMs.value)
      const timeMs = pointed.find((one) => one !== null) ?? null
      for (const [at, chart] of all.entries()) if (pointed[at] === null) chart.pointAt(timeMs)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
