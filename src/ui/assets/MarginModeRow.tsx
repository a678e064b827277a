import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { useTranslation } from '../i18n/use-translation'
import { ActionButton } from '../kit/ActionButton'
import { lazyPart } from '../kit/load-part'
import { useApp } from '../state/app-context'
import styles from './SpotMargin.module.css'

const MarginModeDialog = lazyPart(
  'dialog',
  async () => (await import('../trading-kit/modes/MarginModeDialog')).MarginModeDialog,
)

/** How the account holds margin: changed here where its kind may, and explained where its margin is by scenarios. */
export function MarginModeRow() {
  useSignals()
  const { t } = useTranslation('assets')
  const { account } = useApp()
  const [isOpen, setOpen] = useState(false)
  const isPortfolio = account.isPortfolio.value
  const mode = isPortfolio ? 'portfolioMargin' : account.marginMode.value
  return (
    <div className={styles['head']}>
      <p className={styles['about']}>{t('marginMode', { mode: t(`trade:${mode}`) })}</p>
      {isPortfolio ? (
        <Link href="/margin" className={styles['link']}>
          {t('scenarios')}
        </Link>
      ) : null}
      {account.wallet.value !== null && account.view.value.choosesMarginMode ? (
        <ActionButton size="row" onClick={() => setOpen(true)}>
          {t('changeMode')}
        </ActionButton>
      ) : null}
      <Suspense fallback={null}>{isOpen ? <MarginModeDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </div>
  )
}
