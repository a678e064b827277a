import { useTranslation } from '../i18n/use-translation'
import { AccountCard } from './AccountCard'
import styles from './AssetsPage.module.css'
import { MarginModeRow } from './MarginModeRow'
import { AssetsTable } from './AssetsTable'
import { SpotMargin } from './SpotMargin'

/** The account on a page of its own. */
export function AssetsPage() {
  const { t } = useTranslation('trade')
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{t('tab.assets')}</h1>
      <AccountCard />
      <MarginModeRow />
      <AssetsTable />
      <SpotMargin />
    </div>
  )
}
