import { effect, type ReadonlySignal } from '@preact/signals-react'
import type { ChartPort } from '../port/chart-port'
import { DEFAULT_CHART_SETTINGS, nameInSlot, parseChartSettings, type ChartSettings } from './chart-settings'
import type { ChartStore } from './chart-store'

/** Name of what is stored. */
const CHART = 'chart'

interface Chart {
  /** Its place on the page. */
  readonly slot: number
  readonly store: Pick<ChartStore, 'read' | 'save'>
  readonly settings: ReadonlySignal<ChartSettings>
  readonly port: Pick<ChartPort, 'setResolution'>
  /** Shows other settings. */
  adopt(settings: ChartSettings): void
}

/**
 * Keeps the chart's settings for each user. A chart starts with those that were shown last, whoever's they were, because
 * it waits for nobody; its user's own take their place as soon as he is known.
 */
export function ownSettings({ slot, store, settings, port, adopt }: Chart) {
  const name = nameInSlot(CHART, slot)
  let isFirst = true
  const stop = effect(() => {
    const shown = settings.value
    if (!isFirst) store.save(name, shown)
    isFirst = false
  })
  return {
    stop,
    /** @param isAnother whether what is shown is another user's: one who has kept nothing then begins anew */
    async load(isAnother: boolean): Promise<void> {
      const kept = await store.read(name)
      if (kept === undefined && !isAnother) {
        store.save(name, settings.peek())
        return
      }
      const own = kept === undefined ? DEFAULT_CHART_SETTINGS : parseChartSettings(kept)
      if (JSON.stringify(own) === JSON.stringify(settings.peek())) return
      adopt(own)
      port.setResolution(own.resolution)
    },
  }
}
