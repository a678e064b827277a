import type { OrderTrigger, TpSl, TpSlLeg } from '../../src/domain/order/tp-sl'
import type { TrailingTerms } from '../../src/domain/position/position-settings'
import { err, ok, type Result } from '../../src/base/result'
import { toSteps, type DecimalText, type Price } from '../../src/domain/decimal'
import type { Slippage } from '../../src/domain/order/order'
import type { EngineCommand } from '../engine/commands'
import type {
  AskedTpSl,
  AskedTpSlLeg,
  AskedTrailingTerms,
  EngineSlippage,
  EngineTrigger,
} from '../engine/orders/order-terms'
import type { VenueInput } from './venue-input'
import type { VenueRefusal } from './venue-port'
import type { Listing } from './listing'
import { readPrice, readQty } from './read-number'

type Read<T> = Result<T, VenueRefusal>

const HUNDREDTH = '0.01' as DecimalText
const ONE = '1' as DecimalText
const E8 = '0.00000001' as DecimalText

export function readTrigger(trigger: OrderTrigger, listing: Listing): Read<EngineTrigger> {
  const ticks = readPrice(trigger.price, listing)
  return ticks.ok ? ok({ ticks: ticks.value, by: trigger.by, direction: trigger.direction }) : ticks
}

export function readSlippage(slippage: Slippage): Read<EngineSlippage> {
  const { unit } = slippage
  const value = toSteps(slippage.value, unit === 'tick' ? ONE : HUNDREDTH)
  return value === null ? err({ kind: 'slippageInvalid', unit }) : ok({ unit, value })
}

export function readTpSl(tpSl: TpSl, listing: Listing): Read<AskedTpSl> {
  const takeProfit = readLeg(tpSl.takeProfit, listing)
  if (!takeProfit.ok) return takeProfit
  const stopLoss = readLeg(tpSl.stopLoss, listing)
  if (!stopLoss.ok) return stopLoss
  const kept = tpSl.keepsMode === undefined ? {} : { keepsMode: tpSl.keepsMode }
  return ok({ mode: tpSl.mode, takeProfit: takeProfit.value, stopLoss: stopLoss.value, ...kept })
}

function readLeg(leg: TpSlLeg | null, listing: Listing): Read<AskedTpSlLeg | null> {
  if (leg === null) return ok(null)
  const ticks = readPrice(leg.price, listing)
  if (!ticks.ok) return ticks
  const limit = leg.limitPrice === null ? ok(0) : readPrice(leg.limitPrice, listing)
  if (!limit.ok) return limit
  const slippage = leg.slippage === null ? ok(null) : readSlippage(leg.slippage)
  if (!slippage.ok) return slippage
  const { by, orderType, leftOut } = leg
  const read = { ticks: ticks.value, by, orderType, limitTicks: limit.value, slippage: slippage.value }
  return ok(leftOut === undefined ? read : { ...read, leftOut })
}

/** A user's guards of a position in the engine's whole numbers. */
export function readSetTpSl(
  input: Extract<VenueInput, { type: 'setTpSl' }>,
  listing: Listing,
): Read<Extract<EngineCommand, { type: 'setTpSl' }>> {
  const { account, order } = input
  const tpSl = readTpSl(order, listing)
  if (!tpSl.ok) return tpSl
  // Both legs of a set have one size (semantics.md §2.4).
  const isPair = order.takeProfit !== null && order.stopLoss !== null
  if (order.mode === 'partial' && isPair && order.tpSize !== order.slSize) return err({ kind: 'tpSlSizesDiffer' })
  const size = order.takeProfit === null ? order.slSize : order.tpSize
  const lots = order.mode === 'full' || size === null ? ok(0) : readQty(size, listing)
  if (!lots.ok) return lots
  const trailing = order.trailing === null ? ok(null) : readTrailing(order.trailing, listing)
  if (!trailing.ok) return trailing
  return ok({
    type: 'setTpSl',
    account,
    symbol: order.symbol,
    ...tpSl.value,
    lots: lots.value,
    takeProfitId: order.tpOrderId,
    stopLossId: order.slOrderId,
    trailing: trailing.value,
    ...(order.positionIdx === 0 ? {} : { positionIdx: order.positionIdx }),
  })
}

/** Distance or rate, and where it begins. */
export function readTrailing(trailing: TrailingTerms, listing: Listing): Read<AskedTrailingTerms> {
  const activation = readPrice(trailing.activationPrice ?? ('0' as Price), listing)
  if (!activation.ok) return activation
  const kept = trailing.keepsActivation === undefined ? {} : { keepsActivation: trailing.keepsActivation }
  const activated = { activationTicks: activation.value, ...kept }
  if (trailing.rate !== null) {
    const rateE8 = toSteps(trailing.rate, E8)
    return rateE8 === null ? err({ kind: 'trailingInvalid' }) : ok({ distanceTicks: null, rateE8, ...activated })
  }
  const distance = readPrice(trailing.distance ?? ('0' as Price), listing)
  return distance.ok ? ok({ distanceTicks: distance.value, rateE8: null, ...activated }) : distance
}
