import { formatPrice } from '../format'
import { say } from '../i18n/instance'
import { loadPart } from '../kit/load-part'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import { pickPrice } from '../state/picked-price'
import type { ChartSources } from '../trading-kit/chart-line'
import { OrderActions } from '../trading-kit/order-actions'
import { alertSource } from './alert-source'
import { chartExecutions } from './chart-executions'
import type { ChartQuestions } from './chart-questions'
import { hoverSource } from './hover-source'
import { orderSource } from './order-source'
import { positionSource } from './position-source'

/** What is held of an option, its orders and its trades, on its chart. It has no triggers, and so no target and no stop. */
export function chartSources(
  app: App,
  market: MarketModel,
  link: LinkGroup,
  questions: ChartQuestions,
  { hasTicket }: { readonly hasTicket: boolean },
): ChartSources {
  return {
    lines: [
      hoverSource(market.symbol, link),
      alertSource(app, market),
      positionSource({ app, market, questions }),
      orderSource({ app, market, actions: new OrderActions(app), questions }),
    ],
    ...chartExecutions(app, market.symbol),
    toTicket: ({ entry }) => pickPrice(link, market.symbol, entry),
    menu: async (price) => {
      const shown = { price: formatPrice(price, market.listed.peek()?.tickSize ?? null) }
      const { alertItems } = await loadPart('chart', () => import('./alert-items'))
      const alerts = alertItems(app, market, price)
      const limit = {
        id: 'limit',
        text: say('chart:menu.limit', shown),
        run: () => pickPrice(link, market.symbol, price),
      }
      return hasTicket ? [[limit], alerts] : [alerts]
    },
  }
}
