import type { AccountKind } from '../../../src/domain/account/wallet'
import type { Side } from '../../../src/domain/order/order'
import type { PlaceCommand } from '../commands'
import type { Account, Cash, Position, Market } from '../entities'
import type { EngineRules } from '../engine-rules'
import { orderIdOf } from './order-ids'
import type { AskedOrder } from '../products/product'
import type { EngineRefusal } from '../result'
import { availableE8, freeCoinsE8, unheldCoinsE8 } from '../risk/available'
import { equityE8, exposureE8, totalMaintenanceE8 } from '../risk/margin'
import { PORTFOLIO_MARGIN } from '../risk/portfolio'
import { trialMarginE8 } from '../risk/portfolio-model'
import { riskOf } from '../risk/risk-of'
import { incomingLossE8, orderBaseE8, orderMarginE8 } from '../risk/order-margin'
import { tierOf } from '../risk/formulas'
import { VALUE_MAX_E8 } from '../scaled'

/** Open orders a user may have in one symbol (semantics.md §2.7). */
export const OPEN_ORDERS_MAX = 500
const LINK_ID = /^[A-Za-z0-9_-]{1,36}$/

export function checkLinkId(position: Position, linkId: string): EngineRefusal | null {
  if (linkId === '') return null
  if (!LINK_ID.test(linkId)) return { kind: 'linkIdInvalid' }
  const number = position.account.links.find(linkId)
  return number === null ? null : { kind: 'duplicateLinkId', orderId: orderIdOf(number) }
}

/** Whether the account may trade what is traded here, in the form of this order. */
export function checkTradable(
  { product, instrument }: Market,
  account: Account,
  { trigger, tpSl, oco, trailing }: Pick<PlaceCommand, 'trigger' | 'tpSl' | 'oco' | 'trailing'>,
): EngineRefusal | null {
  if (account.kind === 'copy' && instrument.isCopyTraded === false) return { kind: 'notCopyTraded' }
  if (product.isCrossOnly && riskOf(account).hasOwnMargin) return { kind: 'crossOnly' }
  const waits = trigger !== undefined || oco !== undefined || trailing !== undefined
  const takesPlans = product.hasTriggers && instrument.takesPlans !== false
  return !takesPlans && (waits || tpSl !== undefined) ? { kind: 'noTriggers' } : null
}

/** The accounts whose post-only orders have a bound of their own: unified ones that do not practise (spec §6). */
const POST_ONLY_KINDS: ReadonlySet<AccountKind> = new Set(['uta2', 'uta', 'pm'])

/** The largest order of its type and time in force that the account may send, lots. */
export function largestLots({ market, account }: Position, order: SizedOrder): number {
  const { maxLimitLots, maxMarketLots, maxPostOnlyLots } = market.instrument
  const { orderType, mostParts } = order
  // Parts are as large as an order of the type may be, whatever its time in force.
  if (mostParts !== undefined) return mostParts * (orderType === 'market' ? maxMarketLots : maxLimitLots)
  if (orderType === 'market') return maxMarketLots
  const hasOwnBound = order.timeInForce === 'postOnly' && maxPostOnlyLots !== undefined
  return hasOwnBound && POST_ONLY_KINDS.has(account.kind) ? maxPostOnlyLots : maxLimitLots
}

type SizedOrder = Pick<PlaceCommand, 'orderType' | 'timeInForce' | 'mostParts'>

export function checkLots(position: Position, lots: number, order: SizedOrder): EngineRefusal | null {
  const { minLots } = position.market.instrument
  const maxLots = largestLots(position, order)
  const isFine = Number.isSafeInteger(lots) && lots >= minLots && lots <= maxLots
  return isFine ? null : { kind: 'qtyInvalid', minLots, maxLots }
}

/** Of an order that may become several: its size alone, whatever the largest one is. */
export function checkClosingLots(market: Market, lots: number): EngineRefusal | null {
  const { minLots } = market.instrument
  const isFine = Number.isSafeInteger(lots) && lots >= minLots
  return isFine ? null : { kind: 'qtyInvalid', minLots, maxLots: Number.MAX_SAFE_INTEGER }
}

export function checkTicks(market: Market, ticks: number): EngineRefusal | null {
  const { minPriceTicks: minTicks, maxPriceTicks: maxTicks } = market.instrument
  const isFine = Number.isSafeInteger(ticks) && ticks >= minTicks && ticks <= maxTicks
  return isFine ? null : { kind: 'priceInvalid', minTicks, maxTicks }
}

export function checkNotional(market: Market, ticks: number, lots: number): EngineRefusal | null {
  const { minNotionalE8 } = market.instrument
  return minNotionalE8 > 0 && market.valueOf(lots, ticks) < minNotionalE8
    ? { kind: 'belowMinNotional', minNotionalE8 }
    : null
}

/** What the product's own rules have against an order. */
export function checkProduct({ market, account }: Position, order: Omit<AskedOrder, 'isUser'>): EngineRefusal | null {
  const { problemOf } = market.product
  return problemOf === null ? null : problemOf(market, { ...order, isUser: account.role === 'user' })
}

/** What an order would add to the sums of its position. */
export interface Addition {
  readonly side: Side
  readonly lots: number
  /** The price it is charged at: the limit, or the worst price a market order reaches. */
  readonly ticks: number
  /** The price at which it would be worth most, among those it could trade at. */
  readonly dearestTicks: number
  /** E8: what it costs in the book as it stands, where that is known better than by its price. */
  readonly costE8?: number
  /** Of a pair: whether it may pay with what it borrows. */
  readonly mayBorrow?: boolean
}

/**
 * Whether the account can carry one more order: its value stays exact, its risk tier allows its leverage, and the
 * rise of the contract's order margin fits into what is available. An order that raises nothing always passes.
 *
 * The caller has already taken an amended order's old self out of the sums; `marginBeforeE8` is with it still in.
 */
export function checkRisk(
  rules: EngineRules,
  position: Position,
  add: Addition,
  marginBeforeE8: number,
): EngineRefusal | null {
  if (position.base !== null) return checkCoins(position, position.base, add)
  if (position.exchanged !== null) return checkLegs(position, position.exchanged, add, marginBeforeE8)
  const lossE8 = incomingLossE8(position, add)
  const required = marginRise(position, add, { marginBeforeE8, lossE8 })
  if (typeof required !== 'number') return required
  if (required <= 0) return null
  // The margin before still counts as used, so this is the room for the rise alone. The contract's own is not asked for
  // again: what it remembers is the margin with the order, and that is what comes next.
  const available = availableE8(position.cash, position) - marginBeforeE8
  const short = shortOf(required, available)
  if (short !== null || !rules.countsOrderDebts || position.account.backing.loans === null) return short
  return checkDebt(position, add, { beforeE8: marginBeforeE8, riseE8: required, freeE8: available, lossE8 })
}

/**
 * Whether the account can carry that a position is reduced: with portfolio margin that may take away what hedges the rest,
 * and the fill would liquidate it. A way out may use what the initial margin keeps in reserve, and what raises no margin
 * always passes (ADR-1041). Where orders at rest have counted the fill already, it is asked for by itself (ADR-1062).
 * @param fill the worst price that it is filled at
 */
export function checkReducing(
  position: Position,
  fill: Pick<Addition, 'side' | 'lots' | 'ticks'>,
): EngineRefusal | null {
  const { cash, account, market, takerRateE8 } = position
  if (account.coinMargin === null || position.base !== null || !market.valuation.rules.countsReducing) return null
  const before = trialMarginE8(cash)
  position.reducingLots += fill.lots
  const rise = trialMarginE8(cash) - before
  position.reducingLots -= fill.lots
  const counted = rise <= 0 && market.valuation.rules.asksCountedFills ? heldRiseE8(position, fill) : 0
  const [riseE8, usedE8] = rise > 0 ? [rise, before] : [counted, totalMaintenanceE8(cash)]
  if (riseE8 <= 0) return null
  const feeE8 = market.product.feeE8({ ...fill, valueE8: market.valueOf(fill.lots, fill.ticks) }, takerRateE8, market)
  const short = shortOf(riseE8 + incomingLossE8(position, fill) + Math.max(0, feeE8), equityE8(cash) - usedE8)
  return short?.kind === 'insufficientBalance' ? { ...short, takesHedge: true } : short
}

/** By how much a fill raises the maintenance margin of what is held, whatever orders at rest have counted of it. */
function heldRiseE8(position: Position, { side, lots }: Pick<Addition, 'side' | 'lots'>): number {
  const { cash, lots: held } = position
  const before = PORTFOLIO_MARGIN.heldE8(cash).maintenance
  const closed = Math.min(lots, Math.abs(held))
  position.lots += side === 'buy' ? closed : -closed
  const after = PORTFOLIO_MARGIN.heldE8(cash).maintenance
  position.lots = held
  return after - before
}

interface AskedOfDebt {
  /** The order margin of the contract without the order. */
  readonly beforeE8: number
  readonly riseE8: number
  readonly freeE8: number
  /** What the order loses against the mark when it fills. */
  readonly lossE8: number
}

/**
 * Whether the account can carry the debt that an order makes, as of a pair's orders (ADR-403): where coins back each
 * other, what an option's order holds back of a coin beyond what is there is owed, and what a fill pays or loses besides.
 * That debt has an initial margin of its own, and a limit. Asked with the order in the sums, so that nothing is counted
 * twice.
 */
function checkDebt(position: Position, add: Addition, asked: AskedOfDebt): EngineRefusal | null {
  const { cash, account, market } = position
  const { beforeE8, riseE8, freeE8 } = asked
  const value = addedE8(market, add)
  const lostE8 = paidBesidesE8(position, add, asked)
  const before = account.backing.debtOf(cash, 0)
  shift(position, add.side === 'buy', add.lots, value)
  const atRest = account.backing.debtOf(cash, 0)
  const after = account.backing.debtOf(cash, lostE8)
  const restingE8 = availableE8(cash) - (beforeE8 + riseE8 - orderMarginE8(position))
  shift(position, add.side === 'buy', -add.lots, -value)
  const leftE8 = restingE8 - ((after?.initialMarginE8 ?? 0) - (atRest?.initialMarginE8 ?? 0))
  if (leftE8 < 0) return { kind: 'insufficientBalance', requiredE8: freeE8 - leftE8, availableE8: freeE8 }
  if (before === null || after === null || after.borrowedE8 <= before.borrowedE8) return null
  return shortOf(after.borrowedE8 - before.borrowedE8, Math.max(0, before.mostE8 - before.borrowedE8))
}

/** What a fill takes of the coin beyond what the order counts as owed while it rests. */
function paidBesidesE8(position: Position, add: Addition, { riseE8, lossE8 }: AskedOfDebt): number {
  const { market, account, takerRateE8 } = position
  const { side, lots, ticks } = add
  const valueE8 = addedE8(market, add)
  const feeE8 = market.product.feeE8({ side, ticks, lots, valueE8 }, takerRateE8, market)
  if (market.product.margin === null || account.coinMargin !== null) return lossE8 + Math.max(0, feeE8)
  // A premium is owed while the order rests, but for the margin that buying back a short option frees.
  return side === 'buy' ? Math.max(0, valueE8 + feeE8 - riseE8) : 0
}

/** @returns the refusal where what is needed is not there */
function shortOf(requiredE8: number, availableE8: number): EngineRefusal | null {
  return requiredE8 > availableE8 ? { kind: 'insufficientBalance', requiredE8, availableE8 } : null
}

/**
 * By how much the order margin of a contract rises with one more order, E8; or why its value or its tier does not allow
 * it. Changes nothing.
 * @param known the margin before, and what the order loses against the mark when it fills
 */
export function marginRise(
  position: Position,
  add: Addition,
  { marginBeforeE8, lossE8 }: { readonly marginBeforeE8: number; readonly lossE8: number },
): number | EngineRefusal {
  const { market } = position
  const { instrument } = market
  const isBuy = add.side === 'buy'
  const most = market.valueOf(add.lots, add.dearestTicks)
  const atRest = isBuy ? position.buyValueE8 : position.sellValueE8
  // Against a position only the orders count: once they have turned it round, its cost is gone.
  const held = (isBuy ? position.lots : -position.lots) > 0 ? position.costE8 : 0
  if (most + atRest + held > VALUE_MAX_E8) return { kind: 'riskLimitExceeded', limitE8: VALUE_MAX_E8 }

  const value = riskOf(position.account).incomingValueE8(market.valueOf(add.lots, add.ticks), most)
  const exposureBefore = exposureE8(position)
  shift(position, isBuy, add.lots, value)
  const exposure = exposureE8(position)
  const required = orderMarginE8(position, add.side, lossE8) - marginBeforeE8
  shift(position, isBuy, -add.lots, -value)

  // Without leverage there are no tiers to stay within; portfolio margin has none either.
  if (exposure > exposureBefore && market.product.margin === null && position.account.coinMargin === null) {
    const limitE8 = valueLimitE8(position)
    const { maxLeverageE2, limitE8: tierLimitE8 } = tierOf(instrument.tiers, exposure)
    if (exposure > limitE8 || position.leverageE2 > maxLeverageE2) {
      const isAllowedLower = exposure <= tierLimitE8 && position.leverageE2 > maxLeverageE2
      return { kind: 'riskLimitExceeded', limitE8, ...(isAllowedLower ? { maxLeverageE2 } : {}) }
    }
  }
  return required
}

/** What an order is charged with, E8. */
export function addedE8(market: Market, { lots, ticks, costE8 }: Addition): number {
  return costE8 ?? market.valueOf(lots, ticks)
}

/** Of a pair: whether the coin that the order pays with covers it beside the account's other orders. */
export function checkCoins(position: Position, base: Cash, add: Addition): EngineRefusal | null {
  const { market, cash } = position
  const isBuy = add.side === 'buy'
  const value = addedE8(market, add)
  const atRest = isBuy ? position.buyValueE8 : position.sellValueE8
  if (value + atRest > VALUE_MAX_E8) return { kind: 'riskLimitExceeded', limitE8: VALUE_MAX_E8 }
  const { required, before } = coinsOf(position, add)
  const [pays, receives] = isBuy ? [cash, base] : [base, cash]
  const by = { feeRateE8: position.takerRateE8, besides: position, mayBorrow: add.mayBorrow === true }
  const available = freeCoinsE8(pays, receives, by) - before
  return shortOf(required, available)
}

/**
 * Of a spread with a pair: whether what is available carries its margin and the coins that are there cover the pair's
 * leg, of whichever coin that pays. Asked with the order in the sums, so that nothing is counted twice.
 */
function checkLegs(position: Position, base: Cash, add: Addition, marginBeforeE8: number): EngineRefusal | null {
  const { cash } = position
  const rise = marginRise(position, add, { marginBeforeE8, lossE8: 0 })
  if (typeof rise !== 'number') return rise
  const isBuy = add.side === 'buy'
  const value = addedE8(position.market, add)
  const rooms = (): readonly number[] => [cash, base].flatMap((coin) => [availableE8(coin), unheldCoinsE8(coin)])
  const before = rooms()
  shift(position, isBuy, add.lots, value)
  const after = rooms()
  shift(position, isBuy, -add.lots, -value)
  for (const [at, leftE8] of after.entries()) {
    const freeE8 = before[at]!
    const isTaken = at === 0 ? rise > 0 : leftE8 < freeE8
    if (isTaken && leftE8 < 0) return { kind: 'insufficientBalance', requiredE8: freeE8 - leftE8, availableE8: freeE8 }
  }
  return null
}

/** What one more order of a pair holds back of the coin that it pays with, and what those before it do. */
export function coinsOf(position: Position, add: Addition): { readonly required: number; readonly before: number } {
  const isBuy = add.side === 'buy'
  const value = addedE8(position.market, add)
  const before = isBuy ? orderMarginE8(position) : orderBaseE8(position)
  shift(position, isBuy, add.lots, value)
  const required = (isBuy ? orderMarginE8(position) : orderBaseE8(position)) - before
  shift(position, isBuy, -add.lots, -value)
  return { required, before }
}

function shift(position: Position, isBuy: boolean, lots: number, value: number): void {
  if (isBuy) {
    position.buyLots += lots
    position.buyValueE8 += value
  } else {
    position.sellLots += lots
    position.sellValueE8 += value
  }
}

/** The largest value that the tiers allow at the position's leverage; zero when none does. */
export function valueLimitE8(position: Position): number {
  let limit = 0
  for (const tier of position.market.instrument.tiers) {
    if (position.leverageE2 <= tier.maxLeverageE2) limit = Math.max(limit, tier.limitE8)
  }
  return limit
}
