import { err, ok, type Result } from '../../src/base/result'
import type { NewOrder } from '../../src/domain/order/new-order'
import type { PlanType } from '../../src/domain/order/plan-type'
import type { PlaceCommand } from '../engine/commands'
import type { EngineTpSl } from '../engine/orders/order-terms'
import type { Listing } from './listing'
import { readTrailing } from './read-tpsl'
import type { VenueRefusal } from './venue-port'

type PlanTerms = Partial<Pick<PlaceCommand, 'reserves' | 'oco' | 'trailing' | 'createType' | 'orderType' | 'carried'>>

/**
 * What a pair's order is called that waits (spec §3 "Spot plan types"), what it waits for, and whether it holds back what it
 * pays with. `null` of an order that is no plan. What is of pairs alone goes to the engine for a contract, too, which refuses it.
 * @param tpSl the order's, where it has one
 */
export function readPlan(
  order: NewOrder,
  tpSl: EngineTpSl | undefined,
  listing: Listing,
): Result<PlanTerms | null, VenueRefusal> {
  const { heldFor, trigger, type } = order
  if (heldFor === 'oco' || heldFor === 'bidirectionalTpSl') return readLegs(heldFor, tpSl)
  if (order.trailValue !== undefined || order.trailRate !== undefined) return readTrail(order, listing)
  if (trigger === undefined) return ok(null)
  const reserves = heldFor === 'takeProfitStopLoss' ? { reserves: true } : {}
  if (listing.engine.baseCoin === undefined) return ok(reserves)
  if (heldFor === 'takeProfitStopLoss') return ok({ ...reserves, ...named('takeProfitStopLoss') })
  return ok(named(type === 'market' ? 'plan' : 'stopLimit'))
}

/** Each leg is a limit or a market order by itself. */
function readLegs(heldFor: 'oco' | 'bidirectionalTpSl', tpSl: EngineTpSl | undefined): Result<PlanTerms, VenueRefusal> {
  const { takeProfit = null, stopLoss = null } = tpSl ?? {}
  if (takeProfit === null || stopLoss === null) return err({ kind: 'tpSlNotAllowed', reason: 'ofBothLegs' })
  const plan = named(heldFor === 'oco' ? 'oco' : 'takeProfitStopLoss')
  return ok({ oco: { takeProfit, stopLoss }, ...plan })
}

/** One that waits for its activation takes a profit, one that is active at once stops a loss. */
function readTrail(order: NewOrder, listing: Listing): Result<PlanTerms, VenueRefusal> {
  const { trailValue = null, trailRate = null, activationPrice = null } = order
  if (order.type !== 'market' || order.trigger !== undefined || (trailValue === null) === (trailRate === null))
    return err({ kind: 'trailingInvalid' })
  const trailing = readTrailing({ distance: trailValue, rate: trailRate, activationPrice }, listing)
  if (!trailing.ok) return trailing
  const isProfit = activationPrice !== null && activationPrice !== '0'
  return ok({
    trailing: trailing.value,
    createType: isProfit ? 'CreateByTrailingProfit' : 'CreateByTrailingStop',
    ...named(isProfit ? 'trailingProfit' : 'trailingStop'),
  })
}

function named(planType: PlanType): Pick<PlanTerms, 'carried'> {
  return { carried: { planType } }
}
