import type { Price, Qty } from '../decimal'
import type { InstrumentSymbol } from '../order/order'

/** Products that are listed with their prices, and that no page of the app trades yet. */
export const QUOTED_PRODUCTS = ['options', 'spreads'] as const
export type QuotedProduct = (typeof QUOTED_PRODUCTS)[number]

/** A market in a list that is read now and then, not streamed. Spreads have no mark price. */
export interface QuotedMarket {
  readonly symbol: InstrumentSymbol
  readonly tickSize: Price
  /** When it is delivered; `null` for one that never is. */
  readonly deliveryMs: number | null
  readonly lastPrice: Price | null
  readonly markPrice: Price | null
  readonly bid1Price: Price | null
  readonly ask1Price: Price | null
  /** Of a day, in what its quantities are in. */
  readonly volume24h: Qty | null
}
