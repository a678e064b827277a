import { settleFill } from '../accounts/settle-fill'
import { closingLots } from '../products/fill-moves'
import type { Market, Order } from '../entities'
import { fillLiquidationFeeE8 } from '../liquidation/liquidation-fee'
import { countFill } from '../protection/protections'
import { createClosing } from '../records/closed-pnl'
import type { Closing } from '../records/order-records'
import { tellExecution } from '../records/tell-execution'
import type { EngineState } from '../state'
import { noteFill } from '../triggers/triggers'

interface Fill {
  readonly execId: string
  readonly ticks: number
  readonly lots: number
  readonly valueE8: number
  readonly isMaker: boolean
  readonly execType: string
  /** Of the fee, where it is not the account's own. */
  readonly rateE8?: number
}

/** Moves the position of one side of a fill, takes its fee and tells of it. */
export function fillOrder(state: EngineState, order: Order, fill: Fill, nowMs: number): void {
  const { position } = order
  const rateE8 = fill.rateE8 ?? (fill.isMaker ? position.makerRateE8 : position.takerRateE8)
  const { ticks, lots, valueE8 } = fill
  const { product } = position.market
  const tradeFee = product.feeE8({ side: order.side, ticks, lots, valueE8 }, rateE8, position.market)
  const liquidationFee = fillLiquidationFeeE8(state, order, lots)
  const fee = tradeFee + liquidationFee
  order.filledLots += fill.lots
  order.filledValueE8 += fill.valueE8
  const restE8 = valueRestE8(state, position.market, fill)
  order.filledRestE8 += restE8 ?? 0
  order.feeE8 += fee
  order.status = 'partiallyFilled'
  const closedLots = closingLots(position, order.side, fill.lots)
  const closing = closedLots > 0 ? closingOf(order, fill.execType) : null
  const settled = { side: order.side, lots: fill.lots, valueE8: fill.valueE8, feeE8: fee, restE8 }
  const closedPnl = settleFill(position, settled, nowMs, closing)
  const feeCash = product.feeCoin(order.side) === 'base' ? position.base! : position.cash
  state.house.coin(feeCash.coin).receive(tradeFee)
  // It keeps up the pool that pays where a liquidation comes too late.
  if (liquidationFee !== 0) state.insurance.coin(feeCash.coin).receive(liquidationFee)
  if (order.protection !== null && fill.isMaker) countFill(state, order.protection, order, lots, nowMs)
  if (order.tpSl !== null || position.guards.length > 0) noteFill(state, order, settled)
  tellExecution(
    state.outbox,
    position,
    order,
    {
      id: fill.execId,
      side: order.side,
      ticks: fill.ticks,
      lots: fill.lots,
      valueE8: fill.valueE8,
      feeE8: fee,
      liquidationFeeE8: state.rules.namesFees ? liquidationFee : 0,
      feeRateE8: rateE8,
      isMaker: fill.isMaker,
      execType: fill.execType,
      closedPnlE8: closedPnl,
      closedLots,
    },
    nowMs,
  )
}

/** Where an order counts what it closes; makers' results are nobody's record. */
export function closingOf(order: Order, execType: string): Closing | null {
  if (order.position.account.role !== 'user') return null
  return (order.closing ??= createClosing(execType))
}

/**
 * What rounding leaves out of the value of a fill; `null` where nobody keeps it, nor what it leaves out of the shares of
 * the position's cost.
 */
export function valueRestE8(
  { rules }: EngineState,
  { product, instrument }: Market,
  fill: Pick<Fill, 'lots' | 'ticks' | 'valueE8'>,
): number | null {
  if (product.valueRestE8 !== null)
    return rules.keepsValueRests ? product.valueRestE8(instrument.valueUnitE8, fill) : null
  return rules.keepsCostRests && product.holdsPosition ? 0 : null
}
