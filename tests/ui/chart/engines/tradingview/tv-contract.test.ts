import { describe, test } from 'vitest'
import { openTvChart } from '../../../../../src/ui/chart/engines/tradingview/open-tv-chart'
import { FAVOURITE_RESOLUTIONS } from '../../../../../src/ui/chart/port/bars'
import type { ChartPalette } from '../../../../../src/ui/chart/port/chart-port'
import { CHART_CONTRACT, checkChart, type Subject } from '../chart-contract'
import { FakeLibrary, type FakeOptions } from './fake-library'

const KINDS: readonly (readonly [string, FakeOptions])[] = [
  ['23, answers at once', { generation: 23, hasLines: true, version: '29.5.0' }],
  ['29, answers with promises', { generation: 29, hasLines: true }],
  ['29 without order lines', { generation: 29, hasLines: false }],
  [
    'a copy that lacks methods',
    {
      generation: 29,
      hasLines: false,
      missing: [
        'crossHairMoved',
        'onVisibleRangeChanged',
        'getShapeById',
        'setVisibleRange',
        'removeAllStudies',
        'save',
      ],
    },
  ],
]

describe.each(KINDS)('the port over the library %s', (_, options) => {
  test.each(CHART_CONTRACT)('%s', async (name) => {
    const library = new FakeLibrary(options)
    const newest = () => library.widgets.at(-1)!
    const subject: Subject = {
      open: (wanted) =>
        openTvChart(
          { ...wanted, favouriteIntervals: FAVOURITE_RESOLUTIONS, after: () => () => undefined },
          library.page(),
        ),
      container: () => ({ replaceChildren() {} }) as unknown as HTMLElement,
      lines: () => [...newest().lines].map(({ values }) => String(values['Text'] ?? '')),
      draw: (_port, text) => newest().draw(text),
      drawn: () => newest().drawn,
      timezone: () => String(newest().timezone),
      isGone: () => newest().isRemoved && newest().lines.size === 0,
      palette: new Proxy({} as ChartPalette, { get: (_target, color) => String(color) }),
    }
    await checkChart(name, subject)
  })
})
