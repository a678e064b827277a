import { Link } from 'wouter'
import type { Notice } from '../../domain/market/notice'
import { formatDateTime } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { announcementText, linkOf } from './announcement-text'
import styles from './AnnouncementLine.module.css'

interface Props {
  readonly notice: Notice
  /** How many more there are. */
  readonly left: number
  readonly onDismiss: () => void
}

/** An announcement in a line, opened for all of its words, its validity and its link. */
export function AnnouncementCard({ notice, left, onDismiss }: Props) {
  const { t } = useTranslation('announcement')
  const text = announcementText(notice, t)
  return (
    <section className={styles['line']} aria-label={t('label')} data-announcement={notice.kind}>
      <details key={notice.id} className={styles['details']}>
        <summary>
          <b>{t(`kind.${notice.kind}`)}</b> <span>{text}</span>
          {left > 0 ? <small>{t('left', { count: left })}</small> : null}
        </summary>
        <div className={styles['card']}>
          <p>{text}</p>
          <p>
            {t('until', { time: formatDateTime(notice.untilMs) })}
            <More notice={notice} />
          </p>
        </div>
      </details>
      <button type="button" aria-label={t('dismiss')} onClick={onDismiss}>
        ×
      </button>
    </section>
  )
}

function More({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation('announcement')
  const link = linkOf(notice)
  if (link === null) return null
  return link.isHere ? (
    <Link href={link.href}>{t('more')}</Link>
  ) : (
    <a href={link.href} target="_blank" rel="noopener noreferrer">
      {t('more')}
    </a>
  )
}
