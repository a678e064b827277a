import { Order, type Market, type Position } from '../entities'
import type { EngineCommand, PlaceCommand } from '../commands'
import type { EngineOcoLegs, EngineStop, EngineTpSlLeg } from '../orders/order-terms'
import { orderIdOf } from '../orders/order-ids'
import { checkNotional, checkProduct, checkTicks } from '../orders/order-checks'
import { refuse, type EngineRefusal, type EngineResult } from '../result'
import { checkSlippage } from '../matching/slippage'
import type { EngineState } from '../state'
import { acceptWaiting } from './accept-waiting'
import { checkReserve, checkSize } from './waiting-checks'
import { restate } from './guards'
import { checkTrigger, checkWaiting } from './trigger-checks'
import { hold } from './triggers'

/*
 * Two legs of a pair over one amount (semantics.md §2.6): a take-profit and a stop-loss on either side of the price, both
 * of the same side and size. The leg that would pay more holds the amount back for both, so it is there whichever of them
 * triggers and is never held twice. A leg that triggers ends the other, whether it fills itself or not.
 */

type AmendCommand = Extract<EngineCommand, { type: 'amend' }>
type OcoCommand = PlaceCommand & { readonly oco: EngineOcoLegs }

const TP_BY_SL = { cancelType: 'CancelByOCOTpCanceledBySlTriggered', rejectReason: null } as const
const SL_BY_TP = { cancelType: 'CancelByOCOSlCanceledByTpTriggered', rejectReason: null } as const

/** Takes both legs, or refuses both. The first, which bears the link id, is the take-profit. */
export function placeOco(state: EngineState, position: Position, command: OcoCommand, nowMs: number): EngineResult {
  const { takeProfit, stopLoss } = command.oco
  const problem =
    checkLeg(position, command, 'takeProfit', takeProfit) ??
    checkLeg(position, command, 'stopLoss', stopLoss) ??
    checkReserve(position, { ...command, ticks: Math.max(ticksOf(takeProfit), ticksOf(stopLoss)) }) ??
    checkWaiting(position, 2, true)
  if (problem !== null) return refuse(problem)
  const legs = enterLegs(state, position, { ...command, takeProfit, stopLoss, parentId: null }, nowMs)
  return { ok: true, orderId: legs[0]!.id, ticks: legs[0]!.ticks, orderIds: legs.map(({ id }) => id) }
}

function checkLeg(
  position: Position,
  command: OcoCommand,
  which: 'takeProfit' | 'stopLoss',
  leg: EngineTpSlLeg,
): EngineRefusal | null {
  const { market } = position
  const { side, lots, reduceOnly, timeInForce } = command
  const ticks = ticksOf(leg)
  const trigger = { ticks: leg.ticks, by: leg.by, direction: directionOf(side, which) }
  return (
    checkSize(position, lots, { orderType: leg.orderType, timeInForce, reduceOnly }) ??
    checkTicks(market, ticks) ??
    checkSlippage(position.account, leg.slippage) ??
    checkTrigger(market, trigger) ??
    checkValue(position, { side, lots, ticks })
  )
}

function checkValue(
  position: Position,
  { side, lots, ticks }: { readonly side: 'buy' | 'sell'; readonly lots: number; readonly ticks: number },
): EngineRefusal | null {
  const { market } = position
  return (
    checkNotional(market, ticks, lots) ??
    // How far a price may lie is looked at when its leg triggers.
    checkProduct(position, { side, limitTicks: null, valueE8: market.valueOf(lots, ticks) })
  )
}

/** What a leg would pay or be paid at: at market, its trigger. */
export function ticksOf({ orderType, ticks, limitTicks }: EngineTpSlLeg): number {
  return orderType === 'limit' ? limitTicks : ticks
}

/** A sale takes its profit on the rise, a purchase on the fall. */
function directionOf(side: 'buy' | 'sell', which: 'takeProfit' | 'stopLoss'): 1 | 2 {
  return (side === 'sell') === (which === 'takeProfit') ? 1 : 2
}

/** One leg, or two over one amount. */
export interface LegTerms extends Pick<PlaceCommand, 'side' | 'lots' | 'linkId' | 'selfMatch' | 'carried'> {
  readonly takeProfit: EngineTpSlLeg | null
  readonly stopLoss: EngineTpSlLeg | null
  /** The order whose fills made them. */
  readonly parentId: string | null
}

/** Enters the legs as orders that wait, the take-profit first; the first one bears the link id. */
export function enterLegs(
  state: EngineState,
  position: Position,
  terms: LegTerms,
  nowMs: number,
): readonly [Order, ...Order[]] {
  const both = (['takeProfit', 'stopLoss'] as const).filter((which) => terms[which] !== null)
  const first = state.lastOrderNumber + 1
  const ticks = both.map((which) => ticksOf(terms[which]!))
  const holder = holderOf(terms.side, ticks)
  state.lastOrderNumber += both.length
  const legs = both.map((which, at) => {
    const pairId = both.length === 1 ? null : orderIdOf(first + 1 - at)
    const stop: EngineStop = {
      ticks: terms[which]!.ticks,
      by: terms[which]!.by,
      direction: directionOf(terms.side, which),
      kind: 'stop',
      slippage: terms[which]!.slippage,
      pairId,
      parentId: terms.parentId,
      trailing: null,
    }
    const own = { which, number: first + at, linkId: at === 0 ? terms.linkId : '' }
    const order = orderOf(position, terms, own, nowMs)
    acceptWaiting(state, order, withAmount(stop, at === holder), nowMs)
    return order
  })
  return legs as [Order, ...Order[]]
}

function orderOf(
  position: Position,
  terms: LegTerms,
  own: { readonly which: 'takeProfit' | 'stopLoss'; readonly number: number; readonly linkId: string },
  nowMs: number,
): Order {
  const leg = terms[own.which]!
  const order = new Order(position, {
    number: own.number,
    linkId: own.linkId,
    side: terms.side,
    orderType: leg.orderType,
    ticks: ticksOf(leg),
    lots: terms.lots,
    timeInForce: leg.orderType === 'limit' ? 'goodTillCancel' : 'immediateOrCancel',
    reduceOnly: false,
    closeOnTrigger: false,
    selfMatch: terms.selfMatch,
    createType: own.which === 'takeProfit' ? 'CreateByTakeProfit' : 'CreateByStopLoss',
    createdAtMs: nowMs,
  })
  order.carried = terms.carried ?? null
  return order
}

/** Which of the legs holds the amount: of purchases the dearer one; sales pay the same coins at any price. */
function holderOf(side: 'buy' | 'sell', ticks: readonly number[]): number {
  return side === 'buy' && ticks.length === 2 && ticks[1]! > ticks[0]! ? 1 : 0
}

function withAmount(stop: EngineStop, holdsAmount: boolean): EngineStop {
  const { reserves: _, ...rest } = stop
  return holdsAmount ? { ...rest, reserves: true } : rest
}

interface Pair {
  readonly order: Order
  readonly pair: Order
}

/** Changes the price or trigger of one leg, the quantity of both. They stay linked. */
export function amendLeg(
  state: EngineState,
  { order, pair }: Pair,
  command: AmendCommand,
  nowMs: number,
): EngineResult {
  const { position, side, orderType } = order
  const { market } = position
  const before = order.stop!
  if (command.tpSl !== undefined) return refuse({ kind: 'nothingToChange' })
  const stop = { ...before, ticks: command.triggerTicks ?? before.ticks, by: command.triggerBy ?? before.by }
  const lots = command.lots ?? order.lots
  const ticks = orderType === 'market' ? stop.ticks : (command.ticks ?? order.ticks)
  const isNewTrigger = stop.ticks !== before.ticks || stop.by !== before.by
  if (!isNewTrigger && lots === order.lots && ticks === order.ticks) return refuse({ kind: 'nothingToChange' })
  const problem =
    (lots === order.lots ? null : (checkSize(position, lots, order) ?? checkSize(position, lots, pair))) ??
    (ticks === order.ticks ? null : checkTicks(market, ticks)) ??
    (isNewTrigger ? checkTrigger(market, stop) : null) ??
    checkValue(position, { side, lots, ticks }) ??
    checkAmount({ order, pair }, { lots, ticks })
  if (problem !== null) return refuse(problem)
  shareAmount(state, { order, pair }, { stop, lots, ticks }, nowMs)
  return { ok: true, orderId: order.id, ticks }
}

/** Whether the account pays for the amount that both would need, what they hold now given back. */
function checkAmount(
  { order, pair }: Pair,
  { lots, ticks }: { readonly lots: number; readonly ticks: number },
): EngineRefusal | null {
  hold(order, -1)
  hold(pair, -1)
  const problem = checkReserve(order.position, { side: order.side, lots, ticks: Math.max(ticks, pair.ticks) })
  hold(order, 1)
  hold(pair, 1)
  return problem
}

/** Gives one leg new terms and both a quantity; whichever pays more then holds the amount. */
function shareAmount(
  state: EngineState,
  { order, pair }: Pair,
  terms: { readonly stop: EngineStop; readonly lots: number; readonly ticks: number },
  nowMs: number,
): void {
  const { lots, ticks } = terms
  const holder = holderOf(order.side, [ticks, pair.ticks])
  hold(order, -1)
  hold(pair, -1)
  order.stop = withAmount(order.stop!, false)
  const isChanged = lots !== pair.lots || (holder === 1) !== (pair.stop!.reserves === true)
  pair.stop = withAmount(pair.stop!, holder === 1)
  pair.lots = lots
  hold(pair, 1)
  restate(state, order, { stop: withAmount(terms.stop, holder === 0), ticks, lots }, nowMs)
  if (isChanged) state.outbox.order(pair, 'replaced', nowMs)
}

/** Why the other leg ends once this one has triggered. */
export function becauseOfLeg({ side, stop }: Order): typeof TP_BY_SL | typeof SL_BY_TP {
  return stop!.direction === directionOf(side, 'takeProfit') ? SL_BY_TP : TP_BY_SL
}

/** Makes the legs larger, by what more they are to sell or buy. Their place and their prices stay. */
export function growLegs(state: EngineState, legs: readonly Order[], lots: number, nowMs: number): void {
  for (const leg of legs) {
    hold(leg, -1)
    leg.lots += lots
    hold(leg, 1)
    state.outbox.order(leg, 'replaced', nowMs)
  }
  state.outbox.touchWallet(legs[0]!.position.account)
}

/** The price of the dearer leg. */
export function dearestOf(legs: Pick<LegTerms, 'takeProfit' | 'stopLoss'>): number {
  return Math.max(...[legs.takeProfit, legs.stopLoss].map((leg) => (leg === null ? 0 : ticksOf(leg))))
}

/** How many lots `amountE8` of the coin pays for, at the price of the dearer leg where it buys. */
export function lotsFor(market: Market, side: 'buy' | 'sell', dearestTicks: number, amountE8: number): number {
  const lotE8 = side === 'sell' ? market.product.baseE8(1, market.instrument) : market.valueOf(1, dearestTicks)
  return Math.max(0, Math.floor(amountE8 / lotE8))
}
