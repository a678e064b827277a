import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import type { Price } from '../../domain/decimal'
import type { Order, TriggerBy } from '../../domain/order/order'
import type { CreateOrder } from '../../wire/rest/create-order'
import { formatPrice, MISSING } from '../format'
import { useApp } from '../state/app-context'
import type { OrderRow } from './order-rows'

/** What a waiting order waits for: which price, which way, and where a trailing stop stands. */
export function Trigger({ row }: { readonly row: OrderRow }) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const trigger = row.kind === 'order' ? triggerOf(row.order) : intentTrigger(row.intent.order)
  if (trigger === null) return <>{MISSING}</>
  const order = row.kind === 'order' ? row.order : row.intent.order
  const tick = app.market(order.symbol).instrument.value?.tickSize ?? null
  const price = formatPrice(trigger.price, tick)
  const words = trigger.direction === 1 ? t('risesTo', { price }) : t('fallsTo', { price })
  return (
    <>
      {trigger.isTrailing ? (
        <span>{trigger.price === null ? MISSING : price}</span>
      ) : (
        <span title={words}>
          <span aria-hidden="true">{trigger.direction === 1 ? '≥ ' : '≤ '}</span>
          <span className="visually-hidden">{words}</span>
          <span aria-hidden="true">{price}</span>
        </span>
      )}
      <small>{t(trigger.isTrailing ? (trigger.isActive ? 'trailingNow' : 'trailingFrom') : `by.${trigger.by}`)}</small>
    </>
  )
}

interface ShownTrigger {
  readonly price: Price | null
  readonly by: TriggerBy
  readonly direction: 1 | 2
  readonly isTrailing: boolean
  readonly isActive: boolean
}

function triggerOf(order: Order): ShownTrigger | null {
  const { stopOrderType, stopPrice, triggerPrice, triggerBy, triggerDirection } = order
  if (stopOrderType == null || order.status !== 'untriggered') return null
  const isTrailing = stopOrderType === 'trailingStop'
  const isActive = isTrailing && stopPrice != null
  return {
    // A trailing stop shows where it stands, and before its activation the price that starts it.
    price: (isActive ? stopPrice : triggerPrice) ?? null,
    by: triggerBy ?? 'last',
    direction: triggerDirection ?? 1,
    isTrailing,
    isActive,
  }
}

function intentTrigger({ trigger }: CreateOrder): ShownTrigger | null {
  return trigger === undefined ? null : { ...trigger, isTrailing: false, isActive: false }
}

/** Take-profit and stop-loss that an order brings once it fills. */
export function AttachedTpSl({ row }: { readonly row: OrderRow }) {
  useSignals()
  const app = useApp()
  const { symbol } = row.kind === 'order' ? row.order : row.intent.order
  const tick = app.market(symbol).instrument.value?.tickSize ?? null
  const [takeProfit, stopLoss] =
    row.kind === 'order'
      ? [row.order.takeProfit, row.order.stopLoss]
      : [row.intent.order.tpSl?.takeProfit?.price, row.intent.order.tpSl?.stopLoss?.price]
  if (takeProfit == null && stopLoss == null) return <>{MISSING}</>
  return (
    <>
      {formatPrice(takeProfit ?? null, tick)}
      <small>{formatPrice(stopLoss ?? null, tick)}</small>
    </>
  )
}
