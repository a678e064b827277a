import type { Contract } from './contract'
import { orderCost, profit, valueAt } from './figures'
import { ONE, ZERO, max, num, sum, type Num } from './numbers'
import type { OrderRow } from './picture'

/** Lots of one side, what they are worth at their prices, and what their fills would lose against the mark. */
interface Side {
  readonly qty: Num
  readonly value: Num
  readonly loss: Num
}

export interface OrderMarginCase {
  readonly contract: Contract
  /** Working orders of this contract and this account. */
  readonly orders: readonly OrderRow[]
  /** Signed size of what they meet: positive long. In hedge mode of both sides. */
  readonly longSize: Num
  readonly shortSize: Num
  readonly isHedged: boolean
  readonly buyLeverage: Num
  readonly sellLeverage: Num
  readonly takerRate: Num
  readonly mark: Num
  readonly isIsolated: boolean
}

/**
 * Margin of the working orders of a contract (ADR-044): after the part that only reduces the position, all of one side
 * and the lots of the other side beyond it, whichever way round is more; in cross margin with the loss of a fill away
 * from the mark. Reduce-only orders and orders that wait for a trigger cost nothing.
 */
export function orderMargin(one: OrderMarginCase): Num {
  const working = one.orders.filter(
    ({ orderStatus, reduceOnly }) => (orderStatus === 'New' || orderStatus === 'PartiallyFilled') && !reduceOnly,
  )
  const opening = (side: 'Buy' | 'Sell', free: Num): Side => {
    const own = working.filter(
      (order) => order.side === side && (!one.isHedged || order.positionIdx === (side === 'Buy' ? 1 : 2)),
    )
    const qty = sum(own.map(({ leavesQty }) => num(leavesQty)))
    const left = max(ZERO, qty.minus(free))
    const share = qty.isZero() ? ZERO : left.div(qty)
    const total = (of: (order: OrderRow) => Num) => sum(own.map(of)).times(share)
    const whole = sum(own.map(({ leavesQty, price }) => valueAt(one.contract, num(leavesQty), num(price))))
    // What is free is worth twice the mark at most: the best prices fill first and may leave the dear ones over.
    const dear = left.isZero() ? ZERO : whole.minus(valueAt(one.contract, qty.minus(left), one.mark).times(2))
    return {
      qty: left,
      value: max(whole.times(share), dear),
      loss: one.isIsolated ? ZERO : total((order) => lossAtOnce(one, side === 'Buy' ? 1 : -1, order)),
    }
  }
  const buys = opening('Buy', one.isHedged ? ZERO : one.shortSize)
  const sells = opening('Sell', one.isHedged ? ZERO : one.longSize)
  const costOf = (s: 1 | -1, side: Side, lots: Num): Num => {
    if (lots.isZero()) return ZERO
    const leverage = s === 1 ? one.buyLeverage : one.sellLeverage
    return orderCost(one.contract, s, side.value, leverage, ONE.div(leverage), one.takerRate).times(lots.div(side.qty))
  }
  const [allBuys, allSells] = [costOf(1, buys, buys.qty), costOf(-1, sells, sells.qty)]
  const losses = sum([lossOf(one, 1, buys), lossOf(one, -1, sells)])
  // Both sides of a hedge stand side by side: an order of one never closes the other.
  if (one.isHedged) return allBuys.plus(allSells).plus(losses)
  const beyond = (own: Side, other: Side): Num => max(ZERO, own.qty.minus(other.qty))
  const buyFirst = allBuys.plus(costOf(-1, sells, beyond(sells, buys)))
  const sellFirst = allSells.plus(costOf(1, buys, beyond(buys, sells)))
  return max(buyFirst, sellFirst).plus(losses)
}

/** Once filled its margin is on the mark (semantics 1.3) and not on its price: less for a long above it, more for a short. */
function lossOf({ contract, buyLeverage, sellLeverage }: OrderMarginCase, s: 1 | -1, { loss }: Side): Num {
  const rate = ONE.div(s === 1 ? buyLeverage : sellLeverage)
  return loss.times(ONE.plus(rate.times(contract.isInverse ? s : -s)))
}

/** What a fill at the order's price loses against the mark. */
function lossAtOnce({ contract, mark }: OrderMarginCase, s: 1 | -1, order: OrderRow): Num {
  const lots = num(order.leavesQty)
  const value = valueAt(contract, lots, num(order.price))
  return max(ZERO, profit(contract, s, value, valueAt(contract, lots, mark)).neg())
}
