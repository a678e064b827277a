import { Exact, toText, type Price, type Rate } from '../../domain/decimal'
import type { Side } from '../../domain/order/order'
import type { OrderFormModel } from './order-form-model'

/** From this distance to the mark price on a limit price is likely a slip of the finger (reliability.md N8). */
export const FAR_PRICE_RATIO = '0.1' as Rate

/** A limit price far from the market: both numbers and the distance, a fraction of the mark price. */
export interface PriceWarning {
  readonly price: Price
  readonly markPrice: Price
  readonly distance: Rate
  readonly isAbove: boolean
}

/** Of a limit price that the trader left far from the market; it warns and does not stop a press. Reads signals. */
export function priceWarning(ticket: OrderFormModel): PriceWarning | null {
  if (ticket.tab.value !== 'limit' || !ticket.isPriceTouched.value || !ticket.shown.has('price')) return null
  return farPrice(ticket.price.value, ticket.market.markPrice.value)
}

/** Where the exchange would take a side's order, while that is not the price that stands in the ticket. Reads signals. */
export function takenPrice(ticket: OrderFormModel, side: Side): Price | null {
  const price = ticket.tab.value === 'limit' && ticket.isPriceTouched.value ? ticket.price.value : null
  if (price === null || ticket.sideNote(side) !== null) return null
  const taken = ticket.outlook.taken(side, price)
  return taken === price ? null : taken
}

/** @returns `null` where the price is near the mark, or one of them is not known */
export function farPrice(price: Price | null, markPrice: Price | null): PriceWarning | null {
  if (price === null || markPrice === null || !new Exact(markPrice).gt(0) || !new Exact(price).gt(0)) return null
  const distance = new Exact(price).div(markPrice).minus(1)
  if (distance.abs().lt(FAR_PRICE_RATIO)) return null
  return { price, markPrice, distance: toText<Rate>(distance.abs()), isAbove: distance.isPositive() }
}
