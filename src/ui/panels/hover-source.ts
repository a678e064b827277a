import type { InstrumentSymbol } from '../../domain/order/order'
import { formatPrice } from '../format'
import type { LinkGroup } from '../state/link-group'
import { pointedPrice } from '../state/pointed-price'
import type { LineSource } from '../trading-kit/chart-line'

/** The line of the price that is pointed at in the book beside the chart. */
export function hoverSource(symbol: InstrumentSymbol, link: LinkGroup): LineSource {
  const at = pointedPrice(link)
  return ({ tickSize }) => {
    const pointed = at.value
    if (pointed === null || pointed.symbol !== symbol) return []
    const { price } = pointed
    const priceText = formatPrice(price, tickSize)
    return [{ id: 'hover', kind: 'hover', tone: 'muted', text: '', dash: 'dashed', price: Number(price), priceText }]
  }
}
