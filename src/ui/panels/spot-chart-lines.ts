import { say } from '../i18n/instance'
import { draftLines } from '../order-entry/draft-lines'
import { spotDraftPrices } from '../spot-entry/spot-draft-prices'
import { spotTicketOf } from '../spot-entry/spot-ticket-of'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import type { ChartSources } from '../trading-kit/chart-line'
import type { ChartQuestions } from './chart-questions'
import { chartSources as plainSources } from './plain-chart-lines'

/** What the orders of a pair and the ticket of a link group draw on its chart, and its trades. */
export function chartSources(
  app: App,
  market: MarketModel,
  link: LinkGroup,
  questions: ChartQuestions,
  options: { readonly hasTicket: boolean },
): ChartSources {
  return plainSources(app, market, link, questions, options, {
    lines: [
      () => {
        const pair = market.listed.value
        return pair === null ? [] : draftLines(pair, spotDraftPrices(spotTicketOf(market, app, link)))
      },
    ],
    menu: (shown, price) => [
      {
        id: 'stop',
        text: say('chart:menu.stop', shown),
        run: () => spotTicketOf(market, app, link).takeTrigger(price),
      },
    ],
  })
}
