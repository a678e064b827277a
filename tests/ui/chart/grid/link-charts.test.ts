import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import { ONE_CHART, type ChartGrid } from '../../../../src/ui/chart/grid/chart-grid'
import { linkCharts } from '../../../../src/ui/chart/grid/link-charts'
import type { Resolution } from '../../../../src/ui/chart/port/chart-port'

/** A chart that has no engine. */
function chart(resolution: Resolution) {
  const settings = signal<{ readonly resolution: Resolution }>({ resolution })
  const shown: (number | null)[] = []
  return {
    settings,
    pointedMs: signal<number | null>(null),
    shown,
    setResolution: (next: Resolution) => (settings.value = { resolution: next }),
    pointAt: (timeMs: number | null) => shown.push(timeMs),
  }
}

test('intervals follow the chart that changed while they are linked, and the first when they are', () => {
  const [one, other] = [chart('30'), chart('5')]
  const grid = signal<ChartGrid>({ ...ONE_CHART, count: 2, links: [] })
  const charts = signal([one, other])
  const stop = linkCharts(charts, grid)
  const intervals = (): readonly Resolution[] => charts.value.map(({ settings }) => settings.value.resolution)
  expect(intervals()).toEqual(['30', '5'])
  grid.value = { ...grid.value, links: ['interval'] }
  expect(intervals()).toEqual(['30', '30'])
  other.setResolution('1D')
  expect(intervals()).toEqual(['1D', '1D'])
  one.setResolution('1')
  expect(intervals()).toEqual(['1', '1'])
  grid.value = { ...grid.value, links: [] }
  other.setResolution('240')
  expect(intervals()).toEqual(['1', '240'])
  stop()
})

test('the others show the moment that is pointed at, and no more when the pointer leaves', () => {
  const [one, other, third] = [chart('30'), chart('5'), chart('5')]
  const stop = linkCharts(signal([one, other, third]), signal<ChartGrid>({ ...ONE_CHART, links: ['crosshair'] }))
  one.pointedMs.value = 1000
  expect([one.shown.at(-1), other.shown.at(-1), third.shown.at(-1)]).toEqual([null, 1000, 1000])
  one.pointedMs.value = null
  other.pointedMs.value = 2000
  expect([one.shown.at(-1), third.shown.at(-1)]).toEqual([2000, 2000])
  stop()
  other.pointedMs.value = 3000
  expect(one.shown.at(-1)).toBe(2000)
})
