import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Qty } from '../../domain/decimal'
import type { Listed } from '../../domain/instrument/listed'
import type { OrderType } from '../../domain/order/order'
import { settleQty, stepQty } from '../../domain/order/quantity-rules'
import { acceptText, fieldText, plainText, readText } from '../kit/number-text'

/** A quantity field: text in, lots of what is traded out (spec §5 "Number, price and quantity inputs"). */
export class QtyText {
  readonly #text: Signal<string>
  readonly text: ReadonlySignal<string>
  /** The number as it stands; `null` of an empty field, and of text that is none. */
  readonly qty = computed<Qty | null>(() => {
    const typed = readText<Qty>(this.#text.value)
    return typed === null || typed.startsWith('-') ? null : typed
  })

  constructor(
    private readonly listed: ReadonlySignal<Listed | null>,
    private readonly type: ReadonlySignal<OrderType>,
    text = '',
  ) {
    this.text = this.#text = signal(text)
  }

  setText(typed: string): void {
    this.#text.value = acceptText(this.#text.peek(), typed)
  }

  /** Writes a quantity with the decimals of its lot; zero empties the field. */
  set(qty: Qty): void {
    this.#text.value = qty === '0' ? '' : fieldText(qty, this.listed.peek()?.lotSize ?? qty)
  }

  /** Arrow keys: one lot away. */
  step(sign: 1 | -1): void {
    const listed = this.listed.peek()
    if (listed !== null)
      this.setText(fieldText(stepQty(this.qty.peek(), sign, listed, this.type.peek()), listed.lotSize))
  }

  /** The field is left: on its lot and within its bounds. */
  settle(): void {
    const listed = this.listed.peek()
    if (listed === null || this.#text.peek() === '') return
    const options = { type: this.type.peek(), coin: listed.baseCoin, splits: false }
    const settled = settleQty(plainText(this.#text.peek()), listed, options)
    if (settled.ok && settled.value.qty !== null) this.#text.value = fieldText(settled.value.qty, listed.lotSize)
  }
}
