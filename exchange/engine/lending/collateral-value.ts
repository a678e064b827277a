import { collateralOf } from '../../../src/domain/risk/collateral'
import { Exact } from '../../../src/domain/decimal'
import { mulDivSigned, ONE_E8 } from '../scaled'
import { countOf, dollarsOf, textOf } from './amounts'
import type { EngineCoin } from './engine-coin'

/** What a coin of an account counts for, remembered while neither balance nor price has changed. */
export class CollateralValue {
  #netE8 = Number.NaN
  #priceE8 = Number.NaN
  #valueE8 = 0

  constructor(private readonly terms: EngineCoin) {}

  /** E8 of a US dollar: each slice of the balance at its own ratio, a debt whole (semantics.md §1.3). */
  dollarsE8(netE8: number, priceE8: number): number {
    if (netE8 !== this.#netE8 || priceE8 !== this.#priceE8) {
      this.#netE8 = netE8
      this.#priceE8 = priceE8
      this.#valueE8 = dollarsOf(countOf(collateralOf(textOf(netE8), this.terms.tiers)), priceE8)
    }
    return this.#valueE8
  }
}

/** What of the next unit of a balance counts, E8 of one: of a debt all of it. */
export function marginalRatioE8(terms: EngineCoin, netE8: number): number {
  if (netE8 < 0) return ONE_E8
  let slices = SLICES.get(terms)
  if (slices === undefined) SLICES.set(terms, (slices = terms.tiers.map(sliceOf)))
  for (const { endE8, ratioE8 } of slices) if (netE8 < endE8) return ratioE8
  return 0
}

/** A tier as whole numbers: it is asked for with every look at a margin, and never changes. */
interface Slice {
  /** The least balance that is beyond it. */
  readonly endE8: number
  readonly ratioE8: number
}

const SLICES = new WeakMap<EngineCoin, readonly Slice[]>()

function sliceOf({ upTo, ratio }: EngineCoin['tiers'][number]): Slice {
  const endE8 = upTo === null ? Number.POSITIVE_INFINITY : new Exact(upTo).times(ONE_E8).ceil().toNumber()
  return { endE8, ratioE8: countOf(ratio) }
}

/** `amountE8` × a rate in E8, half up. */
export function shareOf(amountE8: number, rateE8: number): number {
  return mulDivSigned(amountE8, rateE8, ONE_E8)
}
