import { createPool, drawdownAt, isTriggered, notePool, poolBalanceE8, type Pool } from './insurance-pool'
import type { EngineState } from '../state'

/** The insurance pools of the exchange: what is remembered of each, and when it is noted. */

function poolOf(state: EngineState, coin: string): Pool {
  const pool = state.pools.get(coin) ?? createPool()
  state.pools.set(coin, pool)
  return pool
}

function pnlE8(state: EngineState, coin: string, balanceE8: number): number {
  return balanceE8 - (state.insurance.cash.get(coin)?.credited.e8 ?? 0)
}

/** How far the pool's P&L has fallen within eight hours, for whoever asks: nothing is noted. */
export function poolDrawdown(state: EngineState, coin: string, nowMs: number) {
  const balance = poolBalanceE8(state.insurance, coin)
  return drawdownAt(state.pools.get(coin) ?? createPool(), pnlE8(state, coin, balance), balance, nowMs)
}

/** Takes note of the pool of a coin; called before and after whatever changes it. */
export function notePoolNow(state: EngineState, coin: string, nowMs: number): void {
  const balance = poolBalanceE8(state.insurance, coin)
  notePool(poolOf(state, coin), pnlE8(state, coin, balance), balance, nowMs)
}

/** The same, and whether the pool asks for deleveraging now. */
export function updateDeleveraging(state: EngineState, coin: string, nowMs: number): boolean {
  notePoolNow(state, coin, nowMs)
  const pool = poolOf(state, coin)
  const balance = poolBalanceE8(state.insurance, coin)
  pool.isDeleveraging = isTriggered(pool, pnlE8(state, coin, balance), balance)
  return pool.isDeleveraging
}
