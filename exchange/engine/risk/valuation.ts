import { createValues, type ScenarioValues } from '../../../src/domain/risk/scenario-values'
import { VENUE_GRID, VENUE_RULES, type PortfolioRules } from '../../../src/domain/risk/portfolio-margin'
import type { EngineRules } from '../engine-rules'
import { repriceBySeries } from './reprice-by-series'

const FORMER_RULES: PortfolioRules = { ...VENUE_RULES, reprice: repriceBySeries }

/** What a mark says of an option besides its price, when the last mark of anything came, and the rules that value by it. */
export class Valuation {
  readonly portfolioRules: PortfolioRules
  /** What the expiry trades at; `null` where nothing said so, then the index stands for it. */
  forwardTicks: number | null = null
  /** Of a year, 1e-8; `null` where nothing said so, then it follows from the mark. */
  volatilityE8: number | null = null
  /** Zero before the first mark. */
  atMs = 0
  /** See `ScenarioMemo`. */
  memo: ScenarioMemo | null = null

  constructor(readonly rules: EngineRules) {
    this.portfolioRules = rules.repricesByTable ? VENUE_RULES : FORMER_RULES
  }
}

/** What one lot is worth in each scenario, and what that was worked out from: a mark stands while many accounts ask. */
export class ScenarioMemo {
  readonly values: ScenarioValues = createValues(VENUE_GRID)
  markTicks: number | null = null
  indexTicks: number | null = null
  forwardTicks: number | null = null
  volatilityE8: number | null = null
  atMs = -1
  instrument: unknown = null
}
