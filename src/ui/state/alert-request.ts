import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Price } from '../../domain/decimal'
import type { CandleInterval } from '../../domain/market/market'
import type { InstrumentSymbol } from '../../domain/order/order'

/** Whose alerts are asked for, and what a new one begins with. */
export interface AlertRequest {
  readonly symbol: InstrumentSymbol
  /** Where it would wait; `null` where nobody pointed at a price. */
  readonly price: Price | null
  /** Of the chart that it was asked for on. */
  readonly interval?: CandleInterval
}

const ofPages = new WeakMap<object, Signal<AlertRequest | null>>()

/** The list of alerts that is open on a page, `null` while none is. */
export function alertRequest(app: { readonly account: object }): ReadonlySignal<AlertRequest | null> {
  return requestOf(app)
}

/** Opens a list; the page shows it (`AlertCenter`). `null` closes it. */
export function askAlerts(app: { readonly account: object }, request: AlertRequest | null): void {
  requestOf(app).value = request
}

function requestOf(app: { readonly account: object }): Signal<AlertRequest | null> {
  const known = ofPages.get(app.account) ?? signal<AlertRequest | null>(null)
  ofPages.set(app.account, known)
  return known
}
