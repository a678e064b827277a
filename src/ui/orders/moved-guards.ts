import { Exact, toText, type Price } from '../../domain/decimal'
import type { Order, Slippage, TriggerBy } from '../../domain/order/order'
import type { TpSl, TpSlLeg } from '../../domain/order/tp-sl'

/**
 * What an order brings once it fills, moved as far as the order itself: a bracket keeps its distances.
 *
 * @param by how far, a whole number of ticks; negative is down
 * @returns `null` where it brings nothing, or a price would not be above zero
 */
export function movedGuards(order: Order, by: Price): TpSl | null {
  const takeProfit = movedLeg(
    { price: order.takeProfit, by: order.tpTriggerBy, limitPrice: order.tpLimitPrice, slippage: order.tpSlippage },
    by,
  )
  const stopLoss = movedLeg(
    { price: order.stopLoss, by: order.slTriggerBy, limitPrice: order.slLimitPrice, slippage: order.slSlippage },
    by,
  )
  if (takeProfit === null && stopLoss === null) return null
  const prices = [takeProfit, stopLoss].flatMap((leg) => (leg === null ? [] : [leg.price, leg.limitPrice ?? leg.price]))
  if (prices.some((price) => !new Exact(price).gt(0))) return null
  return { mode: order.tpSlMode ?? 'full', takeProfit, stopLoss }
}

interface Brought {
  readonly price?: Price | null | undefined
  readonly by?: TriggerBy | null | undefined
  readonly limitPrice?: Price | null | undefined
  readonly slippage?: Slippage | null | undefined
}

function movedLeg({ price = null, by, limitPrice = null, slippage = null }: Brought, far: Price): TpSlLeg | null {
  if (price === null) return null
  return {
    price: plus(price, far),
    by: by ?? 'last',
    orderType: limitPrice === null ? 'market' : 'limit',
    limitPrice: limitPrice === null ? null : plus(limitPrice, far),
    slippage,
  }
}

function plus(price: Price, far: Price): Price {
  return toText<Price>(new Exact(price).plus(far))
}
