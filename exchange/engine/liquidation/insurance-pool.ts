import type { Account } from '../entities'
import { equityE8 } from '../risk/margin'

/**
 * The insurance pool of one coin, and when its losses make the exchange deleverage (semantics.md §1.5):
 * the balance is gone, or the 8-hour P&L ratio (P&L − highest P&L) / highest balance is at or below −0.3; it stops once
 * the balance is above zero and the ratio above −0.25. P&L is the balance less what was paid in; both are followed in
 * slots of five minutes.
 */
export interface Pool {
  isDeleveraging: boolean
  /** Oldest first, at most as many as eight hours have. */
  readonly slots: PoolSlot[]
}

export interface PoolSlot {
  /** Start of the slot divided by its length. */
  readonly number: number
  maxPnlE8: number
  maxBalanceE8: number
}

const SLOT_MS = 5 * 60_000
const SLOTS = 96

export function createPool(): Pool {
  return { isDeleveraging: false, slots: [] }
}

/** Wallet and the unrealised results of what was taken over. */
export function poolBalanceE8(insurance: Account, coin: string): number {
  const cash = insurance.cash.get(coin)
  return cash === undefined ? 0 : equityE8(cash)
}

/** Takes note of the pool as it stands; called before and after whatever changes it. */
export function notePool(pool: Pool, pnlE8: number, balanceE8: number, nowMs: number): void {
  const number = Math.floor(nowMs / SLOT_MS)
  while (pool.slots.length > 0 && pool.slots[0]!.number <= number - SLOTS) pool.slots.shift()
  const last = pool.slots.at(-1)
  if (last === undefined || last.number !== number) {
    pool.slots.push({ number, maxPnlE8: pnlE8, maxBalanceE8: balanceE8 })
    return
  }
  last.maxPnlE8 = Math.max(last.maxPnlE8, pnlE8)
  last.maxBalanceE8 = Math.max(last.maxBalanceE8, balanceE8)
}

/** How far the P&L has fallen from its highest of eight hours, and the highest balance of those. */
export function drawdownOf(pool: Pool, pnlE8: number, balanceE8: number) {
  let maxPnl = pnlE8
  let maxBalance = balanceE8
  for (const slot of pool.slots) {
    maxPnl = Math.max(maxPnl, slot.maxPnlE8)
    maxBalance = Math.max(maxBalance, slot.maxBalanceE8)
  }
  return { lossE8: maxPnl - pnlE8, maxBalanceE8: maxBalance }
}

/** The same of the eight hours before a moment, whether or not the pool has moved since. */
export function drawdownAt(pool: Pool, pnlE8: number, balanceE8: number, nowMs: number) {
  const oldest = Math.floor(nowMs / SLOT_MS) - SLOTS
  const slots = pool.slots.filter(({ number }) => number > oldest)
  return drawdownOf({ ...pool, slots }, pnlE8, balanceE8)
}

/** Whether deleveraging is on after these figures: it starts at −0.3 and goes on until above −0.25. */
export function isTriggered(pool: Pool, pnlE8: number, balanceE8: number): boolean {
  if (balanceE8 <= 0) return true
  const { lossE8, maxBalanceE8 } = drawdownOf(pool, pnlE8, balanceE8)
  // (pnl − max) / balance ≤ −0.3, in whole numbers: 100 × loss ≥ 30 × balance. The bounds of wallets keep it exact.
  return BigInt(lossE8) * 100n >= BigInt(maxBalanceE8) * (pool.isDeleveraging ? 25n : 30n)
}
