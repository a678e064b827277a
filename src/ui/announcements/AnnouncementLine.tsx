import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { isValidAt, type Notice } from '../../domain/market/notice'
import { formatDateTime } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import { announcementText, linkOf } from './announcement-text'
import styles from './AnnouncementLine.module.css'

/**
 * What the exchange announces, in one line that moves nothing on the page: the next event, opened for all of its words,
 * its validity and its link, and dismissed for this tab.
 */
export function AnnouncementLine() {
  useSignals()
  const { t } = useTranslation('app')
  const { hub, announcements, connection, clock } = useApp()
  useEffect(() => hub.watch({ topic: { kind: 'notice' } }), [hub])
  // What has ended while the exchange was not heard ends here, by its clock.
  const nowMs = clock.ticking.value + (connection.status.value?.clockOffsetMs ?? 0)
  const shown = announcements.shown.value.filter((one) => isValidAt(one, nowMs))
  const [first] = shown
  if (first === undefined) return null
  const text = announcementText(first, t)
  const left = shown.length - 1
  return (
    <section className={styles['line']} aria-label={t('announcement.label')} data-announcement={first.kind}>
      <details key={first.id} className={styles['details']}>
        <summary>
          <b>{t(`announcement.kind.${first.kind}`)}</b> <span>{text}</span>
          {left > 0 ? <small>{t('announcement.left', { count: left })}</small> : null}
        </summary>
        <div className={styles['card']}>
          <p>{text}</p>
          <p>
            {t('announcement.until', { time: formatDateTime(first.untilMs) })}
            <More notice={first} />
          </p>
        </div>
      </details>
      <button type="button" aria-label={t('announcement.dismiss')} onClick={() => announcements.dismiss(first)}>
        ×
      </button>
    </section>
  )
}

function More({ notice }: { readonly notice: Notice }) {
  const { t } = useTranslation('app')
  const link = linkOf(notice)
  if (link === null) return null
  return link.isHere ? (
    <Link href={link.href}>{t('announcement.more')}</Link>
  ) : (
    <a href={link.href} target="_blank" rel="noopener noreferrer">
      {t('announcement.more')}
    </a>
  )
}
