import type { OrderedHolding } from '../../../src/domain/risk/portfolio-margin'
import type { Market } from '../entities'
import { NO_LOTS, type ContingencySums, type LotRange } from './contingency-sums'
import type { Weighing } from './hedged-fills'
import { scenarioValuesOf } from './scenario-values'

/** What the orders of one market may make of what is held of it. */
export interface MarketFills extends LotRange, Weighing {
  readonly market: Market
  /** What fills of spreads may add to it. */
  readonly beside: LotRange
}

/** How one of it moves in each scenario, and what either end frees of the contingency, in the unit. */
export interface FreedFills {
  readonly changes: Float64Array
  readonly freed: LotRange
}

/**
 * The fills of one market's orders with what they free of its contingency (ADR-1058). The sums have the most that any fills
 * make of it; a fill that closes something needs less, so in each scenario it counts with what it loses there less that.
 *
 * @param sums with every market in them; what is freed at a strike is freed once
 */
export function freedFills(
  { market, least, most, beside, weight, factors }: MarketFills,
  sums: ContingencySums,
): FreedFills {
  const { now, shocked } = scenarioValuesOf(market)
  const freed = market.product.scenarios?.freeE8(market, { least, most }, beside, sums) ?? NO_LOTS
  // Whole units, and none too many: sums of them are the same in any order.
  const ofEnd = (lots: 'least' | 'most'): number => Math.floor(freed[lots]) * weight
  return {
    changes: shocked.map((value, at) => (value - now) * weight * (factors === null ? 1 : factors[at]!)),
    freed: { least: ofEnd('least'), most: ofEnd('most') },
  }
}

/** Adds, in each scenario, the end that loses most. */
export function addFreedPnls(pnls: Float64Array, { least, most }: LotRange, { changes, freed }: FreedFills): void {
  for (let at = 0; at < pnls.length; at++)
    pnls[at]! += Math.min(changes[at]! * least + freed.least, changes[at]! * most + freed.most)
}

/**
 * The same where something else follows the fills between the two ends: on a straight line between them, which is less
 * than what is freed where a position is turned round, and never more.
 * @returns how it moves, and what is won in every scenario besides
 */
export function straightened(
  { least, most, delta }: MarketFills,
  { changes, freed }: FreedFills,
): { readonly holding: OrderedHolding; readonly once: number } {
  const slope = (freed.most - freed.least) / (most - least)
  const holding = { changes: changes.map((change) => change + slope), delta, least, most }
  return { holding, once: freed.least - slope * least }
}
