import type { Side, TriggerBy } from '../../../src/domain/order/order'
import type { Position, Market } from '../entities'
import { hasPartial } from './protections'
import type { EngineTpSl, EngineTpSlLeg, EngineTrigger } from '../orders/order-terms'
import type { EngineRefusal } from '../result'
import { riskOf } from '../risk/risk-of'
import { checkTicks } from '../orders/order-checks'
import { checkSlippage } from '../matching/slippage'

/** Conditional orders an account may have waiting in one symbol, take-profits and the like apart (semantics.md §2.7). */
const CONDITIONALS_MAX = 10
/** Orders of a pair that may wait with their amount held back, and as many without (semantics.md §2.7). */
const PAIR_WAITING_MAX = 30
/** Partial take-profits and stop-losses of one position, together (semantics.md §2.4). */
export const PARTIAL_TPSL_MAX = 20

/** The price a trigger compares with. Before the first trade the mark stands in for the last price; `null`: none yet. */
export function priceBy(market: Market, by: TriggerBy): number | null {
  if (by === 'index') return market.indexTicks
  return by === 'last' ? (market.lastTicks ?? market.markTicks) : market.markTicks
}

/** A trigger has to lie ahead: above the price to rise to it, below to fall. */
export function checkTrigger(market: Market, { ticks, by, direction }: EngineTrigger): EngineRefusal | null {
  const problem = checkTicks(market, ticks)
  if (problem !== null) return problem
  const price = priceBy(market, by)
  if (price === 0) return null
  if (price === null) return null
  const isAhead = direction === 1 ? ticks > price : ticks < price
  return isAhead ? null : { kind: 'triggerPassed', direction, by }
}

/**
 * Whether as many more orders may wait: of a pair those that hold an amount back and those that do not are counted apart,
 * an order over one amount by its legs.
 */
export function checkWaiting(position: Position, added: 1 | 2, holdsAmount: boolean): EngineRefusal | null {
  if (position.account.role !== 'user') return null
  const isPair = position.base !== null
  const limit = isPair ? PAIR_WAITING_MAX : CONDITIONALS_MAX
  const waiting = isPair ? waitingOfPair(position, holdsAmount) : conditionalsOf(position)
  return waiting + added > limit ? { kind: 'tooManyConditionals', limit } : null
}

function waitingOfPair(position: Position, holdsAmount: boolean): number {
  let count = 0
  for (let order = position.firstOrder; order !== null; order = order.ownNext) {
    if (order.status !== 'untriggered') continue
    if ((order.stop!.reserves === true || order.stop!.pairId !== null) === holdsAmount) count += 1
  }
  return count
}

/** How many conditional orders wait; the few guards of the position are not counted. */
export function conditionalsOf(position: Position): number {
  let count = 0
  for (let order = position.firstOrder; order !== null; order = order.ownNext) {
    if (order.status === 'untriggered' && order.stop!.kind === 'stop') count += 1
  }
  return count
}

/** Active orders: open ones that do not wait for a price. */
export function activeOrdersOf(position: Position): number {
  return position.openBuys + position.openSells - position.guards.length - conditionalsOf(position)
}

export function partialCount(position: Position): number {
  return position.guards.filter(({ stop }) => stop!.kind === 'partialTakeProfit' || stop!.kind === 'partialStopLoss')
    .length
}

/** @param referenceTicks what both legs must enclose; `null` when no price is known */
export function checkLeg(
  { market, account }: Position,
  leg: EngineTpSlLeg,
  of: {
    readonly isTakeProfit: boolean
    readonly isLong: boolean
    readonly referenceTicks: number | null
    readonly mode: EngineTpSl['mode']
  },
): EngineRefusal | null {
  if (leg.ticks === 0) return null
  if (leg.orderType === 'limit') {
    if (of.mode === 'full') return { kind: 'tpSlNotAllowed', reason: 'limitInFullMode' }
    const problem = checkTicks(market, leg.limitTicks)
    if (problem !== null) return problem
  }
  const problem = checkTicks(market, leg.ticks) ?? checkSlippage(account, leg.slippage)
  if (problem !== null || of.referenceTicks === null) return problem
  const isAbove = of.isTakeProfit === of.isLong
  const isFine = isAbove ? leg.ticks > of.referenceTicks : leg.ticks < of.referenceTicks
  return isFine ? null : wrongSide(of.isLong, of.isTakeProfit, leg.by)
}

function wrongSide(isLong: boolean, isTakeProfit: boolean, by: TriggerBy): EngineRefusal {
  const which = isLong
    ? isTakeProfit
      ? 'longTakeProfit'
      : 'longStopLoss'
    : isTakeProfit
      ? 'shortTakeProfit'
      : 'shortStopLoss'
  return { kind: 'tpSlWrongSide', which, by }
}

/** Both legs of an order: against its limit price, a market order's against the price of the leg's own trigger. */
export function checkAttached(
  position: Position,
  tpSl: EngineTpSl,
  order: { readonly side: Side; readonly reduceOnly: boolean; readonly referenceTicks: number | null },
): EngineRefusal | null {
  if (order.reduceOnly) return { kind: 'tpSlNotAllowed', reason: 'reduceOnly' }
  const { market } = position
  const { holdsPosition } = market.product
  // What a pair's order brings are orders of their own, and no guards over a whole position.
  const mode = holdsPosition ? tpSl.mode : 'partial'
  for (const [leg, isTakeProfit] of [
    [tpSl.takeProfit, true],
    [tpSl.stopLoss, false],
  ] as const) {
    if (leg === null) continue
    const referenceTicks = order.referenceTicks ?? priceBy(market, leg.by)
    const terms = { isTakeProfit, isLong: order.side === 'buy', referenceTicks, mode }
    const problem = checkLeg(position, leg, terms)
    if (problem !== null) return problem
  }
  if (!holdsPosition) return null
  if (tpSl.mode === 'partial' && partialCount(position) >= PARTIAL_TPSL_MAX) {
    return { kind: 'tooManyTpSl', limit: PARTIAL_TPSL_MAX }
  }
  return checkMode(position, tpSl.mode)
}

/** Full and partial do not stand side by side: switching waits until the orders of the other kind are gone. */
export function checkMode(position: Position, mode: EngineTpSl['mode']): EngineRefusal | null {
  const hasFull = position.guards.some(({ stop }) => stop!.kind === 'takeProfit' || stop!.kind === 'stopLoss')
  const isLocked = mode === 'full' ? hasPartial(position) : hasFull
  return isLocked ? { kind: 'tpSlModeLocked' } : null
}

/** A position's leg: beyond the price of its trigger, and a stop-loss before the liquidation price. */
export function checkPositionLeg(
  position: Position,
  leg: EngineTpSlLeg,
  isTakeProfit: boolean,
  mode: EngineTpSl['mode'],
): EngineRefusal | null {
  const { market } = position
  const isLong = position.lots > 0
  const problem = checkLeg(position, leg, { isTakeProfit, isLong, referenceTicks: priceBy(market, leg.by), mode })
  if (problem !== null || isTakeProfit || leg.ticks === 0) return problem
  const liquidation = riskOf(position.account).liquidationTicks(position)
  if (liquidation === null) return null
  return (isLong ? leg.ticks > liquidation : leg.ticks < liquidation) ? null : wrongSide(isLong, false, leg.by)
}
