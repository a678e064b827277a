import { Order, type Position } from '../entities'
import type { PlaceCommand } from '../commands'
import { acceptWaiting } from './accept-waiting'
import type { EngineStop, EngineTrailingTerms } from '../orders/order-terms'
import { checkLots, checkProduct } from '../orders/order-checks'
import { refuse, type EngineResult } from '../result'
import type { EngineState } from '../state'
import { checkTrailing, startTrailing } from './trailing'
import { checkWaiting, priceBy } from './trigger-checks'

type TrailingCommand = PlaceCommand & { readonly trailing: EngineTrailingTerms }

/**
 * Takes a market order of a pair that follows the best price since its activation, a sale the highest and a purchase the
 * lowest, and fires once the price has come back from there by its distance (semantics.md §2.5). What it would pay with
 * is not known before, so it holds nothing back; money is looked at when it fires, as of a conditional order.
 */
export function placeTrailing(
  state: EngineState,
  position: Position,
  command: TrailingCommand,
  nowMs: number,
): EngineResult {
  const { market } = position
  const { side, lots, trailing } = command
  if (position.base === null) return refuse({ kind: 'holdsNoPosition' })
  const follows = side === 'sell'
  const lastTicks = priceBy(market, 'last')
  const problem =
    checkLots(position, lots, { ...command, orderType: 'market' }) ??
    checkTrailing(market, follows, trailing) ??
    checkProduct(position, { side, limitTicks: null, valueE8: market.valueOf(lots, lastTicks!) }) ??
    checkWaiting(position, 1, false)
  if (problem !== null) return refuse(problem)
  const stop: EngineStop = {
    ticks: trailing.activationTicks,
    by: 'last',
    direction: follows ? 1 : 2,
    kind: 'stop',
    slippage: null,
    pairId: null,
    parentId: null,
    trailing: startTrailing(trailing, follows, lastTicks),
  }
  state.lastOrderNumber += 1
  const order = new Order(position, {
    number: state.lastOrderNumber,
    linkId: command.linkId,
    side,
    orderType: 'market',
    ticks: 0,
    lots,
    timeInForce: 'immediateOrCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    selfMatch: command.selfMatch,
    createType: command.createType,
    createdAtMs: nowMs,
  })
  order.carried = command.carried ?? null
  acceptWaiting(state, order, stop, nowMs)
  return { ok: true, orderId: order.id, ticks: 0 }
}
