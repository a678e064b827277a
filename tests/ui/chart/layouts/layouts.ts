import * as fc from 'fast-check'
import { DEFAULT_CHART_SETTINGS } from '../../../../src/ui/chart/layout-store/chart-settings'
import type { ChartLayout } from '../../../../src/ui/chart/layouts/layout'
import { CHART_TYPES } from '../../../../src/ui/chart/port/chart-port'
import { newStudy } from '../../../../src/ui/chart/studies/study'

/** A layout that is told from others by the interval of its one chart. */
export function layoutOf(change: Partial<ChartLayout['charts'][number]['settings']> = {}): ChartLayout {
  const charts = [{ settings: { ...DEFAULT_CHART_SETTINGS, ...change }, studies: [], own: null }]
  return { engine: 'klinecharts', charts, theme: null }
}

export const layouts: fc.Arbitrary<ChartLayout> = fc.record({
  engine: fc.constantFrom('klinecharts', 'tv'),
  charts: fc.array(
    fc.record({
      settings: fc
        .record({
          resolution: fc.constantFrom('1', '30', '1D'),
          chartType: fc.constantFrom(...CHART_TYPES),
          isInverted: fc.boolean(),
        })
        .map((part) => ({ ...DEFAULT_CHART_SETTINGS, ...part })),
      studies: fc
        .subarray(['ema', 'rsi', 'boll'] as const)
        .map((names) => names.map((name) => newStudy(name, name, []))),
      own: fc.option(fc.dictionary(fc.string(), fc.jsonValue()).map((state) => JSON.stringify(state))),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  theme: fc.constantFrom('light', 'dark', null),
})
