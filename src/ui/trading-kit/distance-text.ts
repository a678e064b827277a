import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import type { PriceLimits } from '../../domain/order/price-rules'
import { PriceText } from './price-text'

/** A distance between prices: one tick at least. Less is a mistake and not a wish, and is never made the tick (ADR-1088). */
export class DistanceText extends PriceText {
  constructor(limits: ReadonlySignal<PriceLimits | null>, initial: Price | null = null) {
    super(
      computed(() => (limits.value === null ? null : { ...limits.value, minPrice: limits.value.tickSize })),
      initial,
    )
  }

  override settle(): void {
    if (this.problem.peek()?.kind !== 'belowMin') super.settle()
    else this.leave()
  }
}
