import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { Price, Rate } from '../../domain/decimal'
import { tradePath } from '../../domain/instrument/trade-route'
import type { OptionKind } from '../../domain/instrument/product-kind'
import { valueOf } from '../../domain/market/public-topic'
import { formatDate, formatPercent, formatPrice, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { EmptyState } from '../kit/EmptyState'
import { TableSkeleton } from '../kit/TableSkeleton'
import { Tabs } from '../kit/Tabs'
import { useApp } from '../state/app-context'
import { isMarketLive } from '../trading-kit/is-market-live'
import { StaleAge } from '../trading-kit/StaleAge'
import { TickingText } from '../trading-kit/TickingText'
import { daysText } from '../trading-kit/units'
import { atTheMoney, boardNote, chainExpiries, type ChainExpiry } from './chain-rows'
import styles from './ChainPage.module.css'
import { ChainTable } from './ChainTable'

/** Coins that have chains; v5 has no call that names them. */
const COINS = ['BTC', 'ETH', 'SOL'] as const
const SETTLEMENTS = [
  ['usdtOption', 'USDT'],
  ['usdcOption', 'USDC'],
] as const satisfies readonly (readonly [OptionKind, string])[]

interface Props {
  readonly coin: string
  readonly kind: OptionKind
  readonly isPhone: boolean
}

/** The board of a coin's options: expiries as tabs, strikes as rows, calls left and puts right. */
export function ChainPage({ coin, kind, isPhone }: Props) {
  useSignals()
  const { t } = useTranslation('chain')
  const app = useApp()
  const id = useId()
  const { tickers } = app.catalogue
  useEffect(() => app.hub.watch({ topic: { kind: 'chain', coin } }), [app, coin])
  const heard = tickers.options.value
  const expiries = useMemo(
    // The list of names changes when their number does.
    () => (heard === 0 ? [] : chainExpiries(tickers.optionsOn(coin), kind, app.clock.nowMs())),
    [tickers, coin, kind, heard, app.clock],
  )
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = expiries.find(({ expiryMs }) => expiryMs === chosen) ?? expiries[0] ?? null
  const settle = kind === 'usdtOption' ? 'USDT' : 'USDC'
  const of = valueOf({ kind: 'chain', coin })
  const isLive = isMarketLive(app.connection)
  const note = boardNote({ hasRows: shown !== null, isLive, isListed: isListed(coin) })
  return (
    <section className={styles['page']} aria-label={t('title', { coin, settle })}>
      <header className={styles['head']}>
        <h1>{t('title', { coin, settle })}</h1>
        {shown === null ? null : <Figures expiry={shown} />}
        {note === 'stale' ? <StaleAge className={styles['age']} of={of} /> : null}
        {note === 'loading' ? <output>{t('loading')}</output> : null}
      </header>
      <nav className={styles['coins']} aria-label={t('coins')}>
        {COINS.flatMap((one) =>
          SETTLEMENTS.map(([other, word]) => (
            <Link
              key={`${one}${word}`}
              href={tradePath({ kind: other, baseCoin: one, symbol: null }, 0)}
              aria-current={one === coin && other === kind ? 'page' : undefined}
            >
              {one} {word}
            </Link>
          )),
        )}
      </nav>
      {shown === null ? (
        <Waiting coin={coin} />
      ) : (
        <>
          <div className={styles['expiries']}>
            <Tabs<string>
              label={t('expiries')}
              idPrefix={id}
              selected={String(shown.expiryMs)}
              onSelect={(next) => setChosen(Number(next))}
              items={expiries.map(({ expiryMs }) => ({
                id: String(expiryMs),
                label: formatDate(expiryMs),
              }))}
            />
          </div>
          <div
            id={`${id}-${shown.expiryMs}-panel`}
            role="tabpanel"
            aria-labelledby={`${id}-${shown.expiryMs}-tab`}
            className={styles['body']}
          >
            <ChainTable key={shown.expiryMs} expiry={shown} isPhone={isPhone} isLive={isLive} />
          </div>
        </>
      )}
    </section>
  )
}

function isListed(coin: string): boolean {
  return (COINS as readonly string[]).includes(coin)
}

/** Nothing has come yet, or there is nothing: after the list's first answer an empty one has no row. */
function Waiting({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('chain')
  return isListed(coin) ? (
    <div aria-label={t('loading')}>
      <TableSkeleton />
    </div>
  ) : (
    <EmptyState title={t('none', { coin })} hint="" />
  )
}

/** With the decimals that it came with. */
function own(price: Price | null): string {
  return formatPrice(price, price)
}

/** What the whole expiry has: its forward, the volatility at the money, and the time that is left. */
function Figures({ expiry }: { readonly expiry: ChainExpiry }) {
  useSignals()
  const { t } = useTranslation('chain')
  const app = useApp()
  const { rows, expiryMs } = expiry
  const first = rows[0]?.call ?? rows[0]?.put ?? null
  const ticker = first === null ? null : app.catalogue.tickers.of(first).value.ticker
  const forward = ticker?.option?.underlyingPrice ?? null
  const middle = rows[atTheMoney(rows, forward)]
  const near = middle?.call ?? middle?.put ?? null
  const volatility =
    near === null ? null : (app.catalogue.tickers.of(near).value.ticker?.option?.markVolatility ?? null)
  const read = useCallback(
    (nowMs: number) => daysText(expiryMs - nowMs - app.connection.clockOffsetMs.peek()),
    [app, expiryMs],
  )
  return (
    <dl className={styles['figures']}>
      <Figure name={t('index')}>{own(ticker?.indexPrice ?? null)}</Figure>
      <Figure name={t('forward')}>{own(forward)}</Figure>
      <Figure name={t('atTheMoney')}>
        {volatility === null ? MISSING : formatPercent(volatility.toFixed(4) as Rate, { decimals: 1 })}
      </Figure>
      <Figure name={t('ends')}>
        <TickingText read={read} />
      </Figure>
    </dl>
  )
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
