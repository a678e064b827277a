import type { App } from '../state/app-context'
import type { LinkGroup } from '../state/link-group'
import type { MarketModel } from '../state/market-model'
import type { ChartSources } from '../trading-kit/chart-line'
import type { ChartQuestions } from './chart-questions'
import { chartSources as plainSources } from './plain-chart-lines'
import { positionSource } from './position-source'

/** What is held of an option, its orders and its trades, on its chart. It has no triggers, and so no target and no stop. */
export function chartSources(
  app: App,
  market: MarketModel,
  link: LinkGroup,
  questions: ChartQuestions,
  options: { readonly hasTicket: boolean },
): ChartSources {
  return plainSources(app, market, link, questions, options, { lines: [positionSource({ app, market, questions })] })
}
