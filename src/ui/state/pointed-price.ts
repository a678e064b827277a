import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { LinkGroup } from './link-group'

/** The price under the pointer in a book; the chart of the same group and symbol has a line there. */
export interface PointedPrice {
  readonly symbol: InstrumentSymbol
  readonly price: Price
}

const pointed = new Map<LinkGroup, Signal<PointedPrice | null>>()

function pointedOf(link: LinkGroup): Signal<PointedPrice | null> {
  const known = pointed.get(link) ?? signal<PointedPrice | null>(null)
  pointed.set(link, known)
  return known
}

export function pointedPrice(link: LinkGroup): ReadonlySignal<PointedPrice | null> {
  return pointedOf(link)
}

/** @param price `null` once the pointer has left */
export function pointAtPrice(link: LinkGroup, symbol: InstrumentSymbol, price: Price | null): void {
  const at = pointedOf(link)
  const before = at.peek()
  if (price === null ? before === null : before?.symbol === symbol && before.price === price) return
  at.value = price === null ? null : { symbol, price }
}
