import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { compare, Exact, roundToStep, type Leverage, type Money } from '../../../domain/decimal'
import type { Contract } from '../../../domain/instrument/contract'
import { HIGH_LEVERAGE_FROM } from '../../../domain/limits'
import { clamp, moveBySteps } from '../../../domain/order/typed-number'
import { maxValueAtLeverage } from '../../../domain/risk/risk-tier'
import { acceptText, readText, valueText } from '../../kit/number-text'

/** The leverage dialog: text in, a leverage inside the contract's bounds out. */
export class LeverageForm {
  readonly #text = signal('')
  readonly text: ReadonlySignal<string> = this.#text
  readonly leverage = computed(() => {
    const value = readText<Leverage>(this.#text.value)
    return value === null || new Exact(value).lte(0) ? null : this.#clamp(value)
  })
  /** What stands in the field is no leverage of this contract: said while it is typed, before leaving the field moves it. */
  readonly isOutside = computed(() => {
    const typed = readText<Leverage>(this.#text.value)
    const { minLeverage, maxLeverage } = this.instrument
    return typed === null || compare(typed, minLeverage) < 0 || compare(typed, maxLeverage) > 0
  })
  readonly isHigh = computed(
    () => this.leverage.value !== null && compare(this.leverage.value, HIGH_LEVERAGE_FROM) >= 0,
  )
  /** Whether it is another leverage than the one that the dialog opened with. */
  readonly isChanged = computed(() => this.leverage.value !== null && compare(this.leverage.value, this.current) !== 0)
  /** The largest value to which orders take a position at this leverage. */
  readonly maxValue = computed<Money | null>(() => {
    const leverage = this.leverage.value
    return leverage === null ? null : maxValueAtLeverage(this.instrument.riskTiers, leverage)
  })
  readonly marks: readonly number[]

  constructor(
    private readonly instrument: Contract,
    private readonly current: Leverage,
  ) {
    this.#text.value = valueText(current)
    const max = Number(instrument.maxLeverage)
    const min = Number(instrument.minLeverage)
    this.marks = [min, ...[0.25, 0.5, 0.75].map((share) => Math.round(max * share)), max]
  }

  setText(typed: string): void {
    this.#text.value = acceptText(this.#text.peek(), typed)
  }

  step(direction: 1 | -1): void {
    const { minLeverage: min, maxLeverage: max } = this.instrument
    this.#text.value = valueText(
      moveBySteps(this.leverage.peek() ?? min, direction, { step: '1' as Leverage, min, max }),
    )
  }

  /** The field is left: the value goes into its bounds. */
  settle(): void {
    const value = this.leverage.peek()
    if (value !== null) this.#text.value = valueText(value)
  }

  #clamp(value: Leverage): Leverage {
    const { minLeverage, maxLeverage, leverageStep } = this.instrument
    return roundToStep(clamp(value, { min: minLeverage, max: maxLeverage }), leverageStep, 'down')
  }
}
