import { draftLines } from '../order-entry/draft-lines'
import { spreadDraftPrices } from '../spread-entry/spread-draft-prices'
import { spreadTicketOf } from '../spread-entry/spread-ticket-of'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import type { ChartSources } from '../trading-kit/chart-line'
import type { ChartQuestions } from './chart-questions'
import { chartSources as plainSources } from './plain-chart-lines'

/** What the orders of a spread and the ticket of a link group draw on its chart, and its trades. */
export function chartSources(
  app: App,
  market: MarketModel,
  link: LinkGroup,
  questions: ChartQuestions,
  options: { readonly hasTicket: boolean },
): ChartSources {
  const ticketOf = () => spreadTicketOf(market, app, link)
  return plainSources(app, market, link, questions, options, {
    ticketOf,
    lines: [
      () => {
        const spread = market.listed.value
        return spread === null ? [] : draftLines(spread, spreadDraftPrices(ticketOf()))
      },
    ],
  })
}
