import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../../i18n/use-translation'
import type { Side } from '../../../domain/order/order'
import { formatCoin, formatPrice } from '../../format'
import { useApp } from '../../state/app-context'
import { isPriceStale } from '../is-market-live'
import styles from './Ticket.module.css'
import type { OrderOutlook } from './order-outlook'

const SIDES: readonly Side[] = ['buy', 'sell']

/** What the order would mean, for a long and for a short. */
export function OrderFigures({ outlook, only }: { readonly outlook: OrderOutlook; readonly only?: Side }) {
  useSignals()
  const { t } = useTranslation('trade')
  const sides = only === undefined ? SIDES : [only]
  const { tickSize: tick = null, settleCoin: coin = null } = outlook.market.instrument.value ?? {}
  const figures = sides.map((side) => ({ side, ...outlook.figures[side].value }))
  const isStale = isPriceStale(useApp(), outlook.market)
  return (
    <table className={styles['figures']} aria-label={t('estimate')} data-stale={isStale ? '' : undefined}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('estimate')}</span> {coin}
          </th>
          {sides.map((side) => (
            <th key={side} scope="col" data-side={side}>
              {t(`effectShort.${outlook.effect(side)}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('value')}</th>
          {figures.map(({ side, value }) => (
            <td key={side}>{formatCoin(value, coin)}</td>
          ))}
        </tr>
        <tr>
          <th scope="row">{t('cost')}</th>
          {figures.map(({ side, cost }) => (
            <td key={side}>{formatCoin(cost, coin)}</td>
          ))}
        </tr>
        <tr>
          <th scope="row">{t('liqPrice')}</th>
          {figures.map(({ side, liquidationPrice }) => (
            <td key={side}>{formatPrice(liquidationPrice, tick)}</td>
          ))}
        </tr>
        <tr>
          <th scope="row">{t('fee')}</th>
          {figures.map(({ side, fee }) => (
            <td key={side}>{formatCoin(fee, coin)}</td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}
