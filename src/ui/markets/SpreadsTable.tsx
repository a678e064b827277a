import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { symbolPath } from '../../domain/instrument/trade-route'
import { formatCount, formatNumber, formatPercent, MISSING } from '../format'
import { decimalsOf, type Price } from '../../domain/decimal'
import { formatCompact } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Choice } from '../kit/Choice'
import { useApp } from '../state/app-context'
import { FavouriteButton } from './FavouriteButton'
import { favouritesOf } from './favourites'
import table from './MarketsTable.module.css'
import { ListState, useQuotedList } from './QuotedState'
import { sortAfter, type Sort } from './sorted'
import { SortHead } from './SortHead'
import styles from './QuotedTable.module.css'
import { findQuoted } from './quoted-lists'
import {
  isChosen,
  orderSpreads,
  SPREAD_CHOICES,
  spreadRow,
  type SpreadChoice,
  type SpreadColumn,
  type SpreadRow,
} from './spread-rows'

const COLUMNS: readonly SpreadColumn[] = ['last', 'bid', 'ask', 'width', 'ago', 'yield', 'days', 'volume']
const PHONE_COLUMNS: readonly SpreadColumn[] = ['last', 'yield']

interface Props {
  readonly query: string
  readonly isPhone: boolean
}

/** Every spread with its kind, its legs and its prices as they flow, ordered by what it is worth a year. */
export function SpreadsTable({ query, isPhone }: Props) {
  useSignals()
  const { t } = useTranslation('spread')
  const app = useApp()
  const list = useQuotedList('spreads')
  const favourites = useMemo(() => favouritesOf(app.kept.local), [app])
  const [choice, setChoice] = useState<SpreadChoice>('all')
  const [sort, setSort] = useState<Sort<SpreadColumn>>({ column: 'yield', descending: true })
  useEffect(() => app.hub.watch({ topic: { kind: 'spreads' } }), [app])
  const nowMs = app.clock.ticking.value
  const marked = favourites.symbols.value
  const found = findQuoted(list.rows, query).flatMap((one) => spreadRow(one, app.catalogue, nowMs) ?? [])
  const rows = orderSpreads(
    found.filter((row) => isChosen(row, choice, marked)),
    sort,
  )
  const columns = isPhone ? PHONE_COLUMNS : COLUMNS
  const sortBy = (column: SpreadColumn): void => setSort((now) => sortAfter(now, column, 'first'))
  return (
    <div className={styles['box']} id="markets-spreads-panel" role="tabpanel" aria-label={t('markets:kind.spreads')}>
      <div className={styles['choices']}>
        <Choice<SpreadChoice>
          label={t('kindLabel')}
          items={SPREAD_CHOICES.map((id) => ({
            id,
            label: id === 'all' || id === 'favourites' ? t(`markets:kind.${id}`) : t(`kind.${id}`),
            count: found.filter((row) => isChosen(row, id, marked)).length,
          }))}
          chosen={choice}
          onChoose={setChoice}
        />
        <ListState list={list} query={query} found={found.length} />
      </div>
      <div className={table['scroller']}>
        <table className={table['table']} aria-label={t('markets:kind.spreads')}>
          <thead>
            <tr>
              <SortHead column="first" title={t('list.first')} sort={sort} onSort={sortBy} />
              {columns.map((column) => (
                <SortHead key={column} column={column} title={t(`list.${column}`)} sort={sort} onSort={sortBy} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.symbol} data-symbol={row.symbol} data-stale={row.isStale ? '' : undefined}>
                <th scope="row" className={styles['name']}>
                  <span className={styles['spread']}>
                    <FavouriteButton symbol={row.symbol} favourites={favourites} />
                    <Link href={symbolPath(row.symbol, nowMs)}>
                      {row.named.first} − {row.named.second}
                      <small className={styles['kind']}>{t(`kind.${row.named.kind}`)}</small>
                    </Link>
                  </span>
                </th>
                {columns.map((column) => (
                  <td key={column}>{textOf(row, column)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && found.length > 0 ? (
          <output className={styles['state']}>
            {choice === 'favourites' ? t('markets:noFavourites') : t('markets:nonePasses')}
          </output>
        ) : null}
      </div>
    </div>
  )
}

function textOf(row: SpreadRow, column: SpreadColumn): string {
  const price = (value: Price | null, signed = true): string =>
    formatNumber(value, { decimals: decimalsOf(row.tickSize), signed })
  switch (column) {
    case 'first':
      return row.symbol
    case 'last':
    case 'bid':
    case 'ask':
    case 'ago':
      return price(row[column])
    case 'width':
      return price(row.width, false)
    case 'yield':
      return formatPercent(row.yield, { signed: true })
    case 'days':
      return row.days === null ? MISSING : formatCount(row.days)
    case 'volume':
      return formatCompact(row.volume)
  }
}
