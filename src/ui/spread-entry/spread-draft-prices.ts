import type { Price, Qty } from '../../domain/decimal'
import type { SpreadFormModel } from './spread-form-model'

/** The price of a spread's order that stands in its ticket and was not sent. */
export interface SpreadDraftPrice {
  readonly kind: 'limit'
  readonly price: Price
  readonly qty: Qty
  /** No position is held of a spread. */
  readonly pnl: null
}

/** Nothing without a quantity, while no ticket is on the screen, and from the press on. Reads signals. */
export function spreadDraftPrices(ticket: SpreadFormModel): readonly SpreadDraftPrice[] {
  const qty = ticket.size.qty.value
  const price = ticket.type.value === 'limit' ? ticket.price.price.value : null
  const result = ticket.result.value
  const isRefused = result?.kind === 'done' && result.outcome.kind === 'refused'
  if (!ticket.isOpen.value || qty === null || qty === '0' || (result !== null && !isRefused)) return []
  return price === null ? [] : [{ kind: 'limit', price, qty, pnl: null }]
}
