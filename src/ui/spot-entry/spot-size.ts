import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { Exact, roundToStep, toText, zero, type DecimalText, type Money, type Qty } from '../../domain/decimal'
import type { SpotPair } from '../../domain/instrument/spot-pair'
import type { OrderType } from '../../domain/order/order'
import { settleQty, stepQty, type QtyNotice } from '../../domain/order/quantity-rules'
import { qtyAtPercent } from '../../domain/order/sizing'
import { settleAmount } from '../../domain/order/spot-order'
import { moveBySteps } from '../../domain/order/typed-number'
import { acceptText, fieldText, plainText, readText } from '../kit/number-text'
import type { SizeUnit, SpotTicketDraft } from './spot-drafts'

/** The most that an order can have, in both coins. */
export interface MostSize {
  readonly qty: Qty
  readonly amount: Money
}

/** How much: a quantity of the base coin, or an amount of the quote coin. */
export class SpotSize {
  readonly #unit: Signal<SizeUnit>
  readonly #text: Signal<string>
  readonly #isLeft = signal(false)
  readonly #notice = signal<QtyNotice | null>(null)
  readonly unit: ReadonlySignal<SizeUnit>
  readonly text: ReadonlySignal<string>
  /** The field was left once: what is wrong with it may be said. */
  readonly isLeft: ReadonlySignal<boolean> = this.#isLeft
  /** What leaving the field did to it. */
  readonly notice: ReadonlySignal<QtyNotice | null> = this.#notice
  /** The number as it stands; `null` of an empty field, and of text that is none. */
  readonly typed: ReadonlySignal<DecimalText | null>
  readonly qty = computed<Qty | null>(() => (this.#unit.value === 'base' ? (this.typed.value as Qty | null) : null))
  readonly amount = computed<Money | null>(() =>
    this.#unit.value === 'quote' ? (this.typed.value as Money | null) : null,
  )

  constructor(
    private readonly pair: ReadonlySignal<SpotPair | null>,
    private readonly type: ReadonlySignal<OrderType>,
    draft: Pick<SpotTicketDraft, 'unit' | 'sizeText'> | null,
  ) {
    this.unit = this.#unit = signal(draft?.unit ?? 'base')
    this.text = this.#text = signal(draft?.sizeText ?? '')
    this.typed = computed(() => {
      const typed = readText(this.#text.value)
      return typed === null || typed.startsWith('-') ? null : typed
    })
  }

  /** The coin that it counts; `null` while the pair is not known. */
  readonly coin = computed(() => {
    const pair = this.pair.value
    return pair === null ? null : this.#unit.value === 'base' ? pair.baseCoin : pair.quoteCoin
  })

  /** Another coin: what stood there counted the other one. */
  setUnit(unit: SizeUnit): void {
    if (unit === this.#unit.peek()) return
    this.#unit.value = unit
    this.#text.value = ''
    this.#isLeft.value = false
    this.#notice.value = null
  }

  setText(typed: string): void {
    this.#notice.value = null
    this.#text.value = acceptText(this.#text.peek(), typed)
  }

  /** Arrow keys: one lot, or one unit of the quote coin, away. */
  step(direction: 1 | -1): void {
    const pair = this.pair.peek()
    if (pair === null) return
    const typed = this.typed.peek()
    if (this.#unit.peek() === 'base') this.#set(stepQty(typed as Qty | null, direction, pair, this.type.peek()), pair)
    else {
      const range = { step: '1' as Money, min: pair.minNotional, max: pair.maxAmount }
      this.#set(moveBySteps((typed as Money | null) ?? zero<Money>(), direction, range), pair)
    }
  }

  /** The field is left: on its step, a quantity within its bounds. */
  settle(): void {
    const pair = this.pair.peek()
    if (pair === null || this.#text.peek() === '') return
    this.#isLeft.value = true
    const typed = this.typed.peek()
    if (typed === null) return
    if (this.#unit.peek() === 'quote') {
      this.#set(settleAmount(typed as Money, pair), pair)
      return
    }
    const options = { type: this.type.peek(), coin: pair.baseCoin, splits: false }
    const settled = settleQty(plainText(this.#text.peek()), pair, options)
    if (!settled.ok || settled.value.qty === null) return
    this.#notice.value = settled.value.notice
    this.#set(settled.value.qty, pair)
  }

  /** A share of the most, 0–100, down to the step. */
  take(percent: number, most: MostSize): void {
    const pair = this.pair.peek()
    if (pair === null) return
    this.#notice.value = null
    const share =
      this.#unit.peek() === 'base'
        ? qtyAtPercent(percent, most.qty, pair.lotSize)
        : roundToStep(toText<Money>(new Exact(most.amount).times(percent).div(100)), pair.quoteStep, 'down')
    if (share === '0') this.#text.value = ''
    else this.#set(share, pair)
  }

  #set(value: DecimalText, { lotSize }: SpotPair): void {
    // An amount is written with the decimals that it has: those of the quote coin's step are many.
    this.#text.value = fieldText(value, this.#unit.peek() === 'base' ? lotSize : value)
  }
}
