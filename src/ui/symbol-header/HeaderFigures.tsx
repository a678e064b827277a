import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { deliveryOf } from '../../domain/instrument/instrument'
import { auctionPhase } from '../../domain/instrument/pre-listing'
import { qtyCoin } from '../contract-units'
import { useTranslation } from '../i18n/use-translation'
import { formatCompact, formatDateTime, formatPercent, formatPrice, MISSING } from '../format'
import type { MarketModel } from '../state/market-model'
import { useSlowValue } from '../state/use-slow-value'
import { Countdown } from './Countdown'
import styles from './SymbolHeader.module.css'
import { changeSign } from '../trading-kit/units'

/** Everything beside the last price. `data-figure` lets the phone keep three of them. */
export function HeaderFigures({ market }: { readonly market: MarketModel }) {
  useSignals()
  const { t } = useTranslation('market')
  const ticker = useSlowValue(market.ticker)
  const instrument = market.instrument.value
  const tickSize = instrument?.tickSize ?? null
  const phase = instrument === null ? null : auctionPhase(instrument)
  const delivery = instrument === null ? null : deliveryOf(instrument)
  const change = ticker?.price24hChange ?? null
  return (
    <dl className={styles['figures']}>
      <Figure name="mark" label={t('header.mark')}>
        {formatPrice(ticker?.markPrice ?? null, tickSize)}
      </Figure>
      <Figure name="index" label={t('header.index')}>
        {formatPrice(ticker?.indexPrice ?? null, tickSize)}
      </Figure>
      {phase !== null && (
        <Figure name="delivery" label={t(`auction.until.${phase}`)} short={t('header.phaseShort')}>
          <Countdown market={market} />
        </Figure>
      )}
      {phase !== null && phase !== 'continuousTrading' ? (
        <>
          <Figure name="funding" label={t('header.auctionPrice')} short={t('header.auctionPriceShort')}>
            {formatPrice(ticker?.preOpenPrice ?? null, tickSize)}
          </Figure>
          <Figure name="basis" label={t('header.auctionQty')}>
            {amount(formatCompact(ticker?.preOpenQty ?? null), instrument === null ? null : qtyCoin(instrument))}
          </Figure>
        </>
      ) : phase !== null ? (
        <Figure name="funding" label={t('header.fundingShort')}>
          <span className={styles['funding']}>{formatPercent(ticker?.fundingRate ?? null, { decimals: 4 })}</span>
        </Figure>
      ) : delivery === null ? (
        <Figure name="funding" label={t('header.funding')} short={t('header.fundingShort')}>
          <span className={styles['funding']}>{formatPercent(ticker?.fundingRate ?? null, { decimals: 4 })}</span>{' '}
          <span className={styles['countdown']}>
            <Countdown market={market} />
          </span>
        </Figure>
      ) : (
        <>
          <Figure name="delivery" label={t('header.delivery')} short={t('header.deliveryShort')}>
            <span title={formatDateTime(delivery.timeMs)}>
              <Countdown market={market} />
            </span>
          </Figure>
          <Figure name="basis" label={t('header.basis')} short={t('header.basisShort')}>
            {formatPrice(ticker?.basis ?? null, tickSize)} {formatPercent(ticker?.basisRate ?? null, { decimals: 4 })}
          </Figure>
        </>
      )}
      <Figure name="change" label={t('header.change')} short={t('header.changeShort')}>
        <span data-sign={changeSign(change)}>{formatPercent(change, { signed: true })}</span>
      </Figure>
      <Figure name="high" label={t('header.high')}>
        {formatPrice(ticker?.highPrice24h ?? null, tickSize)}
      </Figure>
      <Figure name="low" label={t('header.low')}>
        {formatPrice(ticker?.lowPrice24h ?? null, tickSize)}
      </Figure>
      <Figure name="turnover" label={t('header.turnover')}>
        {amount(formatCompact(ticker?.turnover24h ?? null), instrument?.settleCoin ?? null)}
      </Figure>
      <Figure name="interest" label={t('header.openInterest')}>
        {amount(formatCompact(ticker?.openInterest ?? null), instrument === null ? null : qtyCoin(instrument))}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly label: string
  /** The label where room is short. */
  readonly short?: string
  readonly children: ReactNode
}

function Figure({ name, label, short, children }: FigureProps) {
  return (
    <div className={styles['figure']} data-figure={name}>
      <dt>
        <span className={short === undefined ? undefined : styles['wide']}>{label}</span>
        {short !== undefined && <span className={styles['narrow']}>{short}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function amount(text: string, coin: string | null): string {
  return text === MISSING || coin === null ? text : `${text} ${coin}`
}
