import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import type { DecimalText, Price, Rate } from '../../domain/decimal'
import type { TradedMarket } from '../../domain/instrument/market-type'
import { isOption } from '../../domain/instrument/option'
import { deliveryOf } from '../../domain/instrument/instrument'
import { auctionPhase } from '../../domain/instrument/pre-listing'
import type { Ticker } from '../../domain/market/market'
import type { Greeks } from '../../domain/options/black'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { formatCompact, formatDateTime, formatNumber, formatPercent, formatPrice, MISSING } from '../format'
import { lazyPart } from '../kit/load-part'
import type { HeaderFigureId } from '../products/product-view'
import { kindOfPage, productView } from '../products/product-view-of'
import type { MarketModel } from '../state/market-model'
import { Countdown } from './Countdown'
import { Figure } from './Figure'
import styles from './SymbolHeader.module.css'
import { TickerText, type Shown } from './TickerText'
import { changeSign } from '../trading-kit/units'

/** Everything beside the last price, as its product has it. `data-figure` lets the phone keep three of them. */
export function HeaderFigures({ market }: { readonly market: MarketModel }) {
  useSignals()
  const instrument = market.listed.value
  const phase = instrument === null ? null : auctionPhase(instrument)
  // Its places are kept until the market is known.
  const view = productView(kindOfPage(market.symbol))
  return (
    <dl className={styles['figures']}>
      {view.headerFigures(phase).map((id) => (
        <HeaderFigure key={id} id={id} market={market} />
      ))}
    </dl>
  )
}

// Figures of spreads come with their page.
const SpreadFigures = lazyPart('markets', async () => (await import('./SpreadFigures')).SpreadFigures)

/** The places that they take, by the names of `SpreadFigures`: the head has its height before they come. */
const LEG_PLACES = ['kind', 'leg', 'leg', 'implied']

type Plain = Extract<
  HeaderFigureId,
  | 'mark'
  | 'index'
  | 'forward'
  | 'delta'
  | 'gamma'
  | 'vega'
  | 'theta'
  | 'quotes'
  | 'high'
  | 'low'
  | 'volume'
  | 'turnover'
>
type Read = (ticker: Ticker | null) => Shown | string

interface HeaderFigureProps {
  readonly id: HeaderFigureId
  readonly market: MarketModel
}

function HeaderFigure({ id, market }: HeaderFigureProps) {
  useSignals()
  const { t } = useTranslation('market')
  const instrument = market.listed.value
  const price = (value: Price | null | undefined): string => formatPrice(value ?? null, instrument?.tickSize ?? null)
  const coins = (value: DecimalText | null | undefined): string =>
    amount(formatCompact(value ?? null), instrument === null ? null : qtyCoin(instrument))
  const live = (read: Read) => <TickerText market={market} read={read} />
  // Those that are called by their own name.
  const plain: Partial<Record<HeaderFigureId, Read>> & Record<Plain, Read> = {
    mark: (now) => markText(now?.markPrice ?? null, instrument),
    index: (now) => price(now?.indexPrice),
    forward: (now) => formatPrice(now?.option?.underlyingPrice ?? null, null),
    delta: (now) => greek(now, 'delta', 4),
    gamma: (now) => greek(now, 'gamma', 6),
    vega: (now) => greek(now, 'vega', 2),
    theta: (now) => greek(now, 'theta', 2),
    quotes: (now) => ({
      text: `${price(now?.bid1Price)} / ${price(now?.ask1Price)}`,
      title: t('header.quotesIv', {
        bid: percentOf(now?.option?.bidVolatility),
        ask: percentOf(now?.option?.askVolatility),
      }),
    }),
    high: (now) => price(now?.highPrice24h),
    low: (now) => price(now?.lowPrice24h),
    volume: (now) => coins(now?.volume24h),
    turnover: (now) => amount(formatCompact(now?.turnover24h ?? null), instrument?.settleCoin ?? null),
  }
  const read = plain[id]
  if (read !== undefined) return <Figure name={id} label={`header.${id as Plain}`} value={live(read)} />
  switch (id) {
    case 'phase': {
      const phase = instrument === null ? null : auctionPhase(instrument)
      if (phase === null) return null
      return (
        <Figure
          name="delivery"
          label={`auction.until.${phase}`}
          short="header.phaseShort"
          value={<Countdown market={market} />}
        />
      )
    }
    case 'auctionPrice':
      return (
        <Figure
          name="funding"
          label="header.auctionPrice"
          short="header.auctionPriceShort"
          value={live((now) => price(now?.preOpenPrice))}
        />
      )
    case 'auctionQty':
      return <Figure name="basis" label="header.auctionQty" value={live((now) => coins(now?.preOpenQty))} />
    case 'fundingRate':
      return <Figure name="funding" label="header.fundingShort" value={<FundingRate market={market} />} />
    case 'funding':
      return (
        <Figure
          name="funding"
          label="header.funding"
          short="header.fundingShort"
          value={
            <>
              <FundingRate market={market} />{' '}
              <span className={styles['countdown']}>
                <Countdown market={market} />
              </span>
            </>
          }
        />
      )
    case 'delivery': {
      const delivery = instrument === null ? null : deliveryOf(instrument)
      // Some spreads never end.
      if (instrument?.kind === 'spread' && delivery === null) return null
      return (
        <Figure
          name="delivery"
          label="header.delivery"
          short="header.deliveryShort"
          value={
            <span title={delivery === null ? undefined : formatDateTime(delivery.timeMs)}>
              <Countdown market={market} />
            </span>
          }
        />
      )
    }
    case 'basis':
      return (
        <Figure
          name="basis"
          label="header.basis"
          short="header.basisShort"
          value={live((now) => `${price(now?.basis)} ${formatPercent(now?.basisRate ?? null, { decimals: 4 })}`)}
        />
      )
    case 'volatility':
      return (
        <Figure name="iv" label="header.volatility" value={live((now) => percentOf(now?.option?.markVolatility))} />
      )
    case 'change':
      return <Figure name="change" label="header.change" short="header.changeShort" value={live(changeOf)} />
    case 'legs':
      return (
        <Suspense
          fallback={LEG_PLACES.map((name, at) => (
            <Figure key={at} name={name} label={{ text: null }} value={MISSING} />
          ))}
        >
          <SpreadFigures market={market} />
        </Suspense>
      )
    case 'openInterest':
      return <Figure name="interest" label="header.openInterest" value={live((now) => coins(now?.openInterest))} />
  }
}

function changeOf(now: Ticker | null): Shown {
  const change = now?.price24hChange ?? null
  return { text: formatPercent(change, { signed: true }), sign: changeSign(change) }
}

/** An option's mark is counted finer than its prices are. */
function markText(mark: Price | null, instrument: TradedMarket | null): string {
  return formatPrice(mark, instrument !== null && isOption(instrument) ? mark : (instrument?.tickSize ?? null))
}

function percentOf(volatility: number | null | undefined): string {
  return volatility == null ? MISSING : formatPercent(volatility.toFixed(6) as Rate)
}

function greek(now: Ticker | null, name: keyof Greeks, decimals: number): string {
  const value = now?.option?.greeks[name]
  return value === undefined ? MISSING : formatNumber(value.toFixed(decimals + 2) as DecimalText, { decimals })
}

function FundingRate({ market }: { readonly market: MarketModel }) {
  return (
    <TickerText
      market={market}
      read={(now) => formatPercent(now?.fundingRate ?? null, { decimals: 4 })}
      className={styles['funding']}
    />
  )
}

function amount(text: string, coin: string | null): string {
  return text === MISSING || coin === null ? text : `${text} ${coin}`
}
