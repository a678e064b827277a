import type { MarginMode } from '../accounts/account-settings'
import type { Cash, Position, Order } from '../entities'
import { isProtection } from '../triggers/protections'
import { availableE8 } from '../risk/available'
import { deliversBase } from '../risk/coin-guard'
import { closingCostE8, equityE8, isBelowMaintenance, maintenanceMarginE8, totalMaintenanceE8 } from '../risk/margin'
import { ISOLATED } from '../risk/isolated'
import { riskOf } from '../risk/risk-of'
import { positionValueE8 } from '../risk/position-value'
import { priceOfValue } from '../risk/isolated-margin'
import { coverDebts, repayToSafety } from '../lending/liquidation-repay'
import { solventTicks } from '../risk/no-debt'
import { ownTierOf } from '../risk/maintenance-margin'
import { initialMarginE8 } from '../risk/formulas'
import { cancelOrders } from './pass-through'
import { ONE_E8 } from '../scaled'
import type { EngineState } from '../state'
import { liquidationFeeE8 } from './liquidation-fee'
import { sendLiquidation } from './liquidation-order'
import { takeOver, unwindTaken } from './takeover'

const BY_LIQUIDATION = 'CancelByPrepareLiq'
/** Orders a cross liquidation sends in one contract at one mark before it gives the whole position up. */
const ROUNDS = 4

/** Liquidates what the new mark took to its limit: an isolated position by its own price, a cross account as a whole. */
export function liquidateIfDue(state: EngineState, position: Position, nowMs: number): void {
  const { account } = position
  if (account.role === 'house') return
  if (riskOf(account).isDue(position)) LIQUIDATIONS[account.marginMode](state, position, nowMs)
}

const LIQUIDATIONS: Readonly<Record<MarginMode, (state: EngineState, position: Position, nowMs: number) => void>> = {
  cross: (state, { cash }, nowMs) => liquidateCross(state, cash, nowMs),
  isolated: (state, position, nowMs) => {
    if (!refillMargin(state, position)) liquidateIsolated(state, position, nowMs)
  },
  // Never by one mark alone: see `reviewAccounts`.
  portfolio: () => undefined,
}

/** Σ MM ≤ 90 % of the equity: where a partial liquidation ends. */
function isSafe(cash: Cash): boolean {
  return totalMaintenanceE8(cash) * 10 <= equityE8(cash) * 9
}

/**
 * A cross account in one coin, in the published steps: orders that could raise the risk are cancelled; positions are cut
 * through the book, the one with the largest maintenance margin first, until Σ MM is 90 % of the equity; and when the
 * equity no longer covers the fees of closing, everything is taken over at the bankruptcy price. What the book does not
 * take while there still is equity stays, and is tried again at the next mark.
 */
export function liquidateCross(state: EngineState, cash: Cash, nowMs: number): void {
  const { account } = cash
  const { backing } = account
  const group = backing.group() ?? [cash]
  for (const one of group) cancelOrdersOf(state, one, nowMs)
  if (!isBelowMaintenance(cash)) return
  const shared = backing.loans === null ? null : (state.sharing.get(account.id) ?? null)
  if (shared !== null) repayToSafety(state, shared, nowMs)
  if (isSafe(cash)) return
  cutPositions(state, cash, group, nowMs)
  if (shared !== null && isBelowMaintenance(cash)) coverDebts(state, shared, nowMs)
}

function cancelOrdersOf(state: EngineState, cash: Cash, nowMs: number): void {
  for (const position of cash.positions) cancelOrders(state, position, BY_LIQUIDATION, nowMs, (one) => !one.reduceOnly)
  for (const position of cash.basePositions) {
    cancelOrders(state, position, BY_LIQUIDATION, nowMs, (one) => deliversBase(position, one.side))
  }
}

function cutPositions(state: EngineState, cash: Cash, group: readonly Cash[], nowMs: number): void {
  const { backing } = cash.account
  const held = group
    .flatMap(({ positions }) => positions)
    .filter((position) => position.lots !== 0)
    .map((position) => ({ position, margin: backing.weigh(position.cash, maintenanceMarginE8(position)) }))
    .toSorted((a, b) => b.margin - a.margin)
  for (const { position } of held) {
    cutPosition(state, position, nowMs)
    if (isSafe(cash)) return
  }
  const left = held.filter(({ position }) => position.lots !== 0).map(({ position }) => position)
  const closingCosts = left.reduce((sum, one) => sum + backing.weigh(one.cash, closingE8(state, one)), 0)
  if (left.length === 0 || backing.weigh(cash, equityE8(cash)) > closingCosts || !isBelowMaintenance(cash)) return
  // The largest goes last: its price carries what is missing.
  for (let i = left.length - 1; i >= 0; i--) takeOver(state, left[i]!, i === 0, nowMs)
  for (const { market } of left) unwindTaken(state, market, nowMs)
}

function cutPosition(state: EngineState, position: Position, nowMs: number): void {
  // What brings money in is sold in every case.
  if (equityE8(position.cash) <= 0 && closingCostE8(position) >= 0) return
  for (let round = 1; round <= ROUNDS && position.lots !== 0 && !isSafe(position.cash); round++) {
    const all = Math.abs(position.lots)
    const lots = round === ROUNDS ? all : Math.min(all, lotsToSafety(state, position))
    if (
      sendLiquidation(
        state,
        position,
        { lots, isWhole: false, limitTicks: crossSolventTicks(state, position) },
        nowMs,
      ) < lots
    )
      return
  }
}

/** What closing at the mark would take of the equity, by a liquidation. */
function closingE8(state: EngineState, position: Position): number {
  return closingCostE8(position) + liquidationFeeE8(state, position)
}

/**
 * The worst price at which a cross position may be sold: closing all of it there leaves its account with nothing, fee
 * paid, and not with debts. What the book does not take at this price or better is the insurance pool's.
 *
 *   (value(mark) − d·equity) / (1 − d·f), less one unit a lot for the roundings of the fills
 *
 * @returns `null` where every price of the contract does
 */
function crossSolventTicks(state: EngineState, position: Position): number | null {
  const { direction, lots } = position
  const { margin } = position.market.product
  const room = equityE8(position.cash) - Math.abs(lots) - liquidationFeeE8(state, position)
  if (margin !== null) {
    const value = margin.solventE8(position, room)
    return value === null ? null : priceOfValue(position, BigInt(value), 1n)
  }
  const value = BigInt(positionValueE8(position) - direction * room) * BigInt(ONE_E8)
  return priceOfValue(position, value, BigInt(ONE_E8 - direction * position.takerRateE8))
}

/** About how many lots must go so that Σ MM is 90 % of the equity, if they go at the best price of the book. */
function lotsToSafety(state: EngineState, position: Position): number {
  const { cash, market } = position
  const held = Math.abs(position.lots)
  const best = market.book.opposite(position.lots > 0 ? 'sell' : 'buy').best()?.ticks ?? market.knownMarkTicks
  const loss = Math.max(0, position.direction * (positionValueE8(position) - market.valueOf(held, best)))
  const cost = (loss + closingE8(state, position)) / held
  const freed = maintenanceMarginE8(position) / held
  const missing = totalMaintenanceE8(cash) - 0.9 * equityE8(cash)
  const perLot = freed - 0.9 * cost
  return perLot <= 0 ? held : Math.max(1, Math.min(held, Math.ceil(missing / perLot)))
}

/**
 * Auto-add-margin (semantics.md §1.5): as much as the initial margin, or all that is available if less, again while the
 * position stands at its limit; never more than brings its effective leverage down to one.
 * @returns whether it is out of danger
 */
function refillMargin(state: EngineState, position: Position): boolean {
  if (!position.isAutoAddMargin) return false
  while (ISOLATED.isDue(position)) {
    const initial = initialMarginE8(position.costE8, position.leverageE2)
    const roomToOne = position.costE8 - initial - position.extraMarginE8
    const add = Math.min(initial, availableE8(position.cash), roomToOne)
    if (add <= 0) return false
    position.extraMarginE8 += add
    state.outbox.touchPosition(position)
    state.outbox.touchWallet(position.account)
  }
  return true
}

/**
 * An isolated position at its liquidation price: its orders are cancelled, but for what only waits to close it (that
 * costs no margin, and guards what may be left); in a higher risk tier, if that was not
 * enough, a fill-or-kill order cuts it down to the next lower tier; and if it still is due it is taken over.
 */
function liquidateIsolated(state: EngineState, position: Position, nowMs: number): void {
  const { market } = position
  cancelOrders(state, position, BY_LIQUIDATION, nowMs, (one) => !guardsPosition(one))
  if (!ISOLATED.isDue(position)) return
  const { tiers } = market.instrument
  const below = tiers[tiers.indexOf(ownTierOf(position)) - 1]
  if (below !== undefined) {
    const held = Math.abs(position.lots)
    const kept = Math.floor(below.limitE8 / (positionValueE8(position) / held))
    const excess = {
      lots: Math.max(1, held - kept),
      isWhole: true,
      limitTicks: solventTicks(position, position.takerRateE8),
    }
    sendLiquidation(state, position, excess, nowMs)
    if (!ISOLATED.isDue(position)) return
  }
  takeOver(state, position, false, nowMs)
  unwindTaken(state, market, nowMs)
}

function guardsPosition(order: Order): boolean {
  return isProtection(order) || (order.status === 'untriggered' && order.reduceOnly)
}
