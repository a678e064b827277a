import { Link } from 'wouter'
import type { ContractKind } from '../../domain/instrument/product-kind'
import { historyPaths } from '../../domain/instrument/trade-route'
import { useTranslation } from '../i18n/use-translation'
import { TableHelpButton } from '../trading-kit/help/TableHelpButton'
import styles from './HistoryPage.module.css'
import { TradeHistory } from './TradeHistory'

/** The past trades of one product, on a page of its own (spec §2), with ways to those of the others. */
export function HistoryPage({ kind }: { readonly kind: ContractKind }) {
  const { t } = useTranslation('positions')
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>{t(`historyOf.title.${kind}`)}</h1>
        <TableHelpButton table="tradeHistory" />
      </header>
      <nav className={styles['products']} aria-label={t('historyOf.products')}>
        {historyPaths().map((one) => (
          <Link key={one.kind} href={one.path} aria-current={one.kind === kind ? 'page' : undefined}>
            {t(`historyOf.product.${one.kind}`)}
          </Link>
        ))}
      </nav>
      <TradeHistory key={kind} symbol={null} kind={kind} />
    </div>
  )
}
