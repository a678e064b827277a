import { defineIndicator, type IndicatorBar } from './indicator'
import { length, type ParameterValues } from './parameters'
import { Extreme } from './window'

/** The middle between the highest high and the lowest low of some bars. */
class MiddlePrice {
  readonly #highest: Extreme
  readonly #lowest: Extreme

  constructor(bars: number) {
    this.#highest = new Extreme(bars, 'highest')
    this.#lowest = new Extreme(bars, 'lowest')
  }

  at({ high, low }: IndicatorBar): number | null {
    const highest = this.#highest.at(high)
    const lowest = this.#lowest.at(low)
    return highest === null || lowest === null ? null : (highest + lowest) / 2
  }

  close({ high, low }: IndicatorBar): void {
    this.#highest.close(high)
    this.#lowest.close(low)
  }
}

const displacement = length(26)

/** Of values as stored: the outputs of a chart are placed before its formula has checked anything. */
function displacementOf(values: ParameterValues): number {
  const value = values['displacement']
  return typeof value === 'number' && Number.isInteger(value) && value >= displacement.min && value <= displacement.max
    ? value
    : displacement.initial
}

/**
 * Ichimoku Kinkō Hyō (G. Hosoda, 1969): middle prices of 9, 26 and 52 bars. The two spans are drawn 26 bars later, the
 * close 26 bars earlier.
 */
export const ichimoku = defineIndicator({
  name: 'ichimoku',
  pane: 'price',
  unit: 'price',
  parameters: { conversion: length(9), base: length(26), span: length(52), displacement },
  outputs: [
    { name: 'conversion', shape: 'line' },
    { name: 'base', shape: 'line' },
    { name: 'spanA', shape: 'line', shift: displacementOf },
    { name: 'spanB', shape: 'line', shift: displacementOf },
    { name: 'lagging', shape: 'line', shift: (values) => -displacementOf(values) },
  ],
  fills: [['spanA', 'spanB']],
  start: (values) => {
    const lines = [values.conversion, values.base, values.span].map((bars) => new MiddlePrice(bars))
    return {
      at: (bar) => {
        const [conversion = null, base = null, spanB = null] = lines.map((line) => line.at(bar))
        const spanA = conversion === null || base === null ? null : (conversion + base) / 2
        return [conversion, base, spanA, spanB, bar.close]
      },
      close: (bar) => {
        for (const line of lines) line.close(bar)
      },
    }
  },
})
