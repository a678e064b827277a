import { useSignals } from '@preact/signals-react/runtime'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { Link, useLocation } from 'wouter'
import type { Price, Qty } from '../../domain/decimal'
import { Exact, toText } from '../../domain/decimal'
import { symbolPath } from '../../domain/instrument/trade-route'
import type { InstrumentSymbol } from '../../domain/order/order'
import { direction } from '../../domain/risk/payoff'
import { formatPrice } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { Choice } from '../kit/Choice'
import { useApp } from '../state/app-context'
import {
  boardDecimals,
  CALL_COLUMNS,
  cellText,
  GROUPS,
  interestShare,
  mostInterest,
  PUT_COLUMNS,
  type BoardDecimals,
  type ChainColumn,
  type ColumnGroup,
} from './chain-cells'
import styles from './ChainPage.module.css'
import { atTheMoney, placeOfForward, type ChainExpiry, type StrikeRow } from './chain-rows'

const ROW_HEIGHT = 30
/** A row that a finger presses. */
const ROW_HEIGHT_PHONE = 48
const OVERSCAN = 8

type ChainSide = 'call' | 'put'

interface Props {
  readonly expiry: ChainExpiry
  readonly isPhone: boolean
  readonly isLive: boolean
}

/** The strikes of an expiry. A phone has one side, four columns at a time, with the strike pinned. */
export function ChainTable({ expiry, isPhone, isLive }: Props) {
  useSignals()
  const { t } = useTranslation('chain')
  const app = useApp()
  const scroller = useRef<HTMLDivElement>(null)
  const [side, setSide] = useState<ChainSide>('call')
  const [group, setGroup] = useState<ColumnGroup>('quotes')
  const { rows } = expiry
  const [some] = rows
  const first = some?.call ?? some?.put ?? null
  const forward =
    first === null ? null : (app.catalogue.tickers.of(first).value.ticker?.option?.underlyingPrice ?? null)
  const place = placeOfForward(rows, forward)
  const middle = atTheMoney(rows, forward)
  const [focused, setFocused] = useState<number | null>(null)
  const calls: readonly ChainColumn[] = isPhone ? (side === 'call' ? GROUPS[group] : []) : CALL_COLUMNS
  const puts: readonly ChainColumn[] = isPhone ? (side === 'put' ? GROUPS[group] : []) : PUT_COLUMNS
  const columns = calls.length + puts.length + 1
  // Each stands still between two trades: they are read as the rows are drawn, and no bar follows another option.
  const board = rows.flatMap(({ call, put }) =>
    [call, put].map((one) => (one === null ? null : app.catalogue.tickers.of(one).peek().ticker)),
  )
  const most = mostInterest(board)
  const decimals = boardDecimals(board)
  // oxlint-disable-next-line react/incompatible-library -- no compiler runs here; what it returns is used here alone
  const virtual = useVirtualizer({
    count: rows.length + (place === null ? 0 : 1),
    getScrollElement: () => scroller.current,
    estimateSize: () => (isPhone ? ROW_HEIGHT_PHONE : ROW_HEIGHT),
    overscan: OVERSCAN,
  })
  // What is at the money is what is looked for: once, when the forward is known.
  const isPlaced = useRef(false)
  useLayoutEffect(() => {
    if (isPlaced.current || place === null) return
    isPlaced.current = true
    virtual.scrollToIndex(place, { align: 'center' })
    const box = scroller.current
    // The quotes of both sides are beside the strikes.
    if (box !== null && !isPhone) box.scrollLeft = (box.scrollWidth - box.clientWidth) / 2
  }, [place, virtual, isPhone])
  const items = virtual.getVirtualItems()
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    const link = (event.target as HTMLElement).closest<HTMLElement>('a[data-at]')
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (link === null) return
    const at = Number(link.dataset['at'])
    const other = { ArrowLeft: 'call', ArrowRight: 'put' }[event.key]
    if (by === undefined && other === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(rows.length - 1, at + (by ?? 0)))
    setFocused(next)
    virtual.scrollToIndex(place !== null && next >= place ? next + 1 : next)
    const selector = `a[data-at="${next}"][data-chain="${other ?? link.dataset['chain']}"]`
    // A row that was out of sight is in the page after the next frame.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(selector)?.focus())
  }
  const head = (
    <th scope="col" className={styles['strike']}>
      {t('columns.strike')}
    </th>
  )
  return (
    <div className={styles['chain']}>
      {isPhone ? (
        <div className={styles['choices']}>
          <Choice<ChainSide>
            label={t('side')}
            items={[
              { id: 'call', label: t('calls') },
              { id: 'put', label: t('puts') },
            ]}
            chosen={side}
            onChoose={setSide}
          />
          <Choice<ColumnGroup>
            label={t('group')}
            items={(Object.keys(GROUPS) as ColumnGroup[]).map((one) => ({ id: one, label: t(`groups.${one}`) }))}
            chosen={group}
            onChoose={setGroup}
          />
        </div>
      ) : null}
      <div ref={scroller} className={styles['scroller']}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys go from link to link */}
        <table
          className={styles['table']}
          data-stale={isLive ? undefined : ''}
          data-phone={isPhone ? '' : undefined}
          aria-rowcount={rows.length}
          onKeyDown={onKeyDown}
        >
          <thead>
            {isPhone ? null : (
              <tr>
                <th scope="colgroup" colSpan={calls.length} data-align="start">
                  {t('calls')}
                </th>
                <th scope="col">
                  <span className="visually-hidden">{t('columns.strike')}</span>
                </th>
                <th scope="colgroup" colSpan={puts.length}>
                  {t('puts')}
                </th>
              </tr>
            )}
            <tr>
              {isPhone ? head : null}
              {calls.map((one) => (
                <th key={`call ${one}`} scope="col">
                  {t(`columns.${one}`)}
                </th>
              ))}
              {isPhone ? null : head}
              {puts.map((one) => (
                <th key={`put ${one}`} scope="col">
                  {t(`columns.${one}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Gap height={items[0]?.start ?? 0} columns={columns} />
            {items.map(({ index }) => {
              if (index === place)
                return (
                  <tr key="forward" className={styles['forward']}>
                    <td colSpan={columns}>
                      <span>{t('forwardIs', { price: formatPrice(forward, forward) })}</span>
                    </td>
                  </tr>
                )
              const at = place !== null && index > place ? index - 1 : index
              const row = rows[at]
              return row === undefined ? null : (
                <Strike
                  key={row.strike}
                  row={row}
                  at={at}
                  isTabStop={at === (focused ?? middle)}
                  forward={forward}
                  {...{ calls, puts, isPhone, most, decimals }}
                />
              )
            })}
            <Gap height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={columns} />
          </tbody>
        </table>
      </div>
    </div>
  )
}

interface StrikeProps {
  readonly row: StrikeRow
  readonly at: number
  readonly isTabStop: boolean
  readonly forward: Price | null
  readonly calls: readonly ChainColumn[]
  readonly puts: readonly ChainColumn[]
  readonly isPhone: boolean
  /** The largest open interest of the expiry. */
  readonly most: number
  readonly decimals: BoardDecimals
}

function Strike({ row, at, isTabStop, forward, calls, puts, isPhone, most, decimals }: StrikeProps) {
  const { strike, call, put } = row
  const isBelow = forward !== null && new Exact(strike).lt(forward)
  const name = (
    <th scope="row" className={styles['strike']}>
      {formatPrice(strike, strike)}
    </th>
  )
  return (
    <tr aria-rowindex={at + 1}>
      {isPhone ? name : null}
      <SideCells columns={calls} symbol={call} chain="call" isInside={isBelow} {...{ at, isTabStop, most, decimals }} />
      {isPhone ? null : name}
      <SideCells
        columns={puts}
        symbol={put}
        chain="put"
        isInside={forward !== null && !isBelow}
        {...{ at, isTabStop, most, decimals }}
      />
    </tr>
  )
}

interface SideProps {
  readonly columns: readonly ChainColumn[]
  readonly symbol: InstrumentSymbol | null
  readonly chain: ChainSide
  /** In the money. */
  readonly isInside: boolean
  readonly at: number
  readonly isTabStop: boolean
  readonly most: number
  readonly decimals: BoardDecimals
}

/** One option: its first column leads to its page, for the keyboard; a press anywhere on it does. */
function SideCells({ columns, symbol, chain, isInside, at, isTabStop, most, decimals }: SideProps) {
  useSignals()
  const app = useApp()
  const [, go] = useLocation()
  const state = symbol === null ? null : app.catalogue.tickers.of(symbol).value
  const position = symbol === null ? null : app.account.position(symbol)
  const held =
    position === null || position.side === null
      ? null
      : toText<Qty>(new Exact(position.size).times(direction(position.side)))
  const path = symbol === null ? null : symbolPath(symbol, app.clock.nowMs())
  // Where the link stands: the quotes are what an option is looked for by.
  const linked = columns.includes('bid') ? 'bid' : columns[0]
  return columns.map((column) => {
    const text = symbol === null ? '' : cellText(column, state?.ticker ?? null, held, decimals)
    return (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the row's link does the same
      <td
        key={column}
        data-column={column}
        data-inside={isInside ? '' : undefined}
        data-stale={state?.isStale === true ? '' : undefined}
        data-sign={column === 'held' && held !== null ? (held.startsWith('-') ? 'loss' : 'gain') : undefined}
        style={
          column === 'interest'
            ? ({ '--share': interestShare(state?.ticker ?? null, most) } as CSSProperties)
            : undefined
        }
        onClick={(event) => {
          if (path !== null && !(event.target instanceof HTMLAnchorElement)) go(path)
        }}
      >
        {column === linked && path !== null ? (
          <Link
            href={path}
            data-at={at}
            data-chain={chain}
            tabIndex={isTabStop ? 0 : -1}
            aria-label={`${symbol ?? ''} ${text}`}
          >
            {text}
          </Link>
        ) : (
          text
        )}
      </td>
    )
  })
}

/** Stands for rows that are not in the page. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is only room, and hidden */}
      <td colSpan={columns} style={{ blockSize: height, padding: 0, border: 0 }} />
    </tr>
  )
}
