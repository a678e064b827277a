import { HOUR_MS } from '../../../src/domain/market/interval'
import {
  futureContingency,
  offsetContingency,
  shortOptionContingency,
  VENUE_CONTINGENCY,
} from '../../../src/domain/risk/contingency'

interface StrikePlace {
  readonly expiryMs: number
  readonly strikeTicks: number
}

interface StrikeSum {
  lots: number
  readonly indexE8: number
}

/** The same by what it is for. */
export interface ContingencyParts {
  readonly shortOptionE8: number
  readonly futureE8: number
  /** Of futures that stand against each other. */
  readonly offsetE8: number
}

/** What the contingency of one coin is made of. Quantities are lots by the worst fills of their orders, values E8 a lot. */
export class ContingencySums {
  #futuresE8 = 0
  #longE8 = 0
  #shortE8 = 0
  #marketsE8 = 0
  #largestE8 = 0
  /** By hours: net lots of each strike of each expiry, and what the index makes of a lot; a strike has two options. */
  readonly #expiries = new Map<number, Map<number, StrikeSum>>()

  addFuture({ least, most }: { readonly least: number; readonly most: number }, indexE8: number): void {
    const gross = Math.max(Math.abs(least), Math.abs(most))
    this.#futuresE8 += futureContingency([gross], VENUE_CONTINGENCY.future, indexE8)
    this.#marketsE8 += gross * indexE8
    this.#largestE8 = Math.max(this.#largestE8, gross * indexE8)
    this.#longE8 += Math.max(0, most) * indexE8
    this.#shortE8 += Math.max(0, -least) * indexE8
  }

  addOption({ expiryMs, strikeTicks }: StrikePlace, lots: number, indexE8: number): void {
    // A small whole number is found in a map in a third of the time that milliseconds take.
    const expiry = expiryMs / HOUR_MS
    let strikes = this.#expiries.get(expiry)
    if (strikes === undefined) this.#expiries.set(expiry, (strikes = new Map()))
    const known = strikes.get(strikeTicks)
    if (known === undefined) strikes.set(strikeTicks, { lots, indexE8 })
    else known.lots += lots
  }

  totalE8(): number {
    return this.#withOptionsE8(this.#futuresE8 + this.#offsetE8())
  }

  parts(): ContingencyParts {
    return { shortOptionE8: this.#withOptionsE8(0), futureE8: this.#futuresE8, offsetE8: this.#offsetE8() }
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

  #withOptionsE8(totalE8: number): number {
    const { shortOption } = VENUE_CONTINGENCY
    let total = totalE8
    for (const strikes of this.#expiries.values()) {
      for (const { lots, indexE8 } of strikes.values()) total += shortOptionContingency([lots], shortOption * indexE8)
    }
    return total
  }
}
