import type { ReactNode } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import styles from './MessagePage.module.css'
import { PlainPage } from './PlainPage'
import { useLastPath } from './use-last-path'

interface Props {
  readonly title: string
  readonly hint: string
  /** What was opened, where that is what is wrong. */
  readonly address?: string
  /** Ways on that fit what was opened, before those that every page has. */
  readonly children?: ReactNode
}

/** Says why there is nothing at this address, and leads back. */
export function MessagePage({ title, hint, address, children }: Props) {
  useSignals()
  const { t } = useTranslation('app')
  const symbol = useApp().lastMarket.symbol.value
  const lastPath = useLastPath()
  return (
    <PlainPage title={title}>
      <div className={styles['message']}>
        <h1>{title}</h1>
        {address === undefined ? null : <code dir="ltr">{address}</code>}
        <p>{hint}</p>
        {children}
        <nav className={styles['links']} aria-label={t('wayBack')}>
          <Link href={lastPath}>{t('backTo', { symbol })}</Link>
          <Link href="/markets">{t('markets')}</Link>
        </nav>
      </div>
    </PlainPage>
  )
}
