import { computed, type ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { memo, useCallback, useMemo } from 'react'
import { Link } from 'wouter'
import type { ListedMarket } from '../../domain/instrument/market-type'
import type { Ticker } from '../../domain/market/market'
import { formatAge, formatCompact, formatLeverage, formatPercent, formatPrice, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { setData, setText, useLiveElement } from '../kit/live-text'
import { productList } from '../products/product-list'
import { useApp } from '../state/app-context'
import type { TickerState } from '../state/ticker-table'
import { statusKey } from '../status-key'
import { isMarketLive } from '../trading-kit/is-market-live'
import { AlertButton } from '../trading-kit/AlertButton'
import { TickingText } from '../trading-kit/TickingText'
import { changeSign } from '../trading-kit/units'
import { compactMoney } from './compact-money'
import { FavouriteButton } from './FavouriteButton'
import type { MarketRow } from './market-order'
import { badgeOf, openInterestOf, turnoverOf, yearlyFunding } from './market-rows'
import type { HideableColumn, MarketsModel } from './markets-model'
import { MiniChart } from './MiniChart'
import type { MiniCharts } from './mini-charts'
import styles from './MarketsTable.module.css'

/** Funding beyond a whole of the value a year is out of the ordinary. */
const FUNDING_WARN = 1

interface Props {
  readonly row: MarketRow
  readonly model: MarketsModel
  readonly charts: MiniCharts
  readonly columns: readonly HideableColumn[]
  /** Place in the whole list, from 1: the rows in sight are few of it. */
  readonly place: number
  readonly isPhone: boolean
}

/** One market. Its price and change are written in place; the row draws again where the list is ordered anew. */
export const MarketRowView = memo(function MarketRowView({ row, model, charts, columns, place, isPhone }: Props) {
  useSignals()
  const { catalogue, connection } = useApp()
  const { t } = useTranslation('markets')
  const { t: market } = useTranslation('market')
  const { instrument } = row
  const { symbol, tickSize, kind } = instrument
  const leverage = productList(kind).leverage(instrument)
  const state = catalogue.tickers.of(symbol)
  const sorted = model.sort.value.column
  // What the list is ordered by stands still with its order; prices beside it move.
  const standing = sorted === 'last' || sorted === 'change' ? { ticker: row.ticker } : null
  // Figures out of a store are each of their own time.
  const asOf = useMemo(
    () =>
      computed(() => {
        const { ticker, isStale } = state.value
        return ticker !== null && (isStale || !isMarketLive(connection)) ? ticker.timeMs : null
      }),
    [state, connection],
  )
  const staleAsOfMs = asOf.value
  const status = statusKey(instrument)
  const badge = badgeOf(instrument, model.nowMs())
  const path = model.pathOf(symbol)
  return (
    <tr data-symbol={symbol} data-stale={staleAsOfMs === null ? undefined : ''} aria-rowindex={place + 1}>
      <th scope="row" data-column="symbol">
        <FavouriteButton symbol={symbol} favourites={model.favourites} />
        {isPhone ? null : <AlertButton symbol={symbol} className={styles['star']} />}
        <span className={styles['name']}>
          {path === null ? symbol : <Link href={path}>{symbol}</Link>}
          {isPhone ? (
            <span className={styles['under']}>
              {compactMoney(row.ticker === null ? null : turnoverOf(instrument, row.ticker))}
            </span>
          ) : null}
        </span>
        <span className={styles['tag']}>{market(productList(kind).word(instrument))}</span>
        {leverage === null ? null : (
          <span className={styles['tag']} data-tag="leverage">
            {formatLeverage(leverage, 0)}
          </span>
        )}
        {badge === null ? null : <span className={styles['tag']}>{t(`badge.${badge}`)}</span>}
        {status === null ? null : <span className={styles['tag']}>{market(status)}</span>}
        {staleAsOfMs === null ? null : <RowAge asOfMs={staleAsOfMs} />}
      </th>
      <LastCell state={state} standing={standing} tickSize={tickSize} />
      {columns.map((column) => (
        <Cell
          key={column}
          column={column}
          instrument={instrument}
          shown={row.ticker}
          state={state}
          standing={standing}
          model={model}
          charts={charts}
        />
      ))}
    </tr>
  )
})

/** How old the figures of one market are. */
function RowAge({ asOfMs }: { readonly asOfMs: number }) {
  const { t } = useTranslation('markets')
  const read = useCallback(
    (nowMs: number) => t('market:stale.short', { age: formatAge(Math.max(1_000, nowMs - asOfMs)) }),
    [asOfMs, t],
  )
  return <TickingText read={read} className={styles['old'] ?? ''} />
}

interface Moving {
  readonly state: ReadonlySignal<TickerState>
  /** What is shown in the place of the newest; `null` where prices move. */
  readonly standing: { readonly ticker: Ticker | null } | null
}

function LastCell({ state, standing, tickSize }: Moving & { readonly tickSize: ListedMarket['tickSize'] }) {
  const still = standing?.ticker ?? null
  const moves = standing === null
  const write = useCallback(
    (cell: HTMLElement) => {
      const ticker = moves ? state.value.ticker : still
      setText(cell, formatPrice(ticker?.lastPrice ?? null, tickSize))
    },
    [state, still, moves, tickSize],
  )
  const cell = useLiveElement<HTMLTableCellElement>(write)
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text is written in place
  return <td data-column="last" ref={cell} />
}

function ChangeCell({ state, standing }: Moving) {
  const still = standing?.ticker ?? null
  const moves = standing === null
  const write = useCallback(
    (cell: HTMLElement) => {
      const ticker = moves ? state.value.ticker : still
      const change = ticker?.price24hChange ?? null
      setText(cell, formatPercent(change, { signed: true }))
      setData(cell, 'sign', changeSign(change))
    },
    [state, still, moves],
  )
  const cell = useLiveElement<HTMLTableCellElement>(write)
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text is written in place
  return <td data-column="change" ref={cell} />
}

interface CellProps extends Moving {
  readonly column: HideableColumn
  readonly instrument: ListedMarket
  /** Of the moment in which the list was ordered. */
  readonly shown: Ticker | null
  readonly model: MarketsModel
  readonly charts: MiniCharts
}

function Cell({ column, instrument, shown, state, standing, model, charts }: CellProps) {
  const { symbol, tickSize, kind } = instrument
  switch (column) {
    case 'change':
      return <ChangeCell state={state} standing={standing} />
    case 'chart':
      return (
        <td data-column="chart">
          <MiniChart symbol={symbol} charts={charts} />
        </td>
      )
    case 'range':
      return (
        <td data-column="range">
          <span className={styles['range']}>
            <span>{formatPrice(shown?.lowPrice24h ?? null, tickSize)}</span>
            <RangeBar ticker={shown} />
            <span>{formatPrice(shown?.highPrice24h ?? null, tickSize)}</span>
          </span>
        </td>
      )
    case 'turnover': {
      const coin = productList(kind).valueCoin(instrument)
      return (
        <td data-column="turnover" title={coin === null ? undefined : amountOf(shown?.turnover24h ?? null, coin)}>
          {compactMoney(shown === null ? null : turnoverOf(instrument, shown))}
        </td>
      )
    }
    case 'funding':
      return (
        <td data-column="funding">
          <Funding instrument={instrument} ticker={shown} nowMs={model.nowMs()} />
        </td>
      )
    case 'openInterest': {
      const coin = productList(kind).valueCoin(instrument)
      return (
        <td
          data-column="openInterest"
          title={coin === null ? undefined : amountOf(shown?.openInterestValue ?? null, coin)}
        >
          {compactMoney(shown === null ? null : openInterestOf(instrument, shown))}
        </td>
      )
    }
  }
}

function amountOf(amount: Parameters<typeof formatCompact>[0], coin: string): string {
  return `${formatCompact(amount)} ${coin}`
}

/** Where the last price stands between the low and the high of the day. */
function RangeBar({ ticker }: { readonly ticker: Ticker | null }) {
  const [low, high, last] = [ticker?.lowPrice24h, ticker?.highPrice24h, ticker?.lastPrice].map(Number)
  const isKnown = low !== undefined && high !== undefined && last !== undefined && high > low
  const share = isKnown ? Math.min(1, Math.max(0, (last - low) / (high - low))) : null
  return (
    <span className={styles['bar']} aria-hidden="true">
      {share === null ? null : <i style={{ insetInlineStart: `${share * 100}%` }} />}
    </span>
  )
}

function Funding({
  instrument,
  ticker,
  nowMs,
}: {
  readonly instrument: ListedMarket
  readonly ticker: Ticker | null
  readonly nowMs: number
}) {
  const { t } = useTranslation('markets')
  const rate = ticker?.fundingRate ?? null
  if (ticker === null || rate === null) return MISSING
  const yearly = yearlyFunding(instrument, ticker) ?? 0
  const minutes =
    ticker.nextFundingTimeMs === null ? null : Math.ceil(Math.max(0, ticker.nextFundingTimeMs - nowMs) / 60_000)
  return (
    <>
      <span data-warn={Math.abs(yearly) > FUNDING_WARN ? '' : undefined}>{formatPercent(rate, { decimals: 4 })}</span>{' '}
      {minutes === null ? null : (
        <span className={styles['dim']}>
          {minutes < 60
            ? t('in.minutes', { minutes })
            : t('in.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}
        </span>
      )}
    </>
  )
}
