import { batch } from '@preact/signals-react'
import { valueText } from '../kit/number-text'
import type { TradePlan } from '../trading-kit/chart-line'
import { onceThere } from './once-there'
import type { OrderFormModel } from './order-form-model'

/** What a plan risks until something else is said, per cent of the equity. */
const RISK_PERCENT = '1'

/** What the last plan of a ticket still waits for. */
const waiting = new WeakMap<OrderFormModel, () => void>()

/**
 * Puts a plan into the ticket: a limit order at its entry with target and stop, sized by what it risks. Nothing is sent.
 * Parts of the ticket that are not there yet take theirs once they come.
 *
 * @param keepsSize a size that stands in the ticket stays: of a plan that says no more than prices
 */
export function takePlan(ticket: OrderFormModel, plan: TradePlan, { keepsSize = false } = {}): void {
  const { side, entry, target, stop } = plan
  const isSized = keepsSize && ticket.size.text.peek() !== ''
  const isByRisk = ticket.size.method.peek() === 'risk'
  waiting.get(ticket)?.()
  batch(() => {
    ticket.setTab('limit')
    ticket.setPriceText(valueText(entry))
    if (!isSized) ticket.setSizeMethod('risk')
  })
  const stops = [
    onceThere(ticket.extras, (extras) => {
      extras.setTpSlSide(side)
      extras.tpSl.takeProfit.price.set(target)
      extras.tpSl.stopLoss.price.set(stop)
    }),
    onceThere(ticket.sizeBy, (sizeBy) => {
      // A risk that only says how large another size was is none that was asked for.
      if (isSized || (isByRisk && sizeBy.text('risk').peek() !== '')) return
      sizeBy.setRiskUnit('percent')
      sizeBy.setText('risk', RISK_PERCENT)
    }),
  ]
  waiting.set(ticket, () => stops.forEach((one) => one()))
}

/**
 * Puts a price of the chart into the ticket: as the limit price, or as the trigger of a conditional order, in place of a
 * plan that still waits for a part. Nothing is sent.
 */
export function takePrice(ticket: OrderFormModel, kind: 'limit' | 'conditional', price: TradePlan['entry']): void {
  waiting.get(ticket)?.()
  batch(() => {
    ticket.setTab(kind)
    if (kind === 'limit') ticket.setPriceText(valueText(price))
  })
  if (kind === 'conditional')
    waiting.set(
      ticket,
      onceThere(ticket.extras, (extras) => extras.trigger.price.set(price)),
    )
}
