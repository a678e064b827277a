import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { Link } from 'wouter'
import { tradePath, tradeTarget } from '../../domain/instrument/trade-route'
import { useTranslation } from '../i18n/use-translation'
import { findInstruments } from '../markets/market-rows'
import { productView } from '../products/product-view-of'
import { useApp } from '../state/app-context'
import { statusKey } from '../status-key'
import styles from './SymbolSearch.module.css'

/** Markets offered at once; the page of all markets shows the rest. */
const FOUND_MAX = 8

/** The markets that a text finds, as links. */
export function SymbolResults({ query, onChosen }: { readonly query: string; readonly onChosen: () => void }) {
  useSignals()
  const { t } = useTranslation('market')
  const { catalogue } = useApp()
  // The series of a dated contract is the one of the day the list was opened.
  const [openedAtMs] = useState(() => Date.now())
  const known = catalogue.instruments.value
  const rows = findInstruments(known.values(), query)
    .toSorted((a, b) => a.indexSort - b.indexSort)
    .slice(0, FOUND_MAX)
    .flatMap((instrument) => {
      const target = tradeTarget(instrument.symbol)
      return target === null ? [] : [{ instrument, path: tradePath(target, openedAtMs) }]
    })
  if (known.size === 0) return null
  return (
    <div className={styles['list']}>
      {rows.length === 0 ? <output>{t('markets.none', { query: query.trim() })}</output> : null}
      {rows.map(({ instrument, path }) => (
        <Link key={instrument.symbol} href={path} onClick={onChosen}>
          <b>{instrument.symbol}</b>
          <small>{t(statusKey(instrument) ?? productView(instrument.kind).word)}</small>
        </Link>
      ))}
    </div>
  )
}
