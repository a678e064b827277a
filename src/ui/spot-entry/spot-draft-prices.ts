import type { Price, Qty } from '../../domain/decimal'
import type { SpotFormModel } from './spot-form-model'

/** A price of a pair's order that stands in its ticket and was not sent. */
export interface SpotDraftPrice {
  readonly kind: 'limit' | 'trigger' | 'takeProfit' | 'stopLoss'
  readonly price: Price
  readonly qty: Qty
  /** Nothing is held that a leg would close. */
  readonly pnl: null
  /** Of a leg of an OCO: what it is called there. */
  readonly leg?: 'ocoLimit' | 'ocoStop'
}

/**
 * What the chart shows of an order before it is sent: its limit or its trigger, and its take-profit and stop-loss, own or
 * brought. Nothing without a quantity, while no ticket is on the screen, and from the press on. Reads signals.
 */
export function spotDraftPrices(ticket: SpotFormModel): readonly SpotDraftPrice[] {
  const qty = ticket.outlook.qty.value
  const result = ticket.result.value
  const isRefused = result?.kind === 'done' && result.outcome.kind === 'refused'
  if (!ticket.isOpen.value || qty === null || Number(qty) === 0 || (result !== null && !isRefused)) return []
  const plan = ticket.outlook.plan.value
  const legs =
    plan === null ? ticket.brought.legs.value : plan.kind === 'oco' || plan.kind === 'takeProfitStopLoss' ? plan : null
  const prices: readonly (readonly [SpotDraftPrice['kind'], Price | null | undefined])[] = [
    ['limit', plan === null && ticket.type.value === 'limit' ? ticket.price.price.value : null],
    ['trigger', plan?.kind === 'conditional' ? plan.leg.trigger : plan?.kind === 'trailing' ? plan.activation : null],
    ['takeProfit', legs?.takeProfit?.trigger],
    ['stopLoss', legs?.stopLoss?.trigger],
  ]
  return prices.flatMap(([kind, price]) =>
    price == null || Number(price) === 0
      ? []
      : [{ kind, price, qty, pnl: null, ...(plan?.kind === 'oco' && ocoLeg(kind)) }],
  )
}

function ocoLeg(kind: SpotDraftPrice['kind']): Pick<SpotDraftPrice, 'leg'> {
  return kind === 'takeProfit' ? { leg: 'ocoLimit' } : { leg: 'ocoStop' }
}
