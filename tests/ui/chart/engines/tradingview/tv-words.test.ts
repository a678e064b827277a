import { expect, test } from 'vitest'
import { resolutionOf } from '../../../../../src/ui/chart/engines/tradingview/tv-datafeed'
import { propertyName, withoutPlusLine } from '../../../../../src/ui/chart/engines/tradingview/tv-options'

test('intervals are read without their one, and others are a mistake', () => {
  expect(['D', '1D', 'W', '60', '1'].map(resolutionOf)).toEqual(['1D', '1D', '1W', '60', '1'])
  expect(() => resolutionOf('7')).toThrow('bars of 7')
})

test('a custom property name starts with two hyphens (spec §5)', () => {
  expect(propertyName('--tv-color-pane-background')).toBe('--tv-color-pane-background')
  expect(() => propertyName('-tv')).toThrow('A custom property name must start with two hyphens; it is "-tv"')
})

test('the plus button’s menu has no line to draw (spec §2)', async () => {
  const item = (actionId: string) => ({ getState: () => ({ actionId }) })
  const items = [item('Chart.Crosshair.PlusBtn.DrawHorizontalLine'), item('Chart.Clipboard.CopyPrice'), { id: 'x' }]
  expect(await withoutPlusLine(items)).toEqual(items.slice(1))
})
