import { batch } from '@preact/signals-react'
import { Exact, toText, type Price } from '../../domain/decimal'
import { snapPrice } from '../../domain/order/price-rules'
import { formatPrice } from '../format'
import { valueText } from '../kit/number-text'
import type { LineMoving } from '../trading-kit/chart-line'
import type { PriceText } from '../trading-kit/price-text'
import { distanceText } from '../trading-kit/moved-detail'
import type { DraftPrice } from './draft-prices'
import type { OrderFormModel } from './order-form-model'

/** One price of a ticket, as a place to write it. */
interface Field {
  readonly price: () => Price | null
  write(price: Price): void
}

/**
 * Begins to move a price that stands in a ticket. The ticket follows at once, and so does the line that shows it; the
 * entry takes take-profit and stop-loss along. What is taken back is what stood there when it began.
 *
 * @returns `null` where the ticket has no such price
 */
export function beginDraftMove(ticket: OrderFormModel, kind: DraftPrice['kind']): LineMoving | null {
  const field = fieldOf(ticket, kind)
  const from = field?.price() ?? null
  if (field === null || from === null) return null
  const isEntry = kind === 'limit' || kind === 'trigger'
  const legs = isEntry && ticket.switches.usesTpSl.peek() ? (['takeProfit', 'stopLoss'] as const) : []
  const brought = legs.flatMap((leg) => {
    const own = fieldOf(ticket, leg)
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
      const instrument = ticket.market.instrument.peek()
      const price = instrument === null ? from : snapPrice(value, instrument)
      moveTo(price)
      const last = ticket.market.lastPrice.peek()
      const tickSize = instrument?.tickSize ?? price
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

function fieldOf(ticket: OrderFormModel, kind: DraftPrice['kind']): Field | null {
  if (kind === 'limit')
    return { price: () => ticket.price.peek(), write: (price) => ticket.setPriceText(valueText(price)) }
  const extras = ticket.extras.peek()
  if (extras === null) return null
  return textField(kind === 'trigger' ? extras.trigger.price : extras.tpSl[kind].price)
}

function textField(text: PriceText): Field {
  return { price: () => text.price.peek(), write: (price) => text.set(price) }
}
