import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import { DEFAULT_CHART_SETTINGS, type ChartSettings } from '../../../../src/ui/chart/layout-store/chart-settings'
import { ownSettings } from '../../../../src/ui/chart/layout-store/own-settings'

/** A chart that shows some settings, and what the browser has for its user. */
function scene(shown: Partial<ChartSettings>, kept?: unknown) {
  const settings = signal<ChartSettings>({ ...DEFAULT_CHART_SETTINGS, ...shown })
  const saved: unknown[] = []
  const resolutions: string[] = []
  const own = ownSettings({
    slot: 0,
    store: { read: async () => kept, save: (name, value) => saved.push([name, value]) },
    settings,
    port: { setResolution: (one) => resolutions.push(one) },
    adopt: (one) => (settings.value = one),
  })
  return { settings, saved, resolutions, ...own }
}

test('a user’s own settings take the place of those that were shown last', async () => {
  const { settings, resolutions, load, stop } = scene({ chartType: 'line' }, { resolution: '240', chartType: 'step' })
  await load(true)
  expect(settings.value).toEqual({ ...DEFAULT_CHART_SETTINGS, resolution: '240', chartType: 'step' })
  expect(resolutions).toEqual(['240'])
  stop()
})

test('the first user of a browser keeps what it showed, a further one begins anew', async () => {
  const first = scene({ chartType: 'line' })
  await first.load(false)
  expect(first.settings.value.chartType).toBe('line')
  expect(first.saved).toEqual([['chart', { ...DEFAULT_CHART_SETTINGS, chartType: 'line' }]])
  const further = scene({ chartType: 'line' })
  await further.load(true)
  expect(further.settings.value).toEqual(DEFAULT_CHART_SETTINGS)
})

test('a change is kept, the settings that it started with are not', () => {
  const { settings, saved, stop } = scene({ chartType: 'line' })
  expect(saved).toEqual([])
  settings.value = { ...settings.value, chartType: 'area' }
  expect(saved).toEqual([['chart', { ...DEFAULT_CHART_SETTINGS, chartType: 'area' }]])
  stop()
  settings.value = { ...settings.value, chartType: 'bars' }
  expect(saved).toHaveLength(1)
})

test('the same settings change nothing', async () => {
  const { saved, resolutions, load } = scene({ scale: 'logarithm' }, { scale: 'logarithm' })
  await load(false)
  expect([saved, resolutions]).toEqual([[], []])
})
