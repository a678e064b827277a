import { BORROW_MMR } from '../../../src/domain/risk/borrowing'
import { carryLoss } from '../liquidation/shortfall'
import { mulDiv, ONE_E8 } from '../scaled'
import type { EngineState } from '../state'
import { coinsFor, countOf } from './amounts'
import { CONVERSION_FEE_E8, debtsOf, repayAll, repayWithOthers } from './conversion'
import { payBack, settleLoans } from './loans'
import type { SharedCollateral } from './shared-collateral'

/** By how much Σ MM less 90 % of the equity falls, at least, with each dollar of a debt that is repaid. */
const FREED_E8 = countOf(BORROW_MMR) - mulDiv(CONVERSION_FEE_E8, 9, 10, 'up')

/**
 * The first step of a liquidation (semantics.md §1.5): debts are repaid with other coins, the largest first, as much as
 * brings Σ MM to 90 % of the equity.
 */
export function repayToSafety(state: EngineState, shared: SharedCollateral, nowMs: number): void {
  settleLoans(state, shared.account, nowMs)
  for (const cash of debtsOf(shared)) {
    const { equityE8, maintenanceE8 } = shared.figures()
    const missingE8 = maintenanceE8 - Math.floor(0.9 * equityE8)
    const priceE8 = state.coins.priceE8(cash.coin)
    if (missingE8 <= 0 || priceE8 === null) return
    const wantedE8 = coinsFor(mulDiv(missingE8, ONE_E8, FREED_E8, 'up'), priceE8) + 1
    repayWithOthers(state, shared, { cash, wantedE8 }, nowMs)
  }
}

/**
 * The last step, when nothing is held any more: every coin is given up for the debts, and what is still owed then the
 * insurance pool pays.
 */
export function coverDebts(state: EngineState, shared: SharedCollateral, nowMs: number): void {
  const { account } = shared
  if (account.coins.some(({ positions }) => positions.some(({ lots }) => lots !== 0))) return
  repayAll(state, account, shared, nowMs)
  for (const cash of debtsOf(shared)) {
    const owedE8 = shared.owedE8(cash.coin)
    carryLoss(state, cash, owedE8, nowMs)
    payBack(state, cash, shared, owedE8, nowMs)
  }
}
