import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CHART_LINKS,
  ONE_CHART,
  parseChartGrid,
  symbolIn,
  withLink,
  withSymbol,
  type ChartGrid,
} from '../../../../src/ui/chart/grid/chart-grid'

const grids: fc.Arbitrary<ChartGrid> = fc.record({
  count: fc.constantFrom(1, 2, 3, 4),
  links: fc.subarray([...CHART_LINKS]),
  symbols: fc.array(fc.option(fc.constantFrom('ETHUSDT', 'SOLUSDT')), { maxLength: 3 }),
})

test('what was stored comes back; anything else is one chart', () => {
  fc.assert(
    fc.property(grids, (grid) => {
      expect(parseChartGrid(structuredClone(grid))).toEqual(grid)
    }),
  )
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const { count, symbols } = parseChartGrid(value)
      expect([1, 2, 3, 4]).toContain(count)
      expect(symbols.length).toBeLessThanOrEqual(3)
    }),
  )
  expect(parseChartGrid({ count: 9, links: ['price'], symbols: [1, 'ETHUSDT'] })).toEqual({
    count: 1,
    links: [],
    symbols: [null, 'ETHUSDT'],
  })
})

test('a chart shows its own symbol, the first the page’s, and all of them while they are linked', () => {
  const grid = withSymbol({ ...ONE_CHART, count: 3 }, 2, 'ETHUSDT')
  expect([0, 1, 2].map((slot) => symbolIn(grid, slot, 'BTCUSDT'))).toEqual(['BTCUSDT', 'BTCUSDT', 'ETHUSDT'])
  const linked = withLink(grid, 'symbol', true)
  expect([0, 1, 2].map((slot) => symbolIn(linked, slot, 'BTCUSDT'))).toEqual(['BTCUSDT', 'BTCUSDT', 'BTCUSDT'])
  expect(symbolIn(withLink(linked, 'symbol', false), 2, 'BTCUSDT')).toBe('ETHUSDT')
})
