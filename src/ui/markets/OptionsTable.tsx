import { useSignals } from '@preact/signals-react/runtime'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { symbolPath } from '../../domain/instrument/trade-route'
import type { QuotedMarket } from '../../domain/market/quoted-market'
import { formatCompact, formatDateTime, formatPrice, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Choice } from '../kit/Choice'
import { useApp } from '../state/app-context'
import { FavouriteButton } from './FavouriteButton'
import { favouritesOf } from './favourites'
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

/** Options with their prices of a moment ago, as links to their pages: by coin and side, marked, and in the order of any column. */
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
  const nowMs = app.clock.nowMs()
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
                <tr key={key} aria-rowindex={index + 2}>
                  <th scope="row" className={styles['name']}>
                    <span className={styles['spread']}>
                      <FavouriteButton symbol={row.symbol} favourites={favourites} />
                      <Link href={symbolPath(row.symbol, nowMs)}>{row.symbol}</Link>
                    </span>
                  </th>
                  {columns.map((column) => (
                    <td key={column}>{textOf(row, column, nowMs)}</td>
                  ))}
                </tr>
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

function textOf(row: QuotedMarket, column: Column, nowMs: number): string {
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
