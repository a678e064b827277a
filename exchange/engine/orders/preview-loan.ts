import type { Cash, Position } from '../entities'
import { lendingOfDraft, type AccountLending } from '../lending/lending-info'
import { lentMore, settleDraft } from '../lending/loans'
import { NO_LOAN } from '../risk/backing'
import { unheldCoinsE8 } from '../risk/available'
import { payingCash } from '../risk/coin-guard'
import type { EngineState } from '../state'
import { coinsOf, type Addition } from './order-checks'

/** Lends an account what an order would borrow, for as long as a preview looks at it, and takes it back. */
export function withLoan<T>(position: Position, add: Addition, look: () => T): T {
  const { loans } = position.account.backing
  const cash = payingCash(position, add.side)
  const amountE8 = coinsOf(position, add).required - unheldCoinsE8(cash)
  if (loans === null || amountE8 <= 0) return look()
  const loan = loans.byCoin.get(cash.coin) ?? NO_LOAN
  cash.receive(amountE8)
  loans.set(cash.coin, lentMore(loan, amountE8, loans.modeOf(cash.coin)))
  try {
    return look()
  } finally {
    cash.receive(-amountE8)
    loans.set(cash.coin, loan)
  }
}

/**
 * Acts on copies of an account's coins that stand in place of its own, and reads what becomes of it: its debts too (`null`
 * where coins stand alone).
 */
export function readWith<T>(
  state: EngineState,
  { account }: Position,
  copies: readonly Cash[],
  { act, read }: { readonly act: () => void; readonly read: () => T },
): { readonly rows: T; readonly lending: AccountLending | null } {
  const { backing } = account
  const shared = backing.loans === null ? undefined : state.sharing.get(account.id)
  if (shared === undefined) {
    act()
    return { rows: read(), lending: null }
  }
  const draft = shared.draft(copies)
  account.backing = draft
  try {
    act()
    for (const cash of copies) if (state.coins.priceE8(cash.coin) !== null) settleDraft(cash, draft)
    return { rows: read(), lending: lendingOfDraft(draft) }
  } finally {
    account.backing = backing
  }
}
