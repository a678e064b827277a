import type { TpSlLeg } from '../../../domain/order/tp-sl'

type Terms = Omit<TpSlLeg, 'orderType'> | null

/** Whether a leg asks for what is in force already: price, basis, limit price and slippage. */
export function isSameLeg(a: Terms, b: Terms): boolean {
  return (
    a?.price === b?.price &&
    a?.by === b?.by &&
    (a?.limitPrice ?? null) === (b?.limitPrice ?? null) &&
    a?.slippage?.unit === b?.slippage?.unit &&
    a?.slippage?.value === b?.slippage?.value
  )
}
