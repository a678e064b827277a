import type { AxisRange, Chart, YAxisOverride } from 'klinecharts'
import type { ChartView, PriceScale } from '../../port/chart-port'

/** Lowest and highest price on an axis, without the room above and below. */
export interface PriceRange {
  readonly from: number
  readonly to: number
}

/**
 * Index of the first bar whose middle is in view; `null` without bars. The engine's own first index lies further left
 * wherever there is room to the right of the newest bar.
 */
export function firstInView(chart: Pick<Chart, 'getVisibleRange' | 'getDataList' | 'convertToPixel'>): number | null {
  const { realFrom, realTo } = chart.getVisibleRange()
  const end = Math.min(realTo, chart.getDataList().length)
  for (let index = Math.max(0, realFrom); index < end; index++) {
    const place = chart.convertToPixel({ dataIndex: index }, { paneId: 'candle_pane' })
    if (!Array.isArray(place) && (place.x ?? -1) >= 0) return index
  }
  return null
}

/** The price axis of the bars: by which scale, which way up, and whether its range stays where it is. */
export class PriceAxis {
  #fixed: PriceRange | null = null
  #isFixed = false
  #scale: PriceScale = 'normal'

  constructor(
    private readonly chart: Chart,
    private readonly paneId: string,
  ) {}

  set({ scale, isInverted, isFixed }: Pick<ChartView, 'scale' | 'isInverted' | 'isFixed'>): void {
    this.#scale = scale
    if (isFixed !== this.#isFixed) this.#fixed = null
    this.#isFixed = isFixed
    this.chart.overrideYAxis({
      paneId: this.paneId,
      name: scale,
      reverse: isInverted,
      createRange: this.#createRange,
    })
  }

  #createRange: NonNullable<YAxisOverride['createRange']> = ({ defaultRange }) => {
    const bars = this.chart.getDataList()
    // Without bars the engine's range is of nothing, and is not kept.
    if (bars.length === 0) return defaultRange
    if (this.#isFixed) this.#fixed ??= { from: defaultRange.from, to: defaultRange.to }
    const first = firstInView(this.chart)
    return axisRange(this.#fixed ?? defaultRange, this.#scale, first === null ? null : (bars[first]?.close ?? null))
  }
}

/**
 * A range of prices as the engine's axis of that scale has it.
 * @param base close that per cents are of; `null` where there is none
 */
export function axisRange({ from, to }: PriceRange, scale: PriceScale, base: number | null): AxisRange {
  const range = to - from
  const display = { displayFrom: from, displayTo: to, displayRange: range }
  if (scale === 'logarithm') return { from, to, range, ...real(logOf(from), logOf(to)), ...display }
  if (scale === 'normal' || base === null || base === 0) return { from, to, range, ...real(from, to), ...display }
  const perCent = (price: number): number => ((price - base) / base) * 100
  const [low, high] = [perCent(from), perCent(to)]
  return { from, to, range, ...real(low, high), displayFrom: low, displayTo: high, displayRange: high - low }
}

function real(realFrom: number, realTo: number): Pick<AxisRange, 'realFrom' | 'realTo' | 'realRange'> {
  return { realFrom, realTo, realRange: realTo - realFrom }
}

/** As the engine's logarithmic axis takes prices below nought. */
function logOf(price: number): number {
  return price < 0 ? -Math.log10(-price) : Math.log10(price)
}
