import { reckonsOrders } from '../trading-kit/reckons-orders'
import { computed, effect, untracked } from '@preact/signals-react'
import type { App } from '../state/app-context'
import { OrderCheck, showAnswers } from '../trading-kit/ticket/order-check'
import type { OrderFormModel } from './order-form-model'

/** Asks the exchange about the ticket's order where the page cannot reckon it. @returns what ends it */
export function askExchange(ticket: OrderFormModel, { account, hub }: App): () => void {
  const { outlook, tab } = ticket
  const isMeant = computed(
    () =>
      account.session.value !== null &&
      !reckonsOrders(account) &&
      // What waits holds nothing back.
      (tab.value === 'limit' || tab.value === 'market'),
  )
  const isAsked = computed(() => isMeant.value && ticket.block.value === null)
  const check = new OrderCheck({
    api: hub.api,
    order: (side) => ticket.order(side),
    least: (side) => ticket.leastOrder(side),
    isAsked,
    isHidden: () => document.hidden,
  })
  const stops = [
    check.start(),
    effect(() => {
      if (outlook.told.value?.most.buy != null) untracked(() => ticket.size.followMost())
    }),
    showAnswers(check, outlook.told, isMeant),
  ]
  return () => stops.forEach((stop) => stop())
}
