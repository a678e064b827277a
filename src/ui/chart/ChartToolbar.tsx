import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { CANDLE_INTERVALS } from '../../domain/market/market'
import { FAVOURITE_RESOLUTIONS, resolutionLabel } from './port/bars'
import type { ChartModel } from './chart-model'
import type { Resolution } from './port/chart-port'
import styles from './ChartPanel.module.css'
import { downloadBlob } from '../kit/download-blob'

/** Intervals, the shape of the bars and what else can be done with a chart. */
export function ChartToolbar({ model }: { readonly model: ChartModel }) {
  useSignals()
  const { t } = useTranslation('market')
  const { resolution, chartType, markLine } = model.settings.value
  const isFavourite = FAVOURITE_RESOLUTIONS.includes(resolution)
  const takeScreenshot = async (): Promise<void> => {
    const blob = await model.screenshot()
    if (blob !== null) downloadBlob(blob, `${model.market.symbol}-${resolutionLabel(resolution)}.png`)
  }
  return (
    <div className={styles['toolbar']}>
      <fieldset aria-label={t('chart.interval')} className={styles['group']}>
        {FAVOURITE_RESOLUTIONS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === resolution}
            data-interval={one}
            onClick={() => model.setResolution(one)}
          >
            {resolutionLabel(one)}
          </button>
        ))}
        <select
          aria-label={t('chart.moreIntervals')}
          data-on={!isFavourite}
          value={isFavourite ? '' : resolution}
          onChange={(event) => model.setResolution(event.currentTarget.value as Resolution)}
        >
          <option value="" hidden>
            ▾
          </option>
          {CANDLE_INTERVALS.map((one) => (
            <option key={one} value={one}>
              {resolutionLabel(one)}
            </option>
          ))}
        </select>
      </fieldset>
      <div className={styles['rule']} />
      <fieldset aria-label={t('chart.type')} className={styles['group']} data-wide="">
        <button type="button" aria-pressed={chartType === 'candles'} onClick={() => model.setChartType('candles')}>
          {t('chart.candles')}
        </button>
        <button type="button" aria-pressed={chartType === 'line'} onClick={() => model.setChartType('line')}>
          {t('chart.line')}
        </button>
      </fieldset>
      <div className={styles['rule']} />
      <div className={styles['group']} data-wide="">
        <button type="button" aria-pressed={markLine} onClick={() => model.toggleMarkLine()}>
          {t('chart.markLine')}
        </button>
      </div>
      <button type="button" className={styles['last']} data-wide="" onClick={() => void takeScreenshot()}>
        {t('chart.screenshot')}
      </button>
    </div>
  )
}
