import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import type { DecimalText, Rate } from '../../domain/decimal'
import { formatPercent } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { changeSign } from '../trading-kit/units'
import { compactMoney } from './compact-money'
import type { MarketsModel } from './markets-model'
import type { Mover } from './movers'
import { TurnoverMap } from './TurnoverMap'
import styles from './MarketsSide.module.css'

/** What stands out of the list: who moved most, whose funding is extreme, and where the turnover is. */
export function MarketsSide({ model }: { readonly model: MarketsModel }) {
  useSignals()
  const { t } = useTranslation('markets')
  const least = model.least.value
  const scope = least === 0 ? t('day') : t('dayLeast', { least: compactMoney(least) })
  return (
    <section
      className={styles['side']}
      aria-label={t('overview')}
      data-loading={model.isLoading.value ? '' : undefined}
    >
      <section aria-labelledby="markets-movers">
        <header>
          <h2 id="markets-movers">{t('movers')}</h2>
          <span>{scope}</span>
        </header>
        <div className={styles['pair']}>
          <Movers title={t('gainers')} movers={model.movers.value.highest} model={model} />
          <Movers title={t('losers')} movers={model.movers.value.lowest} model={model} />
        </div>
      </section>
      <section aria-labelledby="markets-funding" className={styles['fundingPart']}>
        <header>
          <h2 id="markets-funding">{t('fundingExtremes')}</h2>
          <span>{t('rateAYear')}</span>
        </header>
        <FundingTable model={model} />
      </section>
      <section className={styles['mapPart']} aria-labelledby="markets-map">
        <header>
          <h2 id="markets-map">{t('map')}</h2>
          <span>{compactMoney(model.summary.value.turnover)}</span>
        </header>
        <TurnoverMap model={model} />
      </section>
    </section>
  )
}

function Movers({
  title,
  movers,
  model,
}: {
  readonly title: string
  readonly movers: readonly Mover[]
  readonly model: MarketsModel
}) {
  const { t } = useTranslation('markets')
  return (
    <div>
      <h3>{title}</h3>
      {movers.length === 0 ? (
        <p className={styles['none']}>{model.isLoading.value ? null : t('noMovers')}</p>
      ) : (
        <ul>
          {movers.map(({ row: { instrument, ticker } }) => {
            const change = ticker?.price24hChange ?? null
            return (
              <li key={instrument.symbol}>
                <MarketLink symbol={instrument.symbol} model={model} />
                <span data-sign={changeSign(change)}>{formatPercent(change, { signed: true })}</span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** Ranked by the rate a year: intervals differ, and a rate of one hour is no rate of eight. */
function FundingTable({ model }: { readonly model: MarketsModel }) {
  useSignals()
  const { t } = useTranslation('markets')
  const { highest, lowest } = model.funding.value
  const rows = [...highest, ...lowest]
  if (rows.length === 0) return <p className={styles['none']}>{model.isLoading.value ? null : t('noFunding')}</p>
  return (
    <table className={styles['funding']} aria-labelledby="markets-funding">
      <thead>
        <tr>
          <th scope="col">{t('columns.symbol')}</th>
          <th scope="col">{t('rate')}</th>
          <th scope="col">{t('aYear')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row: { instrument, ticker }, value }) => (
          <tr key={instrument.symbol}>
            <th scope="row">
              <MarketLink symbol={instrument.symbol} model={model} />
            </th>
            <td data-warn={Math.abs(value) > 1 ? '' : undefined}>
              {formatPercent(ticker?.fundingRate ?? null, { decimals: 4 })}
            </td>
            <td>{formatPercent(String(value) as DecimalText as Rate, { decimals: 1 })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function MarketLink({
  symbol,
  model,
}: {
  readonly symbol: Mover['row']['instrument']['symbol']
  readonly model: MarketsModel
}) {
  const path = model.pathOf(symbol)
  return path === null ? symbol : <Link href={path}>{symbol}</Link>
}
