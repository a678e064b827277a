import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { isPriceStale } from '../trading-kit/is-market-live'
import { AlertButton } from '../trading-kit/AlertButton'
import { HeaderFigures } from './HeaderFigures'
import { LastPrice } from './LastPrice'
import { useFirstPrices } from './use-first-prices'
import styles from './SymbolHeader.module.css'

interface Props {
  readonly market: MarketModel
  /** The market's name; a phone has it in the top line of the page. */
  readonly name: ReactNode
  /** Whether the way to its alerts stands here. */
  readonly hasAlerts: boolean
}

/** A market's headline figures, beside its name. */
export function SymbolHeader({ market, name, hasAlerts }: Props) {
  useSignals()
  const app = useApp()
  const { t } = useTranslation('market')
  // Whoever comes back to this contract meets the price of now, or none that may be called so.
  useEffect(() => () => market.markFromBefore(), [market])
  useFirstPrices(market)
  return (
    <section className={styles['header']} aria-label={t('header.title', { symbol: market.symbol })}>
      {name}
      {hasAlerts ? <AlertButton symbol={market.symbol} className={styles['alerts']} /> : null}
      <div className={styles['values']} data-stale={isPriceStale(app, market) ? '' : undefined}>
        <LastPrice market={market} />
        <HeaderFigures market={market} />
      </div>
    </section>
  )
}
