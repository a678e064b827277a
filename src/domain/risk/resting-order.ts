import { Exact, toText, zero, type Leverage, type Money, type Price, type Rate } from '../decimal'
import { isContract } from '../instrument/contract'
import type { Instrument } from '../instrument/instrument'
import { optionOrderCost } from '../options/option-margin'
import { limitPrice, type Order } from '../order/order'
import { isOpen } from '../order/order-status'
import type { Position } from '../position/position'
import { payoffOf } from '../instrument/payoff'
import { exactValue, roundToCoin } from './payoff'
import { pricePnl } from './pnl'

/** What an option's margin stands on. */
export interface OptionPrices {
  readonly index: Price
  readonly mark: Price
}

/** What the margin of an open order stands on. */
export interface RestingTerms {
  readonly instrument: Instrument
  /** Of the account's level. */
  readonly takerFeeRate: Rate
  /** That an order here is charged by; `null` of what has none. */
  readonly leverage: Leverage | null
  /** `null` of what is no option, and before the first mark. */
  readonly option: OptionPrices | null
}

/**
 * Value of what is left at its limit / L (semantics.md §1.2), of an option what its order takes (§1.7): a buyer's premium
 * and fee, a seller's margin and fee less the premium. Of what waits for a trigger or only closes, nothing.
 */
export function restingMargin(order: Order, { instrument, leverage, option, takerFeeRate }: RestingTerms): Money {
  const price = limitPrice(order)
  const reserves = isOpen(order) && order.status !== 'untriggered' && !order.reduceOnly
  if (!reserves || price === null) return zero<Money>()
  if ('strike' in instrument) {
    if (option === null) return zero<Money>()
    const { side, leavesQty: qty } = order
    const cost = optionOrderCost({ contract: instrument, side, qty, ...option, average: price }, takerFeeRate)
    return toText<Money>(Exact.max(0, cost).toDecimalPlaces(8))
  }
  if (leverage === null || !isContract(instrument)) return zero<Money>()
  const value = exactValue(payoffOf(instrument.kind), order.leavesQty, price)
  return toText<Money>(value.div(leverage).toDecimalPlaces(8))
}

/** What an order that only closes would bring at its price, before fees: limit price, else trigger price; else nothing. */
export function closingPnl(
  order: Order,
  { instrument, position }: { readonly instrument: Instrument; readonly position: Position | null },
): Money {
  const price: Price | null = limitPrice(order) ?? order.triggerPrice ?? null
  const isClosing = order.reduceOnly || (order.stopOrderType != null && order.stopOrderType !== 'stop')
  if (!isOpen(order) || !isClosing || price === null || position === null) return zero<Money>()
  const { side, entryPrice, size } = position
  if (side === null || entryPrice === null || side === order.side) return zero<Money>()
  // A guard of the whole position has no quantity of its own, and no order closes more than there is.
  const isWhole = order.leavesQty === '0' || new Exact(order.leavesQty).gt(size)
  const qty = isWhole ? size : order.leavesQty
  return roundToCoin(pricePnl({ payoff: payoffOf(instrument.kind), side, qty, entryPrice, price }))
}
