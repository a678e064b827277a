import type { KLineData } from 'klinecharts'
import {
  IndicatorRun,
  type Indicator,
  type IndicatorBar,
  type IndicatorValues,
} from '../../../../domain/indicators/indicator'
import type { ParameterValues } from '../../../../domain/indicators/parameters'

/**
 * The values of one indicator over the engine's list of bars. The engine asks with the whole list at each tick; what is
 * computed is the bar that changed. The list is read anew where it does not go on from what was read.
 */
export class StudyRun {
  #run: IndicatorRun
  #values: IndicatorValues[] = []
  #firstMs: number | null = null
  #lastMs: number | null = null
  #load = -1

  constructor(
    private readonly indicator: Pick<Indicator, 'start'>,
    private readonly parameters: ParameterValues,
  ) {
    this.#run = new IndicatorRun(indicator, parameters)
  }

  /** One row for each bar that was read last. */
  get values(): readonly IndicatorValues[] {
    return this.#values
  }

  /** @param load rises with each read of history, after which older bars may be others */
  valuesOf(bars: readonly KLineData[], load: number): IndicatorValues[] {
    const known = this.#values.length
    const goesOn =
      load === this.#load &&
      known > 0 &&
      bars.length >= known &&
      bars[0]?.timestamp === this.#firstMs &&
      bars[known - 1]?.timestamp === this.#lastMs
    if (!goesOn) this.#begin(load)
    else this.#values[known - 1] = this.#run.replaceLast(barOf(bars[known - 1]!))
    for (let i = this.#values.length; i < bars.length; i++) this.#values.push(this.#run.push(barOf(bars[i]!)))
    this.#firstMs = bars[0]?.timestamp ?? null
    this.#lastMs = bars.at(-1)?.timestamp ?? null
    return this.#values
  }

  #begin(load: number): void {
    this.#load = load
    this.#run = new IndicatorRun(this.indicator, this.parameters)
    this.#values = []
  }
}

function barOf({ timestamp, open, high, low, close, volume }: KLineData): IndicatorBar {
  return { time: timestamp, open, high, low, close, volume: volume ?? 0 }
}
