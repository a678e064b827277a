import { Exact, toText, type DecimalText, type Price, type Rate } from '../../src/domain/decimal'
import type { OrderId, Slippage, StopFields } from '../../src/domain/order/order'
import type { PositionGuards } from '../../src/domain/position/position'
import type { EnginePosition } from '../engine/records/position-records'
import type { EngineOrder } from '../engine/records/order-records'
import type { EngineSlippage, EngineTrailingTerms } from '../engine/orders/order-terms'
import { createScale } from '../listings/scale'
import type { Listing } from './listing'

const E8 = createScale('0.00000001' as DecimalText)
const E4 = createScale('0.0001' as DecimalText)

/** What only waiting orders and orders with take-profit or stop-loss have; nothing of an ordinary one. */
export function stopFieldsOf(order: EngineOrder, listing: Listing): StopFields {
  const { stop, tpSl } = order
  if (stop === null && tpSl === null) return {}
  const price = (ticks: number | null | undefined): Price | null =>
    ticks === null || ticks === undefined || ticks === 0 ? null : listing.ticks.toText<Price>(ticks)
  return {
    ...(stop === null
      ? {}
      : {
          triggerPrice: price(stop.ticks),
          triggerBy: stop.by,
          triggerDirection: stop.direction,
          stopOrderType: stop.kind,
          pairOrderId: stop.pairId as OrderId | null,
          stopPrice: price(stop.trailing?.stopTicks),
          ...(stop.trailing === null ? {} : trailingOf(stop.trailing, price)),
          ...(stop.rateE4 === undefined ? {} : { mmRate: E4.toText<Rate>(stop.rateE4) }),
          ...(stop.isHeldBack ? { isHeldBack: true } : {}),
          ...(stop.slippage === null ? {} : { slippage: toSlippage(stop.slippage) }),
        }),
    ...(tpSl === null
      ? {}
      : {
          takeProfit: price(tpSl.takeProfit?.ticks),
          stopLoss: price(tpSl.stopLoss?.ticks),
          tpTriggerBy: tpSl.takeProfit?.by ?? null,
          slTriggerBy: tpSl.stopLoss?.by ?? null,
          tpSlMode: tpSl.mode,
          tpLimitPrice: price(tpSl.takeProfit?.limitTicks),
          slLimitPrice: price(tpSl.stopLoss?.limitTicks),
          ...(tpSl.takeProfit?.slippage ? { tpSlippage: toSlippage(tpSl.takeProfit.slippage) } : {}),
          ...(tpSl.stopLoss?.slippage ? { slSlippage: toSlippage(tpSl.stopLoss.slippage) } : {}),
        }),
  }
}

function trailingOf(
  { distanceTicks, rateE8 }: EngineTrailingTerms,
  price: (ticks: number | null) => Price | null,
): Pick<StopFields, 'trailingStop' | 'trailingRate'> {
  return {
    trailingStop: price(distanceTicks),
    trailingRate: rateE8 === null ? null : E8.toText<Rate>(rateE8),
  }
}

function toSlippage({ unit, value }: EngineSlippage): Slippage {
  const text = String(value) as DecimalText
  return { unit, value: unit === 'tick' ? text : toText(new Exact(text).div(100)) }
}

/** What guards a position; nothing of one without. */
export function guardFieldsOf({ protection }: EnginePosition, listing: Listing): PositionGuards {
  if (protection === null) return {}
  const price = (ticks: number | null): Price | null =>
    ticks === null || ticks === 0 ? null : listing.ticks.toText<Price>(ticks)
  const { trailing } = protection
  return {
    takeProfit: price(protection.takeProfitTicks),
    stopLoss: price(protection.stopLossTicks),
    tpTriggerBy: protection.takeProfitBy,
    slTriggerBy: protection.stopLossBy,
    tpSlMode: protection.mode,
    trailingStop: price(trailing?.distanceTicks ?? null),
    trailingRate: trailing === null || trailing.rateE8 === null ? null : E8.toText<Rate>(trailing.rateE8),
    activationPrice: price(trailing?.activationTicks ?? null),
  }
}
