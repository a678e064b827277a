import type { Price } from '../../domain/decimal'
import { alertsOf } from '../alerts/alerts-model'
import { formatPrice } from '../format'
import { say } from '../i18n/instance'
import { askAlerts } from '../state/alert-request'
import type { App } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import type { ChartMenuItem } from '../trading-kit/chart-line'

/** What a price of the chart offers of alerts: one that it is crossed, and the list with everything else. */
export function alertItems(app: App, market: MarketModel, price: Price): readonly ChartMenuItem[] {
  const { symbol } = market
  const shown = { price: formatPrice(price, market.listed.peek()?.tickSize ?? null) }
  return [
    {
      id: 'alert',
      text: say('chart:menu.alert.crossing', shown),
      run: () =>
        void alertsOf(app).add({
          symbol,
          condition: 'crossing',
          price,
          percent: null,
          by: 'last',
          frequency: 'once',
          interval: null,
        }),
    },
    { id: 'alerts', text: say('chart:menu.alert.all'), run: () => askAlerts(app, { symbol, price }) },
  ]
}
