import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { symbolPath, tradePath, tradeTarget } from '../../domain/instrument/trade-route'
import type { ListedMarket } from '../../domain/instrument/market-type'
import { QUOTED_PRODUCTS } from '../../domain/market/quoted-market'
import { formatPercent, formatPrice } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { productList } from '../products/product-list'
import { useApp } from '../state/app-context'
import { statusKey } from '../status-key'
import { changeSign } from '../trading-kit/units'
import { favouritesOf } from './favourites'
import { findMarkets, settledIn } from './find-markets'
import type { MarketKind } from './market-rows'
import { findQuoted, quotedListsOf } from './quoted-lists'
import styles from './MarketChoices.module.css'

interface Props {
  readonly query: string
  readonly kind?: MarketKind
  /** How many are offered at once; the page of all markets shows the rest. */
  readonly max: number
  readonly onChosen: () => void
}

/** The markets that a text finds, as links with their prices. */
export function MarketChoices({ query, kind = 'all', max, onChosen }: Props) {
  useSignals()
  const { t } = useTranslation('markets')
  const { t: market } = useTranslation('market')
  const app = useApp()
  const { catalogue, lastMarket } = app
  const favourites = useMemo(() => favouritesOf(app.kept.local), [app])
  // The series of a dated contract is the one of the day the list was opened.
  const [openedAtMs] = useState(() => Date.now())
  useEffect(() => app.hub.watch({ topic: { kind: 'allTickers' } }), [app])
  const known = catalogue.markets.value
  const wish = { query, kind, recent: lastMarket.recent.value, favourites: favourites.symbols.value }
  const rows = findMarkets(known, wish, max).flatMap((instrument) => {
    const target = tradeTarget(instrument.symbol)
    return target === null ? [] : [{ instrument, path: tradePath(target, openedAtMs) }]
  })
  // Names of one letter are too many, and nobody asks for an option by it.
  const isAsked = kind === 'all' && query.trim().length > 1
  const lists = quotedListsOf(app)
  useEffect(() => {
    if (isAsked) for (const product of QUOTED_PRODUCTS) lists.loadOnce(product)
  }, [isAsked, lists])
  const others = isAsked
    ? QUOTED_PRODUCTS.flatMap((product) =>
        findQuoted(lists.of(product).value.rows, query).map((row) => ({ product, row })),
      ).slice(0, Math.max(0, max - rows.length))
    : []
  if (known.length === 0) return null
  return (
    <div className={styles['list']}>
      {rows.length + others.length === 0 ? (
        <output>
          {query.trim() !== ''
            ? t('none', { query: query.trim() })
            : t(kind === 'favourites' ? 'noFavourites' : 'nonePasses')}
        </output>
      ) : null}
      {rows.map(({ instrument, path }) => (
        <Link key={instrument.symbol} href={path} onClick={onChosen}>
          <b>{instrument.symbol}</b>
          <small>{kindOf(instrument)}</small>
          <Price instrument={instrument} />
        </Link>
      ))}
      {others.map(({ product, row: { symbol, tickSize, markPrice, lastPrice } }) => (
        <Link key={symbol} href={symbolPath(symbol, openedAtMs)} onClick={onChosen}>
          <b>{symbol}</b>
          <small>{t(`quoted.kind.${product}`)}</small>
          {/* Of the moment of the search: these lists are not streamed. */}
          <span className={styles['figures']} data-stale="">
            <span>{formatPrice(markPrice ?? lastPrice, tickSize)}</span>
          </span>
        </Link>
      ))}
    </div>
  )

  function kindOf(instrument: ListedMarket): string {
    const word = market(statusKey(instrument) ?? productList(instrument.kind).word(instrument))
    const coin = settledIn(instrument)
    return coin === null ? word : t('settledIn', { kind: word, coin })
  }
}

function Price({ instrument: { symbol, tickSize } }: { readonly instrument: ListedMarket }) {
  useSignals()
  const { ticker, isStale } = useApp().catalogue.tickers.of(symbol).value
  if (ticker === null) return null
  const change = ticker.price24hChange
  return (
    <span className={styles['figures']} data-stale={isStale ? '' : undefined}>
      <span>{formatPrice(ticker.lastPrice, tickSize)}</span>
      <span data-sign={changeSign(change)}>{formatPercent(change, { signed: true })}</span>
    </span>
  )
}
