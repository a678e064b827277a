import { fields, type Form } from '../../src/base/form'
import type { ProductFamily } from '../listings/product-family'
import type { FamilyMarkets, FamilyPorts } from './family-markets'

/*
 * The families of products beside contracts. Each declares its state, its form and its markets in files of its own, and
 * stands in the three tables here.
 */

/** What the families keep in a snapshot. */
export type FamilyStates = Readonly<Record<never, never>>

export const FAMILY_STATES_FORM: Form<FamilyStates> = fields<FamilyStates>({})

const MARKETS: Readonly<Partial<Record<ProductFamily, (ports: FamilyPorts, saved: FamilyStates) => FamilyMarkets>>> = {}

/** @param saved of a snapshot; without any, every market begins */
export function createFamilies(
  families: readonly ProductFamily[],
  ports: FamilyPorts,
  saved: FamilyStates,
): readonly FamilyMarkets[] {
  return families.map((family) => {
    const create = MARKETS[family]
    if (create === undefined) throw new RangeError(`this build has no markets of ${family}`)
    return create(ports, saved)
  })
}

/** @returns `null` without families, so that ledgers without them keep the snapshots that they had */
export function statesOf(families: readonly FamilyMarkets[]): FamilyStates | null {
  return families.length === 0 ? null : Object.fromEntries(families.map((one) => [one.family, one.state()]))
}
