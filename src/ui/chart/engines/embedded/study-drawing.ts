import type { IndicatorDrawParams } from 'klinecharts'
import type { IndicatorOutput, IndicatorValues } from '../../../../domain/indicators/indicator'
import type { ChartPalette, StudySpec } from '../../port/chart-port'

type Draw = Pick<IndicatorDrawParams<unknown, unknown, unknown>, 'ctx' | 'chart' | 'bounding' | 'xAxis' | 'yAxis'> & {
  /** One row for each bar. */
  readonly values: readonly IndicatorValues[]
}

/** Draws the outputs of a study over the bars that are in view. */
export function drawStudy(draw: Draw, spec: StudySpec, palette: ChartPalette): void {
  const { ctx } = draw
  // What drew before may have left its dashes.
  ctx.setLineDash([])
  drawLevels(draw, spec, palette)
  drawFills(draw, spec, palette)
  spec.indicator.outputs.forEach((output, column) => {
    const color = palette[spec.tones[column] ?? 'blue']
    const shift = output.shift?.(spec.values) ?? 0
    ctx.fillStyle = ctx.strokeStyle = color
    ctx.lineWidth = spec.width
    if (output.shape === 'line') drawLine(draw, column, shift)
    else if (output.shape === 'dots') drawDots(draw, column, spec.width)
    else drawColumns(draw, column, output.shape, palette)
  })
}

function drawLevels({ ctx, bounding, yAxis }: Draw, spec: StudySpec, palette: ChartPalette): void {
  ctx.strokeStyle = palette.muted
  ctx.globalAlpha = 0.5
  ctx.lineWidth = 1
  ctx.setLineDash([2, 3])
  for (const level of spec.indicator.levels) {
    const y = Math.round(yAxis.convertToPixel(level)) + 0.5
    ctx.beginPath()
    ctx.moveTo(0, y)
    ctx.lineTo(bounding.width, y)
    ctx.stroke()
  }
  ctx.setLineDash([])
  ctx.globalAlpha = 1
}

/** Bar by bar: where two lines cross, the color changes with the one that is higher. */
function drawFills(draw: Draw, { indicator, tones, values: parameters }: StudySpec, palette: ChartPalette): void {
  const { ctx, values, xAxis, yAxis } = draw
  ctx.globalAlpha = 0.1
  for (const pair of indicator.fills) {
    const [one, other] = pair.map((name) => indicator.outputs.findIndex((output) => output.name === name)) as [
      number,
      number,
    ]
    const shift = indicator.outputs[one]?.shift?.(parameters) ?? 0
    const [from, to] = inView(draw, shift)
    for (let i = from + 1; i < to; i++) {
      const [a, b, c, d] = [values[i - 1]?.[one], values[i]?.[one], values[i]?.[other], values[i - 1]?.[other]]
      if (a == null || b == null || c == null || d == null) continue
      const [left, right] = [xAxis.convertToPixel(i - 1 + shift), xAxis.convertToPixel(i + shift)]
      ctx.fillStyle = palette[tones[b >= c ? one : other] ?? 'blue']
      ctx.beginPath()
      ctx.moveTo(left, yAxis.convertToPixel(a))
      ctx.lineTo(right, yAxis.convertToPixel(b))
      ctx.lineTo(right, yAxis.convertToPixel(c))
      ctx.lineTo(left, yAxis.convertToPixel(d))
      ctx.fill()
    }
  }
  ctx.globalAlpha = 1
}

/** Indices of the bars whose values are in view, with one on either side so that lines leave the pane. */
function inView({ chart, values }: Draw, shift: number): readonly [from: number, to: number] {
  const { realFrom, realTo } = chart.getVisibleRange()
  return [Math.max(0, realFrom - 1 - shift), Math.min(values.length, realTo + 1 - Math.min(0, shift))]
}

function drawLine(draw: Draw, column: number, shift: number): void {
  const { ctx, values, xAxis, yAxis } = draw
  const [from, to] = inView(draw, shift)
  let isOpen = false
  ctx.lineJoin = 'round'
  ctx.beginPath()
  for (let i = from; i < to; i++) {
    const value = values[i]?.[column] ?? null
    if (value === null) {
      isOpen = false
      continue
    }
    const x = xAxis.convertToPixel(i + shift)
    const y = yAxis.convertToPixel(value)
    if (isOpen) ctx.lineTo(x, y)
    else ctx.moveTo(x, y)
    isOpen = true
  }
  ctx.stroke()
}

function drawDots(draw: Draw, column: number, width: number): void {
  const { ctx, chart, values, xAxis, yAxis } = draw
  const [from, to] = inView(draw, 0)
  const radius = Math.max(1, Math.min(width + 0.5, chart.getBarSpace().halfGapBar))
  for (let i = from; i < to; i++) {
    const value = values[i]?.[column] ?? null
    if (value === null) continue
    ctx.beginPath()
    ctx.arc(xAxis.convertToPixel(i), yAxis.convertToPixel(value), radius, 0, 2 * Math.PI)
    ctx.fill()
  }
}

/** Columns of a quantity have their bar's colour; those of a histogram say on which side of zero they are, and whether they grow. */
function drawColumns(draw: Draw, column: number, shape: IndicatorOutput['shape'], palette: ChartPalette): void {
  const { ctx, chart, values, xAxis, yAxis } = draw
  const bars = chart.getDataList()
  const [from, to] = inView(draw, 0)
  const { gapBar } = chart.getBarSpace()
  const zero = yAxis.convertToPixel(0)
  for (let i = from; i < to; i++) {
    const value = values[i]?.[column] ?? null
    const bar = bars[i]
    if (value === null || bar === undefined) continue
    const isUp = shape === 'columns' ? bar.close >= bar.open : value >= 0
    const before = values[i - 1]?.[column] ?? value
    ctx.globalAlpha = shape === 'columns' || Math.abs(value) < Math.abs(before) ? 0.5 : 0.85
    ctx.fillStyle = isUp ? palette.up : palette.down
    const y = yAxis.convertToPixel(value)
    ctx.fillRect(
      Math.round(xAxis.convertToPixel(i) - gapBar / 2),
      Math.min(y, zero),
      gapBar,
      Math.max(1, Math.abs(y - zero)),
    )
  }
  ctx.globalAlpha = 1
}
