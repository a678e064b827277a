import { formatPrice } from '../format'
import { say } from '../i18n/instance'
import { draftLines } from '../order-entry/draft-lines'
import { spotDraftPrices } from '../spot-entry/spot-draft-prices'
import type { SpotFormModel } from '../spot-entry/spot-form-model'
import { spotTicketOf } from '../spot-entry/spot-ticket-of'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { pickPrice } from '../state/picked-price'
import type { ChartSources } from '../trading-kit/chart-line'
import { OrderActions } from '../trading-kit/order-actions'
import { loadPart } from '../kit/load-part'
import { alertSource } from './alert-source'
import { chartExecutions } from './chart-executions'
import type { ChartQuestions } from './chart-questions'
import { hoverSource } from './hover-source'
import { orderSource } from './order-source'

/**
 * What the orders of a pair and the ticket of a link group draw on its chart, and its trades. Nothing is held: there are
 * no lines of positions.
 */
export function chartSources(
  app: App,
  market: MarketModel,
  link: LinkGroup,
  questions: ChartQuestions,
  { hasTicket }: { readonly hasTicket: boolean },
): ChartSources {
  const ticket = (): SpotFormModel => spotTicketOf(market, app, link)
  return {
    lines: [
      hoverSource(market.symbol, link),
      alertSource(app, market),
      orderSource({ app, market, actions: new OrderActions(app), questions }),
      () => {
        const pair = market.listed.value
        return pair === null ? [] : draftLines(pair, spotDraftPrices(ticket()))
      },
    ],
    ...chartExecutions(app, market.symbol),
    // A pair's order brings no target and no stop: the plan gives its entry.
    toTicket: ({ entry }) => pickPrice(link, market.symbol, entry),
    menu: async (price) => {
      const shown = { price: formatPrice(price, market.listed.peek()?.tickSize ?? null) }
      const { alertItems } = await loadPart('chart', () => import('./alert-items'))
      const alerts = alertItems(app, market, price)
      if (!hasTicket) return [alerts]
      return [
        [
          { id: 'limit', text: say('chart:menu.limit', shown), run: () => pickPrice(link, market.symbol, price) },
          { id: 'stop', text: say('chart:menu.stop', shown), run: () => ticket().takeTrigger(price) },
        ],
        alerts,
      ]
    },
  }
}
