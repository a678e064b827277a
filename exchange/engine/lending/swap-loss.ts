import { FARTHEST_MOVE, portfolioMargin } from '../../../src/domain/risk/portfolio-margin'
import type { Cash, Position } from '../entities'
import { orderBaseE8, orderCoinsE8 } from '../risk/order-margin'
import { legRateE8 } from '../risk/spread-margin'
import { ONE_E8 } from '../scaled'
import { dollarsOf } from './amounts'
import { shareOf } from './collateral-value'

/** What coins of an account count for. */
export interface Counting {
  /** US dollars for one, E8; `null` without a price. */
  priceE8(cash: Cash): number | null
  /** What counts of the coins by which a balance rises from one change of it to a larger one, E8 of a US dollar. */
  countedE8(cash: Cash, fromE8: number, toE8: number): number
  /** Whether fees are taken of what is received (ADR-1059). */
  readonly countsFees: boolean
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
  for (const { pays, receives, amountE8, by } of swapsOf(coins, besides)) {
    const dollarsE8 = dollarsOf(amountE8, counting.priceE8(pays) ?? 0)
    let countedE8 = dollarsE8
    // What a purchase pays counts whole: it may be borrowed.
    if (!isPurchase(pays, by)) {
      const before = given.get(pays.coin) ?? 0
      given.set(pays.coin, before + amountE8)
      countedE8 = counting.countedE8(pays, -before - amountE8, -before)
    } else if (dollarsE8 <= 0) continue
    const comesE8 = dollarsE8 * keptOf(by, counting)
    lost += Math.max(0, countedE8 - gainedE8(receives, comesE8, received, counting))
  }
  return Math.round(lost)
}

interface OrderedSwap extends Omit<Swap, 'feeRateE8'> {
  readonly by: Position
}

/**
 * By name: who comes first reaches the better slices, and an account that was restored has its positions in an order of
 * its own, those without orders being in no snapshot.
 */
function swapsOf(coins: readonly { readonly cash: Cash }[], besides: Position | null): readonly OrderedSwap[] {
  const swaps: OrderedSwap[] = []
  for (const { cash } of coins) {
    for (const by of cash.positions) {
      if (by.exchanged === null || by === besides) continue
      const amountE8 = orderCoinsE8(by)
      if (amountE8 > 0) swaps.push({ pays: cash, receives: by.exchanged, amountE8, by })
    }
    for (const by of cash.basePositions) {
      const amountE8 = by === besides ? 0 : orderBaseE8(by)
      if (amountE8 > 0) swaps.push({ pays: cash, receives: by.cash, amountE8, by })
    }
  }
  if (swaps.length < 2) return swaps
  return swaps.toSorted((a, b) => rankOf(a) - rankOf(b) || (symbolOf(a) < symbolOf(b) ? -1 : 1))
}

const symbolOf = ({ by }: OrderedSwap): string => by.market.instrument.symbol
/** By name: in a preview the coin that pays may be a copy. */
const isPurchase = (pays: Cash, by: Position): boolean => pays.coin === by.cash.coin
/** Purchases first. */
const rankOf = ({ pays, by }: OrderedSwap): number => (isPurchase(pays, by) ? 0 : 1)

/** A payment of one coin for another. */
export interface Swap {
  readonly pays: Cash
  readonly receives: Cash
  readonly amountE8: number
  /** Of what is received, E8. */
  readonly feeRateE8: number
}

/** What a payment of one coin for another loses of the collateral beside the orders at rest, E8 of a US dollar, not rounded. */
export function lostByPayment(
  { pays, receives, amountE8, feeRateE8 }: Swap,
  receivedE8: number,
  counting: Counting,
): number {
  const countedE8 = counting.countedE8(pays, -amountE8, 0)
  const dollarsE8 = amountE8 * ((counting.priceE8(pays) ?? 0) / ONE_E8) * keptAt(feeRateE8, counting)
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
      const dollarsE8 = dollarsOf(orderCoinsE8(position), counting.priceE8(cash) ?? 0)
      received += coinsOf(receives, dollarsE8 * keptOf(position, counting), counting)
    }
    for (const position of cash.basePositions) {
      if (position.cash.coin !== receives.coin || position === besides) continue
      const dollarsE8 = dollarsOf(orderBaseE8(position), counting.priceE8(cash) ?? 0)
      received += coinsOf(receives, dollarsE8 * keptOf(position, counting), counting)
    }
  }
  return received
}

/** The share that the fee leaves of what orders of a pair, or of a spread with one, receive: as a taker, so that it is enough. */
function keptOf({ market: { legs }, takerRateE8 }: Position, counting: Counting): number {
  if (legs === null) return keptAt(takerRateE8, counting)
  const { instrument } = legs.pairPlace === 0 ? legs.first : legs.second
  return keptAt(legRateE8(instrument.takerRateE8), counting)
}

function keptAt(feeRateE8: number, { countsFees }: Counting): number {
  return countsFees ? 1 - Math.max(0, feeRateE8) / ONE_E8 : 1
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

/** Initial margin that a coin spares at most which hedges, E8 of it: that of the farthest move. */
export const HEDGE_LOSS_E8 = portfolioMargin([FARTHEST_MOVE * ONE_E8]).initial

/** Of doubles, far less than a unit of money. */
const ROUNDING_E8 = 0.01

/** A payment that is looked for. Rates are E8. */
interface AskedPayment extends Omit<Swap, 'amountE8'> {
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
  const { pays, receives, feeRateE8, ownE8, mostE8, boundE8, hedgeRateE8, initialRateE8 } = asked
  const price = (counting.priceE8(pays) ?? 0) / ONE_E8
  const fits = (amountE8: number): boolean => {
    const borrowedE8 = Math.max(0, amountE8 - Math.max(0, ownE8))
    const lostE8 = lostByPayment({ pays, receives, amountE8, feeRateE8 }, receivedE8, counting)
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
