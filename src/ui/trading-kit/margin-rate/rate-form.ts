import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { compare, Exact, toText, type DecimalText, type Rate } from '../../../domain/decimal'
import { acceptText, cutText, readText, valueText } from '../../kit/number-text'
import { stepText } from '../../kit/step-text'

/** Keys of `positions:rateClose.problem`. */
export type RateProblem = 'missing' | 'notAboveNow' | 'tooHigh'

/** Hundredths of a per cent, as the exchange takes it; from 100 % on it would have been liquidated. */
const PERCENT_DECIMALS = 2
const PERCENT_END = 100
/** What the field begins with, where the rate of now leaves room. */
const USUAL_PERCENT = 80

/** The maintenance rate at which a position is closed, typed in per cent. */
export class RateForm {
  readonly #text = signal('')
  readonly text: ReadonlySignal<string> = this.#text
  readonly #percent = computed(() => readText<DecimalText>(cutText(this.#text.value, PERCENT_DECIMALS)))

  readonly problem = computed<RateProblem | null>(() => {
    const percent = this.#percent.value
    if (percent === null || !new Exact(percent).gt(0)) return 'missing'
    if (new Exact(percent).gte(PERCENT_END)) return 'tooHigh'
    const now = this.now.value
    return now !== null && compare(this.#rateOf(percent), now) <= 0 ? 'notAboveNow' : null
  })

  /** A fraction of one; `null` while something is wrong, or nothing differs from the rate that is asked for already. */
  readonly rate = computed<Rate | null>(() => {
    const percent = this.#percent.value
    if (this.problem.value !== null || percent === null) return null
    const rate = this.#rateOf(percent)
    return this.known !== null && compare(rate, this.known) === 0 ? null : rate
  })

  /**
   * @param now the rate as it is; the exchange has the last word
   * @param known what is asked for already; `null`: nothing is
   */
  constructor(
    private readonly now: ReadonlySignal<Rate | null>,
    private readonly known: Rate | null,
  ) {
    const percent = known === null ? USUAL_PERCENT : new Exact(known).times(100)
    const isReached = known === null && new Exact(now.peek() ?? 0).times(100).gte(USUAL_PERCENT)
    this.#text.value = isReached ? '' : valueText(toText(new Exact(percent)))
  }

  setText(typed: string): void {
    this.#text.value = acceptText(this.#text.peek(), typed)
  }

  step(direction: 1 | -1): void {
    this.setText(stepText(this.#text.peek(), 1, direction))
  }

  /** The field is left: further places are cut. */
  settle(): void {
    this.#text.value = cutText(this.#text.peek(), PERCENT_DECIMALS)
  }

  #rateOf(percent: DecimalText): Rate {
    return toText<Rate>(new Exact(percent).div(100))
  }
}
