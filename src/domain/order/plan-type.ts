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
