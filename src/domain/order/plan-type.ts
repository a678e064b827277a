/** What a spot order was planned as (spec §3 "Spot plan types"). One that is planned at no trigger has none here. */
export const PLAN_TYPES = [
  'limitAndMarket',
  'plan',
  'stopLimit',
  'takeProfitStopLoss',
  'oco',
  'trailingStop',
  'trailingProfit',
] as const
export type PlanType = (typeof PLAN_TYPES)[number]

interface Planned {
  readonly planType?: PlanType
  readonly stopOrderType?: string | null
  readonly createType?: string
  readonly side?: 'buy' | 'sell'
  readonly triggerDirection?: 1 | 2 | null
}

/** Which of a take-profit and a stop-loss a pair's order is; `null` of what is neither. */
export function legOfPlan({ planType, createType, side, triggerDirection }: Planned): 'takeProfit' | 'stopLoss' | null {
  if (planType !== 'oco' && planType !== 'takeProfitStopLoss') return null
  if (createType === 'CreateByTakeProfit') return 'takeProfit'
  if (createType === 'CreateByStopLoss') return 'stopLoss'
  // A leg that stands alone: a sale takes its profit on the rise, a purchase on the fall.
  return (side === 'sell') === (triggerDirection === 1) ? 'takeProfit' : 'stopLoss'
}

/** The same by the name that it has on the screen: an OCO is a limit and a stop, of a purchase and of a sale (ADR-1096). */
export function legNameOf(order: Planned): LegName | null {
  const leg = legOfPlan(order)
  return leg === null || order.planType !== 'oco' ? leg : leg === 'takeProfit' ? 'ocoLimit' : 'ocoStop'
}
export type LegName = 'takeProfit' | 'stopLoss' | 'ocoLimit' | 'ocoStop'

/** Whether an order follows the price: the trailing stop of a position, and a pair's own order that trails. */
export function isTrailing({ planType, stopOrderType }: Planned): boolean {
  return stopOrderType === 'trailingStop' || planType === 'trailingStop' || planType === 'trailingProfit'
}
