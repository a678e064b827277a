import { useSignals } from '@preact/signals-react/runtime'
import { useMemo } from 'react'
import type { Money } from '../../domain/decimal'
import type { NewOrder } from '../../domain/order/new-order'
import { qtyCoin } from '../contract-units'
import { formatCoin, formatPrice, formatQty, MISSING } from '../format'
import { useTranslation } from '../i18n/use-translation'
import { DialogLine } from '../kit/DialogForm'
import { useApp } from '../state/app-context'
import type { MarketModel } from '../state/market-model'
import { InWords } from './InWords'
import { isPriceStale } from './is-market-live'
import styles from './SendQuestion.module.css'
import { useTold } from './use-told'
import { outlookOf } from './ticket/outlook-of'

interface Props {
  readonly order: NewOrder
  readonly market: MarketModel
  /** What it is worth, where the book does not say. */
  readonly value: Money | null
}

/**
 * What the order that is asked about costs and leads to, as the market is now; the order itself stays as it is. All of it
 * is of one price: that of the fills at market, and of a limit the one that the exchange takes.
 */
export function SendFigures({ order, market, value }: Props) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const outlook = useMemo(() => outlookOf(order, market, app.account, true), [order, market, app])
  const told = useTold(order, () => outlook.hasOwnMargin && outlook.isTold)
  const { fee, liquidationPrice, after, atOnce, ...reckoned } = outlook.figures[order.side].value
  const worth = reckoned.value ?? value
  const fillsAt =
    order.price === null || atOnce === null || atOnce.qty === '0' ? null : outlook.taken(order.side, order.price)
  const { cost = null, required = null } = told ?? {}
  const shown = outlook.isTold ? { cost, freeBefore: required } : reckoned
  const isStale = isPriceStale(app, market)
  const { settleCoin: coin = null, tickSize: tick = null, lotSize: lot = null } = market.instrument.value ?? {}
  const held =
    after === null
      ? MISSING
      : `${after.qty === '0' ? '' : `${t(after.side === 'buy' ? 'long' : 'short')} `}${formatQty(after.qty, lot)} ${qtyCoin(market.instrument.value)}`
  return (
    <>
      <DialogLine label={t('value')} isStale={isStale}>
        {formatCoin(worth, coin)} {coin} <InWords value={worth} />
      </DialogLine>
      {outlook.hasOwnMargin ? (
        <DialogLine label={order.trigger === undefined ? t('cost') : t('ask:costOnceTriggered')} isStale={isStale}>
          {formatCoin(shown.cost, coin)} {coin}{' '}
          {fillsAt !== null && outlook.isTold ? <small className={styles['aside']}>{t('ask:asTheBook')}</small> : null}
          {shown.freeBefore === null ? null : (
            <small> {t('freeBefore', { amount: formatCoin(shown.freeBefore, coin) })}</small>
          )}
        </DialogLine>
      ) : null}
      <DialogLine label={t('fee')} isStale={isStale}>
        {formatCoin(fee, coin)} {coin}
      </DialogLine>
      <DialogLine label={t('positionAfter')} isStale={isStale}>
        {held}
      </DialogLine>
      {outlook.hasOwnMargin ? (
        <DialogLine label={t('liqPrice')} isStale={isStale}>
          {formatPrice(liquidationPrice, tick)}
        </DialogLine>
      ) : null}
      {order.trigger === undefined ? null : <DialogLine label={t('ask:heldUntilThen')}>{t('ask:nothing')}</DialogLine>}
      {fillsAt === null ? null : (
        <p className={styles['note']}>{t('ask:reckonedAt', { price: formatPrice(fillsAt, tick) })}</p>
      )}
    </>
  )
}
