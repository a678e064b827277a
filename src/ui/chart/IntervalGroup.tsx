import { useSignals } from '@preact/signals-react/runtime'
import { CANDLE_INTERVALS } from '../../domain/market/market'
import { useTranslation } from '../i18n/use-translation'
import styles from './ChartPanel.module.css'
import type { ChartModel } from './chart-model'
import { resolutionLabel } from './port/bars'
import { TIME_FRAMES } from './port/time-frames'

/** The favourite intervals as buttons; the others, and stretches of time up to now, in a list behind them. */
export function IntervalGroup({ model }: { readonly model: ChartModel }) {
  useSignals()
  const { t } = useTranslation('market')
  const { resolution, favouriteIntervals } = model.settings.value
  const isFavourite = favouriteIntervals.includes(resolution)
  const choose = (value: string): void => {
    const frame = TIME_FRAMES.find(({ text }) => `frame:${text}` === value)
    const interval = CANDLE_INTERVALS.find((one) => one === value)
    if (frame !== undefined) model.showFrame(frame)
    else if (interval !== undefined) model.setResolution(interval)
  }
  return (
    <fieldset aria-label={t('chart.interval')} className={styles['group']}>
      {favouriteIntervals.map((one) => (
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
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="" hidden>
          ▾
        </option>
        {CANDLE_INTERVALS.map((one) => (
          <option key={one} value={one}>
            {resolutionLabel(one)}
          </option>
        ))}
        <optgroup label={t('chart.timeFrames')}>
          {TIME_FRAMES.map(({ text, resolution: of }) => (
            <option key={text} value={`frame:${text}`}>
              {t(`chart.frames.${text}`, { interval: resolutionLabel(of) })}
            </option>
          ))}
        </optgroup>
      </select>
    </fieldset>
  )
}
