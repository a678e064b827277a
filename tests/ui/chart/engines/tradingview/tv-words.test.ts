import { expect, test } from 'vitest'
import { resolutionOf } from '../../../../../src/ui/chart/engines/tradingview/tv-datafeed'
import { TV_LOCALES, tvLocale } from '../../../../../src/ui/chart/engines/tradingview/tv-locale'
import { propertyName, withoutPlusLine } from '../../../../../src/ui/chart/engines/tradingview/tv-options'

test.each([
  ['en', 'en'],
  ['zh-CN', 'zh'],
  ['zh-TW', 'zh_TW'],
  ['zh-HK', 'zh_TW'],
  ['en-HK', 'en'],
  ['ja-JP', 'ja'],
  ['id-ID', 'id_ID'],
  ['pt-BR', 'pt'],
  ['he', 'he_IL'],
  ['nb-NO', 'no'],
  // Spec §5: an unsupported locale falls back to en.
  ['sw-KE', 'en'],
  ['', 'en'],
])('the chart speaks %s as %s', (language, code) => {
  expect(tvLocale(language)).toBe(code)
})

test('there are about 27 of them, each once', () => {
  expect(new Set(TV_LOCALES).size).toBe(TV_LOCALES.length)
  expect(TV_LOCALES.length).toBeGreaterThanOrEqual(27)
})

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
