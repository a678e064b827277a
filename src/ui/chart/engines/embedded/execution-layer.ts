import { registerIndicator, type Chart, type IndicatorDrawParams } from 'klinecharts'
import type { ChartPalette, ExecutionSpec } from '../../port/chart-port'

const EXECUTIONS = 'HALYARD_EXECUTIONS'
const CANDLE_PANE = 'candle_pane'
/** Half the width of an arrow, its height, and its distance from the bar, CSS pixels. */
const ARROW = { half: 4, height: 6, gap: 5 }

registerIndicator({ name: EXECUTIONS, calc: () => [] })

type Draw = IndicatorDrawParams<unknown, unknown, unknown>

/** Arrows at the bars in which we traded: up below them where we bought, down above them where we sold. */
export class ExecutionLayer {
  #byBar = new Map<number, ExecutionSpec[]>()

  constructor(
    private readonly chart: Chart,
    private readonly palette: () => ChartPalette,
  ) {
    chart.createIndicator(
      {
        name: EXECUTIONS,
        id: EXECUTIONS,
        paneId: CANDLE_PANE,
        // Above all that studies draw.
        zLevel: 1_000,
        draw: (draw) => {
          this.#draw(draw)
          return true
        },
        // The bar that is pointed at says what was traded in it.
        createTooltipDataSource: ({ crosshair }) => {
          // Without a pointer the engine names the newest bar, whose trades would stand over the bars all the time.
          const at = crosshair.x === undefined ? undefined : crosshair.kLineData?.timestamp
          const specs = (at === undefined ? undefined : this.#byBar.get(at)) ?? []
          const legends = specs.map(({ text, side }) => {
            const color = side === 'buy' ? this.palette().profit : this.palette().loss
            return { title: { text: '', color }, value: { text, color } }
          })
          return { name: '', calcParamsText: '', features: [], legends }
        },
      },
      true,
    )
  }

  show(specs: readonly ExecutionSpec[]): void {
    this.#byBar = new Map()
    for (const spec of specs) this.#byBar.set(spec.barMs, [...(this.#byBar.get(spec.barMs) ?? []), spec])
    // Other extra data is what makes the engine draw its pane again.
    this.chart.overrideIndicator({ id: EXECUTIONS, name: EXECUTIONS, extendData: { count: specs.length } })
  }

  #draw({ ctx, chart, xAxis, yAxis }: Draw): void {
    if (this.#byBar.size === 0) return
    const bars = chart.getDataList()
    const { from, to } = chart.getVisibleRange()
    const { up, down, background } = this.palette()
    ctx.setLineDash([])
    ctx.lineWidth = 1
    // A hair of the background keeps an arrow apart from a bar of its own color.
    ctx.strokeStyle = background
    for (let i = from; i < to; i++) {
      const bar = bars[i]
      for (const { side } of (bar === undefined ? undefined : this.#byBar.get(bar.timestamp)) ?? []) {
        if (bar === undefined) continue
        const isBuy = side === 'buy'
        const way = isBuy ? 1 : -1
        const tip = yAxis.convertToPixel(isBuy ? bar.low : bar.high) + way * ARROW.gap
        const x = xAxis.convertToPixel(i)
        ctx.fillStyle = isBuy ? up : down
        ctx.beginPath()
        ctx.moveTo(x, tip)
        ctx.lineTo(x + ARROW.half, tip + way * ARROW.height)
        ctx.lineTo(x - ARROW.half, tip + way * ARROW.height)
        ctx.closePath()
        ctx.fill()
        ctx.stroke()
      }
    }
  }
}
