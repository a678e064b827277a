import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { formatPrice } from '../format'
import type { MarketModel } from '../state/market-model'
import styles from './SymbolHeader.module.css'

/** The largest number of the page, coloured by the direction of its latest change. */
export function LastPrice({ market }: { readonly market: MarketModel }) {
  useSignals()
  const { t } = useTranslation('market')
  const direction = ({ 1: 'up', 0: 'flat', [-1]: 'down' } as const)[market.direction.value]
  return (
    <output aria-live="off" aria-label={t('header.last')} className={styles['price']} data-direction={direction}>
      {formatPrice(market.lastPrice.value, market.instrument.value?.tickSize ?? null)}
    </output>
  )
}
