import type { PlaceCommand } from '../commands'
import type { Account, Market, Order } from '../entities'
import { cancelOrder } from '../orders/open-orders'
import { orderIdOf } from '../orders/order-ids'
import { refuse, type EngineRefusal, type EngineResult } from '../result'
import type { EngineState } from '../state'
import {
  MakerProtection,
  type ProtectionState,
  type ResetMakerProtection,
  type SetMakerProtection,
} from './maker-protection'

/** A minute: what is counted has to be bounded (ours). */
const WINDOW_MAX_MS = 60_000
/** A day (ours). */
const FROZEN_MAX_MS = 86_400_000
/** Sums of fills stay exact below it. */
const LIMIT_MAX_E8 = 2 ** 50

const PULLED = { cancelType: 'CancelByMmpTriggered', rejectReason: null } as const

/** What has options protects orders: `null` of everything else, and of an order that is not marked. */
export function checkProtection({ product }: Market, { isProtected }: PlaceCommand): EngineRefusal | null {
  return isProtected === true && product.protectedLots === null ? { kind: 'protectionRefused', why: 'notOption' } : null
}

/** Marks an order that was taken. */
export function protectOrder(state: EngineState, order: Order): void {
  const { account, market } = order.position
  order.protection = protectionOf(state, account, coinOf(market))
  order.protection.protect(order)
}

/** Counts a fill of an order at rest; the orders are pulled once its taker is done. */
export function countFill(
  state: EngineState,
  protection: MakerProtection<Order>,
  { position: { market }, side }: Order,
  lots: number,
  nowMs: number,
): void {
  const counted = market.product.protectedLots?.(market, lots)
  if (counted !== undefined && protection.count(side, counted, nowMs)) state.reached.add(protection)
}

/** Pulls the orders of whoever reached a limit. */
export function pullOrders(state: EngineState, nowMs: number): void {
  for (const protection of state.reached) {
    for (const order of protection.freeze(nowMs)) cancelOrder(state, order, PULLED, nowMs)
  }
  state.reached.clear()
}

/** What is counted and frozen goes on. */
export function setMakerProtection(state: EngineState, account: Account, command: SetMakerProtection): EngineResult {
  const { coin, windowMs, frozenMs, qtyLimitE8, deltaLimitE8 } = command
  if (![...state.markets.values()].some((market) => isProtectedIn(market, coin)))
    return refuse({ kind: 'protectionRefused', why: 'unknownCoin' })
  const isFine =
    isWhole(windowMs, 1, WINDOW_MAX_MS) &&
    isWhole(frozenMs, 0, FROZEN_MAX_MS) &&
    isWhole(qtyLimitE8, 1, LIMIT_MAX_E8) &&
    isWhole(deltaLimitE8, 1, LIMIT_MAX_E8)
  if (!isFine) return refuse({ kind: 'protectionRefused', why: 'terms' })
  protectionOf(state, account, coin).terms = { windowMs, frozenMs, qtyLimitE8, deltaLimitE8 }
  return { ok: true }
}

export function resetMakerProtection(
  state: EngineState,
  account: Account,
  { coin }: ResetMakerProtection,
): EngineResult {
  const known = state.protections.get(keyOf(account.id, coin))
  if (known === undefined || known.terms === null) return refuse({ kind: 'protectionRefused', why: 'notSet' })
  known.reset()
  return { ok: true }
}

/** Once the open orders are restored. */
export function restoreProtection(state: EngineState, saved: ProtectionState): void {
  protectionOf(state, { id: saved.account }, saved.coin).restore(saved)
  for (const number of saved.orders) protectOrder(state, state.orders.get(orderIdOf(number))!)
}

/** @param account an id. @returns `null` where it never protected anything of the coin */
export function findProtection(state: EngineState, account: string, coin: string): MakerProtection<Order> | null {
  return state.protections.get(keyOf(account, coin)) ?? null
}

/** Opens what is missing. */
function protectionOf(state: EngineState, { id }: Pick<Account, 'id'>, coin: string): MakerProtection<Order> {
  const key = keyOf(id, coin)
  const known = state.protections.get(key)
  if (known !== undefined) return known
  const opened = new MakerProtection<Order>(id, coin)
  state.protections.set(key, opened)
  return opened
}

function isProtectedIn(market: Market, coin: string): boolean {
  return market.product.protectedLots !== null && coinOf(market) === coin
}

function coinOf({ instrument: { underlying, symbol } }: Market): string {
  return underlying ?? symbol
}

function keyOf(account: string, coin: string): string {
  return `${account} ${coin}`
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && value >= least && value <= most
}
