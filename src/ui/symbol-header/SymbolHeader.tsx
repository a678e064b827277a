import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { formatLeverage } from '../format'
import { productView } from '../products/product-view-of'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { statusKey } from '../status-key'
import { HeaderFigures } from './HeaderFigures'
import { isPriceStale } from '../trading-kit/is-market-live'
import { LastPrice } from './LastPrice'
import { StaleAge } from '../trading-kit/StaleAge'
import styles from './SymbolHeader.module.css'

/** The market's name and its headline figures. */
export function SymbolHeader({ market }: { readonly market: MarketModel }) {
  useSignals()
  const app = useApp()
  const { t } = useTranslation('market')
  // Whoever comes back to this contract meets the price of now, or none that may be called so.
  useEffect(() => () => market.markFromBefore(), [market])

  const instrument = market.instrument.value
  const status = instrument === null ? null : statusKey(instrument)
  const isStale = isPriceStale(app, market)
  return (
    <section className={styles['header']} aria-label={t('header.title', { symbol: market.symbol })}>
      <div className={styles['name']}>
        <h1 data-long={market.symbol.length > 10 ? '' : undefined}>{market.symbol}</h1>
        {instrument !== null && (
          <span className={styles['tag']} data-tag={productView(instrument.kind).isDated ? 'dated' : 'kind'}>
            {t(productView(instrument.kind).word)}
          </span>
        )}
        {instrument !== null && (
          <span className={styles['tag']} title={t('header.maxLeverage')} data-tag="leverage">
            {formatLeverage(instrument.maxLeverage, 0)}
          </span>
        )}
        {status !== null && (
          <span className={styles['tag']} data-tag="status">
            {t(status)}
          </span>
        )}
        {isStale && <StaleAge className={styles['age']} />}
      </div>
      <div className={styles['values']} data-stale={isStale ? '' : undefined}>
        <LastPrice market={market} />
        <HeaderFigures market={market} />
      </div>
    </section>
  )
}
