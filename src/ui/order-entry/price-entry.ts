import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import { settlePrice } from '../../domain/order/price-rules'
import { acceptText, fieldText, plainText, readText } from '../kit/number-text'

export interface PriceDraft {
  readonly text: string
  readonly touched: boolean
}

/** The price of one kind of order, as text. What was touched is never overwritten by the market. */
export class PriceEntry {
  readonly #text = signal('')
  readonly #touched = signal(false)
  readonly #hasFocus = signal(false)
  readonly text: ReadonlySignal<string> = this.#text
  readonly touched: ReadonlySignal<boolean> = this.#touched
  readonly price = computed<Price | null>(() => readText<Price>(this.#text.value))
  #isTyped = false

  constructor({ text, touched }: PriceDraft) {
    this.#text.value = text
    this.#touched.value = touched
  }

  /** Typed in since the field was last left. */
  get isTyped(): boolean {
    return this.#isTyped
  }

  /** The field has the caret: what is typed next must not follow a price that came in between. */
  focus(): void {
    this.#hasFocus.value = true
  }

  /** The field lost the caret, or is not on the screen any more. */
  leave(): void {
    this.#hasFocus.value = false
  }

  setText(typed: string): void {
    batch(() => {
      this.#touched.value = true
      this.#isTyped = true
      this.#text.value = acceptText(this.#text.peek(), typed)
    })
  }

  set(price: Price, tickSize: Price): void {
    batch(() => {
      this.#touched.value = true
      this.#text.value = fieldText(price, tickSize)
    })
  }

  /** Takes the market's price while it is empty, nobody touched it and it has no focus. Reads signals. */
  follow(last: Price, tickSize: Price): void {
    if (this.#touched.value || this.#hasFocus.value || this.#text.peek() !== '') return
    this.#text.value = fieldText(last, tickSize)
  }

  /** The field is left. A price that cannot be settled stays as typed: the problem below it says why. */
  settle(instrument: Contract): void {
    const settled = settlePrice(plainText(this.#text.peek()), instrument)
    this.#isTyped = false
    if (settled.ok && settled.value !== null) this.#text.value = fieldText(settled.value, instrument.tickSize)
  }

  draft(): PriceDraft {
    const touched = this.#touched.value
    return { text: touched ? this.#text.value : '', touched }
  }
}
