import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Price, Rate } from '../../domain/decimal'
import type { OptionContract } from '../../domain/instrument/option'
import { priceOfVolatility, volatilityOfPrice, type QuoteMoment } from '../../domain/options/option-quote'
import { acceptText, readText } from '../kit/number-text'
import { percentText, steppedPercent, volatilityIn } from '../trading-kit/volatility-text'

export type PricedBy = 'price' | 'volatility'

/** The other way to give the new price of an option's order: by the volatility that the exchange makes it of. */
export class AmendVolatility {
  readonly #pricedBy: Signal<PricedBy>
  readonly #text = signal('')
  readonly #isTouched = signal(false)
  readonly text: ReadonlySignal<string> = this.#text
  /** Something was typed: what nobody touched is not made a price of anew, whatever the market did since. */
  readonly isTouched: ReadonlySignal<boolean> = this.#isTouched
  readonly pricedBy: ReadonlySignal<PricedBy>
  readonly volatility = computed<Rate | null>(() => volatilityIn(this.#text.value))
  /** What the exchange would make of it now; `null` while the market is not known. */
  readonly price = computed<Price | null>(() => {
    const moment = this.moment.value
    const volatility = this.volatility.value
    return moment === null || volatility === null ? null : priceOfVolatility(this.option, moment, Number(volatility))
  })

  /** @param current the volatility that the order was asked for by; left out where it was by a price */
  constructor(
    private readonly option: OptionContract,
    private readonly moment: ReadonlySignal<QuoteMoment | null>,
    current: Rate | undefined,
  ) {
    this.#pricedBy = signal<PricedBy>(current === undefined ? 'price' : 'volatility')
    this.pricedBy = this.#pricedBy
    if (current !== undefined) this.#text.value = percentText(Number(current))
  }

  /** @param price what stands in the field of prices, of which an empty volatility is made */
  setPricedBy(by: PricedBy, price: Price | null): void {
    this.#pricedBy.value = by
    const moment = this.moment.peek()
    if (by === 'price' || this.#text.peek() !== '' || moment === null || price === null) return
    const volatility = volatilityOfPrice(this.option, moment, price)
    if (volatility !== null) this.#text.value = percentText(volatility)
  }

  setText(typed: string): void {
    this.#isTouched.value = true
    this.#text.value = acceptText(this.#text.peek(), typed)
  }

  step(direction: 1 | -1): void {
    this.setText(steppedPercent(readText(this.#text.peek()), direction))
  }
}
