import type { Account, Position, Order } from '../entities'
import { isPartial } from './protections'
import type { EngineCommand } from '../commands'
import type { EngineTpSlLeg, EngineTrailingTerms } from '../orders/order-terms'
import { refuse, type EngineRefusal, type EngineResult } from '../result'
import { addPartial, addTrailing, guardOf, restate, setFull } from './guards'
import { completeSetTpSl } from './left-out'
import { cancelOrder } from '../orders/open-orders'
import { positionFor } from '../orders/place-order'
import type { EngineState } from '../state'
import { startTrailing, checkTrailing } from './trailing'
import { checkMode, checkPositionLeg, partialCount, PARTIAL_TPSL_MAX, priceBy } from './trigger-checks'

type SetTpSl = Extract<EngineCommand, { type: 'setTpSl' }>

const BY_USER = { cancelType: 'CancelByUser', rejectReason: null } as const

/** Sets, changes or cancels what guards a position. Everything is checked before anything changes. */
export function setTpSl(state: EngineState, account: Account, asked: SetTpSl, nowMs: number): EngineResult {
  const market = state.markets.get(asked.symbol)
  if (market === undefined) return refuse({ kind: 'unknownSymbol' })
  const position = positionFor(account, market, asked)
  if (position === null) return refuse({ kind: 'positionIdxInvalid' })
  if (!market.product.hasTriggers) return refuse({ kind: 'noTriggers' })
  if (market.auction !== null) return refuse({ kind: 'auctionNoTpSl' })
  if (position.lots === 0) return refuse({ kind: 'noPosition' })
  const command = completeSetTpSl(position, asked)
  const { takeProfit, stopLoss, trailing, mode } = command
  const isTrailingOff = trailing !== null && (trailing.distanceTicks ?? trailing.rateE8) === 0
  const problem =
    checkLegs(position, command) ??
    (trailing === null || isTrailingOff ? null : checkTrailing(market, position.lots > 0, trailing))
  if (problem !== null) return refuse(problem)

  const isNamed = command.takeProfitId !== null || command.stopLossId !== null
  let made: readonly Order[] = []
  if (mode === 'full') {
    const hasSomething = [takeProfit, stopLoss].some((leg) => leg !== null) || trailing !== null
    if (!hasSomething) return refuse({ kind: 'nothingToChange' })
    setFull(state, position, 'takeProfit', takeProfit, nowMs)
    setFull(state, position, 'stopLoss', stopLoss, nowMs)
  } else if (isNamed) {
    const named = changeNamed(state, position, command, nowMs)
    if (named !== null) return refuse(named)
  } else {
    const lots = command.lots === 0 ? Math.abs(position.lots) : command.lots
    made = addPartial(state, position, { tpSl: { takeProfit, stopLoss }, lots, parentId: null }, nowMs)
  }
  if (trailing !== null) setTrailing(state, position, isTrailingOff ? null : trailing, nowMs)
  return { ok: true, orderIds: made.map((order) => order.id) }
}

function checkLegs(position: Position, command: SetTpSl): EngineRefusal | null {
  const { mode, takeProfit, stopLoss } = command
  const sets = [takeProfit, stopLoss].filter((leg) => leg !== null && leg.ticks !== 0).length
  for (const [leg, isTakeProfit] of [
    [takeProfit, true],
    [stopLoss, false],
  ] as const) {
    const problem = leg === null ? null : checkPositionLeg(position, leg, isTakeProfit, mode)
    if (problem !== null) return problem
  }
  if (sets === 0) return null
  const locked = checkMode(position, mode)
  if (locked !== null) return locked
  if (mode === 'full') return null
  const { lots } = command
  const maxLots = largestPartial(position, [takeProfit, stopLoss])
  if (!Number.isSafeInteger(lots) || lots < 0 || lots > maxLots) return { kind: 'qtyInvalid', minLots: 1, maxLots }
  const isNew = command.takeProfitId === null && command.stopLossId === null
  if (isNew && partialCount(position) + sets > PARTIAL_TPSL_MAX) return { kind: 'tooManyTpSl', limit: PARTIAL_TPSL_MAX }
  return null
}

/**
 * The largest partial set: the position, in demo accounts no more than the largest order of each leg besides (spec §5
 * "Quantity above max"). Elsewhere a leg above that goes in slices when it fires (decisions 41).
 */
function largestPartial({ account, lots, market }: Position, legs: readonly (EngineTpSlLeg | null)[]): number {
  const size = Math.abs(lots)
  if (account.kind !== 'demo') return size
  const { maxLimitLots, maxMarketLots } = market.instrument
  const bounds = legs.flatMap((leg) => (leg === null ? [] : leg.orderType === 'market' ? maxMarketLots : maxLimitLots))
  return Math.min(size, ...bounds)
}

/** Changes the named partial orders; a change of one leg alone breaks its set (semantics.md §2.4). */
function changeNamed(state: EngineState, position: Position, command: SetTpSl, nowMs: number): EngineRefusal | null {
  const changes: { readonly order: Order; readonly leg: EngineTpSlLeg }[] = []
  for (const [id, leg, kind] of [
    [command.takeProfitId, command.takeProfit, 'partialTakeProfit'],
    [command.stopLossId, command.stopLoss, 'partialStopLoss'],
  ] as const) {
    if (id === null || leg === null) continue
    const order = position.guards.find((one) => one.id === id && one.stop!.kind === kind && isPartial(one))
    if (order === undefined) return { kind: 'orderNotFound' }
    if (leg.ticks !== 0 && leg.orderType !== order.orderType) return { kind: 'nothingToChange' }
    changes.push({ order, leg })
  }
  if (changes.length === 0) return { kind: 'nothingToChange' }
  const areBoth = changes.length === 2
  for (const { order, leg } of changes) {
    if (leg.ticks === 0) {
      cancelOrder(state, order, BY_USER, nowMs)
      continue
    }
    const pair = areBoth ? order.stop!.pairId : null
    if (!areBoth) unlinkPair(state, position, order, nowMs)
    const stop = { ...order.stop!, ticks: leg.ticks, by: leg.by, slippage: leg.slippage, pairId: pair }
    const lots = command.lots === 0 ? order.lots : command.lots
    restate(state, order, { stop, lots, ...(leg.orderType === 'limit' ? { ticks: leg.limitTicks } : {}) }, nowMs)
  }
  return null
}

function unlinkPair(state: EngineState, position: Position, order: Order, nowMs: number): void {
  const pair = position.guards.find((one) => one.id === order.stop!.pairId)
  if (pair === undefined) return
  pair.stop = { ...pair.stop!, pairId: null }
  state.outbox.order(pair, 'replaced', nowMs)
}

function setTrailing(state: EngineState, position: Position, terms: EngineTrailingTerms | null, nowMs: number): void {
  const known = guardOf(position, 'trailingStop')
  if (terms === null) {
    if (known !== null) cancelOrder(state, known, BY_USER, nowMs)
    return
  }
  const trailing = startTrailing(terms, position.lots > 0, priceBy(position.market, 'last'))
  if (known === null) addTrailing(state, position, trailing, nowMs)
  else restate(state, known, { stop: { ...known.stop!, ticks: terms.activationTicks, trailing } }, nowMs)
}
