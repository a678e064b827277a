import { useCallback } from 'react'
import { useTranslation } from '../i18n/use-translation'
import { formatPrice } from '../format'
import { setData, setText, useLiveElement } from '../kit/live-text'
import type { MarketModel } from '../state/market-model'
import styles from './SymbolHeader.module.css'

/** The largest number of the page, coloured by the direction of its latest change. */
export function LastPrice({ market }: { readonly market: MarketModel }) {
  const { t } = useTranslation('market')
  const output = useLiveElement<HTMLOutputElement>(
    useCallback(
      (element) => {
        const text = formatPrice(market.lastPrice.value, market.listed.value?.tickSize ?? null)
        setText(element, text)
        setData(element, 'direction', market.direction.value)
        if (element.parentElement !== null) setData(element.parentElement, 'shape', text.replaceAll(/\d/g, '0'))
      },
      [market],
    ),
  )
  return (
    <div className={styles['price']}>
      <output ref={output} aria-live="off" aria-label={t('header.last')} />
    </div>
  )
}
