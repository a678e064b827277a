import type { Account, Cash } from '../entities'
import { notePoolNow } from './pool-notes'
import type { EngineState } from '../state'

/**
 * What prices take beyond an account's money is carried by the insurance pool (decisions 39): a jump past the bankruptcy
 * price, a delivery, a funding, a closing to deleverage another. No order of one's own does (no-debt.ts).
 */

/** The pool pays an amount into a wallet; the log of the account tells of it as of money from outside. */
export function carryLoss(state: EngineState, cash: Cash, amountE8: number, nowMs: number): void {
  const { account, coin } = cash
  notePoolNow(state, coin, nowMs)
  cash.receive(amountE8)
  state.insurance.coin(coin).receive(-amountE8)
  notePoolNow(state, coin, nowMs)
  state.outbox.touchWallet(account)
  const { walletE8 } = cash
  const seq = state.outbox.nextSeq()
  state.outbox.push({ type: 'credit', account: account.id, coin, amountE8, walletE8, timeMs: nowMs, seq })
}

/** The wallet of an account without a position is never negative. */
export function carryDebts(state: EngineState, account: Account, nowMs: number): void {
  if (!account.mayOwe || account.role !== 'user') return
  account.mayOwe = false
  for (const cash of account.coins) {
    if (cash.walletE8 >= 0) continue
    if (cash.positions.some(({ lots }) => lots !== 0)) account.mayOwe = true
    else carryLoss(state, cash, -cash.walletE8, nowMs)
  }
}
