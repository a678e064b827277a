import type { NewOrder } from '../../domain/order/new-order'
import { useSignals } from '@preact/signals-react/runtime'
import { useTranslation } from '../i18n/use-translation'
import type { Price, Rate } from '../../domain/decimal'
import type { Order, TriggerBy } from '../../domain/order/order'
import { formatPercent, formatPrice, MISSING } from '../format'
import { isTrailing } from '../../domain/order/plan-type'
import { useApp } from '../state/app-context'
import type { OrderRow } from './order-rows'

/** What an order waits or waited for: which price, which way, and where a trailing stop stands. */
export function Trigger({ row }: { readonly row: OrderRow }) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const order = row.kind === 'order' ? row.order : row.intent.order
  const tick = app.market(order.symbol).listed.value?.tickSize ?? null
  if (row.kind === 'order' && isTrailing(row.order)) return <TrailingTrigger order={row.order} tick={tick} />
  if (row.kind === 'intent' && trails(row.intent.order)) return <PressTrail order={row.intent.order} tick={tick} />
  if (order.mmRate !== undefined) return <RateTrigger rate={order.mmRate} />
  const trigger = row.kind === 'order' ? triggerOf(row.order) : intentTrigger(row.intent.order)
  if (trigger === null) return <>{MISSING}</>
  const price = formatPrice(trigger.price, tick)
  const isRise = trigger.direction === 1
  const words = trigger.isWaiting
    ? t(isRise ? 'risesTo' : 'fallsTo', { price })
    : t(isRise ? 'triggerRise' : 'triggerFall', { price })
  return (
    <>
      <span title={words}>
        <span aria-hidden="true">{isRise ? '≥ ' : '≤ '}</span>
        <span className="visually-hidden">{words}</span>
        <span aria-hidden="true">{price}</span>
      </span>
      <small>{t(`by.${trigger.by}`)}</small>
    </>
  )
}

/** The maintenance rate that it waits for: it closes its position once the rate is there. */
function RateTrigger({ rate }: { readonly rate: Rate }) {
  const { t } = useTranslation('trade')
  return (
    <>
      <span>
        <span aria-hidden="true">≥ </span>
        {formatPercent(rate)}
      </span>
      <small>{t('maintenanceMarginRate')}</small>
    </>
  )
}

/** Where it stands, before its activation the price that starts it, and how far it stays behind. */
function TrailingTrigger({ order, tick }: { readonly order: Order; readonly tick: Price | null }) {
  const { t } = useTranslation('trade')
  const { stopPrice = null, triggerPrice = null, triggerBy, trailingStop = null, trailingRate = null } = order
  const isWaiting = order.status === 'untriggered'
  const isActive = stopPrice !== null
  const word = isActive ? (isWaiting ? 'trailingNow' : 'trailingLast') : isWaiting ? 'trailingFrom' : 'trailingNever'
  const distance = trailingRate === null ? formatPrice(trailingStop, tick) : formatPercent(trailingRate)
  const activation = isActive && triggerPrice !== null ? formatPrice(triggerPrice, tick) : null
  return (
    <>
      <span>{formatPrice(stopPrice ?? triggerPrice, tick)}</span>
      <small>
        {t(`by.${triggerBy ?? 'last'}`)} · {t(word)}
      </small>
      {distance === MISSING ? null : <small>{t('trailingDistance', { distance })}</small>}
      {activation === null ? null : <small>{t('trailingActivation', { activation })}</small>}
    </>
  )
}

function trails({ trailValue, trailRate }: NewOrder): boolean {
  return trailValue !== undefined || trailRate !== undefined
}

/** The same of a press whose order is not known. */
function PressTrail({ order, tick }: { readonly order: NewOrder; readonly tick: Price | null }) {
  const { t } = useTranslation('trade')
  const { trailValue = null, trailRate, activationPrice } = order
  const distance = trailRate === undefined ? formatPrice(trailValue, tick) : formatPercent(trailRate)
  return (
    <>
      <span>{t('trailingDistance', { distance })}</span>
      {activationPrice === undefined ? null : (
        <small>
          {formatPrice(activationPrice, tick)} · {t('trailingFrom')}
        </small>
      )}
    </>
  )
}

interface ShownTrigger {
  readonly price: Price | null
  readonly by: TriggerBy
  readonly direction: 1 | 2
  readonly isWaiting: boolean
}

function triggerOf(order: Order): ShownTrigger | null {
  const { stopOrderType, triggerPrice, triggerBy, triggerDirection } = order
  if (stopOrderType == null) return null
  return {
    price: triggerPrice ?? null,
    by: triggerBy ?? 'last',
    direction: triggerDirection ?? 1,
    isWaiting: order.status === 'untriggered',
  }
}

function intentTrigger({ trigger }: NewOrder): ShownTrigger | null {
  return trigger === undefined ? null : { ...trigger, isWaiting: true }
}

/** Take-profit and stop-loss that an order brings once it fills; of one that closes at limit that price, too. */
export function AttachedTpSl({ row }: { readonly row: OrderRow }) {
  useSignals()
  const { t } = useTranslation('trade')
  const app = useApp()
  const { symbol } = row.kind === 'order' ? row.order : row.intent.order
  const tick = app.market(symbol).listed.value?.tickSize ?? null
  const { takeProfit, stopLoss } = row.kind === 'order' ? legsOf(row.order) : legsOfIntent(row.intent.order)
  if (takeProfit.price === null && stopLoss.price === null) return <>{MISSING}</>
  const text = ({ price, limit }: ShownLeg): string =>
    limit === null
      ? formatPrice(price, tick)
      : t('legAtLimit', { price: formatPrice(price, tick), limit: formatPrice(limit, tick) })
  return (
    <>
      {text(takeProfit)}
      <small>{text(stopLoss)}</small>
    </>
  )
}

interface ShownLeg {
  readonly price: Price | null
  /** `null`: it closes at market. */
  readonly limit: Price | null
}

interface ShownLegs {
  readonly takeProfit: ShownLeg
  readonly stopLoss: ShownLeg
}

function legsOf({ takeProfit = null, tpLimitPrice = null, stopLoss = null, slLimitPrice = null }: Order): ShownLegs {
  return { takeProfit: { price: takeProfit, limit: tpLimitPrice }, stopLoss: { price: stopLoss, limit: slLimitPrice } }
}

function legsOfIntent({ tpSl }: NewOrder): ShownLegs {
  const leg = (of: 'takeProfit' | 'stopLoss'): ShownLeg => ({
    price: tpSl?.[of]?.price ?? null,
    limit: tpSl?.[of]?.limitPrice ?? null,
  })
  return { takeProfit: leg('takeProfit'), stopLoss: leg('stopLoss') }
}
