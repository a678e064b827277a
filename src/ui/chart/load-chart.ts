import type { ChartPort, ChartPortOptions } from './chart-port'

/** Brings an engine only when a chart is on screen: it is the largest single script of the page. */
export async function loadChart(options: ChartPortOptions): Promise<ChartPort> {
  const { createEmbeddedChart } = await import('./engines/embedded/embedded-chart')
  return createEmbeddedChart(options)
}
