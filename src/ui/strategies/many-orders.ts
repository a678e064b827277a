import { Exact, toText, type Qty } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import { ICEBERG_ORDERS_MAX, type StrategyKind } from '../../domain/order/strategy'

/** Largest quantity of a kind, in orders of the contract's largest size. */
export const ORDERS_MAX: Readonly<Record<StrategyKind, number>> = {
  twap: 1,
  chaseLimit: 1,
  iceberg: ICEBERG_ORDERS_MAX,
}

/** The contract as one whose largest order is that many orders. */
export function times(instrument: Contract, orders: number): Contract {
  const most = (qty: Qty): Qty => toText<Qty>(new Exact(qty).times(orders))
  return { ...instrument, maxLimitQty: most(instrument.maxLimitQty), maxMarketQty: most(instrument.maxMarketQty) }
}
