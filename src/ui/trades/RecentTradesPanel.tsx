import { useTranslation } from '../i18n/use-translation'
import type { MarketModel } from '../state/market-model'
import styles from './RecentTradesPanel.module.css'
import { TradesAge } from './TradesAge'
import { TradesBody } from './TradesBody'

/** The tape of prints (decisions 37: region "Recent trades"). */
export function RecentTradesPanel({ market }: { readonly market: MarketModel }) {
  const { t } = useTranslation('market')
  return (
    <section className={styles['panel']} aria-label={t('trades.title')}>
      <h2 className={styles['title']}>{t('trades.title')}</h2>
      <TradesAge market={market} className={styles['age']} />
      <TradesBody market={market} />
    </section>
  )
}
