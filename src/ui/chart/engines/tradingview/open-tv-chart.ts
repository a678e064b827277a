import type { ChartPort } from '../../port/chart-port'
import { loadLibrary, thisPage, type LibraryPage } from './load-library'
import { createTvChart } from './tv-chart'

/**
 * Loads the operator's library and starts a chart with it.
 * @throws Error when either fails
 */
export async function openTvChart(
  options: Parameters<typeof createTvChart>[1],
  page: LibraryPage = thisPage(),
): Promise<ChartPort> {
  const found = await loadLibrary(page)
  const chart = await createTvChart(found, options)
  for (const { what, found: is, expected } of chart.engine.unexpected)
    options.trace(`chart library: ${what} is ${is}; ${expected} is expected`)
  return chart
}
