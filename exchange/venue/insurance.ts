import { Exact, toText, type Rate } from '../../src/domain/decimal'
import type { MatchingEngine } from '../engine/matching-engine'
import type { Listing } from './listing'
import type { InsurancePool } from './venue-port'
import { moneyOf } from './shapes'

/** The insurance pools of all settle coins, as of now. */
export function insurancePools(
  engine: MatchingEngine,
  listings: readonly Listing[],
  nowMs: number,
): readonly InsurancePool[] {
  const coins = new Set(listings.map(({ instrument }) => instrument.settleCoin))
  return [...coins].map((coin) => insurancePoolOf(engine, coin, nowMs))
}

function insurancePoolOf(engine: MatchingEngine, coin: string, nowMs: number): InsurancePool {
  const { balanceE8, isDeleveraging } = engine.insurancePool(coin)
  const { lossE8, maxBalanceE8 } = engine.insuranceDrawdown(coin, nowMs)
  // Eight decimals, toward zero: what is shown as the bound has reached it.
  const ratio =
    maxBalanceE8 <= 0 ? new Exact(0) : new Exact(-lossE8).div(maxBalanceE8).toDecimalPlaces(8, Exact.ROUND_DOWN)
  const pnlRatio = toText<Rate>(ratio)
  return { coin, balance: moneyOf(balanceE8), maxBalance: moneyOf(maxBalanceE8), pnlRatio, isDeleveraging }
}
