import { init } from 'klinecharts'
import { createEmbeddedChart } from '../../../src/ui/chart/engines/embedded/embedded-chart'
import type { ChartPalette } from '../../../src/ui/chart/port/chart-port'
import { CHART_CONTRACT, checkChart, type Subject } from '../../ui/chart/engines/chart-contract'

const palette = new Proxy({} as ChartPalette, { get: () => '#808080', ownKeys: () => [] })
let box: HTMLElement | null = null

const subject: Subject = {
  open: createEmbeddedChart,
  container() {
    box?.remove()
    box = document.createElement('div')
    box.style.cssText = 'position: relative; inline-size: 800px; block-size: 400px'
    document.body.append(box)
    return box
  },
  lines: () => [...(box?.querySelectorAll('[data-chip-text]') ?? [])].map((one) => one.textContent),
  // Of an element that has a chart the engine answers with that chart.
  timezone: () => (box === null ? null : init(box))?.getTimezone() ?? '',
  isGone: () => box?.querySelectorAll('canvas, [data-chip]').length === 0,
  palette,
}

declare global {
  var chartContract: Promise<readonly string[]>
}

/** What each sentence came to: nothing is as it should be. */
globalThis.chartContract = (async () => {
  const wrong: string[] = []
  for (const name of CHART_CONTRACT) {
    try {
      await checkChart(name, subject)
    } catch (error) {
      wrong.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return wrong
})()
