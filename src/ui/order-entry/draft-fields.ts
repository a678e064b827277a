import { valueText } from '../kit/number-text'
import type { DraftField, DraftFields } from '../trading-kit/draft-move'
import type { PriceText } from '../trading-kit/price-text'
import type { OrderFormModel } from './order-form-model'

/** The prices of a contract's ticket, to be moved on its chart. */
export function draftFields(ticket: OrderFormModel): DraftFields {
  return {
    market: ticket.market,
    brings: () => ticket.switches.usesTpSl.peek(),
    field(kind) {
      if (kind === 'limit')
        return { price: () => ticket.price.peek(), write: (price) => ticket.setPriceText(valueText(price)) }
      const extras = ticket.extras.peek()
      if (extras === null) return null
      return textField(kind === 'trigger' ? extras.trigger.price : extras.tpSl[kind].price)
    },
  }
}

function textField(text: PriceText): DraftField {
  return { price: () => text.price.peek(), write: (price) => text.set(price) }
}
