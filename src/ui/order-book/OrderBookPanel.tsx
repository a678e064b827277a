import { useTranslation } from '../i18n/use-translation'
import type { MarketModel } from '../state/market-model'
import { BookAge } from './BookAge'
import { BookBody } from './BookBody'
import { BookTools } from './BookTools'
import styles from './OrderBookPanel.module.css'
import { useBookModel } from './use-book-model'

/** The order book (decisions 37: region "Order book"); fills the height it gets. */
export function OrderBookPanel({ market }: { readonly market: MarketModel }) {
  const { t } = useTranslation('market')
  const model = useBookModel(market)
  return (
    <section className={styles['panel']} aria-label={t('book.title')}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{t('book.title')}</h2>
        <BookAge model={model} />
        <BookTools model={model} />
      </div>
      <BookBody model={model} />
    </section>
  )
}
