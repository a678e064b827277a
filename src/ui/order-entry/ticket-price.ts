import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import { stepPrice } from '../../domain/order/price-rules'
import type { MarketModel } from '../state/market-model'
import { PriceEntry, type PriceDraft } from './price-entry'
import { PriceSource, type PriceSourceId } from '../trading-kit/ticket/price-source'
import type { TicketDraft, TicketTab } from './ticket-drafts'

/** The price of a ticket: as typed, as picked, or by a place in the book that it follows. */
export class TicketPrice {
  /** A conditional order has a price of its own: what was typed for the one is not sent by the other. */
  readonly #entries: Readonly<Record<'limit' | 'conditional', PriceEntry>>
  readonly #entry: ReadonlySignal<PriceEntry>
  readonly #isHeld = signal(false)
  /** What the limit order's price follows. */
  readonly source: PriceSource
  readonly text: ReadonlySignal<string>
  readonly price: ReadonlySignal<Price | null>
  readonly touched: ReadonlySignal<boolean>

  constructor(
    private readonly market: MarketModel,
    private readonly tab: ReadonlySignal<TicketTab>,
    draft: TicketDraft | null,
  ) {
    this.#entries = {
      limit: new PriceEntry({ text: draft?.priceText ?? '', touched: draft?.priceTouched ?? false }),
      conditional: new PriceEntry({
        text: draft?.conditionalPriceText ?? '',
        touched: draft?.conditionalPriceTouched ?? false,
      }),
    }
    this.source = new PriceSource(market)
    this.#entry = computed(() => this.#entries[tab.value === 'conditional' ? 'conditional' : 'limit'])
    this.text = computed(() => this.#entry.value.text.value)
    this.price = computed(() => this.#entry.value.price.value)
    this.touched = computed(() => this.#entry.value.touched.value)
  }

  /** Follows the market. @returns a function that stops it */
  start(): () => void {
    const stops = [
      effect(() => {
        const tick = this.market.instrument.value?.tickSize
        const last = this.market.lastPrice.value
        // An old price may be of any age: what an order begins with is the first live one.
        if (last !== null && tick !== undefined && !this.market.tickerStale.value) this.#entry.value.follow(last, tick)
      }),
      effect(() => {
        const price = this.source.price.value
        const tick = this.market.instrument.value?.tickSize
        if (price === null || tick === undefined || this.#isHeld.value || this.tab.value !== 'limit') return
        this.#entries.limit.set(price, tick)
      }),
    ]
    return () => {
      this.leave()
      stops.forEach((stop) => stop())
    }
  }

  /** Typed in since the field was last left. */
  get isTyped(): boolean {
    return this.#entry.peek().isTyped
  }

  setText(typed: string): void {
    this.source.release()
    this.#entry.peek().setText(typed)
  }

  set(price: Price): void {
    this.source.release()
    this.#entry.peek().set(price, this.market.instrument.peek()?.tickSize ?? price)
  }

  step(ticks: number): void {
    const instrument = this.market.instrument.peek()
    if (instrument !== null) this.set(stepPrice(this.price.peek() ?? this.market.lastPrice.peek(), ticks, instrument))
  }

  follow(source: PriceSourceId): void {
    this.source.follow(source)
  }

  /** While a press is on its way to its click the price stays the one that was pressed (I11). */
  hold(isHeld: boolean): void {
    this.#isHeld.value = isHeld
  }

  focus(): void {
    this.#entry.peek().focus()
  }

  /** The field lost the caret, or is not on the screen any more. */
  leave(): void {
    this.#entry.peek().leave()
  }

  /** The field is left: a price that was touched comes onto its tick. @returns whether it was touched */
  settle(): boolean {
    const instrument = this.market.instrument.peek()
    const entry = this.#entry.peek()
    entry.leave()
    if (instrument === null || !entry.touched.peek()) return false
    batch(() => entry.settle(instrument))
    return true
  }

  draft(): Readonly<Record<'limit' | 'conditional', PriceDraft>> {
    const { limit, conditional } = this.#entries
    // A place in the book is not a price of the trader's: whoever comes back finds the market's.
    const isFollowing = this.source.source.value !== null
    return { limit: isFollowing ? { text: '', touched: false } : limit.draft(), conditional: conditional.draft() }
  }
}
