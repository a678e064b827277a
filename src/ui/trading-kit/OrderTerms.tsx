import { useTranslation } from '../i18n/use-translation'
import type { Order } from '../../domain/order/order'
import { purposeOf, type OrderPurpose } from '../../domain/order/order-purpose'
import { originOf, type OrderRow } from './order-rows'

/** What an order is there for comes first, and its type only of an order that is there for itself. */
export function OrderTerms({ row }: { readonly row: OrderRow }) {
  const { t } = useTranslation('trade')
  const order = row.kind === 'order' ? row.order : row.intent.order
  const purpose = purposeOfRow(row)
  const origin = row.kind === 'order' ? originOf(row.order) : null
  const isStrategy = origin !== null && origin !== 'split' && origin !== 'attached'
  const terms = `${t(`type.${order.type}`)} · ${t(`timeInForce.short.${order.timeInForce}`)}`
  const head = purpose !== null ? t(`purpose.${purpose}`) : isStrategy ? t(`origin.${origin}`) : terms
  const words = [
    head === terms ? null : terms,
    origin === 'split' || origin === 'attached' ? t(`origin.${origin}`) : null,
    flagOf(order, purpose) === null ? null : t(flagOf(order, purpose)!),
  ].filter((word) => word !== null)
  return (
    <>
      {head}
      <small>{words.join(' · ')}</small>
    </>
  )
}

/** Of a press that is no order yet: two legs over one amount are one press. */
function purposeOfRow(row: OrderRow): OrderPurpose | 'oco' | 'tpSl' | null {
  if (row.kind === 'order') return purposeOf(row.order)
  const { heldFor, trailRate, trailValue, activationPrice, trigger, mmRate } = row.intent.order
  if (mmRate !== undefined) return 'mmRateClose'
  if (heldFor !== undefined) return heldFor === 'oco' ? 'oco' : 'tpSl'
  if (trailRate !== undefined || trailValue !== undefined)
    return activationPrice === undefined ? 'trailingStop' : 'trailingProfit'
  return trigger === undefined ? null : 'stop'
}

function flagOf(
  { closeOnTrigger, reduceOnly }: Pick<Order, 'closeOnTrigger' | 'reduceOnly'>,
  purpose: OrderPurpose | 'oco' | 'tpSl' | null,
): 'closeOnTrigger' | 'reduceOnly' | null {
  if (closeOnTrigger && purpose === 'stop') return 'closeOnTrigger'
  return reduceOnly ? 'reduceOnly' : null
}
