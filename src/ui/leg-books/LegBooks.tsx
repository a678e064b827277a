import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import { decimalsOf, type Price, type Qty } from '../../domain/decimal'
import { symbolPath } from '../../domain/instrument/trade-route'
import type { Side } from '../../domain/order/order'
import { legSide } from '../../domain/risk/spread-outlay'
import { formatNumber, formatPrice, formatQty, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { isPriceStale } from '../trading-kit/is-market-live'
import { impliedNow, legMarkets } from '../trading-kit/leg-markets'
import { watchBook } from '../trading-kit/watch-book'
import { legBookRows, netIsBetter, type LegBookRow } from './leg-book-rows'
import styles from './LegBooks.module.css'

/** Levels of each leg. */
const ROWS = 5

interface Props {
  readonly market: MarketModel
  /** The side that the ticket is on. */
  readonly side: Side
}

/** The books of a spread's legs, each by itself, and what they come to beside the spread's own. */
export function LegBooks({ market, side }: Props) {
  const { t } = useTranslation('spread')
  const legs = legMarkets(market.symbol, useApp())
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling text needs a keyboard stop
    <section className={styles['legs']} aria-label={t('legBooks.title')} tabIndex={0}>
      {legs.map((leg, place) => (
        <LegBook key={leg.symbol} leg={leg} side={legSide(side, place as 0 | 1)} />
      ))}
      <Net market={market} />
    </section>
  )
}

function LegBook({ leg, side }: { readonly leg: MarketModel; readonly side: Side }) {
  useSignals()
  const { t } = useTranslation('spread')
  const app = useApp()
  const wanted = useMemo(
    () => signal({ topic: { kind: 'book', symbol: leg.symbol, depth: 50 }, rows: ROWS, group: 1 } as const),
    [leg],
  )
  useEffect(() => watchBook(app, leg, wanted), [app, leg, wanted])
  const listed = leg.listed.value
  const drawn = leg.drawnBook(1)
  const rows = legBookRows(drawn?.view.group === 1 ? drawn.view : null, listed, ROWS)
  const isStale = drawn === null || drawn.isStale || isPriceStale(app, leg)
  return (
    <div>
      <h3>
        <Link href={symbolPath(leg.symbol, app.clock.nowMs())}>{leg.symbol}</Link>
        <span data-side={side}>{t(`legBooks.${side}`)}</span>
      </h3>
      <table
        className={styles['book']}
        aria-label={t('legBooks.of', { symbol: leg.symbol })}
        data-stale={isStale ? '' : undefined}
      >
        <thead>
          <tr>
            <th scope="col" className={styles['price']}>
              {t('list.bid')}
            </th>
            <th scope="col">{t('legBooks.qty')}</th>
            <th scope="col">{t('list.ask')}</th>
            <th scope="col">{t('legBooks.qty')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a line is its place in the book
            <tr key={at}>
              <Level of={row.bid} side="buy" {...{ listed }} />
              <Level of={row.ask} side="sell" {...{ listed }} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface LevelProps {
  readonly of: LegBookRow['bid']
  readonly side: Side
  readonly listed: { readonly tickSize: Price; readonly lotSize: Qty } | null
}

function Level({ of, side, listed }: LevelProps) {
  return (
    <>
      <td data-side={side} className={side === 'buy' ? styles['price'] : undefined}>
        {formatPrice(of?.price ?? null, listed?.tickSize ?? null)}
      </td>
      <td>{formatQty(of?.qty ?? null, listed?.lotSize ?? null)}</td>
    </>
  )
}

/** What the legs come to in their own books, the spread's own book, and which is better. */
function Net({ market }: { readonly market: MarketModel }) {
  useSignals()
  const { t } = useTranslation('spread')
  const app = useApp()
  const tick = market.listed.value?.tickSize ?? null
  const { bid1Price = null, ask1Price = null } = (market.tickerStale.value ? null : market.ticker.value) ?? {}
  const implied = impliedNow(legMarkets(market.symbol, app))
  const net = { bid: bid1Price, ask: ask1Price }
  const better = netIsBetter(implied, net)
  const signed = (price: Price | null): string =>
    price === null ? MISSING : formatNumber(price, { decimals: decimalsOf(tick ?? price), signed: true })
  return (
    <table
      className={`${styles['book']} ${styles['net']}`}
      aria-label={t('legBooks.net')}
      data-stale={isPriceStale(app, market) ? '' : undefined}
    >
      <thead>
        <tr>
          <th>
            <span className="visually-hidden">{t('legBooks.net')}</span>
          </th>
          <th scope="col">{t('list.bid')}</th>
          <th scope="col">{t('list.ask')}</th>
        </tr>
      </thead>
      <tbody>
        <Row name={t('legByLeg')} bid={formatPrice(implied.bid, tick)} ask={formatPrice(implied.ask, tick)} />
        <Row name={t('legBooks.net')} bid={formatPrice(net.bid, tick)} ask={formatPrice(net.ask, tick)} />
        <Row name={t('legBooks.better')} bid={signed(better.bid)} ask={signed(better.ask)} />
      </tbody>
    </table>
  )
}

function Row({ name, bid, ask }: { readonly name: string; readonly bid: string; readonly ask: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{bid}</td>
      <td>{ask}</td>
    </tr>
  )
}
