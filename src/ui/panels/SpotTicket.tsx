import { useTranslation } from '../i18n/use-translation'
import styles from '../trading-kit/ticket/Ticket.module.css'

/** The ticket of a pair: it takes no orders yet, and says so. */
export function SpotTicket() {
  const { t } = useTranslation('trade')
  return (
    <section className={styles['ticket']} aria-label={t('orderEntry')}>
      <output className={styles['auction']}>{t('spotSoon')}</output>
    </section>
  )
}
