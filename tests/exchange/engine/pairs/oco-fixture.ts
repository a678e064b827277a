import type { EngineOcoLegs, EngineTpSlLeg } from '../../../../exchange/engine/orders/order-terms'
import type { EngineOrder } from '../../../../exchange/engine/records/order-records'
import { pair, spotDesk, type SpotDesk } from '../spot-fixture'

/** A leg at market, changed as given. */
export function leg(ticks: number, changes: Partial<EngineTpSlLeg> = {}): EngineTpSlLeg {
  return { ticks, by: 'last', orderType: 'market', limitTicks: 0, slippage: null, ...changes }
}

/** A leg with a limit price. */
export function limitLeg(ticks: number, limitTicks: number): EngineTpSlLeg {
  return leg(ticks, { orderType: 'limit', limitTicks })
}

/** The pair after a first trade of 10 lots at 50,000, from ann to bob. */
export function tradedDesk(users: readonly string[] = ['ann', 'bob']): SpotDesk {
  const desk = spotDesk(users)
  desk.order(pair('ann', { side: 'sell', lots: 10 }))
  desk.order(pair('bob', { lots: 10 }))
  return desk
}

/** Trades 10 lots between two other accounts at this price. */
export function print(desk: SpotDesk, ticks: number, [seller, buyer] = ['joe', 'eve']): void {
  desk.order(pair(seller!, { side: 'sell', lots: 10, ticks }))
  desk.order(pair(buyer!, { lots: 10, ticks }))
}

/** Places two legs over one amount; the take-profit first. */
export function placeLegs(
  desk: SpotDesk,
  account: string,
  order: { readonly side: 'buy' | 'sell'; readonly lots: number } & EngineOcoLegs,
): readonly [EngineOrder, EngineOrder] {
  const { side, lots, takeProfit, stopLoss } = order
  const first = desk.order(pair(account, { side, lots, oco: { takeProfit, stopLoss }, carried: { planType: 'oco' } }))
  const second = desk.engine.findOrder(account, { orderId: first.stop!.pairId! })!
  return [first, second]
}
