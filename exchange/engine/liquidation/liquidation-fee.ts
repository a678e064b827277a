import type { Market, Order, Position } from '../entities'
import type { EngineState } from '../state'

/** The order type by which a liquidation closes through the book. */
export const BY_LIQUIDATION_ORDER = 'CreateByLiq'

/** What closing all of a position by a liquidation would take besides the fees of the trades; E8 of the settle coin. */
export function liquidationFeeE8(state: EngineState, { market, lots }: Position): number {
  return feeOfE8(state, market, lots)
}

/** The same of one fill of an order: rounded down each, so that all of them are never more than that of the whole. */
export function fillLiquidationFeeE8(state: EngineState, order: Order, lots: number): number {
  if (order.createType !== BY_LIQUIDATION_ORDER) return 0
  return feeOfE8(state, order.position.market, order.side === 'buy' ? -lots : lots)
}

function feeOfE8(state: EngineState, market: Market, lots: number): number {
  const { margin } = market.product
  return margin === null || !state.rules.chargesLiquidationFee ? 0 : margin.liquidationFeeE8(lots, market)
}
