import { useSignals } from '@preact/signals-react/runtime'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { symbolPath } from '../../domain/instrument/trade-route'
import type { QuotedMarket, QuotedProduct } from '../../domain/market/quoted-market'
import { formatAge, formatCompact, formatDateTime, formatPrice, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import type { KeyOf } from '../i18n/words'
import { useApp } from '../state/app-context'
import { TickingText } from '../trading-kit/TickingText'
import { findQuoted, quotedListsOf, type QuotedList } from './quoted-lists'
import table from './MarketsTable.module.css'
import styles from './QuotedTable.module.css'

const REFRESH_MS = 10_000
const ROW_HEIGHT = 36
/** A row that a finger presses. */
const ROW_HEIGHT_PHONE = 52
const OVERSCAN = 8

type Column = 'last' | 'mark' | 'bid' | 'ask' | 'volume' | 'expiry'
const COLUMNS: readonly Column[] = ['last', 'mark', 'bid', 'ask', 'volume', 'expiry']
const PHONE_COLUMNS: readonly Column[] = ['mark']

interface Props {
  readonly query: string
  readonly isPhone: boolean
}

/** A list that is read anew while somebody looks at it. */
export function useQuotedList(product: QuotedProduct): QuotedList {
  useSignals()
  const lists = quotedListsOf(useApp())
  useEffect(() => {
    const ask = (): void => {
      if (document.visibilityState === 'visible') void lists.load(product)
    }
    ask()
    const timer = setInterval(ask, REFRESH_MS)
    return () => clearInterval(timer)
  }, [lists, product])
  return lists.of(product).value
}

/** Options with their prices of a moment ago, as links to their pages. */
export function OptionsTable({ query, isPhone }: Props) {
  useSignals()
  const { t } = useTranslation('market')
  const app = useApp()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useQuotedList('options')
  const rows = findQuoted(list.rows, query)
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
    <div className={styles['box']} id="markets-options-panel" role="tabpanel" aria-label={t('markets.kind.options')}>
      <ListState list={list} query={query} found={rows.length} />
      <div ref={scroller} className={table['scroller']}>
        <table
          className={table['table']}
          aria-label={t('markets.kind.options')}
          aria-rowcount={rows.length + 1}
          data-stale={list.hasFailed ? '' : undefined}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{t('markets.columns.symbol')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`markets.quoted.${column}`)}
                </th>
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
                    <Link href={symbolPath(row.symbol, nowMs)}>{row.symbol}</Link>
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

interface StateProps {
  readonly list: QuotedList
  readonly query: string
  readonly found: number
}

/** What the list is as a whole: how old, or why there is none. */
export function ListState({ list, query, found }: StateProps) {
  const { t } = useTranslation('market')
  const { asOfMs, hasFailed } = list
  const read = useCallback(
    (nowMs: number) =>
      asOfMs === null ? '' : t('markets.quoted.age', { age: formatAge(Math.max(1_000, nowMs - asOfMs)) }),
    [asOfMs, t],
  )
  const why = whyEmpty(list, query, found)
  return (
    <div className={styles['state']} data-stale={hasFailed ? '' : undefined}>
      <output>{why === null ? '' : t(why, { query: query.trim() })}</output>
      {hasFailed && asOfMs !== null ? <output>{t('markets.quoted.failed')}</output> : null}
      {asOfMs === null ? null : <TickingText read={read} />}
    </div>
  )
}

function whyEmpty({ asOfMs, hasFailed }: QuotedList, query: string, found: number): KeyOf<'market'> | null {
  if (found > 0) return null
  if (asOfMs === null) return hasFailed ? 'markets.quoted.failed' : 'markets.loading'
  return query.trim() === '' ? 'markets.quoted.none' : 'markets.none'
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
