import { useCallback } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { MISSING } from '../format'
import { TickingText } from '../trading-kit/TickingText'
import type { ChartModel } from './chart-model'
import { momentText } from './moment-text'

/** The bar that is pointed at, else the newest, and the last price, in words; at most one change a second. */
export function ChartText({ model }: { readonly model: ChartModel }) {
  const { t } = useTranslation('market')
  const read = useCallback(() => {
    const bar = model.bar.peek()
    if (bar === null) return t('chart.noBar', { symbol: model.market.symbol, missing: MISSING })
    const { open, high, low, close, volume, time } = bar
    const at = momentText(time, model.settings.peek().timezone)
    const legend = t('chart.bar', { symbol: model.market.symbol, open, high, low, close, volume, time: at })
    const last = model.market.lastPrice.peek()
    return last === null ? legend : `${legend}. ${t('chart.last', { price: last })}`
  }, [model, t])
  return (
    <p className="visually-hidden">
      <TickingText read={read} />
    </p>
  )
}
