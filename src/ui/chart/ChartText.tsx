import { useCallback } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { MISSING } from '../format'
import { TickingText } from '../trading-kit/TickingText'
import type { ChartModel } from './chart-model'

/** The bar that is pointed at, else the newest, in words; at most one change a second. */
export function ChartText({ model }: { readonly model: ChartModel }) {
  const { t } = useTranslation('market')
  const read = useCallback(() => {
    const bar = model.bar.peek()
    if (bar === null) return t('chart.noBar', { symbol: model.market.symbol, missing: MISSING })
    const { open, high, low, close, volume, time } = bar
    return t('chart.bar', { symbol: model.market.symbol, open, high, low, close, volume, time: utcText(time) })
  }, [model, t])
  return (
    <p className="visually-hidden">
      <TickingText read={read} />
    </p>
  )
}

/** The chart's clock is UTC (spec §9). */
function utcText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
