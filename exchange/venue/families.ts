import { fields, optional, type Form } from '../../src/base/form'
import type { ProductFamily } from '../listings/product-family'
import type { FamilyMarkets, FamilyPorts } from './family-markets'
import { OPTION_MARKETS_FORM, OptionMarkets, type OptionMarketsState } from './option-markets'
import { SPOT_STATE_FORM, SpotMarkets, type SpotState } from './spot-markets'
import { SPREAD_MARKETS_FORM, SpreadMarkets, type SpreadMarketsState } from './spread-markets'

/*
 * The families of products beside contracts. Each declares its state, its form and its markets in files of its own, and
 * stands in the three tables here.
 */

/** What the families keep in a snapshot. */
export interface FamilyStates {
  readonly option?: OptionMarketsState
  readonly spot?: SpotState
  readonly spread?: SpreadMarketsState
}

export const FAMILY_STATES_FORM: Form<FamilyStates> = fields<FamilyStates>({
  option: optional(OPTION_MARKETS_FORM),
  spot: optional(SPOT_STATE_FORM),
  spread: optional(SPREAD_MARKETS_FORM),
})

type OpenFamily = (ports: FamilyPorts, saved: FamilyStates) => FamilyMarkets

/** `null` of a family whose markets another one has. */
const MARKETS: Readonly<Record<ProductFamily, OpenFamily | null>> = {
  option: (ports, { option }) => new OptionMarkets(ports, option),
  spot: (ports, { spot }) => new SpotMarkets(ports, spot),
  // Pairs as the others.
  leveragedToken: null,
  spread: (ports, { spread }) => new SpreadMarkets(ports, spread),
}

/** @param saved of a snapshot; without any, every market begins */
export function createFamilies(
  families: readonly ProductFamily[],
  ports: FamilyPorts,
  saved: FamilyStates,
): readonly FamilyMarkets[] {
  return families.flatMap((family) => MARKETS[family]?.(ports, saved) ?? [])
}

/** @returns `null` without families, so that ledgers without them keep the snapshots that they had */
export function statesOf(families: readonly FamilyMarkets[]): FamilyStates | null {
  return families.length === 0 ? null : Object.fromEntries(families.map((one) => [one.family, one.state()]))
}
