import type { NewOrder } from '../../domain/order/new-order'
import type { TpSlLeg } from '../../domain/order/tp-sl'
import type { Price } from '../../domain/decimal'
import { formatPercent, formatPrice } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { DialogLine } from '../kit/DialogForm'
import styles from './SendQuestion.module.css'

/** What a pair's order waits for or brings, beside a trigger of its own. Nothing where it has none of these. */
export function SendPlan({ order, tick }: { readonly order: NewOrder; readonly tick: Price | null }) {
  const { t } = useTranslation('ask')
  const { tpSl, trailRate, trailValue, activationPrice } = order
  const distance = trailRate === undefined ? (trailValue ?? null) : trailRate
  const leg = (name: 'takeProfit' | 'stopLoss', { price, limitPrice }: TpSlLeg) => (
    <DialogLine label={t(`trade:purpose.${name}`)}>
      {formatPrice(price, tick)}{' '}
      <small className={styles['aside']}>
        {limitPrice === null ? t('thenMarket') : t('thenLimit', { price: formatPrice(limitPrice, tick) })}
      </small>
    </DialogLine>
  )
  return (
    <>
      {activationPrice === undefined ? null : (
        <DialogLine label={t('activation')}>{formatPrice(activationPrice, tick)}</DialogLine>
      )}
      {distance === null ? null : (
        <DialogLine label={t('distance')}>
          {trailRate === undefined ? formatPrice(distance as Price, tick) : formatPercent(trailRate)}
        </DialogLine>
      )}
      {tpSl?.takeProfit == null ? null : leg('takeProfit', tpSl.takeProfit)}
      {tpSl?.stopLoss == null ? null : leg('stopLoss', tpSl.stopLoss)}
    </>
  )
}
