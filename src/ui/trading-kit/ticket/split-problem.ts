import { compare, type Leverage, type Price, type Qty } from '../../../domain/decimal'
import type { Contract } from '../../../domain/instrument/contract'
import type { CheckedOrder } from '../../../domain/order/order-check'
import type { OrderType, Side } from '../../../domain/order/order'
import { qtyCoin } from '../../contract-units'
import type { Problem } from '../order-problems'

interface Scene {
  /** What the account says of it. */
  readonly outlook: {
    readonly isTold: boolean
    leverage(side: Side): Leverage
    sizesAt100(terms: {
      readonly instrument: Contract
      readonly price: Price
      readonly type: OrderType
    }): Readonly<Record<Side, Qty | null>> | null
  }
  readonly instrument: Contract
  /** What the order is priced at; at market the last price. */
  readonly price: Price | null
}

/**
 * Why an order that goes as several would not be taken whole: its first parts would stand, and one that is beyond the
 * margin or the risk limit be refused. What only closes is cut to its position. Reads signals.
 */
export function splitProblem(order: CheckedOrder, { outlook, instrument, price }: Scene): Problem | null {
  const { side, type, qty } = order
  // What the exchange says is some seconds old: it warns, and stops no press.
  if (order.isSplit !== true || order.reduceOnly || price === null || outlook.isTold) return null
  const max = outlook.sizesAt100({ instrument, price, type })?.[side] ?? null
  if (max === null || compare(qty, max) <= 0) return null
  const values = { max, coin: qtyCoin(instrument), leverage: outlook.leverage(side) }
  return { field: 'quantity', key: 'splitAboveMax', values }
}
