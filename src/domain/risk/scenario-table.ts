import { WAYS, type Grid } from './scenario-values'

/** What is won or lost at one move of the price, by what the volatility does: in the order of `WAYS`. */
export interface MoveRow<T = number> {
  /** Of the price, as a fraction. */
  readonly move: number
  readonly pnls: readonly T[]
}

/** The results of a grid as rows of moves, lowest first (semantics.md §1.8: eleven rows of three). */
export function scenarioTable(pnls: ArrayLike<number>, { scenarios }: Grid): readonly MoveRow[] {
  const rows = new Map<number, number[]>()
  scenarios.forEach(({ move, volatility }, at) => {
    const row = rows.get(move) ?? WAYS.map(() => 0)
    row[WAYS.indexOf(volatility)] = pnls[at]!
    rows.set(move, row)
  })
  return [...rows].map(([move, own]) => ({ move, pnls: own })).toSorted((a, b) => a.move - b.move)
}

/** Place in `WAYS` in which a move loses most; of equal ones the first. */
export function worstWay(pnls: readonly number[]): number {
  return pnls.reduce((worst, pnl, at) => (pnl < pnls[worst]! ? at : worst), 0)
}

/** Result by result. */
export function sumOfPnls(all: readonly ArrayLike<number>[], { scenarios }: Grid): Float64Array {
  const sum = new Float64Array(scenarios.length)
  for (const pnls of all) for (let at = 0; at < sum.length; at++) sum[at]! += pnls[at]!
  return sum
}
