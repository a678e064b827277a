import { describe, expect, test } from 'vitest'
import { parseChartSettings } from '../../../../src/ui/chart/layout-store/chart-settings'

describe('saved chart settings (spec §4: interval 30 unless a saved one exists)', () => {
  test('nothing saved: 30 minutes, candles', () => {
    expect(parseChartSettings(undefined)).toEqual({
      resolution: '30',
      chartType: 'candles',
      scale: 'normal',
      isInverted: false,
      isFixed: false,
      hasDays: true,
      hasCountdown: true,
      isLegendFolded: false,
      timezone: 'UTC',
      markLine: false,
      lineLocation: 'right',
      lineThickness: 'medium',
      hasExecutions: true,
      hasDrawingTools: null,
      hasObjects: false,
      layoutName: null,
      layoutPrint: null,
      grid: { count: 1, links: ['crosshair'], symbols: [] },
      comparisons: [],
      // Spec §9: favourites.
      favouriteIntervals: ['1', '5', '30', '60', '240', '1D', '1W', '1M'],
    })
  })
  test('what was saved comes back', () => {
    const saved = {
      resolution: '1D',
      chartType: 'heikinAshi',
      scale: 'logarithm',
      isInverted: true,
      isFixed: true,
      hasDays: false,
      hasCountdown: false,
      isLegendFolded: true,
      timezone: 'Asia/Tokyo',
      markLine: true,
      lineLocation: 'left',
      lineThickness: 'thin',
      hasExecutions: false,
      hasDrawingTools: false,
      hasObjects: false,
      layoutName: null,
      layoutPrint: null,
      grid: { count: 3, links: ['interval'], symbols: ['ETHUSDT', null] },
      comparisons: [{ kind: 'mark' }, { kind: 'ratio', symbol: 'ETHUSDT' }],
      favouriteIntervals: ['3', '720'],
    }
    expect(parseChartSettings(saved)).toEqual(saved)
  })
  test('what does not exist is the default', () => {
    expect(
      parseChartSettings({
        favouriteIntervals: ['7'],
        resolution: '7',
        chartType: 'renko',
        scale: 'square',
        timezone: 'Mars/Olympus',
      }),
    ).toEqual(parseChartSettings(undefined))
  })
})
