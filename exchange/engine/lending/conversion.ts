import type { Account, Cash } from '../entities'
import { mulDiv, ONE_E8 } from '../scaled'
import type { ConversionCause } from '../events'
import type { EngineState } from '../state'
import { unheldCoinsE8 } from '../risk/available'
import { coinsFor, dollarsOf } from './amounts'
import { payBack, repayFree, tellMove } from './loans'
import type { SharedCollateral } from './shared-collateral'

/** What the exchange takes of a coin that is given up for a debt: a pair's taker fee (ADR-404). */
export const CONVERSION_FEE_E8 = 100_000
const COST_E8 = ONE_E8 + CONVERSION_FEE_E8

/**
 * Repays debts of a coin with other coins at their index: those that the account has free, in the order of the exchange's
 * list, each as far as it goes. The exchange's own account gives the coin that is owed and takes the others, with the fee.
 *
 * @param wantedE8 coins of the debt
 * @returns what of it was repaid
 */
export function repayWithOthers(
  state: EngineState,
  shared: SharedCollateral,
  debt: { readonly cash: Cash; readonly wantedE8: number; readonly cause: ConversionCause },
  nowMs: number,
): number {
  const { cash: owed, cause } = debt
  const priceE8 = state.coins.priceE8(owed.coin)
  if (priceE8 === null) return 0
  let left = Math.min(debt.wantedE8, shared.owedE8(owed.coin))
  let repaid = 0
  for (const { coin } of state.coins.all) {
    const given = shared.account.cash.get(coin)
    if (left <= 0) break
    if (given === undefined || given === owed || shared.owedE8(coin) > 0) continue
    const boughtE8 = exchange(state, { given, owed, priceE8, wantedE8: left, cause }, nowMs)
    if (boughtE8 === 0) continue
    payBack(state, owed, shared, boughtE8, nowMs)
    left -= boughtE8
    repaid += boughtE8
  }
  return repaid
}

interface Exchange {
  readonly given: Cash
  readonly owed: Cash
  readonly priceE8: number
  readonly wantedE8: number
  readonly cause: ConversionCause
}

/** @returns coins that were got */
function exchange(state: EngineState, asked: Exchange, nowMs: number): number {
  const { given, owed, priceE8, wantedE8, cause } = asked
  const givenPriceE8 = state.coins.priceE8(given.coin)
  const freeE8 = unheldCoinsE8(given)
  if (givenPriceE8 === null || freeE8 <= 0) return 0
  const mostE8 = coinsFor(mulDiv(dollarsOf(freeE8, givenPriceE8), ONE_E8, COST_E8, 'down'), priceE8)
  const gotE8 = Math.min(wantedE8, mostE8)
  if (gotE8 <= 0) return 0
  const paidE8 = Math.min(freeE8, costOf(gotE8, priceE8, givenPriceE8))
  const feeE8 = Math.max(0, paidE8 - worthOf(gotE8, priceE8, givenPriceE8))
  given.receive(-paidE8)
  state.house.coin(given.coin).receive(paidE8)
  tellMove(state, given, { type: 'convertOut', amountE8: paidE8, feeE8, cause }, nowMs)
  owed.receive(gotE8)
  state.house.coin(owed.coin).receive(-gotE8)
  tellMove(state, owed, { type: 'convertIn', amountE8: gotE8, cause }, nowMs)
  return gotE8
}

/** Coins to give for `gotE8`, the fee with them, to the unit above. */
function costOf(gotE8: number, priceE8: number, givenPriceE8: number): number {
  const dollars = mulDiv(mulDiv(gotE8, priceE8, ONE_E8, 'up'), COST_E8, ONE_E8, 'up')
  return mulDiv(dollars, ONE_E8, givenPriceE8, 'up')
}

/** The same without the fee. */
function worthOf(gotE8: number, priceE8: number, givenPriceE8: number): number {
  return mulDiv(mulDiv(gotE8, priceE8, ONE_E8, 'up'), ONE_E8, givenPriceE8, 'up')
}

/** Debts of an account, the largest in US dollars first. */
export function debtsOf(shared: SharedCollateral): readonly Cash[] {
  const { account, coins } = shared
  const worth = (cash: Cash): number => dollarsOf(shared.owedE8(cash.coin), coins.priceE8(cash.coin) ?? 0)
  return account.coins.filter(({ coin }) => shared.owedE8(coin) > 0).toSorted((a, b) => worth(b) - worth(a))
}

/** In a liquidation: repays of all debts as much as other coins give. */
export function repayAll(state: EngineState, account: Account, shared: SharedCollateral, nowMs: number): void {
  repayFree(state, account, nowMs)
  for (const cash of debtsOf(shared)) {
    const debt = { cash, wantedE8: shared.owedE8(cash.coin), cause: 'liquidation' } as const
    repayWithOthers(state, shared, debt, nowMs)
  }
}
