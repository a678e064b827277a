import type { DeepPartial, Styles, TooltipShowRule } from 'klinecharts'
import type { ChartPalette, ChartType, ChartView } from '../../port/chart-port'

/** What is said of a bar, in the order of a legend. */
export const BAR_FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const
export type BarFigure = (typeof BAR_FIGURES)[number]

/** The engine's types. What it does not have is drawn over an area that is not seen (`bar-shapes.ts`). */
const CANDLE_TYPE: Readonly<Record<ChartType, 'candle_solid' | 'candle_up_stroke' | 'ohlc' | 'area'>> = {
  candles: 'candle_solid',
  hollow: 'candle_up_stroke',
  bars: 'ohlc',
  heikinAshi: 'area',
  line: 'area',
  step: 'area',
  area: 'area',
  baseline: 'area',
}

/** The time to the bar's close, once a second. */
const COUNTDOWN = {
  position: 'below_price',
  updateInterval: 1_000,
  style: 'fill',
  paddingLeft: 4,
  paddingRight: 4,
  paddingTop: 1,
  paddingBottom: 3,
  borderColor: 'transparent',
  borderStyle: 'solid',
  borderSize: 0,
  borderRadius: 3,
} as const

interface LegendForm {
  readonly figures: readonly BarFigure[]
  /** Of all figures, in the chart's language. */
  readonly marks: readonly string[]
  readonly legends: TooltipShowRule
}

/** The house's look in the engine's words: one hairline grid, 11 px labels, colour only where it means something. */
export function embeddedStyles(
  palette: ChartPalette,
  view: ChartView,
  family: string,
  { figures, marks, legends }: LegendForm,
): DeepPartial<Styles> {
  const label = { family, size: 11, weight: '500' }
  return {
    grid: {
      horizontal: { color: palette.grid, style: 'solid', size: 1 },
      vertical: { show: false },
    },
    candle: {
      type: CANDLE_TYPE[view.chartType],
      bar: {
        upColor: palette.up,
        downColor: palette.down,
        noChangeColor: palette.muted,
        upBorderColor: palette.up,
        downBorderColor: palette.down,
        noChangeBorderColor: palette.muted,
        upWickColor: palette.up,
        downWickColor: palette.down,
        noChangeWickColor: palette.muted,
      },
      area: {
        lineSize: 1.5,
        lineColor: view.chartType === 'line' || view.chartType === 'area' ? palette.accent : 'transparent',
        // Without a fill it is a line; an empty list of colours would leave the engine's own fill in place.
        backgroundColor: view.chartType === 'area' ? `${palette.accent}2e` : 'transparent',
        point: { show: false },
      },
      priceMark: {
        high: { color: palette.text, textFamily: family, textSize: 11 },
        low: { color: palette.text, textFamily: family, textSize: 11 },
        last: {
          upColor: palette.up,
          downColor: palette.down,
          noChangeColor: palette.muted,
          line: { style: 'dashed', dashedValue: [2, 3] },
          text: { ...label, color: palette.onFill, borderRadius: 3, paddingTop: 3, paddingBottom: 3 },
          extendTexts: [
            { ...COUNTDOWN, borderDashedValue: [], ...label, show: view.hasCountdown, color: palette.onFill },
          ],
        },
      },
      tooltip: {
        showRule: legends,
        title: { show: false },
        legend: {
          ...label,
          color: palette.text,
          marginTop: 6,
          marginRight: 2,
          template: figures.map((figure) => ({
            title: `${marks[BAR_FIGURES.indexOf(figure)]} `,
            value: `{${figure}}`,
          })),
        },
      },
    },
    indicator: {
      tooltip: {
        showRule: legends,
        offsetTop: 2,
        title: { ...label, color: palette.text, marginTop: 4 },
        legend: { ...label, color: palette.text, marginTop: 4, marginLeft: 2, marginRight: 4 },
      },
      lastValueMark: { show: false },
    },
    xAxis: {
      axisLine: { color: palette.grid },
      tickLine: { show: false },
      tickText: { ...label, color: palette.axisText },
    },
    yAxis: {
      axisLine: { show: false },
      tickLine: { show: false },
      tickText: { ...label, color: palette.axisText },
    },
    separator: { color: palette.grid },
    overlay: {
      point: {
        color: palette.background,
        borderColor: palette.accent,
        borderSize: 2,
        radius: 4,
        activeColor: palette.accent,
        activeBorderColor: palette.accent,
        activeBorderSize: 2,
        activeRadius: 5,
      },
      // On the axes, where the chosen drawing reaches.
      rect: { color: `${palette.accent}33` },
      text: { ...label, color: palette.text, backgroundColor: palette.crosshairLabel, borderSize: 0, borderRadius: 3 },
    },
    crosshair: {
      horizontal: {
        line: { color: palette.crosshair },
        text: {
          ...label,
          color: palette.text,
          backgroundColor: palette.crosshairLabel,
          borderSize: 0,
          borderRadius: 3,
        },
      },
      vertical: {
        line: { color: palette.crosshair },
        text: {
          ...label,
          color: palette.text,
          backgroundColor: palette.crosshairLabel,
          borderSize: 0,
          borderRadius: 3,
        },
      },
    },
  }
}
