import type { EngineResult } from '../result'
import { equityE8 } from '../risk/margin'
import type { EngineState } from '../state'
import { liquidatePortfolio } from './portfolio-liquidation'

/**
 * All marks of a moment are there: accounts whose margin stands on several of them at once are looked at only now. In
 * between, a hedge that is not marked yet would look like a loss.
 */
export function reviewAccounts(state: EngineState, nowMs: number): EngineResult {
  for (const { coinMargin, coins, role } of state.accounts.values()) {
    if (coinMargin === null || role === 'house') continue
    for (const cash of coins) {
      if (cash.positions.length > 0 && equityE8(cash) < coinMargin.trialE8(cash)) liquidatePortfolio(state, cash, nowMs)
    }
  }
  return { ok: true }
}
