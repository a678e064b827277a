import { type Position, Order } from '../entities'
import { isPartial, isProtection } from './protections'
import {
  notHeldBack,
  type EngineStop,
  type EngineTpSl,
  type EngineTpSlLeg,
  type EngineTrailing,
  type StopKind,
} from '../orders/order-terms'
import { cancelOrder } from '../orders/open-orders'
import type { EngineState } from '../state'
import { arm, hold } from './triggers'

/**
 * The take-profits, stop-losses and trailing stop of a position (semantics.md §2.4, §2.5). Each is a reduce-only order
 * that waits; the rules here keep their number and size in step with the position.
 */

const TS_CLEAR = { cancelType: 'CancelByTpSlTsClear', rejectReason: null } as const
const BY_USER = { cancelType: 'CancelByUser', rejectReason: null } as const
const REDUCED = { cancelType: 'CancelByReduceOnly', rejectReason: null } as const

export const CREATE_TYPE: Readonly<Record<StopKind, string>> = {
  stop: 'CreateByStopOrder',
  takeProfit: 'CreateByTakeProfit',
  stopLoss: 'CreateByStopLoss',
  partialTakeProfit: 'CreateByPartialTakeProfit',
  partialStopLoss: 'CreateByPartialStopLoss',
  trailingStop: 'CreateByTrailingStop',
  mmRateClose: 'CreateByMmRateClose',
}

export interface GuardTerms {
  readonly kind: StopKind
  readonly leg: EngineTpSlLeg
  readonly lots: number
  readonly parentId: string | null
}

/** A take-profit of a long waits for a rise, its stop-loss for a fall; a short's the other way round. */
function stopOf(position: Position, { kind, leg, parentId }: GuardTerms, pairId: string | null): EngineStop {
  const isTakeProfit = kind === 'takeProfit' || kind === 'partialTakeProfit'
  return {
    ticks: leg.ticks,
    by: leg.by,
    direction: isTakeProfit === position.lots > 0 ? 1 : 2,
    kind,
    slippage: leg.slippage,
    pairId,
    parentId,
    trailing: null,
  }
}

/** Adds a guard on the closing side of the position. */
export function addGuard(state: EngineState, position: Position, terms: GuardTerms, nowMs: number): Order {
  return enter(state, position, stopOf(position, terms, null), { ...terms.leg, lots: terms.lots }, nowMs)
}

export function addTrailing(state: EngineState, position: Position, trailing: EngineTrailing, nowMs: number): Order {
  const stop: EngineStop = {
    ticks: trailing.activationTicks,
    by: 'last',
    direction: position.lots > 0 ? 1 : 2,
    kind: 'trailingStop',
    slippage: null,
    pairId: null,
    parentId: null,
    trailing,
  }
  const lots = Math.abs(position.lots)
  return enter(state, position, stop, { orderType: 'market', limitTicks: 0, lots }, nowMs)
}

function enter(
  state: EngineState,
  position: Position,
  stop: EngineStop,
  terms: { readonly orderType: 'limit' | 'market'; readonly limitTicks: number; readonly lots: number },
  nowMs: number,
): Order {
  state.lastOrderNumber += 1
  const order = new Order(position, {
    number: state.lastOrderNumber,
    linkId: '',
    side: position.lots > 0 ? 'sell' : 'buy',
    orderType: terms.orderType,
    ticks: terms.orderType === 'limit' ? terms.limitTicks : 0,
    lots: terms.lots,
    timeInForce: terms.orderType === 'limit' ? 'goodTillCancel' : 'immediateOrCancel',
    reduceOnly: true,
    closeOnTrigger: true,
    selfMatch: 'none',
    createType: CREATE_TYPE[stop.kind],
    createdAtMs: nowMs,
  })
  order.status = 'untriggered'
  order.stop = stop
  position.guardedSide = Math.sign(position.lots)
  state.orders.add(order)
  position.link(order)
  arm(order)
  state.outbox.order(order, 'newed', nowMs)
  state.outbox.touchPosition(position)
  return order
}

/** Gives a waiting order other terms, in its place in time. */
export function restate(
  state: EngineState,
  order: Order,
  changes: { readonly stop: EngineStop; readonly ticks?: number; readonly lots?: number },
  nowMs: number,
): void {
  const { triggers } = order.position.market
  triggers.remove(order)
  hold(order, -1)
  order.stop = notHeldBack(changes.stop)
  order.ticks = changes.ticks ?? order.ticks
  order.lots = changes.lots ?? order.lots
  hold(order, 1)
  triggers.add(order)
  state.outbox.order(order, 'replaced', nowMs)
  state.outbox.touchPosition(order.position)
}

export function guardOf(position: Position, kind: StopKind): Order | null {
  return position.guards.find((order) => order.stop!.kind === kind) ?? null
}

/** The one full take-profit or stop-loss of a position: made, changed in place, or (0 ticks) cancelled. */
export function setFull(
  state: EngineState,
  position: Position,
  kind: 'takeProfit' | 'stopLoss',
  leg: EngineTpSlLeg | null,
  nowMs: number,
): void {
  if (leg === null) return
  const known = guardOf(position, kind)
  if (leg.ticks === 0) {
    if (known !== null) cancelOrder(state, known, BY_USER, nowMs)
    return
  }
  const terms = { kind, leg, lots: Math.abs(position.lots), parentId: null }
  if (known === null) addGuard(state, position, terms, nowMs)
  else restate(state, known, { stop: stopOf(position, terms, null), lots: terms.lots }, nowMs)
}

/** Adds one partial set; two legs of it are linked, so that one ends the other. */
export function addPartial(
  state: EngineState,
  position: Position,
  set: { readonly tpSl: Omit<EngineTpSl, 'mode'>; readonly lots: number; readonly parentId: string | null },
  nowMs: number,
): readonly Order[] {
  const made: Order[] = []
  const { takeProfit, stopLoss } = set.tpSl
  const common = { lots: set.lots, parentId: set.parentId }
  if (takeProfit !== null && takeProfit.ticks !== 0) {
    made.push(addGuard(state, position, { kind: 'partialTakeProfit', leg: takeProfit, ...common }, nowMs))
  }
  if (stopLoss !== null && stopLoss.ticks !== 0) {
    made.push(addGuard(state, position, { kind: 'partialStopLoss', leg: stopLoss, ...common }, nowMs))
  }
  const [first, second] = made
  if (first !== undefined && second !== undefined) {
    link(state, first, second, nowMs)
    link(state, second, first, nowMs)
  }
  return made
}

function link(state: EngineState, order: Order, pair: Order, nowMs: number): void {
  order.stop = { ...order.stop!, pairId: pair.id }
  state.outbox.order(order, 'replaced', nowMs)
}

/** Ends what guarded a position that is gone or has turned round; brings the rest to the position's size. */
export function followPosition(state: EngineState, position: Position, hasShrunk: boolean, nowMs: number): void {
  const side = Math.sign(position.lots)
  if (side !== position.guardedSide) clearGuards(state, position, nowMs)
  if (position.guards.length > 0) resize(state, position, hasShrunk, nowMs)
}

/** Ends what guards a position that is closed (semantics.md §2.4), the legs at rest in the book too. */
export function clearProtection(state: EngineState, position: Position, nowMs: number): void {
  for (let order = position.firstOrder; order !== null;) {
    const next: Order | null = order.ownNext
    if (order.level !== null && isProtection(order)) cancelOrder(state, order, TS_CLEAR, nowMs)
    order = next
  }
  clearGuards(state, position, nowMs)
}

function clearGuards(state: EngineState, position: Position, nowMs: number): void {
  while (position.guards.length > 0) cancelOrder(state, position.guards[0]!, TS_CLEAR, nowMs)
  position.guardedSide = Math.sign(position.lots)
}

/** Full guards and the trailing stop have the size of the position. Partial ones only shrink with it, oldest first. */
function resize(state: EngineState, position: Position, hasShrunk: boolean, nowMs: number): void {
  const size = Math.abs(position.lots)
  for (const order of position.guards) {
    if (isPartial(order) || order.lots === size) continue
    order.lots = size
    state.outbox.order(order, 'replaced', nowMs)
  }
  if (!hasShrunk) return
  shrinkPartial(state, position, 'partialTakeProfit', nowMs)
  shrinkPartial(state, position, 'partialStopLoss', nowMs)
}

function shrinkPartial(state: EngineState, position: Position, kind: StopKind, nowMs: number): void {
  const ofKind = position.guards.filter((order) => order.stop!.kind === kind)
  let over = ofKind.reduce((sum, order) => sum + order.lots, 0) - Math.abs(position.lots)
  for (const order of ofKind) {
    if (over <= 0) return
    const cut = Math.min(over, order.lots)
    over -= cut
    const pair = position.guards.find((other) => other.id === order.stop!.pairId) ?? null
    for (const one of pair === null ? [order] : [order, pair]) {
      if (one.lots <= cut) {
        cancelOrder(state, one, REDUCED, nowMs)
      } else {
        one.lots -= cut
        state.outbox.order(one, 'replaced', nowMs)
      }
    }
  }
}

/** What a filled part of an order brings for its position. `armedAt`: prices up to there came before the fill. */
export function attach(
  state: EngineState,
  order: Order,
  filled: { readonly lots: number; readonly armedAt: number },
  nowMs: number,
): void {
  const { position } = order
  const { tpSl } = order
  const isOpening = order.side === 'buy' ? position.lots > 0 : position.lots < 0
  if (tpSl === null || !isOpening) return
  const before = state.lastOrderNumber
  if (tpSl.mode === 'full') {
    setFull(state, position, 'takeProfit', tpSl.takeProfit, nowMs)
    setFull(state, position, 'stopLoss', tpSl.stopLoss, nowMs)
  } else {
    const size = Math.abs(position.lots)
    const lots = Math.min(filled.lots, size)
    const known = position.guards.filter((guard) => guard.stop!.parentId === order.id)
    for (const guard of known) {
      // The same command may have cut the position after the fill: a set is never larger than what it guards.
      guard.lots = Math.min(guard.lots + lots, size)
      state.outbox.order(guard, 'replaced', nowMs)
    }
    if (known.length === 0) addPartial(state, position, { tpSl, lots, parentId: order.id }, nowMs)
  }
  for (const guard of position.guards) if (guard.number > before) guard.armedAt = filled.armedAt
}
