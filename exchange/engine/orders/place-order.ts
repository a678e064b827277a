import type { Side } from '../../../src/domain/order/order'
import type { Account, Market, Order, Position } from '../entities'
import { checkAuctionOrder, checkPreMarket } from '../matching/auction'
import { crosses } from '../matching/book'
import { placeConditional } from '../triggers/conditional'
import { placeOco } from '../triggers/oco'
import { placeTrailing } from '../triggers/place-trailing'
import type { PositionIdx } from '../accounts/account-settings'
import type { PlaceCommand } from '../commands'
import type { EngineTpSl } from './order-terms'
import { refuse, type EngineRefusal, type EngineResult } from '../result'
import { orderMarginE8 } from '../risk/order-margin'
import { acceptOrder } from './accept-order'
import { reach } from '../matching/reach'
import { stopsAtOwn } from '../matching/self-match'
import { borrowFor, checkLeverage } from './borrow-for-order'
import { cancelOrder, rest } from './open-orders'
import { takeFromBook } from './take'
import { fillableLots, wouldRestInDebt } from '../risk/no-debt'
import {
  checkLinkId,
  checkLots,
  checkNotional,
  checkProduct,
  checkReducing,
  checkRisk,
  checkTicks,
  addedE8,
  checkTradable,
  OPEN_ORDERS_MAX,
  type Addition,
} from './order-checks'
import { inLots, type LotsCommand } from './amount-lots'
import { intoBand } from '../matching/price-band'
import { checkSlippage, marketTicks } from '../matching/slippage'
import { checkProtection } from '../protection/protections'
import type { EngineRules } from '../engine-rules'
import type { EngineState } from '../state'
import { checkSpread, fillsWhole } from './spread-legs'
import { placeRateClose } from '../triggers/rate-close'
import { activeOrdersOf, checkAttached } from '../triggers/trigger-checks'

/** Checks a new order, accepts it, trades it and lets the rest stand or fall by its time in force. */
export function placeOrder(state: EngineState, account: Account, command: LotsCommand, nowMs: number): EngineResult {
  const market = state.markets.get(command.symbol)
  if (market === undefined) return refuse({ kind: 'unknownSymbol' })
  if (market.instrument.isTrading === false) return refuse({ kind: 'symbolNotTrading' })
  if (command.amountE8 !== undefined && command.trigger === undefined)
    return placeOrder(state, account, inLots(market, account.findPosition(market, 0), command), nowMs)
  const phaseProblem =
    checkPreMarket(market, account) ??
    checkAuctionOrder(market, command) ??
    checkSpread(account, market, command) ??
    checkProtection(market, command) ??
    checkTradable(market, account, command) ??
    checkLeverage(state, account, market, command)
  if (phaseProblem !== null) return refuse(phaseProblem)
  const position = positionFor(account, market, command)
  if (position === null) return refuse({ kind: 'positionIdxInvalid' })
  if (!command.reduceOnly && closesSide(position, command.side)) {
    return placeOrder(state, account, { ...command, reduceOnly: true }, nowMs)
  }
  const linkProblem = checkLinkId(position, command.linkId)
  if (linkProblem !== null) return refuse(linkProblem)

  const { rateE4 } = command
  if (rateE4 !== undefined) return placeRateClose(state, position, { ...command, rateE4 }, nowMs)
  if (command.trigger !== undefined) return placeConditional(state, position, command, nowMs)
  if (command.oco !== undefined) return placeOco(state, position, { ...command, oco: command.oco }, nowMs)
  if (command.trailing !== undefined)
    return placeTrailing(state, position, { ...command, trailing: command.trailing }, nowMs)
  const checked = checkNew(state.rules, position, command)
  if (checked.refusal !== null) return refuse(checked.refusal)
  const { ticks } = checked
  if (command.isLeverage === true) borrowFor(state, position, additionOf(position, command, checked), nowMs)
  const order = acceptOrder(state, position, { command, ticks, lots: checked.lots }, nowMs)
  if (market.auction === null) execute(state, order, 'Trade', nowMs)
  else rest(state, order)
  return { ok: true, orderId: order.id, ticks }
}

/** What the checks make of an order: its price and lots, where they came that far. */
interface CheckedOrder {
  readonly refusal: EngineRefusal | null
  readonly ticks: number
  readonly lots: number
}

/** Quantity, price, value and risk of an order that waits for no trigger. Changes nothing. */
export function checkNew(rules: EngineRules, position: Position, command: LotsCommand): CheckedOrder {
  const { market, account } = position
  const isMarketOrder = command.orderType === 'market'
  const lots = command.reduceOnly ? reducingLots(position, command) : command.lots
  if (lots === null) return stop({ kind: 'reduceOnlyRefused' })
  const lotsProblem = checkLots(position, lots, command)
  if (lotsProblem !== null) return stop(lotsProblem)
  const ticksProblem = isMarketOrder ? null : checkTicks(market, command.ticks)
  if (ticksProblem !== null) return stop(ticksProblem)
  const slippage = (isMarketOrder ? command.slippage : undefined) ?? null
  const extraProblem =
    checkSlippage(account, slippage) ??
    (command.tpSl === undefined ? null : checkOwnTpSl(position, command, command.tpSl))
  if (extraProblem !== null) return stop(extraProblem)
  const ticks = isMarketOrder
    ? marketTicks(market, command.side, slippage)
    : market.auction === null
      ? intoBand(market, command.side, command.ticks)
      : command.ticks

  if (!command.reduceOnly) {
    const addition = additionOf(position, command, { ticks, lots })
    const notionalTicks = isMarketOrder && market.markTicks !== null ? market.markTicks : addition.ticks
    const problem =
      checkNotional(market, notionalTicks, lots) ??
      checkProduct(position, {
        side: command.side,
        limitTicks: isMarketOrder ? null : command.ticks,
        valueE8: addedE8(market, addition),
      }) ??
      checkRisk(rules, position, addition, orderMarginE8(position))
    if (problem !== null) return { refusal: problem, ticks, lots }
  } else if (account.coinMargin !== null) {
    const problem = checkReducing(position, additionOf(position, { ...command, lots }, { ticks, lots }))
    if (problem !== null) return { refusal: problem, ticks, lots }
  }
  const canRest = !isMarketOrder && (command.timeInForce === 'goodTillCancel' || command.timeInForce === 'postOnly')
  const limit = canRest && account.role === 'user' ? reachedLimit(position) : null
  if (limit !== null) return stop({ kind: 'tooManyOrders', limit })
  return { refusal: null, ticks, lots }
}

function stop(refusal: EngineRefusal): CheckedOrder {
  return { refusal, ticks: 0, lots: 0 }
}

/** What an order would add to the sums of its position. @param checked its price and lots by the checks */
export function additionOf(
  position: Position,
  command: LotsCommand,
  { ticks, lots }: { readonly ticks: number; readonly lots: number },
): Addition {
  const { market } = position
  const { side } = command
  const add =
    command.orderType === 'market'
      ? marketAddition(market, position, command, ticks)
      : { side, lots, ticks, dearestTicks: dearestTicks(market, side, ticks) }
  // Few orders borrow, and a spread costs as much as the rest of this.
  return command.isLeverage === true ? { ...add, mayBorrow: true } : add
}

/** @returns how many orders may be open, where there are so many; `null` where one more may come */
function reachedLimit(position: Position): number | null {
  const { coinOrdersMax } = position.market.product
  if (coinOrdersMax !== null) return openOrdersOfCoin(position) >= coinOrdersMax ? coinOrdersMax : null
  // The waiting orders are counted out only where it matters.
  const isFull = openOrders(position) >= OPEN_ORDERS_MAX && activeOrdersOf(position) >= OPEN_ORDERS_MAX
  return isFull ? OPEN_ORDERS_MAX : null
}

function openOrders({ openBuys, openSells }: Position): number {
  return openBuys + openSells
}

/** Of the account, in all instruments of the same product and underlying. */
function openOrdersOfCoin({ account, market: { instrument, product } }: Position): number {
  let count = 0
  for (const one of account.positions.values()) {
    const isOfCoin = one.market.product === product && one.market.instrument.underlying === instrument.underlying
    if (isOfCoin) count += openOrders(one)
  }
  return count
}

function checkOwnTpSl(position: Position, command: PlaceCommand, tpSl: EngineTpSl): EngineRefusal | null {
  const { side, reduceOnly, orderType } = command
  return checkAttached(position, tpSl, {
    side,
    reduceOnly,
    referenceTicks: orderType === 'market' ? null : command.ticks,
  })
}

/** The position that a command works on; `null` when its index does not fit the account's position mode. */
export function positionFor(
  account: Account,
  market: Market,
  command: { readonly positionIdx?: PositionIdx },
): Position | null {
  if (command.positionIdx === undefined && !account.hasHedge) return account.position(market)
  const positionIdx = command.positionIdx ?? 0
  return (positionIdx !== 0) === account.isHedged(market) ? account.position(market, positionIdx) : null
}

/** In hedge mode a sell on the long side, or a buy on the short side, can only reduce. */
export function closesSide({ positionIdx }: Position, side: Side): boolean {
  return positionIdx !== 0 && (positionIdx === 1) !== (side === 'buy')
}

/** What of a position an order of this side may close. */
export function closableLots({ lots }: Position, side: Side): number {
  return Math.max(0, side === 'buy' ? -lots : lots)
}

/**
 * A reduce-only quantity cut to the position, other orders not counted; `null` when there is nothing to reduce. Zero
 * lots together with close-on-trigger close everything, up to the largest order (semantics.md §2.3).
 */
function reducingLots(position: Position, command: PlaceCommand): number | null {
  const closable = closableLots(position, command.side)
  if (closable === 0) return null
  if (command.lots !== 0 || !command.closeOnTrigger) return Math.min(command.lots, closable)
  const { maxLimitLots, maxMarketLots } = position.market.instrument
  return Math.min(closable, command.orderType === 'market' ? maxMarketLots : maxLimitLots)
}

/**
 * A market order is charged whole, as a limit order is: at the worst price that it reaches, and where the book has not
 * enough, at the price that protects it. One of an amount is charged what its lots cost, which the amount always covers.
 */
export function marketAddition(
  market: Market,
  position: Position,
  command: Pick<LotsCommand, 'side' | 'lots' | 'selfMatch' | 'costE8'>,
  limitTicks: number,
): Addition {
  const own = { position, stopsAtOwn: stopsAtOwn(command.selfMatch) }
  const found = reach(market, { side: command.side, limitTicks, lots: command.lots }, own)
  const ticks = found.lots < command.lots ? limitTicks : (found.worstTicks ?? limitTicks)
  const add = { side: command.side, lots: command.lots, ticks, dearestTicks: dearestTicks(market, command.side, ticks) }
  return command.costE8 === undefined ? add : { ...add, costE8: command.costE8 }
}

/** Where an order with this limit is worth most, as the book stands. */
export function dearestTicks({ book, product }: Market, side: 'buy' | 'sell', ticks: number): number {
  return product.dearestTicks(side, ticks, book.bids.best()?.ticks ?? null, book.asks.best()?.ticks ?? null)
}

/**
 * Lets an accepted (or amended) order meet the book: post-only falls when it would take, fill-or-kill when the book
 * cannot fill it; what is left after trading rests, or is cancelled when the order may not rest. What would close a
 * position into a debt is cancelled in every case (decisions 39).
 */
export function execute(state: EngineState, order: Order, execType: string, nowMs: number): void {
  const isFrozen = order.protection !== null && order.protection.isFrozen(nowMs)
  const reason = isFrozen ? 'EC_CancelByMMP' : reasonAtBook(state, order, execType)
  if (reason !== null) {
    cancelFor(state, order, reason, nowMs)
    return
  }
  const outcome = takes(order) ? takeFromBook(state, order, execType, nowMs) : 'done'
  if (outcome === 'stopped' || order.filledLots === order.lots) return
  if (mayRest(order)) restOrCancel(state, order, nowMs)
  else cancelFor(state, order, leftoverReason(order), nowMs)
}

/** Whether an order would trade with what stands in the book. */
export function takes({ position, side, ticks }: Order): boolean {
  const best = position.market.book.opposite(side).best()
  return best !== null && crosses(side, ticks, best.ticks)
}

/** Whether what does not fill at once may wait in the book. */
export function mayRest({ orderType, timeInForce }: Order): boolean {
  return orderType === 'limit' && (timeInForce === 'goodTillCancel' || timeInForce === 'postOnly')
}

/** Why an order must not meet the book as it stands; `null` where it may. */
export function reasonAtBook({ rules }: EngineState, order: Order, execType: string): string | null {
  const { position, side, lots } = order
  if (order.orderType !== 'limit') return null
  if (order.timeInForce === 'postOnly') return takes(order) ? 'EC_PostOnlyWillTakeLiquidity' : null
  if (order.timeInForce !== 'fillOrKill') return null
  const want = { side, limitTicks: order.ticks, lots }
  const found = reach(position.market, want, { position, stopsAtOwn: stopsAtOwn(order.selfMatch) })
  if (found.lots < lots) return 'EC_NoEnoughQtyToFill'
  const { legs } = position.market
  if (legs !== null) return fillsWhole(rules, order, legs, found.worstTicks) ? null : 'EC_ReachRiskPriceLimit'
  return fillableLots(order, lots, execType) < lots ? 'EC_ReachRiskPriceLimit' : null
}

/** What would close a position into a debt at its own price does not wait for it (decisions 39). */
function restOrCancel(state: EngineState, order: Order, nowMs: number): void {
  if (wouldRestInDebt(order)) cancelFor(state, order, 'EC_ReachRiskPriceLimit', nowMs)
  else rest(state, order)
}

/**
 * Why what is left cannot wait: a market order stopped at its protected price (a liquidation's at the price of its
 * bankruptcy), or nothing was there to take, or no more of it. What a limit order leaves that took something says no more
 * than its time in force does.
 */
function leftoverReason(order: Order): string | null {
  const isMarket = order.orderType === 'market'
  const isStopped = isMarket && order.position.market.book.opposite(order.side).best() !== null
  if (isStopped) return order.createType === 'CreateByLiq' ? 'EC_ReachRiskPriceLimit' : 'EC_ReachMarketPriceLimit'
  return isMarket || order.filledLots === 0 ? 'EC_NoImmediateQtyToFill' : null
}

function cancelFor(state: EngineState, order: Order, rejectReason: string | null, nowMs: number): void {
  cancelOrder(state, order, { cancelType: null, rejectReason }, nowMs)
}
