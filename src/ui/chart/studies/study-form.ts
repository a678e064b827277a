import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { DecimalText } from '../../../domain/decimal'
import type { NumberParameter } from '../../../domain/indicators/parameters'
import { acceptText, readText, valueText } from '../../kit/number-text'

/** One number of a study as it is typed. It holds as soon as it is within its bounds. */
export class StudyNumber {
  readonly #text: Signal<string>
  readonly text: ReadonlySignal<string>
  /** The number, or `null` while the text is none that holds. */
  readonly value: ReadonlySignal<DecimalText | null>

  constructor(
    readonly parameter: NumberParameter,
    initial: number,
  ) {
    this.#text = signal(valueText(String(initial)))
    this.text = this.#text
    this.value = computed(() => {
      const read = readText<DecimalText>(this.#text.value)
      if (read === null) return null
      const { min, max, step } = parameter
      const number = Number(read)
      return number >= min && number <= max && (step < 1 || Number.isInteger(number)) ? read : null
    })
  }

  set(text: string): void {
    this.#text.value = acceptText(this.#text.peek(), text)
  }

  /** One step up or down, within the bounds. */
  step(direction: 1 | -1): void {
    const { min, max, step, initial } = this.parameter
    const next = Number(this.value.peek() ?? initial) + direction * step
    // Steps of 0.1 and 0.001: without the rounding 0.30000000000000004 would stand there.
    const rounded = Number(Math.min(max, Math.max(min, next)).toFixed(6))
    this.set(valueText(String(rounded)))
  }
}
