import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { Exact, negate, type DecimalText } from '../../domain/decimal'
import type { InstrumentSymbol, Side } from '../../domain/order/order'
import type { WhatIfTrade } from '../../domain/risk/portfolio-report'
import { acceptText, readText } from '../kit/number-text'
import { stepText } from '../kit/step-text'

/** A trade as it is typed. */
export class WhatIfForm {
  readonly #market = signal('')
  readonly #qtyText = signal('')
  readonly #side = signal<Side>('buy')
  readonly market: ReadonlySignal<string> = this.#market
  readonly qtyText: ReadonlySignal<string> = this.#qtyText
  readonly side: ReadonlySignal<Side> = this.#side

  readonly qty = computed<DecimalText | null>(() => {
    const qty = readText<DecimalText>(this.#qtyText.value)
    return qty !== null && new Exact(qty).gt(0) ? qty : null
  })
  /** `null` while something is missing; whether the market takes it the exchange says. */
  readonly trade = computed<WhatIfTrade | null>(() => {
    const qty = this.qty.value
    const symbol = this.#market.value.trim().toUpperCase()
    if (qty === null || symbol === '') return null
    return { symbol: symbol as InstrumentSymbol, qty: this.#side.value === 'buy' ? qty : negate(qty) }
  })

  setMarket(text: string): void {
    this.#market.value = text
  }

  setSide(side: Side): void {
    this.#side.value = side
  }

  setQtyText(typed: string): void {
    this.#qtyText.value = acceptText(this.#qtyText.peek(), typed)
  }

  stepQty(direction: 1 | -1, step: number): void {
    this.setQtyText(stepText(this.#qtyText.peek(), step, direction))
  }

  /** Once it is on the list. */
  clear(): void {
    this.#market.value = ''
    this.#qtyText.value = ''
  }
}
