import type { Side } from '../../domain/order/order'
import { optionTicketOf } from '../option-entry/option-ticket-of'
import { draftLines } from '../order-entry/draft-lines'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import type { ChartSources } from '../trading-kit/chart-line'
import type { ChartQuestions } from './chart-questions'
import { OrderActions } from '../trading-kit/order-actions'
import { onFirstSign } from './on-first-sign'
import { chartSources as plainSources } from './plain-chart-lines'
import { positionSource } from './position-source'

const SIDES: readonly Side[] = ['buy', 'sell']

/**
 * What is held of an option, its orders, its trades and what stands in its ticket, on its chart. It has no triggers, and so
 * no target and no stop.
 */
export function chartSources(
  app: App,
  market: MarketModel,
  link: LinkGroup,
  questions: ChartQuestions,
  options: { readonly hasTicket: boolean },
): ChartSources {
  const actions = new OrderActions(app)
  const ticketOf = () => optionTicketOf(market, app, link)
  const drafts = onFirstSign(() => import('../trading-kit/draft-move'))
  return plainSources(app, market, link, questions, options, {
    ticketOf,
    lines: [
      positionSource({ app, market, actions, questions }),
      () => {
        const option = market.listed.value
        const ticket = ticketOf()
        const [price, qty, result] = [ticket.price.value, ticket.qty.value, ticket.result.value]
        const isRefused = result?.kind === 'done' && result.outcome.kind === 'refused'
        const isDraft = ticket.isOpen.value && ticket.type.value === 'limit' && (result === null || isRefused)
        if (option === null || !isDraft || price === null || qty === null || qty === '0') return []
        const field = { price: () => ticket.price.peek(), write: (next: typeof price) => ticket.setPrice(next) }
        const fields = { market, brings: () => false, field: () => field }
        return draftLines(option, [{ kind: 'limit', price, qty, pnl: null }], {
          begin: () => drafts.peek()?.beginDraftMove(fields, 'limit') ?? null,
          place: {
            sides: SIDES.filter((side) => ticket.block.value === null && ticket.order(side) !== null),
            send: (side) => void ticket.press(side),
          },
        })
      },
    ],
  })
}
