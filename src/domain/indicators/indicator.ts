import { readParameters, type Parameters, type ParameterValues, type ValuesOf } from './parameters'

/**
 * A bar as an indicator reads it. Prices and values are floating point here: they are drawn and never traded, so a
 * last digit that rounds costs nothing. Whatever reaches an order stays exact decimal text.
 */
export interface IndicatorBar {
  /** Start of the bar, ms UTC. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** One value for each output, in the order of the outputs; `null` while there are too few bars for it. */
export type IndicatorValues = readonly (number | null)[]

/**
 * What an indicator knows of the closed bars. The newest bar is open: its values are asked at each tick, so that asking
 * changes nothing. Both calls cost the same whatever the number of bars.
 */
export interface Formula {
  /** The values of the open bar, which follows those that were closed. */
  at(bar: IndicatorBar): IndicatorValues
  /** Takes the open bar as it ended. */
  close(bar: IndicatorBar): void
}

export type IndicatorName =
  | 'ma'
  | 'ema'
  | 'wma'
  | 'boll'
  | 'vwap'
  | 'supertrend'
  | 'sar'
  | 'ichimoku'
  | 'vol'
  | 'macd'
  | 'rsi'
  | 'stochastic'
  | 'kdj'
  | 'atr'
  | 'adx'
  | 'cci'
  | 'obv'
  | 'williams'
  | 'funding'
  | 'openInterest'

export type OutputName =
  | 'average'
  | 'middle'
  | 'upper'
  | 'lower'
  | 'up'
  | 'down'
  | 'stop'
  | 'conversion'
  | 'base'
  | 'spanA'
  | 'spanB'
  | 'lagging'
  | 'volume'
  | 'histogram'
  | 'macd'
  | 'signal'
  | 'strength'
  | 'k'
  | 'd'
  | 'j'
  | 'range'
  | 'adx'
  | 'plus'
  | 'minus'
  | 'index'
  | 'balance'
  | 'r'
  | 'rate'
  | 'held'

/** How an output is drawn. */
export type OutputShape = 'line' | 'histogram' | 'columns' | 'dots'

export interface IndicatorOutput {
  readonly name: OutputName
  readonly shape: OutputShape
  /** Bars by which it is drawn later (or earlier, below zero) than the bar that gives it. */
  readonly shift?: (values: ParameterValues) => number
}

/** What the values are: prices of the instrument, quantities, or plain figures with so many decimals. */
export type IndicatorUnit = 'price' | 'quantity' | { readonly decimals: number }

/** An indicator as the picker, the settings and the chart see it. */
export interface Indicator {
  readonly name: IndicatorName
  /** Over the bars, or in a pane of its own. */
  readonly pane: 'price' | 'own'
  readonly unit: IndicatorUnit
  readonly parameters: Parameters
  readonly outputs: readonly IndicatorOutput[]
  /** Heights that its readers compare it with, such as 30 and 70. */
  readonly levels: readonly number[]
  /** Outputs of which the room between is filled, in the color of the one that is higher. */
  readonly fills: readonly (readonly [OutputName, OutputName])[]
  /** Begins before the first bar. Values that are missing or out of bounds are the parameter's initial ones. */
  start(values: ParameterValues): Formula
}

interface Definition<P extends Parameters> extends Omit<Indicator, 'parameters' | 'levels' | 'fills' | 'start'> {
  readonly parameters: P
  readonly levels?: Indicator['levels']
  readonly fills?: Indicator['fills']
  start(values: ValuesOf<P>): Formula
}

/** Declares an indicator; its formula gets its own parameters, checked. */
export function defineIndicator<const P extends Parameters>(definition: Definition<P>): Indicator {
  return {
    levels: [],
    fills: [],
    ...definition,
    start: (values) => definition.start(readParameters(definition.parameters, values)),
  }
}

/** One indicator over one list of bars, as the bars come. To rebuild it, start another and push the bars again. */
export class IndicatorRun {
  readonly #formula: Formula
  #open: IndicatorBar | null = null

  constructor(indicator: Pick<Indicator, 'start'>, values: ParameterValues) {
    this.#formula = indicator.start(values)
  }

  /** A bar after the last one, which is thereby closed. */
  push(bar: IndicatorBar): IndicatorValues {
    if (this.#open !== null) this.#formula.close(this.#open)
    this.#open = bar
    return this.#formula.at(bar)
  }

  /** The last bar again, as it is now. With no bar yet it is the first one. */
  replaceLast(bar: IndicatorBar): IndicatorValues {
    this.#open = bar
    return this.#formula.at(bar)
  }
}
