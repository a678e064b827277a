import type { Price, Rate } from '../../domain/decimal'
import { alertLevel, type PriceAlert } from '../../domain/market/price-alert'
import { formatPercent, formatPrice } from '../format'
import { say } from '../i18n/instance'
import type { LineSpec } from '../trading-kit/chart-line'

/** What an alert waits for, in a few words. The words of `chart` have come by the time that a line is drawn. */
export function alertWords({ condition, percent }: Pick<PriceAlert, 'condition' | 'percent'>): string {
  return say(`chart:alert.line.${condition}`, { percent: formatPercent(percent ?? ('0' as Rate), { signed: true }) })
}

/** The lines of the alerts that wait: dotted and grey, since nothing is traded there. */
export function alertLines(
  alerts: readonly PriceAlert[],
  tickSize: Price,
  remove: (id: string) => void,
): readonly LineSpec[] {
  return alerts.map((alert) => {
    const level = alertLevel(alert)
    const priceText = formatPrice(level, tickSize)
    const text = alertWords(alert)
    return {
      id: `alert/${alert.id}`,
      kind: 'alert',
      tone: 'muted',
      text,
      dash: 'dotted',
      price: Number(level),
      priceText,
      actions: [{ id: 'cancel', mark: '×', label: say('chart:alert.remove', { line: text, price: priceText }) }],
      onAction: () => remove(alert.id),
    }
  })
}
