import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import {
  compare,
  decimalsOf,
  Exact,
  toText,
  type DecimalText,
  type Money,
  type Price,
  type Qty,
} from '../../domain/decimal'
import type { HeldMarket } from '../../domain/instrument/market-type'
import { qtyAtPercent } from '../../domain/order/sizing'
import { clamp, isMultipleOf, moveBySteps, parseTyped } from '../../domain/order/typed-number'
import type { Position } from '../../domain/position/position'
import { payoffOf } from '../../domain/instrument/payoff'
import { exactValue, roundToCoin } from '../../domain/risk/payoff'
import { pricePnl } from '../../domain/risk/pnl'
import { acceptText, fieldText, plainText, readText } from '../kit/number-text'
import { entryOf } from '../trading-kit/position-figures'

/** Parts of a position that one press chooses. Per cent. */
export const CLOSE_PARTS = ['25', '50', '75', '100'] as const
export type ClosePart = (typeof CLOSE_PARTS)[number]

export interface CloseQtyProblem {
  readonly key: 'qtyMissing' | 'qtyBelowMin' | 'qtyAboveMax' | 'qtyStep'
  readonly bound: DecimalText | null
}

/** How much of a position is closed: a part of it, or a quantity that is typed; down to the lot. */
export class CloseForm {
  readonly #part = signal<ClosePart | null>('100')
  readonly #typed = signal('')
  /** What stands in the field for as long as it has the caret; `null` without. */
  readonly #entered = signal<string | null>(null)
  /** The part that the quantity is; `null` while it is a number of its own. */
  readonly part: ReadonlySignal<ClosePart | null> = this.#part
  /**
   * A part follows the position, whatever becomes of its size, but not under the caret: what is typed next would stand
   * behind another number. A number that was typed stays.
   */
  readonly text = computed(() => {
    const part = this.#part.value
    if (part === null) return this.#typed.value
    if (this.#entered.value !== null) return this.#entered.value
    const qty = qtyAtPercent(Number(part), this.size.value, this.instrument.lotSize)
    return qty === '0' ? '' : fieldText(qty, this.instrument.lotSize)
  })
  readonly problem = computed<CloseQtyProblem | null>(() => {
    const { lotSize, minQty } = this.instrument
    const qty = readText<Qty>(this.text.value)
    if (qty === null && this.#part.value !== null) return { key: 'qtyBelowMin', bound: minQty }
    if (qty === null) return { key: 'qtyMissing', bound: null }
    if (!new Exact(qty).gt(0)) return { key: 'qtyBelowMin', bound: minQty }
    if (compare(qty, this.size.value) > 0) return { key: 'qtyAboveMax', bound: this.size.value }
    if (compare(qty, minQty) < 0 && qty !== this.size.value) return { key: 'qtyBelowMin', bound: minQty }
    return isMultipleOf(qty, lotSize) ? null : { key: 'qtyStep', bound: lotSize }
  })
  /** `null` while something is wrong. */
  readonly qty = computed(() => (this.problem.value === null ? readText<Qty>(this.text.value) : null))

  /** @param size of the position as it is now */
  constructor(
    private readonly size: ReadonlySignal<Qty>,
    private readonly instrument: HeldMarket,
  ) {}

  choose(part: ClosePart): void {
    this.#entered.value = null
    this.#part.value = part
  }

  focus(): void {
    this.#entered.value = this.text.peek()
  }

  setText(typed: string): void {
    const before = this.text.peek()
    this.#part.value = null
    this.#typed.value = acceptText(before, typed)
  }

  step(direction: 1 | -1): void {
    const { lotSize: step, minQty: min } = this.instrument
    const qty = readText<Qty>(this.text.peek()) ?? ('0' as Qty)
    this.setText(fieldText(moveBySteps(qty, direction, { step, min, max: this.size.peek() }), step))
  }

  /** The field is left: no more than the position, down to the lot. */
  settle(): void {
    this.#entered.value = null
    if (this.#part.peek() !== null) return
    const { lotSize } = this.instrument
    const typed = parseTyped<Qty>(plainText(this.#typed.peek()), decimalsOf(lotSize))
    if (!typed.ok || typed.value === null || !new Exact(typed.value).gt(0)) return
    const size = this.size.peek()
    this.#typed.value = fieldText(qtyAtPercent(100, clamp(typed.value, { min: lotSize, max: size }), lotSize), lotSize)
  }
}

/** What closing a quantity at a price comes to, in the settle coin, before fees; `null` where something is not known. */
export interface CloseOutcome {
  readonly value: Money | null
  readonly pnl: Money | null
}

export function closeOutcome(
  position: Position,
  instrument: HeldMarket,
  { qty, price }: { readonly qty: Qty | null; readonly price: Price | null },
): CloseOutcome {
  const entryPrice = entryOf(position, instrument)
  const { side } = position
  if (qty === null || price === null || !new Exact(price).gt(0)) return { value: null, pnl: null }
  const payoff = payoffOf(instrument.kind)
  return {
    value: toText<Money>(exactValue(payoff, qty, price)),
    pnl: entryPrice === null || side === null ? null : roundToCoin(pricePnl({ payoff, side, qty, entryPrice, price })),
  }
}
