import { formatPrice } from '../format'
import { say } from '../i18n/instance'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { pickPrice } from '../state/picked-price'
import type { ChartSources } from '../trading-kit/chart-line'
import { OrderActions } from '../trading-kit/order-actions'
import { chartExecutions } from './chart-executions'
import type { ChartQuestions } from './chart-questions'
import { orderSource } from './order-source'

/** What the orders of a pair draw on its chart, and its trades. Nothing is held: there are no lines of positions. */
export function chartSources(app: App, market: MarketModel, link: LinkGroup, questions: ChartQuestions): ChartSources {
  return {
    lines: [orderSource({ app, market, actions: new OrderActions(app), questions })],
    ...chartExecutions(app, market.symbol),
    // A pair's order brings no target and no stop: the plan gives its entry.
    toTicket: ({ entry }) => pickPrice(link, market.symbol, entry),
    menu: async (price) => {
      const shown = { price: formatPrice(price, market.listed.peek()?.tickSize ?? null) }
      return [[{ id: 'limit', text: say('chart:menu.limit', shown), run: () => pickPrice(link, market.symbol, price) }]]
    },
  }
}
