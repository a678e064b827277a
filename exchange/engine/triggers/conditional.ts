import { type Position, Order } from '../entities'
import { isPartial } from './protections'
import type { EngineCommand, PlaceCommand } from '../commands'
import type { EngineStop } from '../orders/order-terms'
import { refuse, type EngineRefusal, type EngineResult } from '../result'
import { restate } from './guards'
import { checkClosingLots, checkLots, checkNotional, checkProduct, checkRisk, checkTicks } from '../orders/order-checks'
import { checkSlippage } from '../matching/slippage'
import { orderMarginE8 } from '../risk/order-margin'
import type { EngineState } from '../state'
import { checkAttached, checkTrigger, conditionalsOf, CONDITIONALS_MAX } from './trigger-checks'
import { arm, hold } from './triggers'

type AmendCommand = Extract<EngineCommand, { type: 'amend' }>

/** Takes an order that waits for its trigger. It reserves nothing; money is looked at when it fires (semantics.md §2.2). */
export function placeConditional(
  state: EngineState,
  position: Position,
  command: PlaceCommand,
  nowMs: number,
): EngineResult {
  const trigger = command.trigger!
  const { market } = position
  const isMarketOrder = command.orderType === 'market'
  // Close-on-trigger with a quantity of zero closes what there is when it fires.
  const closesAll = command.lots === 0 && command.reduceOnly && command.closeOnTrigger
  const problem =
    (closesAll ? null : checkSize(position, command.lots, command)) ??
    (isMarketOrder ? null : checkTicks(market, command.ticks)) ??
    checkSlippage(position.account, command.slippage) ??
    checkTrigger(market, trigger) ??
    checkValue(position, command) ??
    (command.tpSl === undefined
      ? null
      : checkAttached(position, command.tpSl, {
          side: command.side,
          reduceOnly: command.reduceOnly,
          referenceTicks: isMarketOrder ? trigger.ticks : command.ticks,
        }))
  if (problem !== null) return refuse(problem)
  const ticks = isMarketOrder ? (command.reserves === true ? trigger.ticks : 0) : command.ticks
  const moneyProblem = command.reserves === true ? checkReserve(position, { ...command, ticks }) : null
  if (moneyProblem !== null) return refuse(moneyProblem)
  if (position.account.role === 'user' && conditionalsOf(position) >= CONDITIONALS_MAX) {
    return refuse({ kind: 'tooManyConditionals', limit: CONDITIONALS_MAX })
  }
  state.lastOrderNumber += 1
  const order = new Order(position, {
    number: state.lastOrderNumber,
    linkId: command.linkId,
    side: command.side,
    orderType: command.orderType,
    ticks,
    lots: command.lots,
    timeInForce: command.timeInForce,
    reduceOnly: command.reduceOnly,
    closeOnTrigger: command.closeOnTrigger,
    selfMatch: command.selfMatch,
    createType: command.createType,
    createdAtMs: nowMs,
  })
  order.status = 'untriggered'
  order.stop = stopOf(command)
  order.tpSl = command.tpSl ?? null
  order.carried = command.carried ?? null
  state.orders.add(order)
  position.link(order)
  position.account.links.remember(order.linkId, order.number)
  arm(order)
  state.outbox.order(order, 'newed', nowMs)
  if (command.reserves === true) state.outbox.touchWallet(position.account)
  return { ok: true, orderId: order.id, ticks: order.ticks }
}

/** What an order holds back while it waits: of a market order, what it would pay at its trigger. */
function checkReserve(
  position: Position,
  { side, lots, ticks }: Pick<PlaceCommand, 'side' | 'lots' | 'ticks'>,
): EngineRefusal | null {
  if (position.base === null) return { kind: 'holdsNoPosition' }
  return checkRisk(position, { side, lots, ticks, dearestTicks: ticks }, orderMarginE8(position))
}

/** What only closes may be larger than the largest order: it goes as several when it fires, fill-or-kill apart. */
function checkSize(
  position: Position,
  lots: number,
  order: Pick<PlaceCommand, 'orderType' | 'timeInForce' | 'reduceOnly'>,
): EngineRefusal | null {
  const isWhole = order.orderType === 'limit' && order.timeInForce === 'fillOrKill'
  return order.reduceOnly && !isWhole ? checkClosingLots(position.market, lots) : checkLots(position, lots, order)
}

function checkValue(position: Position, command: PlaceCommand): EngineRefusal | null {
  if (command.reduceOnly) return null
  const ticks = command.orderType === 'market' ? command.trigger!.ticks : command.ticks
  const { market } = position
  const valueE8 = market.valueOf(command.lots, ticks)
  // How far its price may lie is looked at when it fires.
  return (
    checkNotional(market, ticks, command.lots) ??
    checkProduct(position, { side: command.side, limitTicks: null, valueE8 })
  )
}

function stopOf(command: PlaceCommand): EngineStop {
  const { ticks, by, direction } = command.trigger!
  const slippage = command.slippage ?? null
  const stop: EngineStop = {
    ticks,
    by,
    direction,
    kind: 'stop',
    slippage,
    pairId: null,
    parentId: null,
    trailing: null,
  }
  return command.reserves === true ? { ...stop, reserves: true } : stop
}

/**
 * Changes an order that has not fired: trigger, limit price, quantity, take-profit and stop-loss. A guard over a whole
 * position has no quantity of its own, and a trailing stop is changed by `setTpSl` alone.
 */
export function amendConditional(state: EngineState, order: Order, command: AmendCommand, nowMs: number): EngineResult {
  const { position } = order
  const { market } = position
  const before = order.stop!
  if (before.kind === 'trailingStop') return refuse({ kind: 'nothingToChange' })
  const isMarketOrder = order.orderType === 'market'
  const stop = { ...before, ticks: command.triggerTicks ?? before.ticks, by: command.triggerBy ?? before.by }
  const wanted = command.lots ?? order.lots
  const lots =
    before.kind === 'stop' ? wanted : isPartial(order) ? Math.min(wanted, Math.abs(position.lots)) : order.lots
  const marketTicks = before.reserves === true ? stop.ticks : order.ticks
  const ticks = isMarketOrder ? marketTicks : (command.ticks ?? order.ticks)
  const isNewTrigger = stop.ticks !== before.ticks || stop.by !== before.by
  const problem =
    (lots === order.lots ? null : checkSize(position, lots, order)) ??
    (ticks === order.ticks ? null : checkTicks(market, ticks)) ??
    (isNewTrigger ? checkTrigger(market, stop) : null) ??
    (command.tpSl === undefined ? null : checkTpSl(order, command, isMarketOrder ? stop.ticks : ticks))
  if (problem !== null) return refuse(problem)
  const moneyProblem = before.reserves === true ? checkNewReserve(order, { lots, ticks }) : null
  if (moneyProblem !== null) return refuse(moneyProblem)
  if (!isNewTrigger && lots === order.lots && ticks === order.ticks && command.tpSl === undefined) {
    return refuse({ kind: 'nothingToChange' })
  }
  if (command.tpSl !== undefined) order.tpSl = mergeTpSl(order, command.tpSl)
  restate(state, order, { stop, ticks, lots }, nowMs)
  return { ok: true, orderId: order.id, ticks }
}

function checkNewReserve(order: Order, terms: { readonly lots: number; readonly ticks: number }): EngineRefusal | null {
  hold(order, -1)
  const problem = checkReserve(order.position, { side: order.side, ...terms })
  hold(order, 1)
  return problem
}

/** What an amendment of attached take-profit and stop-loss has against it (110059 once filled in part). */
export function checkTpSl(order: Order, command: AmendCommand, referenceTicks: number): EngineRefusal | null {
  if (order.filledLots > 0) return { kind: 'tpSlNotAllowed', reason: 'partlyFilled' }
  if (order.stop !== null && order.stop.kind !== 'stop') return { kind: 'tpSlNotAllowed', reason: 'reduceOnly' }
  const { side, reduceOnly } = order
  return checkAttached(order.position, command.tpSl!, { side, reduceOnly, referenceTicks })
}

/** A leg that is not named stays; one of 0 ticks goes. */
export function mergeTpSl(order: Order, change: NonNullable<AmendCommand['tpSl']>): Order['tpSl'] {
  const merge = (leg: 'takeProfit' | 'stopLoss') => {
    const wanted = change[leg] ?? order.tpSl?.[leg] ?? null
    return wanted === null || wanted.ticks === 0 ? null : wanted
  }
  const takeProfit = merge('takeProfit')
  const stopLoss = merge('stopLoss')
  return takeProfit === null && stopLoss === null ? null : { mode: change.mode, takeProfit, stopLoss }
}
