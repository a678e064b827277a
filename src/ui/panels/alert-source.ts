import type { InstrumentSymbol } from '../../domain/order/order'
import type { App } from '../state/app-context'
import type { LineSource } from '../trading-kit/chart-line'
import { onFirstSign } from './on-first-sign'

/** The lines of the alerts of a market. They come with the user's first sign: what fires meanwhile is told without them. */
export function alertSource(app: App, symbol: InstrumentSymbol): { readonly lines: LineSource } {
  const part = onFirstSign(async () => {
    const [{ alertsOf }, { alertLines }] = await Promise.all([
      import('../alerts/alerts-model'),
      import('../alerts/alert-lines'),
    ])
    return { alerts: alertsOf(app), alertLines }
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
