import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import type { LineSource } from '../trading-kit/chart-line'
import { onFirstSign } from './on-first-sign'

/** The lines of the alerts of a market. They come with the user's first sign: what fires meanwhile is told without them. */
export function alertSource(app: App, market: MarketModel): LineSource {
  const part = onFirstSign(async () => {
    const [{ alertsOf }, { alertLines }] = await Promise.all([
      import('../alerts/alerts-model'),
      import('../alerts/alert-lines'),
    ])
    return { alerts: alertsOf(app), alertLines }
  })
  return (listed) => {
    const loaded = part.value
    if (loaded === null) return []
    const { alerts, alertLines } = loaded
    return alertLines(alerts.waiting(market.symbol), listed, {
      remove: (alert) => void alerts.remove(alert),
      amend: (alert, terms) => alerts.amend(alert, terms),
      lastPrice: () => market.lastPrice.peek(),
    })
  }
}
