import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import type { InstrumentSymbol } from '../../domain/order/order'

/** A price the user pointed at in the book. `sequence` tells two presses on the same price apart. */
export interface PickedPrice {
  readonly symbol: InstrumentSymbol
  readonly price: Price
  readonly sequence: number
}

const picked = signal<PickedPrice | null>(null)

/** The latest pick; the order ticket of the same symbol takes it as its limit price. */
export const pickedPrice: ReadonlySignal<PickedPrice | null> = picked

export function pickPrice(symbol: InstrumentSymbol, price: Price): void {
  picked.value = { symbol, price, sequence: (picked.peek()?.sequence ?? 0) + 1 }
}
