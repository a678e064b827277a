import { useSignals } from '@preact/signals-react/runtime'
import { useCallback } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { MISSING } from '../format'
import { TickingText } from '../trading-kit/TickingText'
import type { ChartModel } from './chart-model'
import { momentText } from './moment-text'
import type { Bar } from './port/chart-port'

/**
 * The bar that is pointed at, else the newest, and the last price, in words; at most one change a second. What keys point
 * at is read out at once.
 */
export function ChartText({ model }: { readonly model: ChartModel }) {
  useSignals()
  const { t } = useTranslation('market')
  const say = useCallback(
    ({ open, high, low, close, volume, time }: Bar) => {
      const at = momentText(time, model.settings.peek().timezone)
      return t('chart.bar', { symbol: model.market.symbol, open, high, low, close, volume, time: at })
    },
    [model, t],
  )
  const read = useCallback(() => {
    const bar = model.bar.peek()
    if (bar === null) return t('chart.noBar', { symbol: model.market.symbol, missing: MISSING })
    const last = model.market.lastPrice.peek()
    return last === null ? say(bar) : `${say(bar)}. ${t('chart.last', { price: last })}`
  }, [model, t, say])
  const keyed = model.keyed.value
  return (
    <>
      <p className="visually-hidden">
        <TickingText read={read} />
      </p>
      <p className="visually-hidden" aria-live="polite">
        {keyed === null ? '' : say(keyed)}
      </p>
    </>
  )
}
