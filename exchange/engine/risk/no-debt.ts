import type { Side } from '../../../src/domain/order/order'
import type { Market, Position, Order } from '../entities'
import { crosses } from '../matching/book'
import { isolatedBankruptcyTicks, priceOfValue } from './isolated-margin'
import { availableE8, positionMarginE8 } from './available'
import { closingFeeE8, equityE8, unrealisedOfE8 } from './margin'
import { riskOf } from './risk-of'
import { stopsAtOwn } from '../matching/self-match'
import { costShareE8, initialMarginE8 } from './formulas'
import { mulDiv, ONE_E2, ONE_E8 } from '../scaled'
import { CoinGuard, payingCash } from './coin-guard'
import { Room } from './room'

/**
 * No debt by one's own order (decisions 39). What closes an isolated position fills no worse than the price of its
 * bankruptcy, and no worse than where its margin and what is available pay the fee too. What closes (or turns round) a
 * cross position fills until the account's equity would fall below zero, fees counted. And what opens an isolated
 * position stops where more would be lost at the mark than its margin: it would be bankrupt from the first moment, at
 * the pool's cost. It holds for the order that takes and for the one at rest, which a mark may have jumped past; there it
 * holds for what opens a cross position, too, whose equity is what it may lose. A liquidation's own orders have limits of
 * their own.
 */

/** Each fill rounds its fee, its share of the cost and, of inverse contracts, its value: at most this much in all. */
const ROUNDING_E8 = 3

/** How much of an order may trade without debt. It counts down with each answer, so one serves a whole sweep. */
export interface DebtGuard {
  /** Of `lots` offered at a price, how many may trade; they count as traded. Less than asked for: the order ends. */
  take(ticks: number, lots: number): number
}

/** One equity for all positions of a coin: a fill takes its loss against the mark and its fee from what is left of it. */
class EquityGuard implements DebtGuard {
  readonly #room: Room

  constructor(position: Position, side: Side, rateE8: number) {
    const { market } = position
    const { product } = market
    const direction = directionOf(market, side)
    this.#room = new Room(equityE8(position.cash), (ticks, lots) => {
      const value = market.valueOf(lots, ticks)
      // What is paid for with the fill is in no equity but portfolio margin's: all of it goes or comes.
      const isCounted = product.owesCost || position.account.coinMargin !== null
      const before = isCounted ? markedE8(position, lots, value) : 0
      return (
        direction * (value - before) +
        product.feeE8({ side, ticks, lots, valueE8: value }, rateE8, market) +
        ROUNDING_E8
      )
    })
  }

  take(ticks: number, lots: number): number {
    return this.#room.take(ticks, lots)
  }
}

/** What the lots count in the equity: at the mark; before the first one, at the position's cost. */
function markedE8({ market, costE8, lots: held }: Position, lots: number, valueE8: number): number {
  if (market.markTicks !== null) return market.valueOf(lots, market.markTicks)
  const closed = Math.min(lots, Math.abs(held))
  const share = costShareE8(costE8, closed, Math.abs(held))
  return closed === lots ? share : share + valueE8 - mulDiv(valueE8, closed, lots, 'halfUp')
}

/**
 * A margin of its own: what closes the position has a worst price; what opens takes its loss against the mark, less the
 * margin that it brings, from what is left at the mark of the margin of the side that is opened.
 */
class OwnMarginGuard implements DebtGuard {
  readonly #closingSide: Side
  readonly #limitTicks: number
  /** Lots that are still to close. */
  #toClose: number
  readonly #room: Room

  constructor(position: Position, side: Side, rateE8: number) {
    const { market, leverageE2 } = position
    const direction = directionOf(market, side)
    const closes = side === 'buy' ? position.lots < 0 : position.lots > 0
    this.#closingSide = side === 'buy' ? 'sell' : 'buy'
    this.#toClose = closes ? Math.abs(position.lots) : 0
    this.#limitTicks = closes ? solventTicks(position, rateE8) : 0
    this.#room = new Room(closes ? 0 : marginLeftE8(position), (ticks, lots) => {
      const { markTicks } = market
      if (markTicks === null) return 0
      const value = market.valueOf(lots, ticks)
      return direction * (value - market.valueOf(lots, markTicks)) - initialMarginE8(value, leverageE2) + ROUNDING_E8
    })
  }

  take(ticks: number, lots: number): number {
    if (this.#toClose > 0 && !crosses(this.#closingSide, ticks, this.#limitTicks)) return 0
    const closed = Math.min(this.#toClose, lots)
    this.#toClose -= closed
    return closed === lots ? lots : closed + this.#room.take(ticks, lots - closed)
  }
}

function debtGuard(position: Position, side: Side, rateE8: number): DebtGuard {
  if (position.base !== null) return new CoinGuard(position, side)
  const Guard = riskOf(position.account).hasOwnMargin ? OwnMarginGuard : EquityGuard
  return new Guard(position, side, rateE8)
}

function directionOf({ product }: Market, side: Side): number {
  return side === 'buy' ? product.sense : -product.sense
}

/** Whether a fill of a user's order would close something of its position, or pays with a coin. */
function mayOwe({ position, side }: Sweep): boolean {
  return (
    position.account.role === 'user' &&
    ((side === 'buy' ? position.lots < 0 : position.lots > 0) || position.base !== null)
  )
}

/** Whether an isolated order may open beyond its own bankruptcy. */
function opensFar(sweep: Sweep): boolean {
  return riskOf(sweep.position.account).hasOwnMargin && losesItsMargin(sweep)
}

/**
 * Whether a fill of a user's order at its price would lose more against the mark than the margin that it brings, about
 * |price − mark| > price / L.
 */
function losesItsMargin({ position, side, ticks }: Sweep): boolean {
  const { account, market, leverageE2 } = position
  const { markTicks } = market
  if (account.role !== 'user' || markTicks === null) return false
  const worse = side === 'buy' ? ticks - markTicks : markTicks - ticks
  return worse * leverageE2 > Math.min(ticks, markTicks) * ONE_E2
}

/** Whether an order at rest has to be asked what its account can pay for. */
function isLimited(maker: Order): boolean {
  return mayOwe(maker) || losesItsMargin(maker)
}

/** The guard of an order that is about to take; `null` where it can make no debt, or liquidates. */
export function guardOfTaker(order: Sweep, execType: string): DebtGuard | null {
  if (execType !== 'Trade' || !(mayOwe(order) || opensFar(order))) return null
  return debtGuard(order.position, order.side, order.position.takerRateE8)
}

/** Of `lots` of an order at rest, how many may trade. Only user accounts are asked (`isLimited`). */
export function allowedOfMaker(order: Order, ticks: number, lots: number): number {
  if (!isLimited(order)) return lots
  return debtGuard(order.position, order.side, order.position.makerRateE8).take(ticks, lots)
}

/** Whether an order that is about to rest could not be filled at its own price, by the prices of now, without debt. */
export function wouldRestInDebt(order: Sweep & Pick<Order, 'lots' | 'filledLots'>): boolean {
  const { position, side, ticks } = order
  if (!mayOwe(order) && !opensFar(order)) return false
  const leaves = order.lots - order.filledLots
  return debtGuard(position, side, position.makerRateE8).take(ticks, leaves) < leaves
}

/** What is left at the mark of an isolated position's own margin. */
function marginLeftE8(position: Position): number {
  return position.lots === 0 ? 0 : positionMarginE8(position) - closingFeeE8(position) + unrealisedOfE8(position)
}

/**
 * The worst price at which an isolated position may be closed: its bankruptcy price, or the one at which its margin and
 * what the account has free pay the loss and the fee, whichever comes first:
 *
 *   (cost − d·(margin + available)) / (1 − d·f), less a unit a lot for the roundings of the fills
 *
 * Beyond the contract's range the one side lets everything through, the other nothing.
 */
export function solventTicks(position: Position, rateE8: number): number {
  const { costE8, direction, cash, lots, market } = position
  const isLong = lots > 0
  const budget = positionMarginE8(position) + Math.max(0, availableE8(cash)) - Math.abs(lots)
  const value = BigInt(costE8 - direction * budget) * BigInt(ONE_E8)
  const { minPriceTicks, maxPriceTicks } = market.instrument
  const beyond = isLong ? minPriceTicks : maxPriceTicks
  const withFee = priceOfValue(position, value, BigInt(ONE_E8 - direction * rateE8)) ?? beyond
  const bankruptcy = isolatedBankruptcyTicks(position) ?? beyond
  return isLong ? Math.max(bankruptcy, withFee) : Math.min(bankruptcy, withFee)
}

/** An order that is about to meet the book. */
type Sweep = Pick<Order, 'position' | 'side' | 'ticks' | 'selfMatch'>

/**
 * How many of `wanted` lots the book would fill now, by the rules that the sweep itself follows: prices, own orders and
 * no debt on either side. For what trades whole or not at all, and for a protection that waits for what it cannot close.
 */
export function fillableLots(order: Sweep, wanted: number, execType: string): number {
  const { position, side } = order
  const taker = guardOfTaker(order, execType)
  const makers = new Map<unknown, DebtGuard>()
  let filled = 0
  for (const maker of position.market.book.opposite(side).orders()) {
    if (filled === wanted || !crosses(side, order.ticks, maker.ticks)) return filled
    if (maker.position === position || maker.position === position.sibling) {
      if (stopsAtOwn(order.selfMatch)) return filled
      continue
    }
    let lots = Math.min(maker.lots - maker.filledLots, wanted - filled)
    if (isLimited(maker)) lots = guardOfMaker(makers, maker).take(maker.ticks, lots)
    const taken = taker === null ? lots : taker.take(maker.ticks, lots)
    filled += taken
    if (taken < lots) return filled
  }
  return filled
}

/** Of a cross account all orders live on one equity, and all of a pair's side on one coin. */
function guardOfMaker(makers: Map<unknown, DebtGuard>, { position, side }: Order): DebtGuard {
  const isAlone = position.base === null && riskOf(position.account).hasOwnMargin
  const key = isAlone ? position : payingCash(position, side)
  const known = makers.get(key) ?? debtGuard(position, side, position.makerRateE8)
  makers.set(key, known)
  return known
}
