import { batch, effect, type ReadonlySignal } from '@preact/signals-react'
import { valueText } from '../kit/number-text'
import type { TradePlan } from '../trading-kit/chart-line'
import type { OrderFormModel } from './order-form-model'

/** What a plan risks until something else is said, per cent of the equity. */
const RISK_PERCENT = '1'

/** What the last plan of a ticket still waits for. */
const waiting = new WeakMap<OrderFormModel, () => void>()

/**
 * Puts a plan into the ticket: a limit order at its entry with target and stop, sized by what it risks. Nothing is sent.
 * Parts of the ticket that are not there yet take theirs once they come.
 */
export function takePlan(ticket: OrderFormModel, { side, entry, target, stop }: TradePlan): void {
  waiting.get(ticket)?.()
  batch(() => {
    ticket.setTab('limit')
    ticket.setPriceText(valueText(entry))
    ticket.setSizeMethod('risk')
  })
  const stops = [
    once(ticket.extras, (extras) => {
      extras.setTpSlSide(side)
      extras.tpSl.takeProfit.price.set(target)
      extras.tpSl.stopLoss.price.set(stop)
    }),
    once(ticket.sizeBy, (sizeBy) => {
      if (sizeBy.text('risk').peek() !== '') return
      sizeBy.setRiskUnit('percent')
      sizeBy.setText('risk', RISK_PERCENT)
    }),
  ]
  waiting.set(ticket, () => stops.forEach((one) => one()))
}

/** Calls once with the first value that is there. */
function once<T>(part: ReadonlySignal<T | null>, call: (value: T) => void): () => void {
  let isDone = false
  const stop = effect(() => {
    const value = part.value
    if (value === null || isDone) return
    isDone = true
    // What it changes is none of what it waits for.
    queueMicrotask(() => {
      stop()
      call(value)
    })
  })
  return stop
}
