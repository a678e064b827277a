import { err, ok, type Result } from '../../src/base/result'
import { toSteps, type DecimalText, type Money } from '../../src/domain/decimal'
import type { NewOrder } from '../../src/domain/order/new-order'
import type { CarriedTerms } from '../../src/domain/order/order'
import type { EngineCommand, PlaceCommand } from '../engine/commands'
import type { VenueInput } from './venue-input'
import type { VenueRefusal } from './venue-port'
import { E8 } from './engine-view'
import type { Listing } from './listing'
import { readPrice, readQty } from './read-number'
import { readPlan } from './read-plan'
import { readOrderLeverage } from './read-setting'
import { readSlippage, readTpSl, readTrigger } from './read-tpsl'

/** Rates to wait for are whole hundredths of a per cent. */
const HUNDREDTH_PERCENT = '0.0001' as DecimalText

type Place = Extract<VenueInput, { type: 'place' }>
type Replace = Extract<VenueInput, { type: 'replace' }>

/**
 * A user's order in the engine's whole numbers. Limits and money are the engine's to check.
 * @param asksLeverages see `readLeverage`
 */
export function readOrder(input: Place, listing: Listing, asksLeverages = false): Result<PlaceCommand, VenueRefusal> {
  const { order, account, linkId } = input
  const waits = order.trigger !== undefined || order.heldFor !== undefined
  const isAmount = order.marketUnit === 'quote' && order.type === 'market' && (!waits || input.waitsWithAmount === true)
  const amountE8 = isAmount ? E8.toCount(order.qty) : null
  // An amount is of what is exchanged for another coin.
  if (isAmount && (amountE8 === null || amountE8 <= 0 || listing.engine.baseCoin === undefined))
    return err({ kind: 'amountInvalid' })
  const lots = isAmount ? ok(0) : readQty(order.qty, listing)
  if (!lots.ok) return lots
  let ticks = 0
  if (order.type === 'limit') {
    if (order.price === null) return err(priceInvalid(listing))
    const price = readPrice(order.price, listing)
    if (!price.ok) return price
    ticks = price.value
  }
  const trigger = order.trigger === undefined ? ok(undefined) : readTrigger(order.trigger, listing)
  if (!trigger.ok) return trigger
  const tpSl = order.tpSl === undefined ? ok(undefined) : readTpSl(order.tpSl, listing)
  if (!tpSl.ok) return tpSl
  const slippage = order.slippage === undefined ? ok(undefined) : readSlippage(order.slippage)
  if (!slippage.ok) return slippage
  const plain: PlaceCommand = {
    type: 'place',
    account,
    linkId,
    symbol: order.symbol,
    side: order.side,
    orderType: order.type,
    ticks,
    lots: lots.value,
    timeInForce: order.timeInForce,
    reduceOnly: order.reduceOnly,
    closeOnTrigger: order.closeOnTrigger,
    selfMatch: order.smpType ?? 'none',
    createType: trigger.value ? 'CreateByStopOrder' : order.closeOnTrigger ? 'CreateByClosing' : 'CreateByUser',
  }
  const rateE4 = order.mmRate === undefined ? undefined : toSteps(order.mmRate, HUNDREDTH_PERCENT)
  if (rateE4 === null) return err({ kind: 'mmRateInvalid', minE4: 1, maxE4: 9_999 })
  const plan = readPlan(order, tpSl.value, listing)
  if (!plan.ok) return plan
  const leverage = readOrderLeverage(input.leverage, listing, asksLeverages)
  if (!leverage.ok) return leverage
  const isPlain =
    amountE8 === null &&
    order.positionIdx === 0 &&
    trigger.value === undefined &&
    tpSl.value === undefined &&
    slippage.value === undefined &&
    rateE4 === undefined &&
    plan.value === null &&
    order.isLeverage === undefined &&
    order.orderIv === undefined &&
    leverage.value === undefined &&
    input.isProtected === undefined
  // Most orders bring nothing more, and a literal with spreads costs more than the rest of reading one.
  if (isPlain) return ok(plain)
  return ok({
    ...plain,
    ...(amountE8 === null ? {} : { amountE8 }),
    ...(order.positionIdx === 0 ? {} : { positionIdx: order.positionIdx }),
    ...(trigger.value === undefined ? {} : { trigger: trigger.value }),
    ...(tpSl.value === undefined || plan.value?.oco !== undefined ? {} : { tpSl: tpSl.value }),
    ...plan.value,
    ...carriedOf(order, { isAmount, ofPlan: plan.value?.carried }),
    ...(rateE4 === undefined ? {} : { rateE4 }),
    ...(slippage.value === undefined ? {} : { slippage: slippage.value }),
    ...(leverage.value === undefined ? {} : { leverageE2: leverage.value }),
    ...(order.isLeverage === undefined ? {} : { isLeverage: order.isLeverage }),
    ...(input.isProtected === undefined ? {} : { isProtected: input.isProtected }),
  })
}

/** What its rows say of it and nothing else hangs on: what it was asked with. */
function carriedOf(
  { qty, orderIv, slippage, trigger }: NewOrder,
  { isAmount, ofPlan }: { readonly isAmount: boolean; readonly ofPlan: CarriedTerms | undefined },
): Pick<PlaceCommand, 'carried'> {
  // One that waits keeps its bound where it keeps its trigger.
  const bound = trigger === undefined ? slippage : undefined
  if (!isAmount && orderIv === undefined && bound === undefined) return {}
  return {
    carried: {
      ...ofPlan,
      ...(isAmount ? { amount: qty as DecimalText as Money } : {}),
      ...(orderIv === undefined ? {} : { orderIv }),
      ...(bound === undefined ? {} : { slippage: bound }),
    },
  }
}

/** A user's change of an order; `null` leaves a value as it is. */
export function readReplacement(input: Replace, listing: Listing): Result<EngineCommand, VenueRefusal> {
  const { symbol, orderId, orderLinkId, price, qty } = input.order
  const ticks = price === null ? ok(null) : readPrice(price, listing)
  if (!ticks.ok) return ticks
  const lots = qty === null ? ok(null) : readQty(qty, listing)
  if (!lots.ok) return lots
  const { triggerPrice, triggerBy, mmRate, orderIv } = input.order
  const rateE4 = mmRate === undefined ? undefined : toSteps(mmRate, HUNDREDTH_PERCENT)
  if (rateE4 === null) return err({ kind: 'mmRateInvalid', minE4: 1, maxE4: 9_999 })
  const trigger = triggerPrice === undefined ? ok(undefined) : readPrice(triggerPrice, listing)
  if (!trigger.ok) return trigger
  const tpSl = input.order.tpSl === undefined ? ok(undefined) : readTpSl(input.order.tpSl, listing)
  if (!tpSl.ok) return tpSl
  return ok({
    type: 'amend',
    account: input.account,
    symbol,
    orderId,
    linkId: orderLinkId,
    ticks: ticks.value,
    lots: lots.value,
    ...(trigger.value === undefined ? {} : { triggerTicks: trigger.value }),
    ...(triggerBy === undefined ? {} : { triggerBy }),
    ...(rateE4 === undefined ? {} : { rateE4 }),
    ...(orderIv === undefined ? {} : { orderIv }),
    ...(tpSl.value === undefined ? {} : { tpSl: tpSl.value }),
  })
}

function priceInvalid(listing: Listing): VenueRefusal {
  const { minPriceTicks: minTicks, maxPriceTicks: maxTicks } = listing.engine
  return { kind: 'priceInvalid', minTicks, maxTicks }
}
