import { type Position, Order } from '../entities'
import { isPartial } from './protections'
import type { EngineCommand, PlaceCommand } from '../commands'
import type { EngineStop } from '../orders/order-terms'
import { refuse, type EngineRefusal, type EngineResult } from '../result'
import { acceptWaiting } from './accept-waiting'
import { restate } from './guards'
import { completeTpSl } from './left-out'
import { amendLeg } from './oco'
import { checkNotional, checkProduct, checkTicks } from '../orders/order-checks'
import { lotsAt } from '../orders/amount-lots'
import { checkSlippage } from '../matching/slippage'
import type { EngineState } from '../state'
import { amendRateClose } from './rate-close'
import { checkAttached, checkTrigger, checkWaiting } from './trigger-checks'
import { hold, pairOf } from './triggers'
import { checkReserve, checkSize } from './waiting-checks'

type AmendCommand = Extract<EngineCommand, { type: 'amend' }>

/** Takes an order that waits for its trigger. It reserves nothing; money is looked at when it fires (semantics.md §2.2). */
export function placeConditional(
  state: EngineState,
  position: Position,
  asked: PlaceCommand,
  nowMs: number,
): EngineResult {
  const trigger = asked.trigger!
  const { market } = position
  // Until it fires, an amount is so many lots as it pays at its trigger.
  const command =
    asked.amountE8 === undefined ? asked : { ...asked, lots: lotsAt(market, asked.amountE8, trigger.ticks) }
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
  const tooMany = checkWaiting(position, 1, command.reserves === true)
  if (tooMany !== null) return refuse(tooMany)
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
  order.tpSl = command.tpSl ?? null
  order.carried = command.carried ?? null
  acceptWaiting(state, order, stopOf(command), nowMs)
  return { ok: true, orderId: order.id, ticks: order.ticks }
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
  const { amountE8 } = command
  return {
    ...stop,
    ...(command.reserves === true ? { reserves: true } : {}),
    ...(amountE8 === undefined ? {} : { amountE8 }),
  }
}

/**
 * Changes an order that has not fired: trigger, limit price, quantity, take-profit and stop-loss. A guard over a whole
 * position has no quantity of its own, its trailing stop is changed by `setTpSl` alone, and an order that trails the price
 * of a pair has only a quantity.
 */
export function amendConditional(state: EngineState, order: Order, command: AmendCommand, nowMs: number): EngineResult {
  const { position } = order
  const { market } = position
  const before = order.stop!
  if (before.rateE4 !== undefined) return amendRateClose(state, order, command, nowMs)
  if (before.kind === 'trailingStop') return refuse({ kind: 'nothingToChange' })
  if (before.trailing !== null && changesMoreThanQty(command)) return refuse({ kind: 'nothingToChange' })
  const pair = before.kind === 'stop' ? pairOf(state, order) : null
  if (pair !== null) return amendLeg(state, { order, pair }, command, nowMs)
  // The new quantity would count the other coin.
  if (before.amountE8 !== undefined && command.lots !== null) return refuse({ kind: 'nothingToChange' })
  const isMarketOrder = order.orderType === 'market'
  const stop = { ...before, ticks: command.triggerTicks ?? before.ticks, by: command.triggerBy ?? before.by }
  const held = before.amountE8 === undefined ? order.lots : lotsAt(market, before.amountE8, stop.ticks)
  const wanted = command.lots ?? held
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

/** What follows the price has no price of its own to change. */
function changesMoreThanQty({ ticks, triggerTicks, triggerBy, tpSl }: AmendCommand): boolean {
  return ticks !== null || triggerTicks !== undefined || triggerBy !== undefined || tpSl !== undefined
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
  return checkAttached(order.position, completeTpSl(command.tpSl!, order.tpSl), { side, reduceOnly, referenceTicks })
}

/** A leg that is not named stays; one of 0 ticks goes. */
export function mergeTpSl(order: Order, asked: NonNullable<AmendCommand['tpSl']>): Order['tpSl'] {
  const change = completeTpSl(asked, order.tpSl)
  const merge = (leg: 'takeProfit' | 'stopLoss') => {
    const wanted = change[leg] ?? order.tpSl?.[leg] ?? null
    return wanted === null || wanted.ticks === 0 ? null : wanted
  }
  const takeProfit = merge('takeProfit')
  const stopLoss = merge('stopLoss')
  return takeProfit === null && stopLoss === null ? null : { mode: change.mode, takeProfit, stopLoss }
}
