import type { Order, StopOrderType } from './order'
import { legNameOf } from './plan-type'

/**
 * What an order is there for, where that is more than what its maker typed: a trigger or a guard of a position, or the
 * exchange's own doing. Parts of strategies are told by `strategyOf`.
 */
export type OrderPurpose =
  | StopOrderType
  | 'ocoLimit'
  | 'ocoStop'
  | 'trailingProfit'
  | 'liquidation'
  | 'takeover'
  | 'autoDeleveraging'
  | 'delivery'
  | 'spread'

/** The exchange's words for why an order exists (semantics.md §2.1, createType) that say more than "a user placed it". */
export const PURPOSE_OF_CREATE_TYPE: Readonly<Record<string, OrderPurpose>> = {
  CreateByStopOrder: 'stop',
  CreateByTakeProfit: 'takeProfit',
  CreateByPartialTakeProfit: 'partialTakeProfit',
  CreateByStopLoss: 'stopLoss',
  CreateByPartialStopLoss: 'partialStopLoss',
  CreateByTrailingStop: 'trailingStop',
  CreateByTrailingProfit: 'trailingProfit',
  CreateByLiq: 'liquidation',
  CreateByMmRateClose: 'mmRateClose',
  CreateByTakeOver_PassThrough: 'takeover',
  CreateByAdl_PassThrough: 'autoDeleveraging',
  CreateBySettle: 'delivery',
  CreateByFutureSpread: 'spread',
}

/** What the exchange closes against the holder's will. */
const FORCED: ReadonlySet<OrderPurpose> = new Set<OrderPurpose>(['liquidation', 'takeover', 'autoDeleveraging'])

/** Whether an order took a position from its holder: a liquidation, its takeover, or auto-deleveraging. */
export function isForced(order: Pick<Order, 'stopOrderType' | 'createType'>): boolean {
  const purpose = purposeOf(order)
  return purpose !== null && FORCED.has(purpose)
}

type Purposeful = Pick<Order, 'stopOrderType' | 'createType'> &
  Partial<Pick<Order, 'planType' | 'side' | 'triggerDirection'>>

/** @returns `null` for an order that is what its type and time in force say */
export function purposeOf(order: Purposeful): OrderPurpose | null {
  const { stopOrderType, createType, planType } = order
  const leg = legNameOf(order)
  if (leg !== null) return leg
  if (planType === 'trailingStop' || planType === 'trailingProfit') return planType
  if (stopOrderType != null) return stopOrderType
  return Object.hasOwn(PURPOSE_OF_CREATE_TYPE, createType) ? PURPOSE_OF_CREATE_TYPE[createType]! : null
}
