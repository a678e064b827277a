import type { ScenarioValues } from '../../../src/domain/risk/scenario-values'
import type { Market, Position } from '../entities'
import { ScenarioMemo } from './valuation'

/** What of a position, or of one that is only thought of, its margin is made of. */
export type Margined = Pick<Position, 'market' | 'lots' | 'buyLots' | 'sellLots' | 'reducingLots'>

/** What one lot of a market is worth in each scenario: asked for by every account that holds it, and the same until its next mark. */
export function scenarioValuesOf(market: Market): ScenarioValues {
  const { valuation, indexTicks, instrument } = market
  const markTicks = market.markTicks ?? market.lastTicks
  const memo = (valuation.memo ??= new ScenarioMemo())
  if (
    memo.markTicks === markTicks &&
    memo.indexTicks === indexTicks &&
    memo.forwardTicks === valuation.forwardTicks &&
    memo.volatilityE8 === valuation.volatilityE8 &&
    memo.atMs === valuation.atMs &&
    memo.instrument === instrument
  ) {
    return memo.values
  }
  memo.markTicks = markTicks
  memo.indexTicks = indexTicks
  memo.forwardTicks = valuation.forwardTicks
  memo.volatilityE8 = valuation.volatilityE8
  memo.atMs = valuation.atMs
  memo.instrument = instrument
  market.product.scenarios?.valuesE8(market, memo.values)
  return memo.values
}
