import { useSignals } from '@preact/signals-react/runtime'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { symbolPath } from '../../domain/instrument/trade-route'
import type { QuotedMarket } from '../../domain/market/quoted-market'
import { formatCompact, formatDateTime, formatPrice, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Choice } from '../kit/Choice'
import { useApp } from '../state/app-context'
import { FavouriteButton } from './FavouriteButton'
import { favouritesOf, type Favourites } from './favourites'
import {
  coinsOf,
  EVERY_OPTION,
  isOfChoice,
  isOfSide,
  MARKED_OPTIONS,
  OPTION_SIDES,
  orderOptions,
  type OptionChoice,
  type OptionColumn,
  type OptionSide,
} from './option-rows'
import { findQuoted } from './quoted-lists'
import { ListState, useQuotedList } from './QuotedState'
import { sortAfter, type Sort } from './sorted'
import { SortHead } from './SortHead'
import table from './MarketsTable.module.css'
import styles from './QuotedTable.module.css'

const ROW_HEIGHT = 36
/** A row that a finger presses. */
const ROW_HEIGHT_PHONE = 52
const OVERSCAN = 8

type Column = Exclude<OptionColumn, 'symbol'>
const COLUMNS: readonly Column[] = ['last', 'mark', 'bid', 'ask', 'volume', 'expiry']
const PHONE_COLUMNS: readonly Column[] = ['mark']

interface Props {
  readonly query: string
  readonly isPhone: boolean
}

/**
 * Options as links to their pages: by coin and side, marked, and in the order of any column. The prices of those that are in
 * view flow, with the chain of their coin; the order is that of the list, which is read now and then.
 */
export function OptionsTable({ query, isPhone }: Props) {
  useSignals()
  const { t } = useTranslation('chain')
  const app = useApp()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useQuotedList('options')
  const favourites = useMemo(() => favouritesOf(app.kept.local), [app])
  const marked = favourites.symbols.value
  const [choice, setChoice] = useState<OptionChoice>(EVERY_OPTION)
  const [side, setSide] = useState<OptionSide>('both')
  const [sort, setSort] = useState<Sort<OptionColumn>>({ column: 'symbol', descending: false })
  const found = useMemo(() => findQuoted(list.rows, query), [list.rows, query])
  const rows = useMemo(
    () =>
      orderOptions(
        found.filter((row) => isOfChoice(row, choice, marked) && isOfSide(row, side)),
        sort,
      ),
    [found, choice, marked, side, sort],
  )
  const sortBy = (column: OptionColumn): void => setSort((now) => sortAfter(now, column, 'symbol'))
  const columns = isPhone ? PHONE_COLUMNS : COLUMNS
  // oxlint-disable-next-line react/incompatible-library -- no compiler runs here; what it returns is used here alone
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isPhone ? ROW_HEIGHT_PHONE : ROW_HEIGHT),
    getItemKey: (at) => rows[at]?.symbol ?? at,
    overscan: OVERSCAN,
  })
  const items = virtual.getVirtualItems()
  const inView = coinsOf(items.flatMap(({ index }) => rows[index] ?? [])).join(' ')
  useEffect(() => {
    const coins = inView === '' ? [] : inView.split(' ')
    const releases = coins.map((coin) => app.hub.watch({ topic: { kind: 'chain', coin } }))
    return () => releases.forEach((release) => release())
  }, [app, inView])
  return (
    <div className={styles['box']} id="markets-options-panel" role="tabpanel" aria-label={t('markets:kind.options')}>
      <div className={styles['choices']}>
        <Choice<OptionChoice>
          label={t('markets:kinds')}
          items={[MARKED_OPTIONS, EVERY_OPTION, ...coinsOf(list.rows)].map((id) => ({
            id,
            label: id === MARKED_OPTIONS || id === EVERY_OPTION ? t(`markets:kind.${id}`) : id,
            count: found.filter((row) => isOfChoice(row, id, marked) && isOfSide(row, side)).length,
          }))}
          chosen={choice}
          onChoose={setChoice}
        />
        <Choice<OptionSide>
          label={t('side')}
          items={OPTION_SIDES.map((id) => ({
            id,
            label: id === 'both' ? t('markets:kind.all') : t(id),
          }))}
          chosen={side}
          onChoose={setSide}
        />
        <ListState list={list} query={query} found={found.length} />
      </div>
      <div ref={scroller} className={table['scroller']}>
        <table
          className={table['table']}
          aria-label={t('markets:kind.options')}
          aria-rowcount={rows.length + 1}
          data-stale={list.hasFailed ? '' : undefined}
        >
          <thead>
            <tr aria-rowindex={1}>
              <SortHead column="symbol" title={t('markets:columns.symbol')} sort={sort} onSort={sortBy} />
              {columns.map((column) => (
                <SortHead
                  key={column}
                  column={column}
                  title={t(`markets:quoted.${column}`)}
                  sort={sort}
                  onSort={sortBy}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap height={items[0]?.start ?? 0} columns={columns.length + 1} />
            {items.map(({ index, key }) => {
              const row = rows[index]
              return row === undefined ? null : (
                <OptionRow key={key} row={row} at={index} columns={columns} favourites={favourites} />
              )
            })}
            <Gap height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={columns.length + 1} />
          </tbody>
        </table>
        {rows.length === 0 && found.length > 0 ? (
          <output className={styles['state']}>
            {choice === MARKED_OPTIONS ? t('markets:noFavourites') : t('markets:nonePasses')}
          </output>
        ) : null}
      </div>
    </div>
  )
}

interface RowProps {
  readonly row: QuotedMarket
  /** Among all rows, those that are not in the page too. */
  readonly at: number
  readonly columns: readonly Column[]
  readonly favourites: Favourites
}

/** An option by its newest figures, or by those of the list while none have come. */
function OptionRow({ row, at, columns, favourites }: RowProps) {
  useSignals()
  const app = useApp()
  const { ticker, isStale } = app.catalogue.tickers.of(row.symbol).value
  const nowMs = app.clock.nowMs()
  const shown = ticker === null ? row : { ...row, ...ticker }
  return (
    <tr aria-rowindex={at + 2} data-symbol={row.symbol} data-stale={isStale ? '' : undefined}>
      <th scope="row" className={styles['name']}>
        <span className={styles['spread']}>
          <FavouriteButton symbol={row.symbol} favourites={favourites} />
          <Link href={symbolPath(row.symbol, nowMs)}>{row.symbol}</Link>
        </span>
      </th>
      {columns.map((column) => (
        <td key={column}>{textOf(shown, column, nowMs)}</td>
      ))}
    </tr>
  )
}

type Shown = Pick<
  QuotedMarket,
  'tickSize' | 'deliveryMs' | 'lastPrice' | 'markPrice' | 'bid1Price' | 'ask1Price' | 'volume24h'
>

function textOf(row: Shown, column: Column, nowMs: number): string {
  switch (column) {
    case 'last':
      return formatPrice(row.lastPrice, row.tickSize)
    case 'mark':
      return formatPrice(row.markPrice, row.tickSize)
    case 'bid':
      return formatPrice(row.bid1Price, row.tickSize)
    case 'ask':
      return formatPrice(row.ask1Price, row.tickSize)
    case 'volume':
      return formatCompact(row.volume24h)
    case 'expiry':
      return row.deliveryMs === null ? MISSING : formatDateTime(row.deliveryMs, nowMs)
  }
}

/** Stands for rows that are not in the page. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden="true" className={table['gap']}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is only room, and hidden */}
      <td colSpan={columns} style={{ blockSize: height }} />
    </tr>
  )
}
