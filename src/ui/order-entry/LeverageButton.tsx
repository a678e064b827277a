import { useSignals } from '@preact/signals-react/runtime'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { formatLeverage } from '../format'
import { Button } from '../kit/Button'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import styles from './OrderEntry.module.css'

const LeverageDialog = lazy(async () => ({ default: (await import('../positions/LeverageDialog')).LeverageDialog }))

/** The leverage of new orders; opens the dialog that changes it. */
export function LeverageButton({ market }: { readonly market: MarketModel }) {
  useSignals()
  const { t } = useTranslation('trade')
  const [isOpen, setOpen] = useState(false)
  const leverage = formatLeverage(useApp().account.leverage(market.symbol))
  return (
    <>
      <Button
        className={styles['leverage'] ?? ''}
        aria-label={t('leverageOf', { leverage })}
        onClick={() => setOpen(true)}
      >
        {leverage}
      </Button>
      <Suspense fallback={null}>
        {isOpen ? <LeverageDialog symbol={market.symbol} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
