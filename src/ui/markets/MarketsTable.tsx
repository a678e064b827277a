import { useSignals } from '@preact/signals-react/runtime'
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { Fragment, useCallback, useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { useLocation } from 'wouter'
import type { InstrumentSymbol } from '../../domain/order/order'
import { useTranslation } from '../i18n/use-translation'
import { MarketHead } from './MarketHead'
import { MarketRowView } from './MarketRowView'
import { HIDEABLE, type HideableColumn, type MarketsModel } from './markets-model'
import type { MiniCharts } from './mini-charts'
import styles from './MarketsTable.module.css'

const ROW_HEIGHT = 36
/** A row that a finger presses. */
const ROW_HEIGHT_PHONE = 52
/** What a phone has room for beside name and price; the turnover stands under the name. */
const PHONE_COLUMNS: readonly HideableColumn[] = ['change']
const HEAD_HEIGHT = 44
/** So long after a move of the pointer, a touch or a key the rows keep their places, ms. */
const HOLD_MS = 5_000
/** Rows kept ready above and below the ones in sight. */
const OVERSCAN = 8

interface Props {
  readonly model: MarketsModel
  readonly charts: MiniCharts
  readonly isPhone: boolean
}

/** The list itself. Only the rows in sight are in the page: there may be thousands. */
export function MarketsTable({ model, charts, isPhone }: Props) {
  useSignals()
  const { t } = useTranslation('markets')
  const scroller = useRef<HTMLDivElement>(null)
  const focused = useRef<number | null>(null)
  const rows = model.rows.value
  const hidden = model.hidden.value
  const columns = isPhone ? PHONE_COLUMNS : HIDEABLE.filter((column) => !hidden.has(column))
  const rowHeight = isPhone ? ROW_HEIGHT_PHONE : ROW_HEIGHT
  // The row with the focus stays in the page while the list is scrolled: it would fall to the top otherwise.
  const rangeExtractor = useCallback((range: Range): number[] => {
    const at = focused.current
    const inSight = defaultRangeExtractor(range)
    if (at === null || at >= range.count || inSight.includes(at)) return inSight
    return [...inSight, at].toSorted((a, b) => a - b)
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- no compiler runs here; what it returns is used here alone
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => rows[at]?.instrument.symbol ?? at,
    overscan: OVERSCAN,
    rangeExtractor,
    // The head stands over the first row in sight.
    scrollPaddingStart: HEAD_HEIGHT,
  })
  const items = virtual.getVirtualItems()

  /** The place whose control gets the focus as soon as its row is in the page. */
  const wanted = useRef<{ readonly at: number; readonly isStar: boolean } | null>(null)
  const focusWanted = (): void => {
    if (wanted.current === null) return
    const { at, isStar } = wanted.current
    const row = scroller.current?.querySelector(`tbody tr[aria-rowindex="${at + 2}"]`)
    const control = row?.querySelector<HTMLElement>(isStar ? 'button' : 'a')
    if (control == null) return
    wanted.current = null
    control.focus({ preventScroll: true })
  }
  useEffect(focusWanted)
  const hold = (): void => model.hold(HOLD_MS)
  const [, navigate] = useLocation()
  /** The market that the last press began at, as its hand saw it. */
  const meant = useRef<InstrumentSymbol | null>(null)
  const onPointerDown = ({ target, timeStamp }: PointerEvent): void => {
    const at = placeOf(target)
    meant.current = at === null ? null : model.meantAt(at, timeStamp)
    hold()
  }
  /** A press for which another row came under the hand is done with the market that stood there. */
  const onClick = (event: MouseEvent): void => {
    const symbol = meant.current
    meant.current = null
    const { target, detail } = event
    // A key's click has no press before it, and a press that was let go elsewhere has no click.
    if (symbol === null || detail === 0 || !(target instanceof Element)) return
    if (target.closest('tr')?.getAttribute('data-symbol') === symbol) return
    event.preventDefault()
    event.stopPropagation()
    const path = model.pathOf(symbol)
    if (target.closest('[data-action="favourite"]') !== null) model.favourites.toggle(symbol)
    else if (target.closest('a') !== null && path !== null) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) open(path, '_blank', 'noopener')
      else navigate(path)
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    hold()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const at = placeOf(event.target)
    if (step === undefined || at === null) return
    const next = at + step
    if (next < 0 || next >= rows.length) return
    event.preventDefault()
    wanted.current = { at: next, isStar: event.target instanceof HTMLButtonElement }
    virtual.scrollToIndex(next)
    focusWanted()
  }
  return (
    <div ref={scroller} className={styles['scroller']}>
      <table
        id={`markets-${model.kind.value}-panel`}
        className={styles['table']}
        aria-label={t('title')}
        aria-rowcount={rows.length + 1}
        data-stale={model.isStale.value ? '' : undefined}
        data-loading={model.isLoading.value ? '' : undefined}
      >
        <thead>
          <tr aria-rowindex={1}>
            <MarketHead column="symbol" sort="symbol" model={model} isWithTurnover={isPhone} />
            <MarketHead column="last" sort="last" model={model} />
            {columns.map((column) => (
              <MarketHead
                key={column}
                column={column}
                sort={column === 'chart' || column === 'range' ? null : column}
                model={model}
              />
            ))}
          </tr>
        </thead>
        {/* The keys belong to the links and buttons of the rows. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody
          onKeyDown={onKeyDown}
          onPointerMove={hold}
          onPointerDownCapture={onPointerDown}
          onPointerLeave={({ pointerType }) => (pointerType === 'mouse' ? model.letGo() : undefined)}
          onClickCapture={onClick}
          onFocus={({ target }) => (focused.current = placeOf(target))}
          onBlur={() => (focused.current = null)}
        >
          {items.map((item, order) => {
            const row = rows[item.index]
            if (row === undefined) return null
            // A gap that leaves out rows which are not in the page: above the first one, and around a focused one.
            const before = item.start - (items[order - 1]?.end ?? 0)
            return (
              <Fragment key={item.key}>
                {before > 0 ? <Gap height={before} columns={columns.length + 2} /> : null}
                <MarketRowView
                  row={row}
                  model={model}
                  charts={charts}
                  columns={columns}
                  place={item.index + 1}
                  isPhone={isPhone}
                />
              </Fragment>
            )
          })}
          <Gap height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={columns.length + 2} />
        </tbody>
      </table>
    </div>
  )
}

/** Stands for rows that are not in the page. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden="true" className={styles['gap']}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is only room, and hidden */}
      <td colSpan={columns} style={{ blockSize: height }} />
    </tr>
  )
}

/** Which row of the list a control is in, from 0; `null` for none. */
function placeOf(target: EventTarget | null): number | null {
  if (!(target instanceof Element)) return null
  const text = target.closest('tbody tr')?.getAttribute('aria-rowindex') ?? null
  return text === null ? null : Number(text) - 2
}
