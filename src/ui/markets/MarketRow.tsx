import { useComputed } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import { Link } from 'wouter'
import type { Contract } from '../../domain/instrument/contract'
import { formatCompact, formatPercent, formatPrice } from '../format'
import { productList } from '../products/product-list'
import { productView } from '../products/product-view-of'
import { useApp } from '../state/app-context'
import { statusKey } from '../status-key'
import { isMarketLive } from '../trading-kit/is-market-live'
import { changeSign } from '../trading-kit/units'
import styles from './MarketsPage.module.css'

/** One market; draws again only when its own figures change. `path` is its page, or `null` when it has none. */
export function MarketRow({ instrument, path }: { readonly instrument: Contract; readonly path: string | null }) {
  useSignals()
  const { catalogue, connection } = useApp()
  const { t } = useTranslation('market')
  const { symbol, tickSize, kind } = instrument
  const status = statusKey(instrument)
  const ticker = useComputed(() => catalogue.tickers.value.get(symbol) ?? null).value
  // Where nothing is live the page says so once for all rows.
  const isStale = useComputed(() => isMarketLive(connection) && catalogue.staleTickers.value.has(symbol)).value
  const change = ticker?.price24hChange ?? null
  return (
    <tr data-symbol={symbol} data-stale={isStale ? '' : undefined}>
      <th scope="row">
        {path === null ? symbol : <Link href={path}>{symbol}</Link>}
        <span className={styles['tag']}>{t(productView(kind).word)}</span>
        {status === null ? null : <span className={styles['tag']}>{t(status)}</span>}
        {isStale ? <span className={styles['old']}>{t('stale.row')}</span> : null}
      </th>
      <td data-column="last">{formatPrice(ticker?.lastPrice ?? null, tickSize)}</td>
      <td data-column="change" data-sign={changeSign(change)}>
        {formatPercent(change, { signed: true })}
      </td>
      <td data-column="high">{formatPrice(ticker?.highPrice24h ?? null, tickSize)}</td>
      <td data-column="low">{formatPrice(ticker?.lowPrice24h ?? null, tickSize)}</td>
      <td data-column="funding">{formatPercent(ticker?.fundingRate ?? null, { decimals: 4 })}</td>
      <td data-column="turnover">
        {formatCompact(ticker?.turnover24h ?? null)} {productList(kind).turnoverCoin(instrument)}
      </td>
    </tr>
  )
}
