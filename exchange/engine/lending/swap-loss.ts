import type { Cash, Position } from '../entities'
import { orderBaseE8, orderCoinsE8 } from '../risk/order-margin'
import { ONE_E8 } from '../scaled'
import { dollarsOf } from './amounts'
import { shareOf } from './collateral-value'

/** What coins of an account count for. */
export interface Counting {
  /** US dollars for one, E8; `null` without a price. */
  priceE8(cash: Cash): number | null
  /** What counts of the coins by which a balance rises from one change of it to a larger one, E8 of a US dollar. */
  countedE8(cash: Cash, fromE8: number, toE8: number): number
}

/** Coins that move, E8, by coin: of orders taken one after the other, each begins where those before it end. */
type Moved = Map<string, number>

/**
 * What orders of pairs and of their spreads would lose of the collateral if all of them filled, E8 of a US dollar: each
 * slice that they reach counts at its own ratio (ADR-1049). What one gains pays for no other, since it may not fill.
 */
export function lostByOrders(
  coins: readonly { readonly cash: Cash }[],
  besides: Position | null,
  counting: Counting,
): number {
  const [given, received]: readonly [Moved, Moved] = [new Map(), new Map()]
  let lost = 0
  for (const { cash } of coins) {
    for (const position of cash.positions) {
      if (position.exchanged === null || position === besides) continue
      const buysE8 = orderCoinsE8(position)
      const dollarsE8 = buysE8 > 0 ? dollarsOf(buysE8, counting.priceE8(cash) ?? 0) : 0
      // What is paid counts whole: it may be borrowed.
      if (dollarsE8 > 0) lost += Math.max(0, dollarsE8 - gainedE8(position.exchanged, dollarsE8, received, counting))
    }
    for (const position of cash.basePositions) {
      const sellsE8 = position === besides ? 0 : orderBaseE8(position)
      if (sellsE8 <= 0) continue
      const before = given.get(cash.coin) ?? 0
      given.set(cash.coin, before + sellsE8)
      const countedE8 = counting.countedE8(cash, -before - sellsE8, -before)
      const dollarsE8 = dollarsOf(sellsE8, counting.priceE8(cash) ?? 0)
      lost += Math.max(0, countedE8 - gainedE8(position.cash, dollarsE8, received, counting))
    }
  }
  return Math.round(lost)
}

/** What a payment of one coin for another loses of the collateral beside the orders at rest, E8 of a US dollar, not rounded. */
export function lostByPayment(
  { pays, receives, amountE8 }: { readonly pays: Cash; readonly receives: Cash; readonly amountE8: number },
  receivedE8: number,
  counting: Counting,
): number {
  const countedE8 = counting.countedE8(pays, -amountE8, 0)
  const dollarsE8 = amountE8 * ((counting.priceE8(pays) ?? 0) / ONE_E8)
  return Math.max(0, countedE8 - gainedE8(receives, dollarsE8, new Map([[receives.coin, receivedE8]]), counting))
}

/** How many of a coin the orders at rest would bring, E8. */
export function receivedByOrders(
  receives: Cash,
  cashes: readonly Cash[],
  besides: Position | null,
  counting: Counting,
): number {
  let received = 0
  for (const cash of cashes) {
    for (const position of cash.positions) {
      if (position.exchanged?.coin !== receives.coin || position === besides) continue
      received += coinsOf(receives, dollarsOf(orderCoinsE8(position), counting.priceE8(cash) ?? 0), counting)
    }
    for (const position of cash.basePositions) {
      if (position.cash.coin !== receives.coin || position === besides) continue
      received += coinsOf(receives, dollarsOf(orderBaseE8(position), counting.priceE8(cash) ?? 0), counting)
    }
  }
  return received
}

function gainedE8(receives: Cash, dollarsE8: number, received: Moved, counting: Counting): number {
  const before = received.get(receives.coin) ?? 0
  const after = before + coinsOf(receives, dollarsE8, counting)
  received.set(receives.coin, after)
  return counting.countedE8(receives, before, after)
}

function coinsOf(cash: Cash, dollarsE8: number, counting: Counting): number {
  const priceE8 = counting.priceE8(cash)
  return priceE8 === null || dollarsE8 <= 0 ? 0 : (dollarsE8 / priceE8) * ONE_E8
}

/** Of doubles, far less than a unit of money. */
const ROUNDING_E8 = 0.01

/** A payment that is looked for. Rates are E8. */
interface AskedPayment {
  readonly pays: Cash
  readonly receives: Cash
  /** Of the account's own; what is beyond is borrowed. */
  readonly ownE8: number
  readonly mostE8: number
  /** What it may take of the margin, E8 of a US dollar. */
  readonly boundE8: number
  /** What coins that hedge spare of the margin while they are there. */
  readonly hedgeRateE8: number
  /** Initial margin of what is borrowed. */
  readonly initialRateE8: number
}

/** The most that may be paid: what it takes of the margin never falls with the amount, so it is looked for by halves. */
export function mostPaid(asked: AskedPayment, receivedE8: number, counting: Counting): number {
  const { pays, receives, ownE8, mostE8, boundE8, hedgeRateE8, initialRateE8 } = asked
  const price = (counting.priceE8(pays) ?? 0) / ONE_E8
  const fits = (amountE8: number): boolean => {
    const borrowedE8 = Math.max(0, amountE8 - Math.max(0, ownE8))
    const lostE8 = lostByPayment({ pays, receives, amountE8 }, receivedE8, counting)
    const marginE8 = (amountE8 * hedgeRateE8 + borrowedE8 * initialRateE8) * (price / ONE_E8)
    return lostE8 + marginE8 <= boundE8 + ROUNDING_E8
  }
  if (mostE8 <= 0 || fits(mostE8)) return mostE8
  let [most, tooMuch] = [0, mostE8]
  while (tooMuch - most > 1) {
    const middle = Math.floor((most + tooMuch) / 2)
    if (fits(middle)) most = middle
    else tooMuch = middle
  }
  return most
}

/** As exchanges that began before edition 10 have it: the whole order at the ratio of the slice that is reached now. */
export function formerlyLost(
  { cash, priceE8 }: { readonly cash: Cash; readonly priceE8: number },
  besides: Position | null,
  ratioE8: (cash: Cash) => number,
): number {
  let lost = 0
  for (const position of cash.positions) {
    if (position.exchanged === null || position === besides) continue
    const buysE8 = orderCoinsE8(position)
    if (buysE8 > 0) lost += shareOf(dollarsOf(buysE8, priceE8), ONE_E8 - ratioE8(position.exchanged))
  }
  for (const position of cash.basePositions) {
    if (position === besides) continue
    const sellsE8 = orderBaseE8(position)
    if (sellsE8 > 0) {
      const lostRate = Math.max(0, ratioE8(cash) - ratioE8(position.cash))
      lost += shareOf(dollarsOf(sellsE8, priceE8), lostRate)
    }
  }
  return lost
}
