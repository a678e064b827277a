import { compare, Exact, type Money, type Price, type Qty } from '../../domain/decimal'
import type { CoinBalance } from '../../domain/account/wallet'
import type { Instrument } from '../../domain/instrument/instrument'
import type { OrderType, Side } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import { isMultiple } from './number-text'

export type Field = 'price' | 'quantity' | 'order'

/** What stands in the way: the field, a key of `trade:problem`, and the bound that was passed. */
export interface Problem {
  readonly field: Field
  readonly key: string
  readonly values: Readonly<Record<string, string>>
}

export interface OrderDraft {
  readonly side: Side
  readonly type: OrderType
  readonly price: Price | null
  readonly qty: Qty | null
  readonly reduceOnly: boolean
  readonly instrument: Instrument
  /** Where the order would fill; `null` while the market is unknown. */
  readonly expectedPrice: Price | null
  readonly position: Position | null
  readonly cost: Money | null
  readonly balance: CoinBalance | null
}

/** Every problem of a draft, fields first in the order of the form. The exchange repeats each check (I14). */
export function orderProblems(draft: OrderDraft): readonly Problem[] {
  const found = [draft.type === 'limit' ? priceProblem(draft) : null, qtyProblem(draft), orderProblem(draft)]
  return found.filter((problem) => problem !== null)
}

function priceProblem({ price, instrument }: OrderDraft): Problem | null {
  const { minPrice, maxPrice, tickSize } = instrument
  if (price === null) return { field: 'price', key: 'priceMissing', values: {} }
  if (compare(price, minPrice) < 0) return { field: 'price', key: 'priceBelowMin', values: { min: minPrice } }
  if (compare(price, maxPrice) > 0) return { field: 'price', key: 'priceAboveMax', values: { max: maxPrice } }
  if (!isMultiple(price, tickSize)) return { field: 'price', key: 'tickSizeFixNumTips', values: { tick: tickSize } }
  return null
}

function qtyProblem({ type, qty, instrument, expectedPrice, reduceOnly }: OrderDraft): Problem | null {
  const { minQty, lotSize, minNotional, baseCoin: coin, quoteCoin } = instrument
  const max = type === 'market' ? instrument.maxMarketQty : instrument.maxLimitQty
  if (qty === null || qty === '0') return { field: 'quantity', key: 'qtyMissing', values: {} }
  if (compare(qty, minQty) < 0) return { field: 'quantity', key: 'qtyBelowMin', values: { min: minQty, coin } }
  if (compare(qty, max) > 0) return { field: 'quantity', key: 'qtyAboveMax', values: { max, coin } }
  if (!isMultiple(qty, lotSize)) return { field: 'quantity', key: 'qtyStep', values: { step: lotSize, coin } }
  const isSmall = expectedPrice !== null && new Exact(qty).times(expectedPrice).lt(minNotional)
  // Closing what is held is never too small (semantics.md §1.9).
  if (isSmall && !reduceOnly)
    return { field: 'quantity', key: 'belowMinNotional', values: { min: minNotional, coin: quoteCoin } }
  return null
}

function orderProblem({ side, type, reduceOnly, position, expectedPrice, cost, balance }: OrderDraft): Problem | null {
  if (type === 'market' && expectedPrice === null) return { field: 'order', key: 'noMarketPrice', values: {} }
  if (reduceOnly && (position === null || position.side === null || position.side === side))
    return { field: 'order', key: side === 'buy' ? 'nothingToReduceShort' : 'nothingToReduceLong', values: {} }
  if (!reduceOnly && cost !== null && balance !== null && compare(cost, balance.available) > 0)
    return {
      field: 'order',
      key: 'insufficientBalance',
      values: { cost, available: balance.available, coin: balance.coin },
    }
  return null
}
