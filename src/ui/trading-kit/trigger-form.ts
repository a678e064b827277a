import type { OrderTrigger } from '../../domain/order/tp-sl'
import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import { compare, type Price } from '../../domain/decimal'
import type { TriggerBy } from '../../domain/order/order'
import type { MarketModel } from '../state/market-model'
import type { Problem } from './order-problems'
import { PriceText } from './price-text'

/** The price of a market by its basis; `null` while unknown. Read inside a component or `computed`. */
export function priceBy(market: MarketModel, by: TriggerBy): Price | null {
  if (by === 'index') return market.ticker.value?.indexPrice ?? null
  return by === 'mark' ? market.markPrice.value : market.lastPrice.value
}

/** The trigger of a conditional order: which price, and where it fires. The direction follows from where the price is. */
export class TriggerForm {
  readonly price: PriceText
  readonly #by = signal<TriggerBy>('last')
  readonly by: ReadonlySignal<TriggerBy> = this.#by

  /** 1 waits for a rise, 2 for a fall; `null` while trigger or market price is missing, or they are equal. */
  readonly direction = computed<1 | 2 | null>(() => {
    const trigger = this.price.price.value
    const now = priceBy(this.market, this.#by.value)
    if (trigger === null || now === null) return null
    const distance = compare(trigger, now)
    return distance === 0 ? null : distance > 0 ? 1 : 2
  })

  readonly trigger = computed<OrderTrigger | null>(() => {
    const price = this.price.price.value
    const direction = this.direction.value
    return price === null || direction === null ? null : { price, by: this.#by.value, direction }
  })

  readonly problem = computed<Problem | null>(() => {
    const own = this.price.problem.value
    if (own?.kind === 'notMultiple')
      return { field: 'trigger', key: 'tickSizeFixNumTips', values: { tick: own.bound ?? '' } }
    if (own !== null) return { field: 'trigger', key: `trigger.${own.kind}`, values: { bound: own.bound ?? '' } }
    return this.direction.value === null ? { field: 'trigger', key: 'trigger.atPrice', values: {} } : null
  })

  constructor(private readonly market: MarketModel) {
    this.price = new PriceText(market.instrument)
  }

  setBy(by: TriggerBy): void {
    this.#by.value = by
  }

  fillLast(): void {
    const now = priceBy(this.market, this.#by.peek())
    if (now !== null) this.price.set(now)
  }
}
