import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { LinkGroup } from './link-group'

/** A price the user pointed at in a book. `sequence` tells two presses on the same price apart. */
export interface PickedPrice {
  readonly symbol: InstrumentSymbol
  readonly price: Price
  readonly sequence: number
}

/** For so long a pick is what the user wants of a ticket that is on its way, or that he opens behind it. */
const WAITS_MS = 10_000
const waitingSince = new WeakMap<PickedPrice, number>()

/** The latest pick of each group of linked panels. */
const picked = new Map<LinkGroup, Signal<PickedPrice | null>>()

function pickedOf(link: LinkGroup): Signal<PickedPrice | null> {
  let price = picked.get(link)
  if (price === undefined) picked.set(link, (price = signal<PickedPrice | null>(null)))
  return price
}

/** The latest pick of a group; the order ticket of the same group and symbol takes it as its limit price. */
export function pickedPrice(link: LinkGroup): ReadonlySignal<PickedPrice | null> {
  return pickedOf(link)
}

export function pickPrice(link: LinkGroup, symbol: InstrumentSymbol, price: Price): void {
  const latest = pickedOf(link)
  const pick: PickedPrice = { symbol, price, sequence: (latest.peek()?.sequence ?? 0) + 1 }
  waitingSince.set(pick, performance.now())
  latest.value = pick
}

/** Whether no ticket has taken it yet, of those that were there. */
export function isWaiting(pick: PickedPrice): boolean {
  const sinceMs = waitingSince.get(pick)
  return sinceMs !== undefined && performance.now() - sinceMs <= WAITS_MS
}

export function notePickTaken(pick: PickedPrice): void {
  waitingSince.delete(pick)
}
