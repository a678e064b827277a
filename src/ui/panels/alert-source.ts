import type { Price } from '../../domain/decimal'
import type { InstrumentSymbol } from '../../domain/order/order'
import type { App } from '../state/app-context'
import type { LineSource } from '../trading-kit/chart-line'
import { onFirstSign } from './on-first-sign'

/**
 * The lines of the alerts of a market, and what fired since its account was last seen. They come with the user's first sign: what fires meanwhile is told
 * without them.
 *
 * @param open the list of the market's alerts, at a price
 */
export function alertSource(
  app: App,
  symbol: InstrumentSymbol,
  open: (price: Price) => void,
): { readonly lines: LineSource } {
  const part = onFirstSign(async () => {
    const [{ alertsOf }, { alertLines }] = await Promise.all([
      import('../alerts/alerts-model'),
      import('../alerts/alert-lines'),
    ])
    const alerts = alertsOf(app)
    alerts.leadTo(symbol, ({ price }) => open(price))
    return { alerts, alertLines }
  })
  return {
    lines: ({ tickSize }) => {
      const loaded = part.value
      if (loaded === null) return []
      const { alerts, alertLines } = loaded
      return alertLines(alerts.waiting(symbol), tickSize, (id) => void alerts.remove(id))
    },
  }
}
