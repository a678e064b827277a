import { repay } from '../../../src/domain/risk/borrowing'
import type { Account, Cash } from '../entities'
import type { ConversionCause, LoanMove } from '../events'
import { type Loan, type Loans, NO_LOAN, type RepaymentMode } from '../risk/backing'
import { unheldCoinsE8 } from '../risk/available'
import type { EngineState } from '../state'
import { countOf, textOf } from './amounts'

/*
 * What accounts owe. The exchange lends: its own account pays out what is borrowed and takes what is repaid, so the sum of
 * all wallets of a coin never changes. Interest is owed beside what was borrowed, and paid before it.
 */

/** Lends coins to an account. */
export function lend(state: EngineState, cash: Cash, loans: Loans, amountE8: number, nowMs: number): void {
  if (amountE8 <= 0) return
  const loan = loans.byCoin.get(cash.coin) ?? NO_LOAN
  state.house.coin(cash.coin).receive(-amountE8)
  cash.receive(amountE8)
  loans.set(cash.coin, lentMore(loan, amountE8, loans.modeOf(cash.coin)))
  tellMove(state, cash, { type: 'borrow', amountE8 }, nowMs)
}

/** The same of what is borrowed by hand. */
export function lendByHand(state: EngineState, cash: Cash, loans: Loans, amountE8: number, nowMs: number): void {
  const { manualE8 } = loans.byCoin.get(cash.coin) ?? NO_LOAN
  lend(state, cash, loans, amountE8, nowMs)
  loans.set(cash.coin, { ...(loans.byCoin.get(cash.coin) ?? NO_LOAN), manualE8: manualE8 + amountE8 })
}

/** A loan that grows; with manual repayment as one that is made by hand. */
export function lentMore(loan: Loan, amountE8: number, mode: RepaymentMode): Loan {
  const manualE8 = mode === 'manual' ? loan.manualE8 + amountE8 : loan.manualE8
  return { ...loan, borrowedE8: loan.borrowedE8 + amountE8, manualE8 }
}

/** Pays a debt from the wallet, interest first. @returns what was paid, E8 */
export function payBack(state: EngineState, cash: Cash, loans: Loans, amountE8: number, nowMs: number): number {
  const loan = loans.byCoin.get(cash.coin)
  if (loan === undefined || amountE8 <= 0) return 0
  const debt = { borrowed: textOf(loan.borrowedE8), interest: textOf(loan.interestE8) }
  const after = repay(debt, textOf(amountE8))
  const leftE8 = countOf(after.borrowed)
  // What orders borrowed is repaid before what was borrowed by hand.
  const left = {
    borrowedE8: leftE8,
    interestE8: countOf(after.interest),
    manualE8: Math.min(loan.manualE8, leftE8),
  }
  loans.set(cash.coin, left)
  const interestE8 = loan.interestE8 - left.interestE8
  const borrowedE8 = loan.borrowedE8 - left.borrowedE8
  if (interestE8 > 0) moveToHouse(state, cash, { type: 'interest', amountE8: interestE8 }, nowMs)
  if (borrowedE8 > 0) moveToHouse(state, cash, { type: 'repay', amountE8: borrowedE8 }, nowMs)
  return interestE8 + borrowedE8
}

/**
 * At the end of a command: a coin that the account has less than none of is borrowed, and what is free of a coin that it
 * owes repays it. So a cancel repays what an order had borrowed, and a sale what the buying had.
 */
export function settleLoans(state: EngineState, account: Account, nowMs: number): void {
  const { loans } = account.backing
  if (loans === null) return
  for (const cash of account.coins) {
    if (cash.walletE8 < 0 && state.coins.priceE8(cash.coin) !== null) lend(state, cash, loans, -cash.walletE8, nowMs)
    else payBack(state, cash, loans, loans.selfPaidE8(cash.coin, unheldCoinsE8(cash)), nowMs)
  }
}

/** Repays all debts, those that were made by hand too, with what is free of their coins. */
export function repayFree(state: EngineState, account: Account, nowMs: number): void {
  settleLoans(state, account, nowMs)
  const { loans } = account.backing
  if (loans === null) return
  for (const cash of account.coins) {
    payBack(state, cash, loans, Math.min(unheldCoinsE8(cash), loans.owedE8(cash.coin)), nowMs)
  }
}

/** What `settleLoans` would do to a coin of a draft. */
export function settleDraft(cash: Cash, loans: Loans): void {
  const { borrowedE8, interestE8, manualE8 } = loans.byCoin.get(cash.coin) ?? NO_LOAN
  // Below zero it is repaid, interest first.
  const lentE8 = cash.walletE8 < 0 ? -cash.walletE8 : -loans.selfPaidE8(cash.coin, unheldCoinsE8(cash))
  const paidInterestE8 = Math.min(interestE8, Math.max(0, -lentE8))
  cash.receive(lentE8)
  loans.set(cash.coin, {
    borrowedE8: borrowedE8 + lentE8 + paidInterestE8,
    interestE8: interestE8 - paidInterestE8,
    manualE8: loans.modeOf(cash.coin) === 'manual' ? manualE8 + Math.max(0, lentE8) : manualE8,
  })
}

/** What a wallet gave or got, and why. */
interface Move {
  readonly type: LoanMove
  /** Above zero. */
  readonly amountE8: number
  /** Of a conversion; part of the amount. */
  readonly feeE8?: number
  readonly cause?: ConversionCause
}

const RECEIVED: ReadonlySet<LoanMove> = new Set(['borrow', 'convertIn'])

function moveToHouse(state: EngineState, cash: Cash, move: Move, nowMs: number): void {
  cash.receive(-move.amountE8)
  state.house.coin(cash.coin).receive(move.amountE8)
  tellMove(state, cash, move, nowMs)
}

/** Tells what moved of a wallet for a debt. The wallet has it already. */
export function tellMove(state: EngineState, cash: Cash, move: Move, nowMs: number): void {
  const { type, amountE8, feeE8, cause } = move
  const { account, coin, walletE8 } = cash
  const named = state.rules.namesFees && cause !== undefined ? { feeE8: feeE8 ?? 0, cause } : null
  state.outbox.touchWallet(account)
  state.outbox.push({
    type: 'loan',
    account: account.id,
    coin,
    move: type,
    changeE8: RECEIVED.has(type) ? amountE8 : -amountE8,
    ...named,
    walletE8,
    timeMs: nowMs,
    seq: state.outbox.nextSeq(),
  })
}
