import type { Side } from '../../../src/domain/order/order'
import { createClosing, tellClosedPnl } from '../records/closed-pnl'
import type { Position, Market, Order } from '../entities'
import { execIdOf } from '../orders/order-ids'
import type { Closing } from '../records/order-records'
import { crosses, type BookSide } from './book'
import { allowedOfMaker, guardOfTaker } from '../risk/no-debt'
import { costShareE8, feeE8, unrealisedE8 } from '../risk/formulas'
import { mulDiv, mulDivSigned } from '../scaled'
import { stopsAtOwn } from '../orders/order-terms'
import { disarm, noteFill, observe, unpair } from '../triggers/triggers'
import type { EngineState } from '../state'

/** Puts an order into the book, behind all others of its price. */
export function rest(state: EngineState, order: Order): void {
  const { market } = order.position
  const level = market.book.side(order.side).add(order)
  order.position.count(order, order.lots - order.filledLots, 1)
  if (market.auction === null) state.outbox.touchLevel(level, market.instrument.symbol)
}

/** Takes an order out of the book; its account keeps it. */
export function unrest(state: EngineState, order: Order): void {
  const { market } = order.position
  const level = market.book.side(order.side).remove(order)
  order.position.count(order, order.lots - order.filledLots, -1)
  if (market.auction === null) state.outbox.touchLevel(level, market.instrument.symbol)
}

/** Ends an open order, at rest or not. */
export function cancelOrder(
  state: EngineState,
  order: Order,
  why: { readonly cancelType: string | null; readonly rejectReason: string | null },
  nowMs: number,
): void {
  if (order.level !== null) unrest(state, order)
  const isWaiting = order.status === 'untriggered'
  if (isWaiting) disarm(state, order)
  if (order.stop !== null && order.stop.pairId !== null) unpair(state, order, nowMs)
  order.position.unlink(order)
  order.status = isWaiting ? 'deactivated' : 'canceled'
  order.cancelType = why.cancelType
  order.rejectReason = why.rejectReason
  state.orders.finish(order)
  state.outbox.order(order, 'canceled', nowMs)
  state.outbox.touchWallet(order.position.account)
}

/** Ends an order that met another one of its account. */
export function cancelForOwn(state: EngineState, order: Order, met: Order, nowMs: number): void {
  order.smpOrderId = met.id
  cancelOrder(state, order, SELF_MATCH, nowMs)
}

const SELF_MATCH = { cancelType: 'CancelBySmp', rejectReason: 'EC_BySelfMatch' } as const
/** What is left would have filled into a debt (decisions 39). */
const RISK_LIMIT = { cancelType: null, rejectReason: 'EC_ReachRiskPriceLimit' } as const
const REDUCE_ONLY = { cancelType: 'CancelByReduceOnly', rejectReason: null } as const

/**
 * Trades an incoming order against the book, best price first and oldest first within a price, up to its limit.
 * @returns `'stopped'` when the order was cancelled: by the rule against trading with oneself, or because what is left
 * would have filled into a debt. An order at rest that would is cancelled too, and the next one is met.
 */
export function match(state: EngineState, taker: Order, execType: string, nowMs: number): 'done' | 'stopped' {
  const { market } = taker.position
  const opposite = market.book.opposite(taker.side)
  const filledBefore = taker.filledLots
  const guard = guardOfTaker(taker, execType)
  let stoppedBy: typeof SELF_MATCH | typeof RISK_LIMIT | null = null
  while (taker.filledLots < taker.lots) {
    const maker = opposite.next(taker.ticks)
    if (maker === null) break
    if (maker.position === taker.position || maker.position === taker.position.sibling) {
      if (stopsAtOwn(taker.selfMatch)) taker.smpOrderId = maker.id
      if (taker.selfMatch !== 'cancelTaker') cancelForOwn(state, maker, taker, nowMs)
      if (!stopsAtOwn(taker.selfMatch)) continue
      stoppedBy = SELF_MATCH
      break
    }
    const leaves = market.fillable(Math.min(maker.lots - maker.filledLots, taker.lots - taker.filledLots), maker.ticks)
    const offered = allowedOfMaker(maker, maker.ticks, leaves)
    const lots = guard === null ? offered : guard.take(maker.ticks, offered)
    if (lots > 0) trade(state, opposite, { maker, taker, lots, execType }, nowMs)
    if (lots < offered) {
      stoppedBy = RISK_LIMIT
      break
    }
    if (offered < leaves) cancelOrder(state, maker, RISK_LIMIT, nowMs)
  }
  if (taker.filledLots > filledBefore) {
    // One message for the whole sweep: the executions carry the steps.
    if (taker.filledLots === taker.lots) finishFilled(state, taker)
    state.outbox.order(taker, 'filled', nowMs)
    tellClosedPnl(state.outbox, taker, nowMs)
  }
  if (stoppedBy === null) return 'done'
  cancelOrder(state, taker, stoppedBy, nowMs)
  return 'stopped'
}

export function finishFilled(state: EngineState, order: Order): void {
  order.status = 'filled'
  order.position.unlink(order)
  state.orders.finish(order)
}

interface Meeting {
  readonly maker: Order
  readonly taker: Order
  readonly lots: number
  /** Of the taker's execution; the maker's is always `Trade`. */
  readonly execType: string
}

function trade(
  state: EngineState,
  makerSide: BookSide<Order>,
  { maker, taker, lots, execType }: Meeting,
  nowMs: number,
): void {
  const { market } = taker.position
  const { instrument } = market
  const ticks = maker.ticks
  const valueE8 = market.valueOf(lots, ticks)
  state.lastExecNumber += 1
  const execId = execIdOf(state.lastExecNumber)

  state.outbox.touchLevel(maker.level!, instrument.symbol)
  makerSide.reduce(maker, lots)
  maker.position.count(maker, lots, -1)
  fillOrder(state, maker, { execId, ticks, lots, valueE8, isMaker: true, execType: 'Trade' }, nowMs)
  fillOrder(state, taker, { execId, ticks, lots, valueE8, isMaker: false, execType }, nowMs)
  if (maker.filledLots === maker.lots) {
    makerSide.remove(maker)
    finishFilled(state, maker)
  }
  state.outbox.order(maker, 'filled', nowMs)
  tellClosedPnl(state.outbox, maker, nowMs)
  state.outbox.push({
    type: 'trade',
    id: execId,
    symbol: instrument.symbol,
    side: taker.side,
    ticks,
    lots,
    timeMs: nowMs,
    makerOrderId: maker.id,
    takerOrderId: taker.id,
    makerAccount: maker.position.account.id,
    takerAccount: taker.position.account.id,
  })
  market.lastTicks = ticks
  if (market.triggers.size > 0 || state.fills.length > 0) observe(state, market, 'last', ticks)
  cutReduceOnly(state, maker.position, nowMs)
  cutReduceOnly(state, taker.position, nowMs)
}

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
  const { instrument } = position.market
  const rateE8 = fill.rateE8 ?? (fill.isMaker ? position.makerRateE8 : position.takerRateE8)
  const fee = feeE8(fill.valueE8, rateE8)
  order.filledLots += fill.lots
  order.filledValueE8 += fill.valueE8
  order.feeE8 += fee
  order.status = 'partiallyFilled'
  const closedLots = closingLots(position, order.side, fill.lots)
  const closing = closedLots > 0 ? closingOf(order, fill.execType) : null
  const settled = { side: order.side, lots: fill.lots, valueE8: fill.valueE8, feeE8: fee }
  const closedPnl = settleFill(position, settled, nowMs, closing)
  state.house.coin(position.cash.coin).receive(fee)
  if (order.tpSl !== null || position.guards.length > 0) noteFill(state, order, fill.lots)
  if (position.account.role === 'maker') return
  state.outbox.touchPosition(position)
  state.outbox.touchWallet(position.account)
  state.outbox.push({
    type: 'execution',
    execution: {
      id: fill.execId,
      account: position.account.id,
      orderId: order.id,
      linkId: order.linkId,
      symbol: instrument.symbol,
      side: order.side,
      ticks: fill.ticks,
      lots: fill.lots,
      valueE8: fill.valueE8,
      feeE8: fee,
      feeRateE8: rateE8,
      isMaker: fill.isMaker,
      execType: fill.execType,
      closedPnlE8: closedPnl,
      closedLots,
      walletE8: position.cash.walletE8,
      positionLots: position.lots,
      timeMs: nowMs,
      seq: state.outbox.nextSeq(),
    },
  })
}

/** Where an order counts what it closes; makers' results are nobody's record. */
export function closingOf(order: Order, execType: string): Closing | null {
  if (order.position.account.role !== 'user') return null
  return (order.closing ??= createClosing(execType))
}

/** How many of a fill's lots close a position of the other side. */
export function closingLots(position: Position, side: Side, lots: number): number {
  const against = side === 'buy' ? -position.lots : position.lots
  return against > 0 ? Math.min(against, lots) : 0
}

/** Moves a position by one fill, and the contract's open interest with it. Everything else is `movePosition`'s. */
export function settleFill(
  position: Position,
  fill: SettledFill,
  nowMs: number,
  closing: Closing | null = null,
): number {
  const longBefore = Math.max(0, position.lots)
  const closedPnl = movePosition(position, fill, nowMs, closing)
  position.market.longLots += Math.max(0, position.lots) - longBefore
  return closedPnl
}

/** What of a fill moves a position. */
export interface SettledFill {
  readonly side: Side
  readonly lots: number
  readonly valueE8: number
  readonly feeE8: number
}

/**
 * Moves a position by one fill and pays for it; nothing but the position and its wallet changes, so that a preview does
 * it to a draft.
 *
 * The closing part takes its share of the cost (half up) and realises s × (value − share); the opening part adds its
 * value to the cost. A fill that turns the position round is both: value and fee are split by lots, half up for the
 * closing part, the rest for the new position. Σ wallet − Σ signed cost does not change, but for the fee. Margin added
 * to an isolated position leaves with the closed part, and so do the fees and the funding that it paid while open.
 *
 * @param closing counts what the closing part took with it; `null` where nobody asks
 * @returns the realised result of the closing part, before fees
 */
export function movePosition(
  position: Position,
  fill: SettledFill,
  nowMs: number,
  closing: Closing | null = null,
): number {
  const closed = closingLots(position, fill.side, fill.lots)
  const opened = fill.lots - closed
  const direction = fill.side === 'buy' ? 1 : -1
  const settlesSessions = position.market.instrument.settlesSessions === true
  const closedValue = opened === 0 ? fill.valueE8 : mulDiv(fill.valueE8, closed, fill.lots, 'halfUp')
  const closedFee = opened === 0 ? fill.feeE8 : mulDivSigned(fill.feeE8, closed, fill.lots)
  let closedPnl = 0
  if (closed > 0) {
    const share = costShareE8(position.costE8, closed, Math.abs(position.lots))
    closedPnl = unrealisedE8(closedValue, share, position.direction)
    const held = Math.abs(position.lots)
    const openShare = settlesSessions ? costShareE8(position.openCostE8, closed, held) : share
    if (settlesSessions) position.openCostE8 -= openShare
    const openFee = position.openFeeE8 === 0 ? 0 : mulDivSigned(position.openFeeE8, closed, held)
    const funding = position.fundingE8 === 0 ? 0 : mulDivSigned(position.fundingE8, closed, held)
    position.openFeeE8 -= openFee
    position.fundingE8 -= funding
    if (closing !== null) {
      closing.lots += closed
      closing.fills += 1
      closing.entryValueE8 += openShare
      closing.exitValueE8 += closedValue
      closing.openFeeE8 += openFee
      closing.closeFeeE8 += closedFee
      closing.fundingE8 += funding
      closing.pnlE8 += unrealisedE8(closedValue, openShare, position.direction) - openFee - closedFee - funding
    }
    if (position.extraMarginE8 !== 0) position.extraMarginE8 -= mulDivSigned(position.extraMarginE8, closed, held)
    position.costE8 -= share
    position.lots += direction * closed
    position.realisedE8 += closedPnl - closedFee
  }
  if (opened > 0) {
    if (position.lots === 0) {
      position.realisedE8 = 0
      position.createdAtMs = nowMs
    }
    position.costE8 += fill.valueE8 - closedValue
    if (settlesSessions) position.openCostE8 += fill.valueE8 - closedValue
    position.lots += direction * opened
    position.realisedE8 -= fill.feeE8 - closedFee
    position.openFeeE8 += fill.feeE8 - closedFee
  }
  position.cumRealisedE8 += closedPnl - fill.feeE8
  position.updatedAtMs = nowMs
  position.cash.receive(closedPnl - fill.feeE8)
  position.cash.cumRealised.add(closedPnl - fill.feeE8)
  return closedPnl
}

/**
 * Cuts the resting reduce-only orders of a position to what is left of its position, newest first; to zero ends them
 * as `CancelByReduceOnly`. Each order is held against the whole position, as when it was placed: two targets over one
 * position may stand side by side, and none of them can ever turn it round.
 */
export function cutReduceOnly(state: EngineState, position: Position, nowMs: number): void {
  if (position.openReduceOnly === 0) return
  for (let order = position.lastOrder; order !== null;) {
    const older: Order | null = order.ownPrevious
    if (order.reduceOnly && order.level !== null) cutOne(state, order, nowMs)
    order = older
  }
}

function cutOne(state: EngineState, order: Order, nowMs: number): void {
  const leaves = order.lots - order.filledLots
  const fits = closingLots(order.position, order.side, leaves)
  if (fits === leaves) return
  if (fits === 0) {
    cancelOrder(state, order, REDUCE_ONLY, nowMs)
    return
  }
  cutLeaves(state, order, fits, nowMs)
}

/** Cuts what is left of a resting order; it keeps its place. */
export function cutLeaves(state: EngineState, order: Order, leaves: number, nowMs: number): void {
  const cut = order.lots - order.filledLots - leaves
  order.position.count(order, cut, -1)
  order.level!.lots -= cut
  order.lots -= cut
  state.outbox.touchLevel(order.level!, order.position.market.instrument.symbol)
  state.outbox.order(order, 'replaced', nowMs)
}

/** What an incoming order would find: lots it can trade, and the worst price it reaches (`null` for none). */
export interface Reach {
  readonly lots: number
  readonly worstTicks: number | null
}

/** Walks the book as `match` would, own orders by the rule given, and changes nothing. */
export function reach(
  market: Market,
  want: { readonly side: Side; readonly limitTicks: number; readonly lots: number },
  own: { readonly position: Position; readonly stopsAtOwn: boolean },
): Reach {
  const { levels } = market.book.opposite(want.side)
  const { sibling } = own.position
  const hasOwn =
    want.side === 'buy'
      ? own.position.openSells > 0 || (sibling !== null && sibling.openSells > 0)
      : own.position.openBuys > 0 || (sibling !== null && sibling.openBuys > 0)
  let lots = 0
  let worstTicks: number | null = null
  for (let i = levels.length - 1; i >= 0 && lots < want.lots; i--) {
    const level = levels[i]!
    if (!crosses(want.side, want.limitTicks, level.ticks)) break
    let found = level.lots
    let stops = false
    if (hasOwn) {
      found = 0
      for (let order = level.head; order !== null; order = order.next) {
        if (order.position !== own.position && order.position !== sibling) found += order.lots - order.filledLots
        else if (own.stopsAtOwn) {
          stops = true
          break
        }
      }
    }
    if (found > 0) worstTicks = level.ticks
    lots += found
    if (stops) break
  }
  return { lots: Math.min(lots, want.lots), worstTicks }
}
