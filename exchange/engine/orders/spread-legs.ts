import type { Side } from '../../../src/domain/order/order'
import type { Account, Legs, Market, Order, Position } from '../entities'
import type { PlaceCommand } from '../commands'
import { type LegPrices, legPrices, legSide } from '../products/leg-prices'
import type { EngineRefusal, SpreadReason } from '../result'
import { availableE8, freeCoinsE8 } from '../risk/available'
import { feeE8 } from '../risk/formulas'
import { equityE8 } from '../risk/margin'
import { orderLossE8 } from '../risk/order-loss'
import { orderMarginE8 } from '../risk/order-margin'
import type { EngineRules } from '../engine-rules'
import { freedMarginE8, legRateE8 } from '../risk/spread-margin'
import { checkTicks, marginRise } from './order-checks'

/* Whether a spread may be traded, and what a fill of it is in its legs. Both legs or none. */

/** Both of them may be traded at. */
interface Bounds {
  readonly minTicks: number
  readonly maxTicks: number
}

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
  const marks = marksOf(legs)
  if (marks === null) return null
  const prices = legPrices(terms, ticks, marks)
  if (!isTradable(first, prices.first) || !isTradable(second, prices.second)) return null
  return [
    fillOf(first, { side: 'buy', ticks: prices.first, lots: lots * terms.lotsPerLeg[0] }),
    fillOf(second, { side: 'sell', ticks: prices.second, lots: lots * terms.lotsPerLeg[1] }),
  ]
}

function marksOf({ first, second }: Legs): LegPrices | null {
  const [ofFirst, ofSecond] = [first.markTicks ?? first.lastTicks, second.markTicks ?? second.lastTicks]
  return ofFirst === null || ofSecond === null ? null : { first: ofFirst, second: ofSecond }
}

function isTradable(market: Market, ticks: number): boolean {
  const limits = limitsOf(market)
  return limits !== null && ticks >= limits.minTicks && ticks <= limits.maxTicks
}

/** One account buys the leg, the other one sells it: the price has to be within both edges. `null`: it does not trade. */
function limitsOf(market: Market): Bounds | null {
  const { instrument, product, auction } = market
  if (instrument.isTrading === false || auction !== null) return null
  return {
    minTicks: Math.max(instrument.minPriceTicks, product.minSellTicks(market)),
    maxTicks: Math.min(instrument.maxPriceTicks, product.maxBuyTicks(market)),
  }
}

/**
 * The prices of a spread at which both legs are within their limits; `null` where there is none. With it the first leg's
 * price never falls and the second's never rises (`legPrices`), so they are one range, whose ends are looked for by halves.
 */
function legBounds({ instrument }: Market, legs: Legs): Bounds | null {
  const [marks, first, second] = [marksOf(legs), limitsOf(legs.first), limitsOf(legs.second)]
  if (marks === null || first === null || second === null) return null
  const { minPriceTicks, maxPriceTicks } = instrument
  const priceAt = (ticks: number): LegPrices => legPrices(legs.terms, ticks, marks)
  const minTicks = leastWhere(minPriceTicks, maxPriceTicks + 1, (ticks) => {
    const at = priceAt(ticks)
    return at.first >= first.minTicks && at.second <= second.maxTicks
  })
  const beyondTicks = leastWhere(minPriceTicks, maxPriceTicks + 1, (ticks) => {
    const at = priceAt(ticks)
    return at.first > first.maxTicks || at.second < second.minTicks
  })
  return minTicks < beyondTicks ? { minTicks, maxTicks: beyondTicks - 1 } : null
}

/** The least whole number from `least` on for which `holds` does, as it does for all above; `end` where there is none. */
function leastWhere(least: number, end: number, holds: (at: number) => boolean): number {
  let [from, to] = [least, end]
  while (from < to) {
    const middle = from + Math.floor((to - from) / 2)
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
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
  const legProblem = isLimit ? checkLegPrices(market, command.ticks) : null
  if (legProblem !== null) return legProblem
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
export function checkLegPrices(market: Market, ticks: number): EngineRefusal | null {
  const { legs } = market
  if (legs === null || legFills(legs, ticks, 1) !== null) return null
  const bounds = legBounds(market, legs)
  return { kind: 'spreadRefused', why: 'legBand', ...(bounds === null ? {} : { bounds }) }
}

/**
 * Whether an account can carry both legs of a fill: their values and tiers, the rise of their margin out of what is
 * available, and no debt where they close. What the spread's own order holds back must not be in its sums any more.
 */
export function canCarry(
  rules: EngineRules,
  order: Order,
  fills: readonly [LegFill, LegFill],
  isMaker: boolean,
): boolean {
  const { account, cash } = order.position
  if (account.role !== 'user') return true
  const { backing } = account
  let pairE8 = 0
  let contractsE8 = 0
  let lostE8 = 0
  for (const place of [0, 1] as const) {
    const { market, ticks, lots, valueE8 } = fills[place]
    const position = account.position(market)
    const side = legSide(order.side, place)
    const { base } = position
    if (base !== null) {
      // Of a pair the coin that is paid with has to be there, and no other order's; what is bought counts as nothing.
      const amountE8 = side === 'buy' ? valueE8 : market.product.baseE8(lots, market.instrument)
      const [pays, receives] = side === 'buy' ? [cash, base] : [base, cash]
      const feeRateE8 = legFeeRateE8(position, isMaker)
      if (amountE8 > freeCoinsE8(pays, receives, { feeRateE8, besides: null })) return false
      pairE8 += backing.takenE8(cash, { amountE8, pays, receives, feeRateE8 })
      continue
    }
    const add = { side, lots, ticks, dearestTicks: ticks }
    const known = { marginBeforeE8: orderMarginE8(position), lossE8: orderLossE8(market, side, lots, ticks) }
    const rise = marginRise(position, add, known)
    if (typeof rise !== 'number') return false
    contractsE8 += Math.max(0, rise)
    const markedE8 = market.markTicks === null ? valueE8 : market.valueOf(lots, market.markTicks)
    lostE8 += (side === 'buy' ? 1 : -1) * (valueE8 - markedE8) + feeE8(valueE8, legFeeRateE8(position, isMaker))
  }
  const bothE8 = rules.marginsSpreadsWhole ? riseOfBothE8(order, fills) : null
  const takenE8 = pairE8 + (bothE8 ?? contractsE8)
  if (takenE8 <= 0) return lostE8 <= 0 || lostE8 <= equityE8(cash)
  // What a fill gains against the marks pays for nothing before it is there.
  if (bothE8 !== null) return takenE8 + Math.max(0, lostE8) <= availableE8(cash)
  const freedE8 = rules.usesFreedMargin ? freedMarginE8(order.position, order.side, fills[0].lots) : 0
  return takenE8 - freedE8 <= availableE8(cash)
}

/** The same of an order at rest, whose lots are counted in its position. */
export function makerCarries(
  rules: EngineRules,
  maker: Order,
  fills: readonly [LegFill, LegFill],
  lots: number,
): boolean {
  maker.position.count(maker, lots, -1)
  const isFine = canCarry(rules, maker, fills, true)
  maker.position.count(maker, lots, 1)
  return isFine
}

/** By how much both legs together raise the initial margin; `null` where each position holds one of its own. */
function riseOfBothE8({ side, position: { account, cash } }: Order, fills: readonly LegFill[]): number | null {
  const { coinMargin } = account
  if (coinMargin === null) return null
  const contracts = fills.filter(({ market }) => market.product.scenarios !== null)
  const move = (way: 1 | -1): void => {
    for (const fill of contracts) account.position(fill.market).lots += (fill.side === side ? way : -way) * fill.lots
  }
  const before = coinMargin.initialE8(cash, null)
  move(1)
  const after = coinMargin.initialE8(cash, null)
  move(-1)
  return Math.max(0, after - before)
}

/** Whether a spread's order would fill whole, by its own account and by those that it meets, down to `worstTicks`. */
export function fillsWhole(rules: EngineRules, order: Order, legs: Legs, worstTicks: number | null): boolean {
  const whole = worstTicks === null ? null : legFills(legs, worstTicks, order.lots)
  if (whole === null || !canCarry(rules, order, whole, false)) return false
  let left = order.lots
  for (const maker of order.position.market.book.opposite(order.side).orders()) {
    if (left <= 0) return true
    if (maker.position === order.position) continue
    const lots = Math.min(left, maker.lots - maker.filledLots)
    const fills = legFills(legs, maker.ticks, lots)
    if (fills !== null && makerCarries(rules, maker, fills, lots)) left -= lots
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
