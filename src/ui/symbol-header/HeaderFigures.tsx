import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { DecimalText, Price, Rate } from '../../domain/decimal'
import { deliveryOf } from '../../domain/instrument/instrument'
import { auctionPhase } from '../../domain/instrument/pre-listing'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import type { KeyOf } from '../i18n/words'
import { formatCompact, formatDateTime, formatPercent, formatPrice, MISSING } from '../format'
import type { HeaderFigureId } from '../products/product-view'
import { kindOfPage, productView } from '../products/product-view-of'
import type { MarketModel } from '../state/market-model'
import { useSlowValue } from '../state/use-slow-value'
import { Countdown } from './Countdown'
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

interface HeaderFigureProps {
  readonly id: HeaderFigureId
  readonly market: MarketModel
}

function HeaderFigure({ id, market }: HeaderFigureProps) {
  useSignals()
  const ticker = useSlowValue(market.ticker)
  const instrument = market.listed.value
  const price = (value: Price | null | undefined): string => formatPrice(value ?? null, instrument?.tickSize ?? null)
  const coins = (value: DecimalText | null | undefined): string =>
    amount(formatCompact(value ?? null), instrument === null ? null : qtyCoin(instrument))
  switch (id) {
    case 'mark':
      return <Figure name="mark" label="header.mark" value={price(ticker?.markPrice)} />
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
    case 'openInterest':
      return <Figure name="interest" label="header.openInterest" value={coins(ticker?.openInterest)} />
  }
}

function FundingRate({ rate }: { readonly rate: Rate | null | undefined }) {
  return <span className={styles['funding']}>{formatPercent(rate ?? null, { decimals: 4 })}</span>
}

interface FigureProps {
  readonly name: string
  readonly label: KeyOf<'market'>
  /** The label where room is short. */
  readonly short?: KeyOf<'market'>
  readonly value: ReactNode
}

function Figure({ name, label, short, value }: FigureProps) {
  const { t } = useTranslation('market')
  return (
    <div className={styles['figure']} data-figure={name}>
      <dt>
        <span className={short === undefined ? undefined : styles['wide']}>{t(label)}</span>
        {short !== undefined && <span className={styles['narrow']}>{t(short)}</span>}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

function amount(text: string, coin: string | null): string {
  return text === MISSING || coin === null ? text : `${text} ${coin}`
}
