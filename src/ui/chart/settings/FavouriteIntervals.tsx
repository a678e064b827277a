import { CANDLE_INTERVALS } from '../../../domain/market/market'
import { useTranslation } from '../../i18n/use-translation'
import { resolutionLabel } from '../port/bars'
import type { Resolution } from '../port/chart-port'
import styles from './FavouriteIntervals.module.css'

interface Props {
  readonly chosen: readonly Resolution[]
  readonly onChosen: (chosen: readonly Resolution[]) => void
}

/** The intervals that have buttons of their own over the chart, at least one. */
export function FavouriteIntervals({ chosen, onChosen }: Props) {
  const { t } = useTranslation('chart')
  return (
    <fieldset className={styles['intervals']}>
      <legend>{t('settings.favourites')}</legend>
      {CANDLE_INTERVALS.map((one) => {
        const isChosen = chosen.includes(one)
        return (
          <button
            key={one}
            type="button"
            aria-pressed={isChosen}
            disabled={isChosen && chosen.length === 1}
            // In the order of their length, however they were chosen.
            onClick={() => onChosen(CANDLE_INTERVALS.filter((other) => chosen.includes(other) !== (other === one)))}
          >
            {resolutionLabel(one)}
          </button>
        )
      })}
    </fieldset>
  )
}
