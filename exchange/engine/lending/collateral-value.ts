import { borrowMaintenanceMargin } from '../../../src/domain/risk/collateral'
import { Exact } from '../../../src/domain/decimal'
import { mulDivSigned, ONE_E8 } from '../scaled'
import { countOf, dollarsOf, textOf } from './amounts'
import type { EngineCoin, LoanTerms } from './engine-coin'

/** What a coin of an account counts for, remembered while neither balance nor price has changed. */
export class CollateralValue {
  #netE8 = Number.NaN
  #countedE8 = 0
  #priceE8 = Number.NaN
  #valueE8 = 0

  constructor(private readonly terms: EngineCoin) {}

  /** E8 of a US dollar: each slice of the balance at its own ratio, a debt whole (semantics.md §1.3). */
  dollarsE8(netE8: number, priceE8: number): number {
    if (netE8 === this.#netE8 && priceE8 === this.#priceE8) return this.#valueE8
    // Prices move far more often than balances do.
    if (netE8 !== this.#netE8) this.#countedE8 = countedE8(this.terms, netE8)
    this.#netE8 = netE8
    this.#priceE8 = priceE8
    return (this.#valueE8 = dollarsOf(this.#countedE8, priceE8))
  }
}

/** What of a balance counts, to the unit below: `collateralOf` in whole units, since it is asked for with every mark. */
export function countedE8(terms: EngineCoin, netE8: number): number {
  if (netE8 < 0) return netE8
  let [sum, fromE8] = [0n, 0]
  for (const { endE8, ratioE8 } of slicesOf(terms)) {
    const toE8 = Math.min(netE8, endE8)
    if (toE8 <= fromE8) break
    sum += BigInt(toE8 - fromE8) * BigInt(ratioE8)
    fromE8 = toE8
  }
  return Number(sum / BigInt(ONE_E8))
}

/**
 * What of the coins between two balances counts, the second one larger: each slice at its own ratio, of what is owed all.
 * Not rounded: what is looked for by halves must not fall and rise with a last unit.
 * @param isOn whether what is there counts at all
 */
export function countedBetweenE8(
  terms: EngineCoin,
  isOn: boolean,
  { fromE8, toE8 }: { readonly fromE8: number; readonly toE8: number },
): number {
  const owed = Math.min(toE8, 0) - Math.min(fromE8, 0)
  let [sum, lowE8] = [owed, 0]
  for (const { endE8, ratioE8 } of isOn ? slicesOf(terms) : []) {
    sum += Math.max(0, Math.min(toE8, endE8) - Math.max(fromE8, lowE8)) * (ratioE8 / ONE_E8)
    lowE8 = endE8
  }
  return sum
}

/** Maintenance margin of a debt, E8 of a US dollar, remembered while the debt is worth the same. */
export class DebtMargin {
  #debtE8 = 0
  #marginE8 = 0

  /** @param debtE8 its value in US dollars */
  dollarsE8({ tiers }: LoanTerms, debtE8: number): number {
    if (debtE8 === this.#debtE8) return this.#marginE8
    this.#debtE8 = debtE8
    return (this.#marginE8 = countOf(borrowMaintenanceMargin(textOf(debtE8), tiers)))
  }
}

/** What of the next unit of a balance counts, E8 of one: of a debt all of it. */
export function marginalRatioE8(terms: EngineCoin, netE8: number): number {
  if (netE8 < 0) return ONE_E8
  for (const { endE8, ratioE8 } of slicesOf(terms)) if (netE8 < endE8) return ratioE8
  return 0
}

/** A tier as whole numbers: it is asked for with every look at a margin, and never changes. */
interface Slice {
  /** The least balance that is beyond it. */
  readonly endE8: number
  readonly ratioE8: number
}

function slicesOf(terms: EngineCoin): readonly Slice[] {
  let slices = SLICES.get(terms)
  if (slices === undefined) SLICES.set(terms, (slices = terms.tiers.map(sliceOf)))
  return slices
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
