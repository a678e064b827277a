import { useTranslation } from '../i18n/use-translation'
import styles from './ChartPanel.module.css'
import { momentText } from './moment-text'

interface Props {
  /** Of the market's first bar, ms UTC. */
  readonly timeMs: number
  readonly timezone: string
  readonly onClose: () => void
}

/** A moment before the market's first bar was asked for: what is shown in its place. */
export function BeginsNote({ timeMs, timezone, onClose }: Props) {
  const { t } = useTranslation('chart')
  return (
    <div className={styles['begins']}>
      <p aria-live="polite">{t('begins', { time: momentText(timeMs, timezone) })}</p>
      <button type="button" aria-label={t('beginsClose')} title={t('beginsClose')} onClick={onClose}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 4l8 8M12 4l-8 8" />
        </svg>
      </button>
    </div>
  )
}
