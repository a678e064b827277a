import { HOUR_MS } from '../../../src/domain/market/interval'
import {
  coinsContingency,
  futureContingency,
  offsetContingency,
  shortOptionContingency,
  VENUE_CONTINGENCY,
} from '../../../src/domain/risk/contingency'

/** Fewest and most lots, or what either makes. */
export interface LotRange {
  readonly least: number
  readonly most: number
}

export const NO_LOTS: LotRange = { least: 0, most: 0 }

interface StrikePlace {
  readonly expiryMs: number
  readonly strikeTicks: number
}

interface StrikeSum {
  lots: number
  /** By which fills of orders that were asked about add to them. */
  freedLots: number
  readonly indexE8: number
}

/** The same by what it is for. */
export interface ContingencyParts {
  readonly shortOptionE8: number
  readonly futureE8: number
  /** Of futures that stand against each other. */
  readonly offsetE8: number
  /** Of what settles in one coin against what settles in another. */
  readonly coinsE8: number
}

/** What the contingency of one coin is made of. Quantities are lots by the worst fills of their orders, values E8 a lot. */
export class ContingencySums {
  #futuresE8 = 0
  #longE8 = 0
  #shortE8 = 0
  #marketsE8 = 0
  #largestE8 = 0
  #secondE8 = 0
  /** Of short options that were summed in other coins. */
  #optionsE8 = 0
  #coinsE8 = 0
  #knownOptionsE8: number | null = null
  /** By hours: net lots of each strike of each expiry, and what the index makes of a lot; a strike has two options. */
  readonly #expiries = new Map<number, Map<number, StrikeSum>>()
  /** Where the last option was added: the next one is of the same expiry mostly. */
  #lastExpiry = 0
  #lastStrikes: Map<number, StrikeSum> | null = null

  addFuture({ least, most }: LotRange, indexE8: number): void {
    const gross = Math.max(Math.abs(least), Math.abs(most))
    this.#futuresE8 += futureContingency([gross], VENUE_CONTINGENCY.future, indexE8)
    this.#marketsE8 += gross * indexE8
    this.#rank(gross * indexE8)
    this.#longE8 += Math.max(0, most) * indexE8
    this.#shortE8 += Math.max(0, -least) * indexE8
  }

  addOption({ expiryMs, strikeTicks }: StrikePlace, lots: number, indexE8: number): void {
    this.#knownOptionsE8 = null
    // A small whole number is found in a map in a third of the time that milliseconds take.
    const expiry = expiryMs / HOUR_MS
    let strikes = this.#lastStrikes
    if (strikes === null || expiry !== this.#lastExpiry) {
      strikes = this.#expiries.get(expiry) ?? null
      if (strikes === null) this.#expiries.set(expiry, (strikes = new Map()))
      this.#lastExpiry = expiry
      this.#lastStrikes = strikes
    }
    const known = strikes.get(strikeTicks)
    if (known === undefined) strikes.set(strikeTicks, { lots, freedLots: 0, indexE8 })
    else known.lots += lots
  }

  /**
   * What filling the orders of an option frees of the contingency that was added for it with every sell filled and no buy,
   * E8; beside what was freed at that strike before, so that all of them together free no more than there is.
   */
  freeOption({ expiryMs, strikeTicks }: StrikePlace, lots: number): number {
    const strike = this.#expiries.get(expiryMs / HOUR_MS)?.get(strikeTicks)
    if (strike === undefined) return 0
    const net = strike.lots + strike.freedLots
    strike.freedLots += lots
    return shortE8(net, strike.indexE8) - shortE8(net + lots, strike.indexE8)
  }

  /** Takes the sums of what settles in another coin. @param weight how much one of that is here */
  take(other: ContingencySums, weight: number): void {
    this.#futuresE8 += other.#futuresE8 * weight
    this.#longE8 += other.#longE8 * weight
    this.#shortE8 += other.#shortE8 * weight
    this.#marketsE8 += other.#marketsE8 * weight
    this.#rank(other.#largestE8 * weight)
    this.#rank(other.#secondE8 * weight)
    this.#optionsE8 += other.#withOptionsE8(0) * weight
  }

  /** The sums of what is beside one position. @param one the sums of that alone, which these have in them */
  without(one: ContingencySums): ContingencySums {
    const rest = new ContingencySums()
    rest.#futuresE8 = this.#futuresE8 - one.#futuresE8
    rest.#longE8 = this.#longE8 - one.#longE8
    rest.#shortE8 = this.#shortE8 - one.#shortE8
    rest.#marketsE8 = this.#marketsE8 - one.#marketsE8
    rest.#largestE8 = one.#largestE8 === this.#largestE8 ? this.#secondE8 : this.#largestE8
    rest.#optionsE8 = this.#allOptionsE8()
    for (const [expiry, strikes] of one.#expiries) {
      for (const [strikeTicks, { lots, indexE8 }] of strikes) {
        const held = this.#expiries.get(expiry)?.get(strikeTicks)?.lots ?? 0
        rest.#optionsE8 += shortE8(held - lots, indexE8) - shortE8(held, indexE8)
      }
    }
    return rest
  }

  /** @param deltas of each settle coin, the least and the most by its orders */
  addCoins(deltas: readonly { readonly low: number; readonly high: number }[]): void {
    this.#coinsE8 += coinsContingency(deltas, VENUE_CONTINGENCY.betweenCoins)
  }

  totalE8(): number {
    return this.#withOptionsE8(this.#futuresE8 + this.#offsetE8()) + this.#coinsE8
  }

  parts(): ContingencyParts {
    return {
      shortOptionE8: this.#withOptionsE8(0),
      futureE8: this.#futuresE8,
      offsetE8: this.#offsetE8(),
      coinsE8: this.#coinsE8,
    }
  }

  #offsetE8(): number {
    const { offsetFuture } = VENUE_CONTINGENCY
    // Orders of both sides of one market are no offset: the other side has to be of another.
    const others = this.#marketsE8 - this.#largestE8
    return Math.min(
      offsetContingency({ long: this.#longE8, short: this.#shortE8 }, offsetFuture),
      offsetContingency({ long: others, short: others }, offsetFuture),
    )
  }

  #rank(valueE8: number): void {
    if (valueE8 > this.#largestE8) {
      this.#secondE8 = this.#largestE8
      this.#largestE8 = valueE8
    } else if (valueE8 > this.#secondE8) this.#secondE8 = valueE8
  }

  /** Remembered: it is asked for again for each position of a report. */
  #allOptionsE8(): number {
    return (this.#knownOptionsE8 ??= this.#withOptionsE8(0))
  }

  #withOptionsE8(totalE8: number): number {
    let total = totalE8 + this.#optionsE8
    for (const strikes of this.#expiries.values()) {
      for (const { lots, indexE8 } of strikes.values()) total += shortE8(lots, indexE8)
    }
    return total
  }
}

/** What each end of a future's orders frees of the contingency of both, E8. @param beside what fills of spreads may add */
export function freedOfFutureE8({ least, most }: LotRange, beside: LotRange, indexE8: number): LotRange {
  const grossOf = (lots: number): number => Math.max(Math.abs(lots + beside.least), Math.abs(lots + beside.most))
  const gross = Math.max(grossOf(least), grossOf(most))
  const freed = (lots: number): number => futureContingency([gross - grossOf(lots)], VENUE_CONTINGENCY.future, indexE8)
  return { least: freed(least), most: freed(most) }
}

function shortE8(lots: number, indexE8: number): number {
  return shortOptionContingency(lots, VENUE_CONTINGENCY.shortOption * indexE8)
}
