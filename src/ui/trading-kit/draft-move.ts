import { batch } from '@preact/signals-react'
import { Exact, toText, type Price } from '../../domain/decimal'
import { snapPrice } from '../../domain/order/price-rules'
import { formatPrice } from '../format'
import type { MarketModel } from '../state/market-model'
import type { LineMoving } from './chart-line'
import { distanceText } from './moved-detail'

/** A price of an order that stands in a ticket. */
export type DraftKind = 'limit' | 'trigger' | 'takeProfit' | 'stopLoss'

/** One price of a ticket, as a place to write it. */
export interface DraftField {
  readonly price: () => Price | null
  write(price: Price): void
}

/** The prices of a ticket that a chart moves. */
export interface DraftFields {
  readonly market: MarketModel
  /** `null` where the ticket has no such price. */
  field(kind: DraftKind): DraftField | null
  /** Whether the entry brings target and stop, which then go with it. */
  brings(): boolean
}

/**
 * Begins to move a price that stands in a ticket. The ticket follows at once, and so does the line that shows it; the
 * entry takes take-profit and stop-loss along. What is taken back is what stood there when it began.
 *
 * @returns `null` where the ticket has no such price
 */
export function beginDraftMove(fields: DraftFields, kind: DraftKind): LineMoving | null {
  const field = fields.field(kind)
  const from = field?.price() ?? null
  if (field === null || from === null) return null
  const isEntry = kind === 'limit' || kind === 'trigger'
  const legs = isEntry && fields.brings() ? (['takeProfit', 'stopLoss'] as const) : []
  const brought = legs.flatMap((leg) => {
    const own = fields.field(leg)
    const price = own?.price() ?? null
    return own === null || price === null ? [] : [{ field: own, price }]
  })
  const moveTo = (price: Price): void =>
    batch(() => {
      field.write(price)
      const far = new Exact(price).minus(from)
      for (const one of brought) one.field.write(toText<Price>(far.plus(one.price)))
    })
  return {
    at(value) {
      const listed = fields.market.listed.peek()
      const price = listed === null ? from : snapPrice(value, listed)
      moveTo(price)
      const last = fields.market.lastPrice.peek()
      const tickSize = listed?.tickSize ?? price
      return {
        price,
        priceText: formatPrice(price, tickSize),
        text: '',
        tone: 'muted',
        detail: last === null ? null : { text: distanceText(price, last, tickSize), tone: 'muted' },
        problem: null,
      }
    },
    drop: () => Promise.resolve(),
    cancel: () => moveTo(from),
  }
}
