import { useId } from 'react'
import { useTranslation } from '../../i18n/use-translation'
import styles from './IndicatorDialog.module.css'
import type { Study } from './study'
import { StudySettings } from './StudySettings'
import { ownTitle } from './study-title'

interface Props {
  readonly study: Study
  /** What tells it from the others. */
  readonly title: string
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onChange: (part: Partial<Omit<Study, 'id' | 'name'>>) => void
  readonly onRemove: () => void
}

/** One study that is on the chart: shown or not, its settings, and away with it. */
export function StudyRow({ study, title, isOpen, onOpen, onChange, onRemove }: Props) {
  const { t } = useTranslation('studies')
  const settingsId = useId()
  return (
    <li data-study={study.id} className={styles['study']}>
      <div className={styles['row']}>
        <button
          type="button"
          className={styles['name']}
          aria-expanded={isOpen}
          aria-controls={isOpen ? settingsId : undefined}
          aria-label={t('settingsOf', { title })}
          onClick={() => onOpen(!isOpen)}
        >
          <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
            <path d="M6 3.5L10.5 8 6 12.5" />
          </svg>
          {title}
          {study.label === '' ? null : <small>{ownTitle(study)}</small>}
        </button>
        <button
          type="button"
          className={styles['icon']}
          aria-pressed={study.isVisible}
          aria-label={t('show', { title })}
          title={t('show', { title })}
          onClick={() => onChange({ isVisible: !study.isVisible })}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z" />
            <circle cx="8" cy="8" r="2" />
            {study.isVisible ? null : <path d="M2.5 13.5l11-11" />}
          </svg>
        </button>
        <button
          type="button"
          className={styles['icon']}
          aria-label={t('remove', { title })}
          title={t('remove', { title })}
          onClick={onRemove}
        >
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" />
          </svg>
        </button>
      </div>
      {isOpen ? (
        <div id={settingsId}>
          <StudySettings key={study.id} study={study} onChange={onChange} />
        </div>
      ) : null}
    </li>
  )
}
