import type { Account, Cash } from '../entities'
import { repayEarly } from '../lending/liquidation-repay'
import type { EngineResult } from '../result'
import { equityE8 } from '../risk/margin'
import { trialMarginE8 } from '../risk/portfolio-model'
import type { EngineState } from '../state'
import { liquidatePortfolio } from './portfolio-liquidation'

/**
 * All marks of a moment are there: accounts whose margin stands on several of them at once are looked at only now. In
 * between, a hedge that is not marked yet would look like a loss.
 */
export function reviewAccounts(state: EngineState, nowMs: number): EngineResult {
  for (const account of state.accounts.values()) {
    if (account.coinMargin === null || account.role === 'house') continue
    if (account.backing.loans !== null) reviewShared(state, account, nowMs)
    else for (const cash of account.coins) if (cash.positions.length > 0) review(state, cash, [cash], nowMs)
  }
  return { ok: true }
}

/** Coins that back each other are one account; one without a price stands by itself. */
function reviewShared(state: EngineState, account: Account, nowMs: number): void {
  const shared = state.sharing.get(account.id)
  if (shared !== undefined) repayEarly(state, shared, nowMs)
  const together = account.coins.filter(({ coin }) => state.coins.priceE8(coin) !== null)
  if (together[0] !== undefined) review(state, together[0], together, nowMs)
  for (const cash of account.coins) {
    if (cash.positions.length > 0 && !together.includes(cash)) review(state, cash, [cash], nowMs)
  }
}

function review(state: EngineState, cash: Cash, group: readonly Cash[], nowMs: number): void {
  if (equityE8(cash) < trialMarginE8(cash)) liquidatePortfolio(state, cash, group, nowMs)
}
