import type { Account, Cash, Position } from './entities'
import { protectionOf } from './protections'
import type { EngineBalance, EnginePosition } from './position-records'
import { isolatedBankruptcyTicks } from './isolated'
import { isolatedLiquidation, ownMaintenanceE8 } from './maintenance-margin'
import { extraValueE8, orderMarginE8 } from './order-margin'
import { positionValueE8 } from './position-value'
import { feeToCloseE8, initialMarginE8, unrealisedE8 } from './risk'

/**
 * Margin of an account in one settle coin, asked anew each time from the running sums of its positions:
 *
 *   cross:    available = wallet + Σ unrealised(mark) − Σ position IM − Σ order IM
 *   isolated: available = wallet − Σ position margin − Σ order IM, where a position's margin is its IM at the entry and
 *             what was added to it. It is set aside within the wallet, not taken out of it.
 *
 * What orders hold back is in order-margin.ts.
 */

export function unrealisedOfE8(position: Position): number {
  if (position.lots === 0) return 0
  return unrealisedE8(positionValueE8(position), position.costE8, position.direction)
}

export function closingFeeE8(position: Position): number {
  const { costE8, leverageE2, direction, closingFee: memo } = position
  const { takerRateE8 } = position
  if (
    memo.costE8 === costE8 &&
    memo.leverageE2 === leverageE2 &&
    memo.direction === direction &&
    memo.takerRateE8 === takerRateE8
  ) {
    return memo.feeE8
  }
  memo.costE8 = costE8
  memo.leverageE2 = leverageE2
  memo.direction = direction
  memo.takerRateE8 = takerRateE8
  memo.feeE8 = feeToCloseE8(costE8, leverageE2, direction, takerRateE8)
  return memo.feeE8
}

/** Cross: value(mark)/L + fee to close on entry. Isolated: value(entry)/L + fee to close + added margin. */
export function positionMarginE8(position: Position): number {
  if (position.lots === 0) return 0
  const isIsolated = position.account.marginMode === 'isolated'
  const basis = isIsolated ? position.costE8 : positionValueE8(position)
  return initialMarginE8(basis, position.leverageE2) + closingFeeE8(position) + position.extraMarginE8
}

/** What chooses the tier that bounds leverage: position at mark and the larger side of the orders beyond it. */
export function exposureE8(position: Position): number {
  return positionValueE8(position) + Math.max(extraValueE8(position, 'buy'), extraValueE8(position, 'sell'))
}

/** value(mark) × MMR − deduction of the position's own tier, and the fee to close. */
export function maintenanceMarginE8(position: Position): number {
  return position.lots === 0 ? 0 : ownMaintenanceE8(position) + closingFeeE8(position)
}

/** Wallet and unrealised results. */
export function equityE8(cash: Cash): number {
  let equity = cash.walletE8
  for (const position of cash.positions) equity += unrealisedOfE8(position)
  return equity
}

export function totalMaintenanceE8(cash: Cash): number {
  let total = 0
  for (const position of cash.positions) total += maintenanceMarginE8(position)
  return total
}

/**
 * Free for new orders; negative when losses have eaten into the margin.
 * @param besides a position whose orders are not counted
 */
export function availableE8(cash: Cash, besides: Position | null = null): number {
  let available = cash.walletE8
  const isIsolated = cash.account.marginMode === 'isolated'
  for (const position of cash.positions) {
    if (position.lots !== 0) {
      if (!isIsolated) available += unrealisedOfE8(position)
      available -= positionMarginE8(position)
    }
    if (position !== besides) available -= orderMarginE8(position)
  }
  return available
}

/**
 * The mark at which a buffer is used up: mark − s × buffer / q, a long's rounded up to the tick, a short's down. Of the
 * two directions of hedge mode only the net size counts; the smaller one cannot use anything up (semantics.md §1.4).
 * @returns `null` at or beyond the contract's price range
 */
function exhaustionTicks(position: Position, bufferE8: number): number | null {
  const { instrument, markTicks, product } = position.market
  const net = position.lots + (position.sibling?.lots ?? 0)
  if (Math.sign(net) !== Math.sign(position.lots)) return null
  const ticks = product.exhaustedTicks(instrument.valueUnitE8, net, bufferE8, {
    ticks: markTicks,
    valueE8: positionValueE8(position),
  })
  return ticks === null || ticks <= instrument.minPriceTicks || ticks >= instrument.maxPriceTicks ? null : ticks
}

/**
 * Cross liquidation price: LP = mark − s × (equity − Σ MM) / q, all other prices and this mark's MM held still.
 *
 * For one position without orders this is semantics.md §1.4, available + IM − MM from the mark (from the entry it is
 * the same price, since equity includes the unrealised result). With several positions or orders it uses what the
 * liquidation itself compares. An estimate: MM moves with the mark too, so the true price lies slightly beyond it, and
 * the two meet as the mark comes near.
 */
export function liquidationTicks(position: Position): number | null {
  if (position.account.marginMode === 'isolated') return isolatedLiquidation(position)
  return exhaustionTicks(position, equityE8(position.cash) - totalMaintenanceE8(position.cash))
}

/** The mark at which the account's equity is zero. */
export function bankruptcyTicks(position: Position): number | null {
  if (position.account.marginMode === 'isolated') return isolatedBankruptcyTicks(position)
  return exhaustionTicks(position, equityE8(position.cash))
}

export function toEnginePosition(position: Position, seq: number): EnginePosition {
  const isFlat = position.lots === 0
  return {
    account: position.account.id,
    symbol: position.market.instrument.symbol,
    lots: position.lots,
    costE8: position.costE8,
    leverageE2: position.leverageE2,
    markTicks: position.market.markTicks,
    unrealisedE8: unrealisedOfE8(position),
    realisedE8: position.realisedE8,
    cumRealisedE8: position.cumRealisedE8,
    initialMarginE8: positionMarginE8(position),
    maintenanceMarginE8: maintenanceMarginE8(position),
    liquidationTicks: isFlat ? null : liquidationTicks(position),
    bankruptcyTicks: isFlat ? null : bankruptcyTicks(position),
    positionIdx: position.positionIdx,
    marginMode: position.account.marginMode,
    extraMarginE8: position.extraMarginE8,
    isAutoAddMargin: position.isAutoAddMargin,
    openCostE8: position.market.instrument.settlesSessions === true ? position.openCostE8 : position.costE8,
    adlRank: isFlat ? 0 : position.adlRank,
    createdAtMs: position.createdAtMs,
    updatedAtMs: position.updatedAtMs,
    seq,
    protection: position.guards.length === 0 ? null : protectionOf(position),
  }
}

/** One row a coin, in the order in which the account first met them. */
export function toEngineBalances(account: Account): readonly EngineBalance[] {
  return account.coins.map((cash) => (cash.positions.length === 0 ? flatBalance(cash) : balanceOf(cash)))
}

/** Most coins of an account have no contracts: their row is made anew only when the wallet has changed. */
function flatBalance(cash: Cash): EngineBalance {
  const { flatRow, walletE8 } = cash
  if (flatRow !== null && flatRow.walletE8 === walletE8 && flatRow.cumRealisedE8 === cash.cumRealised.e8) return flatRow
  return (cash.flatRow = balanceOf(cash))
}

/** One coin of an account, made anew. */
export function balanceOf(cash: Cash): EngineBalance {
  let positionMargin = 0
  let orderMargin = 0
  let maintenance = 0
  const { walletE8 } = cash
  let unrealised = 0
  // One pass: every order that is taken makes such a row.
  for (const position of cash.positions) {
    orderMargin += orderMarginE8(position)
    if (position.lots === 0) continue
    positionMargin += positionMarginE8(position)
    maintenance += maintenanceMarginE8(position)
    unrealised += unrealisedOfE8(position)
  }
  return {
    coin: cash.coin,
    walletE8,
    unrealisedE8: unrealised,
    positionMarginE8: positionMargin,
    orderMarginE8: orderMargin,
    maintenanceE8: maintenance,
    availableE8: walletE8 + (cash.account.marginMode === 'isolated' ? 0 : unrealised) - positionMargin - orderMargin,
    cumRealisedE8: cash.cumRealised.e8,
  }
}
