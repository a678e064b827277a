import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { compare, type Price } from '../../domain/decimal'
import { settlePrice, stepPrice, type PriceLimits } from '../../domain/order/price-rules'
import { acceptText, fieldText, plainText, readText } from '../kit/number-text'

/** What is wrong with a price as typed; `bound` is the limit or the tick that it breaks. */
export interface PriceTextProblem {
  readonly kind: 'missing' | 'notMultiple' | 'belowMin' | 'aboveMax'
  readonly bound: Price | null
}

/** A price field: text in, a price on the contract's grid out (spec §5 "Number, price and quantity inputs"). */
export class PriceText {
  readonly #text = signal('')
  readonly #isLeft = signal(false)
  readonly text: ReadonlySignal<string> = this.#text
  /** The field was left once: what is wrong with it may be said. */
  readonly isLeft: ReadonlySignal<boolean> = this.#isLeft
  /** The number as it stands, whatever its bounds. */
  readonly typed = computed(() => readText<Price>(this.#text.value))
  readonly problem = computed<PriceTextProblem | null>(() => {
    const limits = this.limits.value
    const price = this.typed.value
    if (price === null || limits === null) return { kind: 'missing', bound: null }
    if (compare(price, limits.minPrice) < 0) return { kind: 'belowMin', bound: limits.minPrice }
    if (compare(price, limits.maxPrice) > 0) return { kind: 'aboveMax', bound: limits.maxPrice }
    const settled = settlePrice(plainText(this.#text.value), limits)
    return settled.ok && settled.value === price ? null : { kind: 'notMultiple', bound: limits.tickSize }
  })
  /** `null` while the field is empty or wrong. */
  readonly price = computed(() => (this.problem.value === null ? this.typed.value : null))

  constructor(
    readonly limits: ReadonlySignal<PriceLimits | null>,
    initial: Price | null = null,
  ) {
    if (initial !== null) this.set(initial)
  }

  get isEmpty(): boolean {
    return this.#text.value === ''
  }

  setText(typed: string): void {
    this.#text.value = acceptText(this.#text.peek(), typed)
  }

  /** Writes a price with the decimals of its tick; `null` empties the field. */
  set(price: Price | null): void {
    const tick = this.limits.peek()?.tickSize ?? price
    this.#text.value = price === null || tick === null ? '' : fieldText(price, tick)
  }

  /**
   * What stands so many ticks away, from `start` while the field is empty: one by the arrow keys, more by the popover.
   *
   * @returns `null` while the contract is not known
   */
  stepped(ticks: number, start: Price | null = null): string | null {
    const limits = this.limits.peek()
    if (limits === null) return null
    return fieldText(stepPrice(this.typed.peek() ?? start, ticks, limits), limits.tickSize)
  }

  step(ticks: number, start: Price | null = null): void {
    const text = this.stepped(ticks, start)
    if (text !== null) this.#text.value = text
  }

  /** The field is left: inside the range and on the tick, where that is not worth a word. */
  settle(): void {
    const limits = this.limits.peek()
    if (limits === null || this.#text.peek() === '') return
    const settled = settlePrice(plainText(this.#text.peek()), limits)
    if (settled.ok && settled.value !== null) this.set(settled.value)
    this.leave()
  }

  protected leave(): void {
    this.#isLeft.value = true
  }
}
