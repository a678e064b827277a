import { registerIndicator, type Chart, type IndicatorDrawParams, type KLineData } from 'klinecharts'
import { heikinAshi } from '../../../../domain/indicators/heikin-ashi'
import type { ChartPalette, ChartType } from '../../port/chart-port'
import { StudyRun } from './study-run'

/** The engine's name for what draws the types of bars that it does not have. */
const SHAPES = 'HALYARD_SHAPES'
const CANDLE_PANE = 'candle_pane'

/** Types that are drawn here; for the others the engine has its own. */
export const OWN_SHAPES = ['step', 'baseline', 'heikinAshi'] as const satisfies readonly ChartType[]
export type OwnShape = (typeof OWN_SHAPES)[number]

type Draw = IndicatorDrawParams<unknown, unknown, unknown>

registerIndicator({
  name: SHAPES,
  calc: () => [],
  createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
})

export function isOwnShape(type: ChartType): type is OwnShape {
  return OWN_SHAPES.some((one) => one === type)
}

/** Bars in a shape of our own, along the engine's axes. */
export class BarShapes {
  #run = new StudyRun(heikinAshi, {})
  #type: ChartType = 'candles'

  constructor(
    chart: Chart,
    private readonly palette: () => ChartPalette,
    load: () => number,
  ) {
    chart.createIndicator(
      {
        name: SHAPES,
        paneId: CANDLE_PANE,
        // Read while it draws, so that nothing is computed for the other types.
        draw: (draw) => {
          if (!isOwnShape(this.#type)) return true
          // What drew before may have left its dashes.
          draw.ctx.setLineDash([])
          const bars = draw.chart.getDataList()
          if (this.#type === 'heikinAshi') this.#drawCandles(draw, bars, load())
          else if (this.#type === 'step') drawSteps(draw, bars, this.palette().accent)
          else drawBaseline(draw, bars, this.palette())
          return true
        },
      },
      true,
    )
  }

  setType(type: ChartType): void {
    this.#type = type
  }

  #drawCandles({ ctx, chart, xAxis, yAxis }: Draw, bars: readonly KLineData[], load: number): void {
    const rows = this.#run.valuesOf(bars, load)
    const { from, to } = chart.getVisibleRange()
    const { gapBar } = chart.getBarSpace()
    const { up, down } = this.palette()
    for (let i = from; i < to; i++) {
      const [open, high, low, close] = (rows[i] ?? []) as readonly (number | undefined)[]
      if (open === undefined || high === undefined || low === undefined || close === undefined) continue
      const x = xAxis.convertToPixel(i)
      const [top, bottom] = [yAxis.convertToPixel(Math.max(open, close)), yAxis.convertToPixel(Math.min(open, close))]
      const [wickTop, wickBottom] = [yAxis.convertToPixel(high), yAxis.convertToPixel(low)]
      ctx.fillStyle = close >= open ? up : down
      ctx.fillRect(Math.round(x - gapBar / 2), Math.min(top, bottom), gapBar, Math.max(1, Math.abs(bottom - top)))
      ctx.fillRect(Math.round(x) - 0.5, Math.min(wickTop, wickBottom), 1, Math.abs(wickBottom - wickTop))
    }
  }
}

/** The points of the closes in view, with one more on either side. */
function closesInView({ chart, xAxis, yAxis }: Draw, bars: readonly KLineData[]): readonly { x: number; y: number }[] {
  const { from, to } = chart.getVisibleRange()
  const first = Math.max(0, from - 1)
  return bars
    .slice(first, to + 1)
    .map(({ close }, index) => ({ x: xAxis.convertToPixel(first + index), y: yAxis.convertToPixel(close) }))
}

function drawSteps(draw: Draw, bars: readonly KLineData[], color: string): void {
  const { ctx } = draw
  ctx.strokeStyle = color
  ctx.lineWidth = 1.5
  ctx.beginPath()
  let lastY: number | null = null
  for (const { x, y } of closesInView(draw, bars)) {
    if (lastY === null) ctx.moveTo(x, y)
    else {
      ctx.lineTo(x, lastY)
      ctx.lineTo(x, y)
    }
    lastY = y
  }
  ctx.stroke()
}

/** The line of the closes, filled to the middle of the pane: above it rising, below it falling. */
function drawBaseline(draw: Draw, bars: readonly KLineData[], { up, down, muted }: ChartPalette): void {
  const { ctx, bounding } = draw
  const points = closesInView(draw, bars)
  const middle = Math.round(bounding.height / 2)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return
  for (const side of [
    { color: up, top: 0, height: middle },
    { color: down, top: middle, height: bounding.height - middle },
  ]) {
    ctx.save()
    ctx.beginPath()
    ctx.rect(0, side.top, bounding.width, side.height)
    ctx.clip()
    ctx.strokeStyle = ctx.fillStyle = side.color
    ctx.lineWidth = 1.5
    ctx.beginPath()
    // A path's first line begins where it ends.
    for (const { x, y } of points) ctx.lineTo(x, y)
    ctx.stroke()
    ctx.lineTo(last.x, middle)
    ctx.lineTo(first.x, middle)
    ctx.globalAlpha = 0.14
    ctx.fill()
    ctx.restore()
  }
  ctx.strokeStyle = muted
  ctx.lineWidth = 1
  ctx.setLineDash([3, 3])
  ctx.beginPath()
  ctx.moveTo(0, middle + 0.5)
  ctx.lineTo(bounding.width, middle + 0.5)
  ctx.stroke()
  ctx.setLineDash([])
}
