import { BORROW_MMR } from '../../../src/domain/risk/borrowing'
import { carryLoss } from '../liquidation/shortfall'
import { mulDiv, ONE_E8 } from '../scaled'
import type { ConversionCause } from '../events'
import type { EngineState } from '../state'
import { coinsFor, countOf } from './amounts'
import { CONVERSION_FEE_E8, debtsOf, repayAll, repayWithOthers } from './conversion'
import { payBack, repayFree } from './loans'
import type { SharedCollateral } from './shared-collateral'

/** Σ MM in per cent of the equity: where a liquidation ends (semantics.md §1.5). */
const SAFE = 90
/** Where debts of an account with portfolio margin begin to be repaid (semantics.md §1.5). */
const EARLY = 85

/**
 * The first step of a liquidation: debts are repaid with other coins, the largest first, as much as brings Σ MM to 90 %
 * of the equity.
 */
export function repayToSafety(state: EngineState, shared: SharedCollateral, nowMs: number): void {
  repayDownTo(state, shared, { percent: SAFE, cause: 'liquidation' }, nowMs)
}

/** With portfolio margin debts are repaid before any liquidation: from 85 % on, until Σ MM is back there. */
export function repayEarly(state: EngineState, shared: SharedCollateral, nowMs: number): void {
  // Who owes nothing is looked at with every mark: the figures are the dear part.
  if (shared.byCoin.size === 0) return
  const { equityE8, maintenanceE8 } = shared.figures()
  if (maintenanceE8 > allowedE8(equityE8, EARLY))
    repayDownTo(state, shared, { percent: EARLY, cause: 'autoRepayment' }, nowMs)
}

function allowedE8(equityE8: number, percent: number): number {
  return Math.floor((percent / 100) * equityE8)
}

function repayDownTo(
  state: EngineState,
  shared: SharedCollateral,
  { percent, cause }: { readonly percent: number; readonly cause: ConversionCause },
  nowMs: number,
): void {
  // By how much Σ MM less that part of the equity falls, at least, with each dollar of a debt that is repaid.
  const freedE8 = countOf(BORROW_MMR) - mulDiv(CONVERSION_FEE_E8, percent, 100, 'up')
  repayFree(state, shared.account, nowMs)
  for (const cash of debtsOf(shared)) {
    const { equityE8, maintenanceE8 } = shared.figures()
    const missingE8 = maintenanceE8 - allowedE8(equityE8, percent)
    const priceE8 = state.coins.priceE8(cash.coin)
    if (missingE8 <= 0 || priceE8 === null) return
    const wantedE8 = coinsFor(mulDiv(missingE8, ONE_E8, freedE8, 'up'), priceE8) + 1
    repayWithOthers(state, shared, { cash, wantedE8, cause }, nowMs)
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
