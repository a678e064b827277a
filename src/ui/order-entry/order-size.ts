import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import { compare, type Price, type Qty } from '../../domain/decimal'
import type { OrderType } from '../../domain/order/order'
import { maxOrderQty, settleQty, stepQty, type QtyNotice } from '../../domain/order/quantity-rules'
import { percentOfQty, qtyAtPercent } from '../../domain/order/sizing'
import { qtyCoin } from '../contract-units'
import { keyFrame } from '../kit/key-frame'
import { acceptText, fieldText, plainText, readText } from '../kit/number-text'
import type { MarketModel } from '../state/market-model'
import type { OrderOutlook } from '../trading-kit/ticket/order-outlook'
import type { ShownProblems } from './shown-problems'
import type { SizeMethod, TicketDraft } from './ticket-drafts'
import type { TicketSwitches } from './ticket-switches'

interface Ports {
  readonly market: MarketModel
  readonly switches: TicketSwitches
  readonly type: ReadonlySignal<OrderType>
  /** What the order is priced at; `null` at market. */
  readonly orderPrice: ReadonlySignal<Price | null>
  readonly outlook: () => Pick<OrderOutlook, 'sizeAt100'>
  readonly shown: () => Pick<ShownProblems, 'show'>
  /** What became of the last press is no news any more. */
  readonly changed: () => void
}

/** How much of a contract the ticket is about: its text, the slider beside it, and what its bounds made of it. */
export class OrderSize {
  readonly #text: Signal<string>
  readonly #percent: Signal<number>
  readonly #method: Signal<SizeMethod>
  readonly #notice = signal<QtyNotice | null>(null)
  /** What stood in the field before the maximum replaced it. */
  #typed = ''
  #toldMost: Qty | null = null
  readonly text: ReadonlySignal<string>
  /** Where it is not the quantity, the quantity follows from the amount (`SizeBy`). */
  readonly method: ReadonlySignal<SizeMethod>
  /** 0–100: where the slider stands. */
  readonly percent: ReadonlySignal<number>
  /** That the maximum replaced a larger quantity, or that it goes as several orders; hidden by focus or change. */
  readonly notice: ReadonlySignal<QtyNotice | null> = this.#notice

  constructor(
    private readonly ports: Ports,
    draft: Pick<TicketDraft, 'qtyText' | 'percent' | 'sizeMethod'> | null,
  ) {
    this.text = this.#text = signal(draft?.qtyText ?? '')
    this.percent = this.#percent = signal(draft?.percent ?? 0)
    this.method = this.#method = signal(draft?.sizeMethod ?? 'qty')
  }

  readonly qty = computed<Qty | null>(() => readText<Qty>(this.#text.value))

  setText(typed: string): void {
    batch(() => {
      this.ports.changed()
      this.#notice.value = null
      this.#text.value = acceptText(this.#text.peek(), typed)
    })
    keyFrame.behind(this.#followText)
  }

  /** Another way to give the size; the quantity stays until an amount gives another one. */
  setMethod(method: SizeMethod): void {
    this.ports.changed()
    this.#method.value = method
  }

  /** What the amount comes to; nothing the trader typed here. */
  setSized(qty: Qty | null): void {
    const lot = this.ports.market.instrument.peek()?.lotSize
    const text = qty === null || lot === undefined ? '' : fieldText(qty, lot)
    if (text === this.#text.peek()) return
    batch(() => {
      this.#text.value = text
      this.#percent.value = this.#percentOf(qty)
    })
  }

  /** A quantity that stands on the screen, of a preset. */
  take(qty: Qty): void {
    const lot = this.ports.market.instrument.peek()?.lotSize
    if (lot === undefined) return
    batch(() => {
      this.setText(fieldText(qty, lot))
      this.blur()
    })
  }

  step(direction: 1 | -1): void {
    const { market, type, switches } = this.ports
    const instrument = market.instrument.peek()
    if (instrument === null) return
    const qty = stepQty(this.qty.peek(), direction, instrument, type.peek(), switches.splits.peek())
    this.setText(fieldText(qty, instrument.lotSize))
  }

  focus(): void {
    this.#notice.value = null
  }

  blur(): void {
    const { market, type, switches, shown } = this.ports
    const instrument = market.instrument.peek()
    if (instrument === null || this.#text.peek() === '') return
    const options = { type: type.peek(), coin: qtyCoin(instrument), splits: switches.splits.peek() }
    const settled = settleQty(plainText(this.#text.peek()), instrument, options)
    batch(() => {
      if (settled.ok && settled.value.qty !== null) {
        this.#typed = this.#text.peek()
        this.#text.value = fieldText(settled.value.qty, instrument.lotSize)
        if (settled.value.notice !== null) this.#notice.value = settled.value.notice
      }
      shown().show('quantity')
    })
  }

  /** With the split option a quantity above the largest order stays; one that was cut comes back. */
  setSplits(isOn: boolean): void {
    this.ports.switches.setSplits(isOn)
    if (isOn && this.#notice.peek()?.messageKey === 'orderMaxQtyReplace') this.#text.value = this.#typed
    this.#notice.value = null
    this.blur()
    this.followMost()
  }

  /** Only a quantity that is too large for one order needs the choice. */
  readonly offersSplit = computed(() => {
    const { market, switches, type } = this.ports
    const instrument = market.instrument.value
    if (instrument === null || !switches.maySplit.value) return false
    const qty = this.qty.value
    const isLarge = qty !== null && compare(qty, maxOrderQty(type.value, instrument)) >= 0
    return isLarge || switches.splits.value
  })

  /** The slider: a share of what can be paid for, or of the position while reducing. */
  setPercent(percent: number): void {
    const max = this.#at100()
    const lot = this.ports.market.instrument.peek()?.lotSize
    // A share of what is not known yet: the thumb stays with the quantity.
    if (max === null || lot === undefined) return
    this.ports.changed()
    batch(() => {
      this.#percent.value = percent
      this.#notice.value = null
      const qty = qtyAtPercent(percent, max, lot)
      this.#text.value = qty === '0' ? '' : fieldText(qty, lot)
    })
  }

  /** A key need not look for the largest order where it is said beside the field. */
  readonly #followText = (): void => this.followMost(this.#toldMost ?? this.#at100())

  /** What is said to be the largest order; `null` where nothing is. */
  tellMost(most: Qty | null): void {
    this.#toldMost = most
    if (most !== null) this.followMost(most)
  }

  /** The largest order has come, or is another one: the slider stands where the quantity is. */
  followMost(max = this.#at100()): void {
    const lot = this.ports.market.instrument.peek()?.lotSize
    const qty = this.qty.peek()
    // A share that the slider was drawn to stays what it says, for as long as it comes to the same quantity.
    const isThere = max !== null && lot !== undefined && qtyAtPercent(this.#percent.peek(), max, lot) === (qty ?? '0')
    if (!isThere) this.#percent.value = max === null ? 0 : percentOfQty(qty, max)
  }

  /** The quantity at the end of the slider; `null` while it cannot be known. */
  #at100(): Qty | null {
    const { market, orderPrice, outlook, type } = this.ports
    const instrument = market.instrument.peek()
    const price = orderPrice.peek() ?? market.lastPrice.peek()
    return instrument === null || price === null ? null : outlook().sizeAt100({ instrument, price, type: type.peek() })
  }

  #percentOf(qty: Qty | null): number {
    const max = this.#at100()
    return max === null ? 0 : percentOfQty(qty, max)
  }
}
