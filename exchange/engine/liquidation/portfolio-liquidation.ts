import type { Cash, Order, Position } from '../entities'
import { coverDebts, repayToSafety } from '../lending/liquidation-repay'
import { deliversBase } from '../risk/coin-guard'
import { equityE8, isBelowMaintenance, totalMaintenanceE8 } from '../risk/margin'
import { priceOfValue } from '../risk/isolated-margin'
import { PORTFOLIO_MARGIN } from '../risk/portfolio'
import { behindE8, trialMarginE8 } from '../risk/portfolio-model'
import { positionValueE8 } from '../risk/position-value'
import { mulDiv, ONE_E8 } from '../scaled'
import type { EngineState } from '../state'
import { cancelOrders } from './pass-through'
import { cancelOrder } from '../orders/open-orders'
import { liquidationFeeE8 } from './liquidation-fee'
import { sendLiquidation } from './liquidation-order'
import { takeOver, unwindTaken } from './takeover'

const BY_LIQUIDATION = 'CancelByPrepareLiq'
const BY_TRIAL = { cancelType: 'CancelByPmTrialMmOverEquity', rejectReason: null } as const
/** Parts of a position that a step may close, in fourths. */
const PARTS = [1, 2, 4] as const
/** Steps at one mark: more positions than an account has are not closed in parts at once. */
const STEPS_MAX = 64

/**
 * An account with portfolio margin in one coin, or in all that back each other (ADR-394, ADR-395, ADR-485). Orders whose fills would take the maintenance margin
 * beyond the equity end first, newest first. When the margin of what is held is beyond it, all orders that could raise the
 * risk end, and positions are closed step by step through the book: each time the one whose closing lowers the margin most,
 * and no more of it than is needed, so that what hedges stays. Debts are
 * repaid before. It ends at 90 % of the equity (semantics.md §1.5); when the equity no longer covers the fees, everything
 * is taken over.
 *
 * @param group `cash`, and the coins that stand on the same equity
 */
export function liquidatePortfolio(state: EngineState, cash: Cash, group: readonly Cash[], nowMs: number): void {
  if (!isBelowMaintenance(cash)) return endTrials(state, cash, group, nowMs)
  for (const one of group) cancelOrdersOf(state, one, nowMs)
  if (!isBelowMaintenance(cash)) return
  const { account } = cash
  const shared = account.backing.loans === null ? null : (state.sharing.get(account.id) ?? null)
  if (shared !== null) repayToSafety(state, shared, nowMs)
  if (!isSafe(cash)) cutPositions(state, cash, group, nowMs)
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
  const positions = group.flatMap((one) => one.positions)
  const refused = new Set<Position>()
  for (let step = 0; step < STEPS_MAX && !isSafe(cash); step++) {
    const cut = nextCut(state, cash, positions, refused)
    if (cut === null) break
    const { position, lots } = cut
    const limitTicks = solventTicks(state, position)
    if (sendLiquidation(state, position, { lots, isWhole: false, limitTicks }, nowMs) < lots) refused.add(position)
  }
  const left = positions.filter(({ lots }) => lots !== 0)
  const fees = left.reduce((sum, position) => sum + backing.weigh(position.cash, closingFeeE8(state, position)), 0)
  if (left.length === 0 || backing.weigh(cash, equityE8(cash)) > fees || !isBelowMaintenance(cash)) return
  // The largest goes last: its price carries what is missing.
  const ordered = left
    .map((position) => ({ position, margin: backing.weigh(position.cash, PORTFOLIO_MARGIN.aloneE8(position)) }))
    .toSorted((a, b) => a.margin - b.margin)
  for (const [at, { position }] of ordered.entries()) takeOver(state, position, at === ordered.length - 1, nowMs)
  for (const { position } of ordered) unwindTaken(state, position.market, nowMs)
}

/** Ends orders, newest first, that the trial margin would be less without, until the equity covers it. */
function endTrials(state: EngineState, cash: Cash, group: readonly Cash[], nowMs: number): void {
  const resting: Order[] = []
  for (const { firstOrder } of group.flatMap(({ positions }) => positions)) {
    for (let order = firstOrder; order !== null; order = order.ownNext) {
      if (order.level !== null && order.position.base === null) resting.push(order)
    }
  }
  resting.sort((a, b) => b.number - a.number)
  for (const order of resting) {
    const trial = trialMarginE8(cash)
    if (equityE8(cash) >= trial) return
    const { position } = order
    const leaves = order.lots - order.filledLots
    position.count(order, leaves, -1)
    const isHelped = trialMarginE8(cash) < trial
    position.count(order, leaves, 1)
    if (isHelped) cancelOrder(state, order, BY_TRIAL, nowMs)
  }
}

/** MM ≤ 90 % of the equity: where a partial liquidation ends. */
function isSafe(cash: Cash): boolean {
  return totalMaintenanceE8(cash) * 10 <= equityE8(cash) * 9
}

interface Cut {
  readonly position: Position
  readonly lots: number
}

/** The part of a position whose closing lowers the maintenance margin most; `null` where none does. */
function nextCut(
  state: EngineState,
  cash: Cash,
  positions: readonly Position[],
  refused: ReadonlySet<Position>,
): Cut | null {
  let best: (Cut & { readonly freed: number }) | null = null
  for (const position of positions) {
    if (position.lots === 0 || refused.has(position)) continue
    const held = Math.abs(position.lots)
    for (const part of PARTS) {
      const lots = mulDiv(held, part, PARTS.length + 1, 'up')
      const freed = freedBy(state, position, lots)
      if (freed > (best?.freed ?? 0)) best = { position, lots, freed }
    }
  }
  return best === null ? null : { position: best.position, lots: leastLots(state, cash, best) }
}

/** As few of the lots as bring the margin to 90 % of the equity, by halving; all of them where they do not. */
function leastLots(state: EngineState, cash: Cash, { position, lots }: Cut): number {
  const { backing } = cash.account
  const missing = backing.weigh(cash, totalMaintenanceE8(cash)) - backing.weigh(cash, equityE8(cash)) * 0.9
  if (freedBy(state, position, lots) < missing) return lots
  let [tooFew, enough] = [0, lots]
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2)
    if (freedBy(state, position, middle) >= missing) enough = middle
    else tooFew = middle
  }
  return enough
}

/**
 * By how much closing so many lots lowers the maintenance margin of their coin, in the unit in which coins compare; less
 * nine tenths of its liquidation fee, by which the margin that is wanted falls too.
 */
function freedBy(state: EngineState, position: Position, lots: number): number {
  const { cash, lots: before } = position
  const held = PORTFOLIO_MARGIN.heldE8(cash).maintenance
  position.lots -= Math.sign(before) * lots
  const left = PORTFOLIO_MARGIN.heldE8(cash).maintenance
  position.lots = before
  const fee = liquidationFeeE8(state, position) * (lots / Math.abs(before))
  return cash.account.backing.weigh(cash, held - left - Math.ceil(0.9 * fee))
}

function closingFeeE8(state: EngineState, position: Position): number {
  const { market, lots, takerRateE8 } = position
  const held = Math.abs(lots)
  const ticks = market.knownMarkTicks
  const side = lots > 0 ? 'sell' : 'buy'
  const fill = { side, ticks, lots: held, valueE8: market.valueOf(held, ticks) } as const
  return market.product.feeE8(fill, takerRateE8, market) + liquidationFeeE8(state, position)
}

/**
 * The worst price at which all of a position may be closed so that its account is left with nothing, fee paid, and not
 * with debts; less one unit a lot for the roundings of the fills. `null` where every price does.
 */
function solventTicks(state: EngineState, position: Position): number | null {
  const { direction, lots, takerRateE8 } = position
  const { margin } = position.market.product
  const room = behindE8(position) - Math.abs(lots) - liquidationFeeE8(state, position)
  if (margin !== null) {
    const value = margin.solventE8(position, room)
    return value === null ? null : priceOfValue(position, BigInt(value), 1n)
  }
  const value = BigInt(positionValueE8(position) - direction * room) * BigInt(ONE_E8)
  return priceOfValue(position, value, BigInt(ONE_E8 - direction * takerRateE8))
}
