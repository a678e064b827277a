import { createRandom } from '../../../src/base/random'
import { compare, type Difference } from './compare'
import { drawScenario } from './scenario'

export interface OracleReport {
  positions: number
  /** Stories that ended in a liquidation: the crash day is their test. */
  liquidated: number
  readonly faults: { readonly seed: number; readonly differences: readonly Difference[] }[]
}

const FAULTS_MAX = 10

/** Random accounts with seeds from `firstSeed` on, the engine held against the Decimal rules in each. */
export function runCases(firstSeed: number, cases: number): OracleReport {
  const report: OracleReport = { positions: 0, liquidated: 0, faults: [] }
  for (let seed = firstSeed; seed < firstSeed + cases && report.faults.length < FAULTS_MAX; seed++) {
    const scenario = drawScenario(createRandom(seed))
    const differences = compare(scenario)
    if (differences === null) {
      report.liquidated += 1
      continue
    }
    if (differences.length > 0) report.faults.push({ seed, differences })
    report.positions += scenario.holdings.filter(({ fills }) => fills.length > 0).length
  }
  return report
}
