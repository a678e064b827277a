import { computed } from '@preact/signals-react'
import type { Side } from '../../domain/order/order'
import { draftFields } from '../order-entry/draft-fields'
import { draftLines } from '../order-entry/draft-lines'
import { draftPrices } from '../order-entry/draft-prices'
import { takePlan } from '../order-entry/take-plan'
import { ticketOf } from '../order-entry/ticket-of'
import { loadPart } from '../kit/load-part'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import type { ChartSources } from '../trading-kit/chart-line'
import { OrderActions } from '../trading-kit/order-actions'
import { chartExecutions } from './chart-executions'
import type { ChartQuestions } from './chart-questions'
import { alertSource } from './alert-source'
import { hoverSource } from './hover-source'
import { onFirstSign } from './on-first-sign'
import { orderSource } from './order-source'
import { positionSource } from './position-source'

const SIDES: readonly Side[] = ['buy', 'sell']

/** What positions, orders and the ticket of a link group draw on the chart of their contract, the last on top, and its trades. */
export function chartSources(
  app: App,
  market: MarketModel,
  link: LinkGroup,
  questions: ChartQuestions,
  { hasTicket }: { readonly hasTicket: boolean },
): ChartSources {
  const actions = new OrderActions(app)
  // Which are the ones that would be sent is told anew with each price, and seldom another.
  const sides = SIDES.map((side) =>
    computed(() => {
      const ticket = ticketOf(market, app, link)
      return ticket.block.value === null && ticket.order(side) !== null
    }),
  )
  const drafts = onFirstSign(() => import('../trading-kit/draft-move'))
  const lines: ChartSources['lines'] = [
    hoverSource(market.symbol, link),
    alertSource(app, market),
    positionSource({ app, market, actions, questions }),
    orderSource({ app, market, actions, questions }),
    () => {
      const instrument = market.instrument.value
      const ticket = ticketOf(market, app, link)
      return instrument === null
        ? []
        : draftLines(instrument, draftPrices(ticket), {
            begin: (kind) => drafts.peek()?.beginDraftMove(draftFields(ticket), kind) ?? null,
            place: {
              sides: SIDES.filter((_, at) => sides[at]?.value),
              // The ticket's own press, with all that it asks and refuses.
              send: (side) => void ticket.press(side),
            },
          })
    },
  ]
  return {
    lines,
    ...chartExecutions(app, market.symbol),
    toTicket: (plan) => takePlan(ticketOf(market, app, link), plan),
    menu: async (price) => {
      const { chartMenu } = await loadPart('chart', () => import('./chart-menu'))
      return chartMenu({ app, market, link, hasTicket }, price)
    },
  }
}
