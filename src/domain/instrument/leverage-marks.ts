import { compare, type Leverage } from '../decimal'

const ROUND: readonly string[] = ['1', '5', '10', '25', '50', '75', '100']

/** Leverages that are offered at once (spec §3, `section`): the round ones below the maximum, then the maximum. */
export function leverageMarks(maxLeverage: Leverage): readonly Leverage[] {
  return [...(ROUND as readonly Leverage[]).filter((mark) => compare(mark, maxLeverage) < 0), maxLeverage]
}
