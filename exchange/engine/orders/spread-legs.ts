import type { Side } from '../../../src/domain/order/order'
import type { Account, Legs, Market, Order, Position } from '../entities'
import type { PlaceCommand } from '../commands'
import { legPrices, legSide } from '../products/leg-prices'
import type { EngineRefusal, SpreadReason } from '../result'
import { availableE8, freeCoinsE8 } from '../risk/available'
import { feeE8 } from '../risk/formulas'
import { equityE8 } from '../risk/margin'
import { orderLossE8 } from '../risk/order-loss'
import { orderMarginE8 } from '../risk/order-margin'
import { legRateE8 } from '../risk/spread-margin'
import { checkTicks, marginRise } from './order-checks'

/* Whether a spread may be traded, and what a fill of it is in its legs. Both legs or none. */

/** One leg of a fill. */
export interface LegFill {
  readonly market: Market
  /** Of the buyer of the spread. */
  readonly side: Side
  readonly ticks: number
  readonly lots: number
  readonly valueE8: number
}

/** Both legs of a fill of `lots` at `ticks`; `null` where a leg does not trade, has no price, or its price is beyond its band. */
export function legFills(legs: Legs, ticks: number, lots: number): readonly [LegFill, LegFill] | null {
  const { first, second, terms } = legs
  const marks = { first: first.markTicks ?? first.lastTicks, second: second.markTicks ?? second.lastTicks }
  if (marks.first === null || marks.second === null) return null
  const prices = legPrices(terms, ticks, { first: marks.first, second: marks.second })
  if (!isTradable(first, prices.first) || !isTradable(second, prices.second)) return null
  return [
    fillOf(first, { side: 'buy', ticks: prices.first, lots: lots * terms.lotsPerLeg[0] }),
    fillOf(second, { side: 'sell', ticks: prices.second, lots: lots * terms.lotsPerLeg[1] }),
  ]
}

/** One account buys the leg, the other one sells it: the price has to be within both edges. */
function isTradable(market: Market, ticks: number): boolean {
  const { instrument, product, auction } = market
  if (instrument.isTrading === false || auction !== null) return false
  if (ticks < instrument.minPriceTicks || ticks > instrument.maxPriceTicks) return false
  return ticks <= product.maxBuyTicks(market) && ticks >= product.minSellTicks(market)
}

function fillOf(market: Market, fill: Pick<LegFill, 'side' | 'ticks' | 'lots'>): LegFill {
  return { market, ...fill, valueE8: market.valueOf(fill.lots, fill.ticks) }
}

/** Open orders of spreads that an account may have, as published. */
const OPEN_SPREADS_MAX = 50

function openSpreadOrders(account: Account): number {
  let count = 0
  for (const { market, openBuys, openSells } of account.positions.values())
    if (market.legs !== null) count += openBuys + openSells
  return count
}

/** Who may trade a spread, and with which terms (110110–110116). */
export function checkSpread(account: Account, market: Market, command: PlaceCommand): EngineRefusal | null {
  const { legs } = market
  if (legs === null) return null
  const isLimit = command.orderType === 'limit'
  const why = reasonAgainst(account, legs, command)
  if (why !== null) return { kind: 'spreadRefused', why }
  // Its own bounds come first: a price beyond them is none that could be asked of legs.
  const priceProblem = isLimit ? checkTicks(market, command.ticks) : null
  if (priceProblem !== null) return priceProblem
  const legProblem = isLimit ? checkLegPrices(legs, command.ticks) : null
  if (legProblem !== null) return { kind: 'spreadRefused', why: legProblem }
  return account.role === 'user' && openSpreadOrders(account) >= OPEN_SPREADS_MAX
    ? { kind: 'tooManyOrders', limit: OPEN_SPREADS_MAX }
    : null
}

function reasonAgainst(account: Account, legs: Legs, command: PlaceCommand): SpreadReason | null {
  if (account.kind === 'uta') return 'oldAccount'
  if (account.kind === 'copy') return 'copyTrade'
  if (account.marginMode === 'isolated') return 'isolated'
  if (account.isHedged(legs.first) || account.isHedged(legs.second)) return 'hedge'
  const { trigger, tpSl, slippage, reduceOnly, positionIdx = 0 } = command
  if (trigger !== undefined || tpSl !== undefined || slippage !== undefined || reduceOnly || positionIdx !== 0)
    return 'plainOnly'
  return null
}

/** 110116: each leg's price follows from the order's, and has to lie within the leg's limits. */
export function checkLegPrices(legs: Legs, ticks: number): SpreadReason | null {
  return legFills(legs, ticks, 1) === null ? 'legBand' : null
}

/**
 * Whether an account can carry both legs of a fill: their values and tiers, the rise of their margin out of what is
 * available, and no debt where they close. What the spread's own order holds back must not be in its sums any more.
 */
export function canCarry(order: Order, fills: readonly [LegFill, LegFill], isMaker: boolean): boolean {
  const { account, cash } = order.position
  if (account.role !== 'user') return true
  let risesE8 = 0
  let lostE8 = 0
  for (const place of [0, 1] as const) {
    const { market, ticks, lots, valueE8 } = fills[place]
    const position = account.position(market)
    const side = legSide(order.side, place)
    if (position.base !== null) {
      // Of a pair the coin that is paid with has to be there; what is bought counts as nothing.
      const paysE8 = side === 'buy' ? valueE8 : market.product.baseE8(lots, market.instrument)
      if (paysE8 > freeCoinsE8(side === 'buy' ? cash : position.base, side === 'buy' ? position.base : cash, position))
        return false
      if (side === 'buy') risesE8 += valueE8
      continue
    }
    const add = { side, lots, ticks, dearestTicks: ticks }
    const known = { marginBeforeE8: orderMarginE8(position), lossE8: orderLossE8(market, side, lots, ticks) }
    const rise = marginRise(position, add, known)
    if (typeof rise !== 'number') return false
    risesE8 += Math.max(0, rise)
    const markedE8 = market.markTicks === null ? valueE8 : market.valueOf(lots, market.markTicks)
    lostE8 += (side === 'buy' ? 1 : -1) * (valueE8 - markedE8) + feeE8(valueE8, legFeeRateE8(position, isMaker))
  }
  if (risesE8 > 0) return risesE8 <= availableE8(cash)
  return lostE8 <= 0 || lostE8 <= equityE8(cash)
}

/** Whether a spread's order would fill whole, by its own account and by those that it meets, down to `worstTicks`. */
export function fillsWhole(order: Order, legs: Legs, worstTicks: number | null): boolean {
  const whole = worstTicks === null ? null : legFills(legs, worstTicks, order.lots)
  if (whole === null || !canCarry(order, whole, false)) return false
  let left = order.lots
  for (const maker of order.position.market.book.opposite(order.side).orders()) {
    if (left <= 0) return true
    if (maker.position === order.position) continue
    const lots = Math.min(left, maker.lots - maker.filledLots)
    const fills = legFills(legs, maker.ticks, lots)
    maker.position.count(maker, lots, -1)
    const isFine = fills !== null && canCarry(maker, fills, true)
    maker.position.count(maker, lots, 1)
    if (isFine) left -= lots
  }
  return left <= 0
}

export function legFeeRateE8(position: Position, isMaker: boolean): number {
  return legRateE8(isMaker ? position.makerRateE8 : position.takerRateE8)
}

/** Whether an account has spread orders open, of any spread or of those with a leg in `market`. */
export function hasOpenSpreads(account: Account, market: Market | null = null): boolean {
  for (const { market: own, firstOrder } of account.positions.values()) {
    if (own.legs === null || firstOrder === null) continue
    if (market === null || own.legs.first === market || own.legs.second === market) return true
  }
  return false
}
