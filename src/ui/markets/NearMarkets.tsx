import { useSignals } from '@preact/signals-react/runtime'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { symbolPath } from '../../domain/instrument/trade-route'
import { useTranslation } from '../i18n/use-translation'
import { productView } from '../products/product-view-of'
import { useApp } from '../state/app-context'
import { nearMarkets } from './near-markets'
import styles from './NearMarkets.module.css'

/** As many as a reader takes in at a look. */
const NEAR_MAX = 5

/** The markets whose names are near to one that has no page, as links; nothing where none is. */
export function NearMarkets({ name }: { readonly name: string }) {
  useSignals()
  const { t } = useTranslation('markets')
  const { t: market } = useTranslation('market')
  const known = useApp().catalogue.instruments.value
  const near = useMemo(() => nearMarkets(name, known.values(), NEAR_MAX), [name, known])
  // The series of a dated contract is the one of the day the page was opened.
  const [openedAtMs] = useState(() => Date.now())
  if (near.length === 0) return null
  return (
    <nav className={styles['near']} aria-label={t('near')}>
      <span aria-hidden="true">{t('near')}</span>
      <ul>
        {near.map(({ symbol, kind }) => (
          <li key={symbol}>
            <Link href={symbolPath(symbol, openedAtMs)}>
              <b>{symbol}</b> <small>{market(productView(kind).word)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
