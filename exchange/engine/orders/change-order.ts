import type { Rate } from '../../../src/domain/decimal'
import { CANCEL_ALL_MAX, type CarriedTerms } from '../../../src/domain/order/order'
import type { Account, Order } from '../entities'
import { isOpen } from './order-fields'
import { orderIdOf } from './order-ids'
import { isPartial } from '../triggers/protections'
import { checkAuctionChange } from '../matching/auction'
import { amendConditional, checkTpSl, mergeTpSl } from '../triggers/conditional'
import type { CancelFilter, EngineCommand } from '../commands'
import type { AskedTpSl } from './order-terms'
import { refuse, type EngineResult } from '../result'
import { orderMarginE8 } from '../risk/order-margin'
import { borrowFor } from './borrow-for-order'
import { cancelOrder, unrest } from './open-orders'
import { checkLots, checkNotional, checkProduct, checkReducing, checkRisk, checkTicks } from './order-checks'
import { execute, dearestTicks } from './place-order'
import { intoBand } from '../matching/price-band'
import { checkLegPrices } from './spread-legs'
import type { EngineState } from '../state'
import { pairOf } from '../triggers/triggers'

type AmendCommand = Extract<EngineCommand, { type: 'amend' }>
type CancelCommand = Extract<EngineCommand, { type: 'cancel' }>
type CancelAllCommand = Extract<EngineCommand, { type: 'cancelAll' }>

const BY_USER = { cancelType: 'CancelByUser', rejectReason: null } as const
const BY_DISCONNECT = { cancelType: 'CancelByDCP', rejectReason: null } as const

/** An account's order by either id (the order id wins, semantics.md §2.7), as far as the engine remembers. */
export function lookUp(
  state: EngineState,
  account: Account,
  ids: { readonly orderId: string | null; readonly linkId: string | null },
): Order | null {
  const number = ids.linkId === null ? null : account.links.find(ids.linkId)
  const id = ids.orderId ?? (number === null ? null : orderIdOf(number))
  const order = id === null ? null : state.orders.get(id)
  return order !== null && order.position.account === account ? order : null
}

function findOpen(
  state: EngineState,
  account: Account,
  command: AmendCommand | CancelCommand,
): Order | Extract<EngineResult, { ok: false }> {
  const order = lookUp(state, account, command)
  if (order === null || order.position.market.instrument.symbol !== command.symbol) {
    return { ok: false, refusal: { kind: 'orderNotFound' } }
  }
  if (order.createType === 'CreateByFutureSpread') {
    return { ok: false, refusal: { kind: 'spreadRefused', why: command.type === 'amend' ? 'legAmend' : 'legCancel' } }
  }
  if (!isOpen(order)) return { ok: false, refusal: { kind: 'orderFinished', status: order.status } }
  return order
}

/**
 * Changes price or total quantity of an open order. Only a falling quantity keeps the place in the queue; anything
 * else goes to the back and may trade at once. Checked like a new order; a refusal leaves it as it was.
 */
export function amendOrder(state: EngineState, account: Account, command: AmendCommand, nowMs: number): EngineResult {
  const order = findOpen(state, account, command)
  if ('ok' in order) return order
  const { position } = order
  const { market } = position
  if (market.instrument.isTrading === false) return refuse({ kind: 'symbolNotTrading' })
  const phaseProblem = checkAuctionChange(market, 'amend')
  if (phaseProblem !== null) return refuse(phaseProblem)
  if (command.tpSl !== undefined && !market.product.hasTriggers) return refuse({ kind: 'noTriggers' })
  if (order.status === 'untriggered') return amendConditional(state, order, command, nowMs)
  if (command.triggerTicks !== undefined) return refuse({ kind: 'orderNotFound' })
  const referenceTicks = command.ticks ?? order.ticks
  const tpSlProblem = command.tpSl === undefined ? null : checkTpSl(order, command, referenceTicks)
  if (tpSlProblem !== null) return refuse(tpSlProblem)
  let lots = command.lots ?? order.lots
  const lotsProblem = checkLots(position, lots, order)
  if (lotsProblem !== null) return refuse(lotsProblem)
  if (lots <= order.filledLots) return refuse({ kind: 'qtyNotAboveFilled', filledLots: order.filledLots })
  if (order.reduceOnly) lots = Math.min(lots, order.filledLots + Math.abs(position.lots))
  const ticksProblem = command.ticks === null ? null : checkTicks(market, command.ticks)
  if (ticksProblem !== null) return refuse(ticksProblem)
  const ticks = command.ticks === null ? order.ticks : intoBand(market, order.side, command.ticks)
  const legProblem = checkLegPrices(market, ticks)
  if (legProblem !== null) return refuse(legProblem)
  if (ticks === order.ticks && lots === order.lots) {
    return command.tpSl === undefined
      ? refuse({ kind: 'nothingToChange' })
      : amendTpSl(state, order, command.tpSl, nowMs)
  }

  const keepsPlace = ticks === order.ticks && lots < order.lots
  if (!order.reduceOnly) {
    const leaves = lots - order.filledLots
    const marginBefore = orderMarginE8(position)
    position.count(order, order.lots - order.filledLots, -1)
    const mayBorrow = order.carried?.isLeverage === true
    const addition = {
      side: order.side,
      lots: leaves,
      ticks,
      dearestTicks: dearestTicks(market, order.side, ticks),
      ...(mayBorrow ? { mayBorrow } : {}),
    }
    const problem =
      checkNotional(market, ticks, lots) ??
      checkProduct(position, { side: order.side, limitTicks: command.ticks, valueE8: market.valueOf(lots, ticks) }) ??
      (keepsPlace ? null : checkRisk(state.rules, position, addition, marginBefore))
    if (problem === null && mayBorrow) borrowFor(state, position, addition, nowMs)
    position.count(order, order.lots - order.filledLots, 1)
    if (problem !== null) return refuse(problem)
  } else if (!keepsPlace) {
    position.count(order, order.lots - order.filledLots, -1)
    const problem = checkReducing(position, { side: order.side, lots: lots - order.filledLots, ticks })
    position.count(order, order.lots - order.filledLots, 1)
    if (problem !== null) return refuse(problem)
  }
  if (keepsPlace) shrink(state, order, lots)
  else unrest(state, order)
  if (command.ticks !== null) order.carried = withVolatility(order.carried, command.orderIv)
  order.ticks = ticks
  order.lots = lots
  if (command.tpSl !== undefined) order.tpSl = mergeTpSl(order, command.tpSl)
  state.outbox.order(order, 'replaced', nowMs)
  state.outbox.touchWallet(account)
  if (!keepsPlace) execute(state, order, 'Trade', nowMs)
  return { ok: true, orderId: order.id, ticks }
}

/** A new price is not of the volatility that the former one was made of. */
function withVolatility(carried: CarriedTerms | null, orderIv: Rate | undefined): CarriedTerms | null {
  if (carried?.orderIv === orderIv) return carried
  const { orderIv: _former, ...rest } = carried ?? {}
  const after = orderIv === undefined ? rest : { ...rest, orderIv }
  return Object.keys(after).length === 0 ? null : after
}

/** A change of take-profit and stop-loss alone keeps the order's place. */
function amendTpSl(state: EngineState, order: Order, tpSl: AskedTpSl, nowMs: number): EngineResult {
  order.tpSl = mergeTpSl(order, tpSl)
  state.outbox.order(order, 'replaced', nowMs)
  return { ok: true, orderId: order.id, ticks: order.ticks }
}

function shrink(state: EngineState, order: Order, lots: number): void {
  order.position.count(order, order.lots - lots, -1)
  order.level!.lots -= order.lots - lots
  state.outbox.touchLevel(order.level!, order.position.market.instrument.symbol)
}

export function cancelByUser(
  state: EngineState,
  account: Account,
  command: CancelCommand,
  nowMs: number,
): EngineResult {
  const order = findOpen(state, account, command)
  if ('ok' in order) return order
  const phaseProblem = checkAuctionChange(order.position.market, 'cancel')
  if (phaseProblem !== null) return refuse(phaseProblem)
  const pair = command.withPair === true ? pairOf(state, order) : null
  cancelOrder(state, order, BY_USER, nowMs)
  if (pair !== null) cancelOrder(state, pair, BY_USER, nowMs)
  return { ok: true, orderId: order.id }
}

/** Cancels the open orders of one symbol or of all, oldest first within a symbol, 500 at most. */
export function cancelAll(
  state: EngineState,
  account: Account,
  command: CancelAllCommand,
  nowMs: number,
): EngineResult {
  if (command.symbol !== null && !state.markets.has(command.symbol)) return refuse({ kind: 'unknownSymbol' })
  const why = command.isDisconnect === true ? BY_DISCONNECT : BY_USER
  const most = mostOf(account, command)
  const orderIds: string[] = []
  for (const position of account.positions.values()) {
    if (command.symbol !== null && position.market.instrument.symbol !== command.symbol) continue
    const phaseProblem = checkAuctionChange(position.market, 'cancel')
    if (phaseProblem !== null && command.symbol !== null) return refuse(phaseProblem)
    if (phaseProblem !== null) continue
    for (let order = position.firstOrder; order !== null && orderIds.length < most;) {
      const newer: Order | null = order.ownNext
      if (command.filter === undefined || isOfKind(order, command.filter)) {
        orderIds.push(order.id)
        cancelOrder(state, order, why, nowMs)
      }
      order = newer
    }
  }
  return { ok: true, orderIds }
}

function mostOf(account: Account, command: CancelAllCommand): number {
  if (command.isDisconnect === true) return Number.MAX_SAFE_INTEGER
  if (command.isHalved !== true) return CANCEL_ALL_MAX
  let count = 0
  for (const { market, firstOrder } of account.positions.values()) {
    if (command.symbol !== null && market.instrument.symbol !== command.symbol) continue
    if (checkAuctionChange(market, 'cancel') !== null) continue
    for (let order = firstOrder; order !== null; order = order.ownNext)
      if (command.filter === undefined || isOfKind(order, command.filter)) count++
  }
  return Math.min(CANCEL_ALL_MAX, Math.ceil(count / 2))
}

/** What a waiting order of a pair holds back: nothing, an amount alone, or one together with its other leg. */
function amountOf({ stop, carried }: Order): 'none' | 'alone' | 'oco' | 'bidirectionalTpSl' {
  if (carried?.planType === 'oco') return 'oco'
  if (stop!.pairId !== null) return 'bidirectionalTpSl'
  return stop!.reserves === true ? 'alone' : 'none'
}

function isOfKind(order: Order, filter: CancelFilter): boolean {
  const isWaiting = order.status === 'untriggered'
  switch (filter) {
    case 'active':
      return !isWaiting
    case 'stop':
      return isWaiting
    case 'conditional':
      return isWaiting && order.stop!.kind === 'stop' && amountOf(order) === 'none'
    case 'tpSl':
      return isWaiting && (order.stop!.kind !== 'stop' || amountOf(order) === 'alone')
    case 'oco':
      return isWaiting && amountOf(order) === 'oco'
    case 'bidirectionalTpSl':
      return isWaiting && amountOf(order) === 'bidirectionalTpSl'
    case 'partialTpSl':
      return isWaiting && isPartial(order)
  }
}
