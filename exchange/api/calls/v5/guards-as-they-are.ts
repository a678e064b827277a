import { compare, type Price } from '../../../../src/domain/decimal'
import type { Order } from '../../../../src/domain/order/order'
import type { TpSlLeg } from '../../../../src/domain/order/tp-sl'
import type { TradingStop, TrailingTerms } from '../../../../src/domain/position/position-settings'
import type { Core } from '../../core'

/**
 * Whether a call would leave what guards a position as it is: v5 says so (34040) and changes nothing. A partial set is
 * one more each time, and an order that is named is changed.
 */
export function isAsGuarded({ journal }: Core, account: string, asked: TradingStop): boolean {
  const { symbol, positionIdx, takeProfit, stopLoss, trailing } = asked
  const isOfPosition = asked.mode === 'full' && asked.tpOrderId === null && asked.slOrderId === null
  if (!isOfPosition || (takeProfit === null && stopLoss === null && trailing === null)) return false
  const position = journal.venue.positions(account, symbol).find((one) => one.positionIdx === positionIdx)
  if (position === undefined || position.side === null) return false
  const guards = journal.venue.openOrders(account, symbol).filter((one) => one.positionIdx === positionIdx)
  const guardOf = (kind: Order['stopOrderType']) => guards.find((one) => one.stopOrderType === kind) ?? null
  return (
    isLeg(takeProfit, guardOf('takeProfit')) &&
    isLeg(stopLoss, guardOf('stopLoss')) &&
    (trailing === null || isTrailing(trailing, guardOf('trailingStop'), position.activationPrice ?? null))
  )
}

function isLeg(asked: TpSlLeg | null, known: Order | null): boolean {
  if (asked === null) return true
  if (asked.price === '0') return known === null
  if (known === null || asked.slippage !== null) return false
  const { leftOut } = asked
  if (leftOut?.type === undefined && known.slippage != null) return false
  return isSame(asked.price, known.triggerPrice) && (leftOut?.by === true || asked.by === known.triggerBy)
}

function isTrailing(asked: TrailingTerms, known: Order | null, activationPrice: Price | null): boolean {
  if (asked.distance === '0') return known === null
  if (known === null) return false
  const { distance, rate } = asked
  const isActivationKept = asked.keepsActivation === true && known.stopPrice == null
  return (
    isSame(distance, known.trailingStop) &&
    isSame(rate, known.trailingRate) &&
    (isActivationKept || isSame(asked.activationPrice, activationPrice))
  )
}

function isSame<T extends Parameters<typeof compare>[0]>(asked: T | null, known: T | null | undefined): boolean {
  return asked === null || known == null ? asked === (known ?? null) : compare(asked, known) === 0
}
