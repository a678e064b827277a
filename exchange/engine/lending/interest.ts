import { hourlyInterest } from '../../../src/domain/risk/borrowing'
import { Exact, toText, type Rate } from '../../../src/domain/decimal'
import type { Cash } from '../entities'
import { refuse, type EngineResult } from '../result'
import { NO_LOAN } from '../risk/backing'
import type { EngineState } from '../state'
import { countOf, textOf } from './amounts'
import type { LoanTerms } from './engine-coin'
import { settleLoans } from './loans'
import { unrealisedLossE8 } from './held-in-coin'
import type { SharedCollateral } from './shared-collateral'

const HOUR_MS = 3_600_000

/**
 * Charges every debt the interest of so many hours, each hour by itself, as it would have been at its own time; what is
 * free of the coin pays it at once. After a time without the exchange there are several.
 */
export function chargeInterest(
  state: EngineState,
  { hours, firstMs }: { readonly hours: number; readonly firstMs?: number },
  nowMs: number,
): EngineResult {
  if (!Number.isSafeInteger(hours) || hours < 1) return refuse({ kind: 'amountInvalid' })
  for (let hour = 0; hour < hours; hour++) {
    const isLate = firstMs !== undefined && hours > 1
    chargeHour(state, isLate ? Math.min(nowMs, firstMs + hour * HOUR_MS) : nowMs)
  }
  return { ok: true }
}

function chargeHour(state: EngineState, atMs: number): void {
  for (const shared of state.sharing.values()) {
    // Who chose something once and shares nothing now has no debt, whatever its orders hold back.
    if (shared.account.backing !== shared) continue
    for (const cash of shared.account.coins) {
      const loan = state.coins.find(cash.coin)?.loan ?? null
      if (loan !== null) chargeCoin(state, { shared, cash, loan }, atMs)
    }
    settleLoans(state, shared.account, atMs)
  }
}

interface Charge {
  readonly shared: SharedCollateral
  readonly cash: Cash
  readonly loan: LoanTerms
}

function chargeCoin(state: EngineState, { shared, cash, loan }: Charge, nowMs: number): void {
  const borrowedE8 = shared.borrowedE8(cash)
  if (borrowedE8 === 0) return
  const lossE8 = unrealisedLossE8(cash)
  const freeE8 = Math.min(borrowedE8, lossE8, countOf(loan.freeLimit))
  const interestE8 = countOf(
    hourlyInterest(textOf(borrowedE8), {
      hourlyRate: loan.hourlyRate,
      freePart: textOf(freeE8),
      utilisation: utilisationOf(borrowedE8, loan),
    }),
  )
  const debt = shared.byCoin.get(cash.coin) ?? NO_LOAN
  shared.set(cash.coin, { ...debt, interestE8: debt.interestE8 + interestE8 })
  state.outbox.touchWallet(shared.account)
  state.outbox.push({
    type: 'interest',
    account: shared.account.id,
    coin: cash.coin,
    borrowedE8,
    freeE8,
    lossE8: Math.min(borrowedE8, lossE8),
    interestE8,
    timeMs: nowMs,
    seq: state.outbox.nextSeq(),
  })
}

/** Debt ÷ limit. */
export function utilisationOf(borrowedE8: number, { maxBorrow }: LoanTerms): Rate {
  return toText<Rate>(new Exact(textOf(borrowedE8)).div(maxBorrow))
}
