import { useTranslation } from '../i18n/use-translation'
import { Link } from 'wouter'
import { EmptyState } from '../kit/EmptyState'
import styles from './MessagePage.module.css'
import { PlainPage } from './PlainPage'

/** Says why there is nothing at this address, and leads back. */
export function MessagePage({ title, hint }: { readonly title: string; readonly hint: string }) {
  const { t } = useTranslation('app')
  return (
    <PlainPage title={title}>
      <EmptyState title={title} hint={hint} isPage>
        <nav className={styles['links']} aria-label={t('wayBack')}>
          <Link href="/trade/usdt/BTCUSDT">{t('backToTrading')}</Link>
          <Link href="/markets">{t('markets')}</Link>
        </nav>
      </EmptyState>
    </PlainPage>
  )
}
