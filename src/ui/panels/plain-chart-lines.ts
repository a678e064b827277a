import type { Price } from '../../domain/decimal'
import { formatPrice } from '../format'
import { say } from '../i18n/instance'
import { loadPart } from '../kit/load-part'
import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import type { ChartMenuItem, ChartSources, LineSource, TradePlan } from '../trading-kit/chart-line'
import { OrderActions } from '../trading-kit/order-actions'
import { alertSource } from './alert-source'
import { restingSide } from './bracket'
import { chartExecutions } from './chart-executions'
import type { ChartQuestions } from './chart-questions'
import { hoverSource } from './hover-source'
import { orderSource } from './order-source'

/** What a product has on its chart beside its orders. */
export interface OwnLines {
  /** What stands in its ticket, or is held of it. */
  readonly lines: readonly LineSource[]
  /** Its ticket, which need not be on the screen. */
  readonly ticketOf: () => { setPrice(price: Price): void }
  /** Ways of the menu beside the limit price; left out where there are none. */
  readonly menu?: (shown: { readonly price: string }, price: Price) => readonly ChartMenuItem[]
  /** Takes a plan with target and stop; left out where its order brings none. */
  readonly toTicket?: (plan: TradePlan) => void
}

/** What the orders of a market and its trades draw on its chart; what is more of a product it says itself. */
export function chartSources(
  app: App,
  market: MarketModel,
  link: LinkGroup,
  questions: ChartQuestions,
  { hasTicket }: { readonly hasTicket: boolean },
  own: OwnLines,
): ChartSources {
  return {
    lines: [
      hoverSource(market.symbol, link),
      alertSource(app, market),
      orderSource({ app, market, actions: new OrderActions(app), questions }),
      ...own.lines,
    ],
    ...chartExecutions(app, market.symbol),
    // An order that brings no target and no stop is given the entry.
    toTicket: own.toTicket ?? (({ entry }) => own.ticketOf().setPrice(entry)),
    menu: async (price) => {
      const shown = { price: formatPrice(price, market.listed.peek()?.tickSize ?? null) }
      const { alertItems } = await loadPart('chart', () => import('./alert-items'))
      const alerts = alertItems(app, market, price)
      if (!hasTicket) return [alerts]
      return [
        [
          {
            id: 'limit',
            text: say('chart:menu.limit', shown),
            ticketSide: restingSide(price, market) ?? 'buy',
            run: () => own.ticketOf().setPrice(price),
          },
          ...(own.menu?.(shown, price) ?? []),
        ],
        alerts,
      ]
    },
  }
}
