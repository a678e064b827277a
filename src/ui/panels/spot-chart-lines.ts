import { say } from '../i18n/instance'
import { draftLines } from '../order-entry/draft-lines'
import { spotDraftFields } from '../spot-entry/spot-draft-fields'
import { spotDraftPrices } from '../spot-entry/spot-draft-prices'
import { spotTicketOf } from '../spot-entry/spot-ticket-of'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import type { ChartSources } from '../trading-kit/chart-line'
import { bracketAt, restingSide } from './bracket'
import type { ChartQuestions } from './chart-questions'
import { onFirstSign } from './on-first-sign'
import { chartSources as plainSources } from './plain-chart-lines'

/** What the orders of a pair and the ticket of a link group draw on its chart, and its trades. */
export function chartSources(
  app: App,
  market: MarketModel,
  link: LinkGroup,
  questions: ChartQuestions,
  options: { readonly hasTicket: boolean },
): ChartSources {
  const ticketOf = () => spotTicketOf(market, app, link)
  const drafts = onFirstSign(() => import('../trading-kit/draft-move'))
  return plainSources(app, market, link, questions, options, {
    ticketOf,
    lines: [
      () => {
        const pair = market.listed.value
        if (pair === null) return []
        const ticket = ticketOf()
        const { side, block, order } = ticket
        return draftLines(pair, spotDraftPrices(ticket), {
          begin: (kind) => drafts.peek()?.beginDraftMove(spotDraftFields(ticket), kind) ?? null,
          place: {
            sides: block.value === null && order.value !== null ? [side.value] : [],
            // The ticket's own press, with all that it asks and refuses.
            send: (one) => void ticket.press(one),
          },
        })
      },
    ],
    toTicket: (plan) => ticketOf().takePlan(plan),
    menu: (shown, price) => {
      const pair = market.listed.peek()
      const side = restingSide(price, market)
      const plan = side === null || pair === null ? null : bracketAt(price, side, pair)
      return [
        {
          id: 'stop',
          text: say('chart:menu.stop', shown),
          // What waits for a price below the market sells as it falls, and above it buys.
          ticketSide: side === 'buy' ? 'sell' : 'buy',
          run: () => ticketOf().takeTrigger(price),
        },
        ...(plan === null
          ? []
          : [
              {
                id: 'bracket',
                text: say(`chart:menu.bracket.${plan.side}`, shown),
                ticketSide: plan.side,
                run: () => ticketOf().takePlan(plan),
              },
            ]),
      ]
    },
  })
}
