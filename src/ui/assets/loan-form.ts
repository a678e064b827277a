import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { compare, Exact, type Money } from '../../domain/decimal'
import { acceptText, cutText, readText, valueText } from '../kit/number-text'

/** Decimals of every balance. */
const DECIMALS = 8

/** How much is borrowed or repaid: an amount, or as much as there is. */
export class LoanForm {
  readonly #text = signal('')
  readonly #isAll = signal(false)
  readonly text: ReadonlySignal<string> = this.#text
  /** Whether all of it was asked for by one press: then what is added meanwhile is meant, too. */
  readonly isAll: ReadonlySignal<boolean> = this.#isAll

  readonly problem = computed<'notPositive' | 'overMax' | null>(() => {
    const amount = this.#typed.value
    if (amount === null || this.#isAll.value) return null
    if (!new Exact(amount).gt(0)) return 'notPositive'
    const max = this.max.value
    return max !== null && compare(amount, max) > 0 ? 'overMax' : null
  })

  /** `null` while nothing is typed, or something is wrong. */
  readonly amount = computed<Money | null>(() => (this.problem.value === null ? this.#typed.value : null))

  /** @param max the most that can be moved; `null` while it is not known */
  constructor(readonly max: ReadonlySignal<Money | null>) {}

  setText(typed: string): void {
    this.#isAll.value = false
    this.#text.value = acceptText(this.#text.peek(), typed)
  }

  /** The field is left: further places than a balance has are cut. */
  settle(): void {
    this.#text.value = cutText(this.#text.peek(), DECIMALS)
  }

  fillMax(): void {
    const max = this.max.peek()
    if (max === null) return
    this.#text.value = valueText(max)
    this.#isAll.value = true
  }

  readonly #typed = computed(() => readText<Money>(cutText(this.#text.value, DECIMALS)))
}
