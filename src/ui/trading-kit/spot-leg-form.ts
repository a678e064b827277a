import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { SpotPair } from '../../domain/instrument/spot-pair'
import type { OrderType } from '../../domain/order/order'
import type { SpotLeg } from '../../domain/order/spot-plan'
import { PriceText } from './price-text'

/** A leg as it is typed. */
export interface LegDraft {
  readonly trigger: string
  readonly limit: string
  readonly type: OrderType
}

/** One price to wait for, and what goes to the book there. */
export class SpotLegForm {
  readonly trigger: PriceText
  readonly limit: PriceText
  readonly #type: Signal<OrderType>
  readonly type: ReadonlySignal<OrderType>

  constructor(pair: ReadonlySignal<SpotPair | null>, draft: LegDraft | null, type: OrderType = 'market') {
    this.trigger = new PriceText(pair)
    this.limit = new PriceText(pair)
    this.type = this.#type = signal(draft?.type ?? type)
    if (draft === null) return
    this.trigger.setText(draft.trigger)
    this.limit.setText(draft.limit)
  }

  setType(type: OrderType): void {
    batch(() => {
      this.#type.value = type
      if (type === 'limit' && this.limit.isEmpty) this.limit.set(this.trigger.price.peek())
    })
  }

  /** As it stands; `null` while no price is typed to wait for. */
  readonly leg = computed<SpotLeg | null>(() =>
    this.trigger.text.value === ''
      ? null
      : { trigger: this.trigger.typed.value, type: this.#type.value, limit: this.limit.typed.value },
  )

  settle(): void {
    this.trigger.settle()
    if (this.#type.peek() === 'limit') this.limit.settle()
  }

  draft(): LegDraft {
    return { trigger: this.trigger.text.value, limit: this.limit.text.value, type: this.#type.value }
  }
}
