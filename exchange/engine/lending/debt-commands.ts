import { Cash, type Account } from '../entities'
import type { EngineCommand } from '../commands'
import { unheldCoinsE8 } from '../risk/available'
import { refuse, type EngineResult } from '../result'
import type { EngineState } from '../state'
import { debtsOf, repayWithOthers } from './conversion'
import { borrowableE8 } from './lending-info'
import { lendByHand, payBack } from './loans'

type Command<T extends EngineCommand['type']> = Extract<EngineCommand, { type: T }>

/** Borrows coins without an order, as many as an order could: they stay until they are repaid by hand (ADR-487). */
export function borrowByHand(
  state: EngineState,
  account: Account,
  { coin, amountE8 }: Command<'borrow'>,
  nowMs: number,
): EngineResult {
  if (!Number.isSafeInteger(amountE8) || amountE8 <= 0) return refuse({ kind: 'amountInvalid' })
  const shared = state.sharing.get(account.id)
  if (shared === undefined || !shared.lends) return refuse({ kind: 'spotMarginOff' })
  const isLent = (state.coins.find(coin)?.loan ?? null) !== null && state.coins.priceE8(coin) !== null
  if (!isLent) return refuse({ kind: 'unknownCollateral', coin })
  const mostE8 = Math.max(0, borrowableE8(shared, account.cash.get(coin) ?? new Cash(account, coin)))
  if (amountE8 > mostE8) return refuse({ kind: 'borrowTooMuch', mostE8 })
  lendByHand(state, account.coin(coin), shared, amountE8, nowMs)
  return { ok: true }
}

/** Repays debts, of one coin or of all: with what is free of the coin, then with other coins (`conversion.ts`). */
export function repayDebts(
  state: EngineState,
  account: Account,
  { coin, amountE8, isOwnCoinOnly }: Command<'repay'>,
  nowMs: number,
): EngineResult {
  if (amountE8 !== null && (!Number.isSafeInteger(amountE8) || amountE8 <= 0)) return refuse({ kind: 'amountInvalid' })
  const shared = state.sharing.get(account.id)
  const debts = shared === undefined ? [] : debtsOf(shared).filter((one) => coin === null || one.coin === coin)
  if (shared === undefined || debts.length === 0) return refuse({ kind: 'nothingOwed' })
  let repaid = 0
  for (const cash of debts) {
    const wantedE8 = Math.min(amountE8 ?? Infinity, shared.owedE8(cash.coin))
    const ownE8 = payBack(state, cash, shared, Math.min(wantedE8, unheldCoinsE8(cash)), nowMs)
    repaid += ownE8
    const left = { cash, wantedE8: wantedE8 - ownE8, cause: 'repayment' } as const
    if (isOwnCoinOnly !== true) repaid += repayWithOthers(state, shared, left, nowMs)
  }
  return repaid === 0 ? refuse({ kind: 'nothingToRepayWith' }) : { ok: true }
}
