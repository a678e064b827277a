import { useSignals } from '@preact/signals-react/runtime'
import { Suspense } from 'react'
import type { DecimalText, Price, Rate } from '../../domain/decimal'
import type { TradedMarket } from '../../domain/instrument/market-type'
import { isOption } from '../../domain/instrument/option'
import { deliveryOf } from '../../domain/instrument/instrument'
import { auctionPhase } from '../../domain/instrument/pre-listing'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { formatCompact, formatDateTime, formatNumber, formatPercent, formatPrice, MISSING } from '../format'
import { lazyPart } from '../kit/load-part'
import type { HeaderFigureId } from '../products/product-view'
import { kindOfPage, productView } from '../products/product-view-of'
import type { MarketModel } from '../state/market-model'
import { useSlowValue } from '../state/use-slow-value'
import { Countdown } from './Countdown'
import { Figure } from './Figure'
import styles from './SymbolHeader.module.css'
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

interface HeaderFigureProps {
  readonly id: HeaderFigureId
  readonly market: MarketModel
}

function HeaderFigure({ id, market }: HeaderFigureProps) {
  useSignals()
  const ticker = useSlowValue(market.ticker)
  const { t } = useTranslation('market')
  const option = ticker?.option
  const instrument = market.listed.value
  const price = (value: Price | null | undefined): string => formatPrice(value ?? null, instrument?.tickSize ?? null)
  const coins = (value: DecimalText | null | undefined): string =>
    amount(formatCompact(value ?? null), instrument === null ? null : qtyCoin(instrument))
  switch (id) {
    case 'mark':
      return <Figure name="mark" label="header.mark" value={markText(ticker?.markPrice ?? null, instrument)} />
    case 'index':
      return <Figure name="index" label="header.index" value={price(ticker?.indexPrice)} />
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
          value={price(ticker?.preOpenPrice)}
        />
      )
    case 'auctionQty':
      return <Figure name="basis" label="header.auctionQty" value={coins(ticker?.preOpenQty)} />
    case 'fundingRate':
      return <Figure name="funding" label="header.fundingShort" value={<FundingRate rate={ticker?.fundingRate} />} />
    case 'funding':
      return (
        <Figure
          name="funding"
          label="header.funding"
          short="header.fundingShort"
          value={
            <>
              <FundingRate rate={ticker?.fundingRate} />{' '}
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
          value={`${price(ticker?.basis)} ${formatPercent(ticker?.basisRate ?? null, { decimals: 4 })}`}
        />
      )
    case 'forward':
      return <Figure name="forward" label="header.forward" value={formatPrice(option?.underlyingPrice ?? null, null)} />
    case 'volatility':
      return <Figure name="iv" label="header.volatility" value={percentOf(option?.markVolatility)} />
    case 'delta':
      return <Figure name="delta" label="header.delta" value={figure(option?.greeks.delta, 4)} />
    case 'gamma':
      return <Figure name="gamma" label="header.gamma" value={figure(option?.greeks.gamma, 6)} />
    case 'vega':
      return <Figure name="vega" label="header.vega" value={figure(option?.greeks.vega, 2)} />
    case 'theta':
      return <Figure name="theta" label="header.theta" value={figure(option?.greeks.theta, 2)} />
    case 'quotes': {
      const quotes = `${price(ticker?.bid1Price)} / ${price(ticker?.ask1Price)}`
      const iv = { bid: percentOf(option?.bidVolatility), ask: percentOf(option?.askVolatility) }
      return (
        <Figure name="quotes" label="header.quotes" value={<span title={t('header.quotesIv', iv)}>{quotes}</span>} />
      )
    }
    case 'change': {
      const change = ticker?.price24hChange ?? null
      const value = <span data-sign={changeSign(change)}>{formatPercent(change, { signed: true })}</span>
      return <Figure name="change" label="header.change" short="header.changeShort" value={value} />
    }
    case 'high':
      return <Figure name="high" label="header.high" value={price(ticker?.highPrice24h)} />
    case 'low':
      return <Figure name="low" label="header.low" value={price(ticker?.lowPrice24h)} />
    case 'volume':
      return <Figure name="volume" label="header.volume" value={coins(ticker?.volume24h)} />
    case 'turnover': {
      const value = amount(formatCompact(ticker?.turnover24h ?? null), instrument?.settleCoin ?? null)
      return <Figure name="turnover" label="header.turnover" value={value} />
    }
    case 'legs':
      return (
        <Suspense fallback={null}>
          <SpreadFigures market={market} />
        </Suspense>
      )
    case 'openInterest':
      return <Figure name="interest" label="header.openInterest" value={coins(ticker?.openInterest)} />
  }
}

/** An option's mark is counted finer than its prices are. */
function markText(mark: Price | null, instrument: TradedMarket | null): string {
  return formatPrice(mark, instrument !== null && isOption(instrument) ? mark : (instrument?.tickSize ?? null))
}

function percentOf(volatility: number | null | undefined): string {
  return volatility == null ? MISSING : formatPercent(volatility.toFixed(6) as Rate)
}

/** A figure of the model. */
function figure(value: number | undefined, decimals: number): string {
  return value === undefined ? MISSING : formatNumber(value.toFixed(decimals + 2) as DecimalText, { decimals })
}

function FundingRate({ rate }: { readonly rate: Rate | null | undefined }) {
  return <span className={styles['funding']}>{formatPercent(rate ?? null, { decimals: 4 })}</span>
}

function amount(text: string, coin: string | null): string {
  return text === MISSING || coin === null ? text : `${text} ${coin}`
}
