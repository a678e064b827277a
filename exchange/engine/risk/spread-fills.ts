import { deltaValue, VENUE_GRID } from '../../../src/domain/risk/portfolio-margin'
import type { Legs, Market } from '../entities'
import { legSide } from '../products/leg-prices'
import { ONE_E8 } from '../scaled'
import { scenarioValuesOf, type Margined } from './scenario-values'

/** Fewest and most lots that orders may add. */
interface Range {
  readonly least: number
  readonly most: number
}

interface LegRange {
  readonly leg: Market
  readonly coin: string
  readonly weight: number
  readonly range: Range
}

/** Orders of spreads with portfolio margin (ADR-1043): each is filled in both of its legs or in none. */
export class SpreadFills {
  /** By leg, what all of them may add to it; those that were not taken. */
  readonly #legs = new Map<Market, LegRange>()

  constructor(readonly all: readonly SpreadOrders[]) {
    for (const { coin, weight, contracts, least, most } of all) {
      for (const { leg, lots } of contracts) {
        const known = this.#legs.get(leg)?.range ?? { least: 0, most: 0 }
        const range = {
          least: known.least + Math.min(lots * least, lots * most),
          most: known.most + Math.max(lots * least, lots * most),
        }
        this.#legs.set(leg, { leg, coin, weight, range })
      }
    }
  }

  takeLeg(market: Market): Range | undefined {
    const range = this.#legs.get(market)?.range
    this.#legs.delete(market)
    return range
  }

  legsLeft(): Iterable<LegRange> {
    return this.#legs.values()
  }
}

/** What one account has at rest in one spread. */
class SpreadOrders {
  readonly contracts: readonly { readonly leg: Market; readonly lots: number }[]
  readonly least: number
  readonly most: number

  /** @param weight what one of the coin is in the unit of the margin */
  constructor(
    readonly coin: string,
    readonly weight: number,
    legs: Legs,
    { buyLots, sellLots }: Margined,
  ) {
    this.contracts = contractsOf(legs)
    this.least = -sellLots
    this.most = buyLots
  }

  /**
   * What one lot wins or loses in each place of the grid, and the value that it moves with, in the unit; `leg` says of
   * which underlying.
   * @param factorsOf what a contract's coin is worth in each place, where that moves
   */
  movesBy(factorsOf: (leg: Market) => Float64Array | null): {
    readonly changes: Float64Array
    readonly delta: number
    readonly leg: Market | null
  } {
    const changes = new Float64Array(VENUE_GRID.scenarios.length)
    let delta = 0
    for (const { leg, lots } of this.contracts) {
      const values = scenarioValuesOf(leg)
      const factors = factorsOf(leg)
      const weight = lots * this.weight
      for (let at = 0; at < changes.length; at++)
        changes[at]! += (values.shocked[at]! - values.now) * weight * (factors === null ? 1 : factors[at]!)
      delta += deltaValue(values, factors) * weight
    }
    return { changes, delta, leg: this.contracts[0]?.leg ?? null }
  }
}

/** Lots of the contracts among the legs that one lot of a spread buys; below zero it sells them. */
export function contractsOf({
  first,
  second,
  terms,
}: Legs): readonly { readonly leg: Market; readonly lots: number }[] {
  return ([first, second] as const)
    .map((leg, at) => ({ leg, lots: terms.lotsPerLeg[at]! * (legSide('buy', at as 0 | 1) === 'buy' ? 1 : -1) }))
    .filter(({ leg }) => leg.product.scenarios !== null)
}

/** @returns `null` where there are none, as mostly */
export function ordersOfSpreads(
  coins: readonly { readonly coin: string; readonly positions: readonly Margined[]; readonly priceE8: number }[],
  besides: Margined | null,
): SpreadFills | null {
  let found: SpreadOrders[] | null = null
  for (const { coin, positions, priceE8 } of coins) {
    for (const position of positions) {
      const { market, buyLots, sellLots } = position
      const { legs } = market
      if (legs === null || position === besides || (buyLots === 0 && sellLots === 0)) continue
      if (market.valuation.rules.marginsSpreadsWhole)
        (found ??= []).push(new SpreadOrders(coin, priceE8 / ONE_E8, legs, position))
    }
  }
  return found === null ? null : new SpreadFills(found)
}
