import { useTranslation } from '../../i18n/use-translation'
import styles from './DrawingBar.module.css'
import { isTextual, nameOr, type Drawing } from './drawing'
import type { DrawingsModel } from './drawings-model'

interface Props {
  readonly drawing: Drawing
  readonly drawings: DrawingsModel
  /** `null` where the ticket is of another contract. */
  readonly onTicket: ((drawing: Drawing) => void) | null
}

/** What can be done with the chosen drawing, at the foot of the chart. */
export function DrawingBar({ drawing, drawings, onTicket }: Props) {
  const { t } = useTranslation('drawings')
  const { id, kind, isLocked } = drawing
  const name = nameOr(drawing, t(`kind.${kind}`))
  return (
    <fieldset className={styles['bar']} aria-label={t('chosen', { name })}>
      <span className={styles['name']}>{name}</span>
      {isTextual(kind) && !isLocked ? (
        <button
          type="button"
          className={styles['icon']}
          aria-label={t('editWords', { name })}
          title={t('editWords', { name })}
          onClick={() => drawings.edit(id)}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 13l1-3 7-7 2 2-7 7zM9.5 4.5l2 2" />
          </svg>
        </button>
      ) : null}
      {onTicket !== null && (kind === 'longPosition' || kind === 'shortPosition') ? (
        <button type="button" className={styles['ticket']} onClick={() => onTicket(drawing)}>
          {t('toTicket')}
        </button>
      ) : null}
      <button
        type="button"
        className={styles['icon']}
        aria-pressed={isLocked}
        aria-label={t('lock', { name })}
        title={t('lock', { name })}
        onClick={() => drawings.change(id, { isLocked: !isLocked })}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 7.5h8v6H4zM6 7.5V5a2 2 0 0 1 4 0v2.5" />
        </svg>
      </button>
      <button
        type="button"
        className={styles['icon']}
        aria-label={t('remove', { name })}
        title={t('remove', { name })}
        onClick={() => drawings.remove(id)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 9h5.8l.6-9" />
        </svg>
      </button>
    </fieldset>
  )
}
