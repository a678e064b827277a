import type { Account, Cash, Holding } from './entities'
import { protectionOf } from './protections'
import type { EngineBalance, EnginePosition } from './holdings'
import { isolatedBankruptcyTicks, priceOfValue } from './isolated'
import { isolatedLiquidation, ownMaintenanceE8 } from './maintenance-margin'
import { extraValueE8, orderMarginE8 } from './order-margin'
import { positionValueE8 } from './position-value'
import { feeToCloseE8, initialMarginE8, unrealisedE8 } from './risk'
import { floorDiv } from './scaled'

/**
 * Margin of an account in one settle coin, asked anew each time from the running sums of its holdings:
 *
 *   cross:    available = wallet + Σ unrealised(mark) − Σ position IM − Σ order IM
 *   isolated: available = wallet − Σ position margin − Σ order IM, where a position's margin is its IM at the entry and
 *             what was added to it. It is set aside within the wallet, not taken out of it.
 *
 * What orders hold back is in order-margin.ts.
 */

export function unrealisedOfE8(holding: Holding): number {
  if (holding.lots === 0) return 0
  return unrealisedE8(positionValueE8(holding), holding.costE8, holding.direction)
}

export function closingFeeE8(holding: Holding): number {
  const { costE8, leverageE2, direction, closingFee: memo } = holding
  const { takerRateE8 } = holding
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
export function positionMarginE8(holding: Holding): number {
  if (holding.lots === 0) return 0
  const isIsolated = holding.account.marginMode === 'isolated'
  const basis = isIsolated ? holding.costE8 : positionValueE8(holding)
  return initialMarginE8(basis, holding.leverageE2) + closingFeeE8(holding) + holding.extraMarginE8
}

/** What chooses the tier that bounds leverage: position at mark and the larger side of the orders beyond it. */
export function exposureE8(holding: Holding): number {
  return positionValueE8(holding) + Math.max(extraValueE8(holding, 'buy'), extraValueE8(holding, 'sell'))
}

/** value(mark) × MMR − deduction of the position's own tier, and the fee to close. */
export function maintenanceMarginE8(holding: Holding): number {
  return holding.lots === 0 ? 0 : ownMaintenanceE8(holding) + closingFeeE8(holding)
}

/** Wallet and unrealised results. */
export function equityE8(cash: Cash): number {
  let equity = cash.walletE8
  for (const holding of cash.holdings) equity += unrealisedOfE8(holding)
  return equity
}

export function totalMaintenanceE8(cash: Cash): number {
  let total = 0
  for (const holding of cash.holdings) total += maintenanceMarginE8(holding)
  return total
}

/**
 * Free for new orders; negative when losses have eaten into the margin.
 * @param besides a holding whose orders are not counted
 */
export function availableE8(cash: Cash, besides: Holding | null = null): number {
  let available = cash.walletE8
  const isIsolated = cash.account.marginMode === 'isolated'
  for (const holding of cash.holdings) {
    if (holding.lots !== 0) {
      if (!isIsolated) available += unrealisedOfE8(holding)
      available -= positionMarginE8(holding)
    }
    if (holding !== besides) available -= orderMarginE8(holding)
  }
  return available
}

/**
 * The mark at which a buffer is used up: mark − s × buffer / q, a long's rounded up to the tick, a short's down. Of the
 * two directions of hedge mode only the net size counts; the smaller one cannot use anything up (semantics.md §1.4).
 * @returns `null` at or beyond the contract's price range
 */
function exhaustionTicks(holding: Holding, bufferE8: number): number | null {
  const { instrument, markTicks } = holding.market
  const net = holding.lots + (holding.sibling?.lots ?? 0)
  if (Math.sign(net) !== Math.sign(holding.lots)) return null
  if (holding.market.isInverse) {
    return priceOfValue(holding, BigInt(positionValueE8(holding) - holding.direction * bufferE8), 1n)
  }
  const unit = Math.abs(net) * instrument.valueUnitE8
  const from = markTicks === 0 ? floorDiv(holding.costE8, unit) : markTicks
  const ticks = holding.lots > 0 ? from - floorDiv(bufferE8, unit) : from + floorDiv(bufferE8, unit)
  return ticks <= instrument.minPriceTicks || ticks >= instrument.maxPriceTicks ? null : ticks
}

/**
 * Cross liquidation price: LP = mark − s × (equity − Σ MM) / q, all other prices and this mark's MM held still.
 *
 * For one position without orders this is semantics.md §1.4, available + IM − MM from the mark (from the entry it is
 * the same price, since equity includes the unrealised result). With several positions or orders it uses what the
 * liquidation itself compares. An estimate: MM moves with the mark too, so the true price lies slightly beyond it, and
 * the two meet as the mark comes near.
 */
export function liquidationTicks(holding: Holding): number | null {
  if (holding.account.marginMode === 'isolated') return isolatedLiquidation(holding)
  return exhaustionTicks(holding, equityE8(holding.cash) - totalMaintenanceE8(holding.cash))
}

/** The mark at which the account's equity is zero. */
export function bankruptcyTicks(holding: Holding): number | null {
  if (holding.account.marginMode === 'isolated') return isolatedBankruptcyTicks(holding)
  return exhaustionTicks(holding, equityE8(holding.cash))
}

export function toEnginePosition(holding: Holding, seq: number): EnginePosition {
  const isFlat = holding.lots === 0
  return {
    account: holding.account.id,
    symbol: holding.market.instrument.symbol,
    lots: holding.lots,
    costE8: holding.costE8,
    leverageE2: holding.leverageE2,
    markTicks: holding.market.markTicks,
    unrealisedE8: unrealisedOfE8(holding),
    realisedE8: holding.realisedE8,
    cumRealisedE8: holding.cumRealisedE8,
    initialMarginE8: positionMarginE8(holding),
    maintenanceMarginE8: maintenanceMarginE8(holding),
    liquidationTicks: isFlat ? null : liquidationTicks(holding),
    bankruptcyTicks: isFlat ? null : bankruptcyTicks(holding),
    positionIdx: holding.positionIdx,
    marginMode: holding.account.marginMode,
    extraMarginE8: holding.extraMarginE8,
    isAutoAddMargin: holding.isAutoAddMargin,
    openCostE8: holding.market.instrument.settlesSessions === true ? holding.openCostE8 : holding.costE8,
    adlRank: isFlat ? 0 : holding.adlRank,
    createdAtMs: holding.createdAtMs,
    updatedAtMs: holding.updatedAtMs,
    seq,
    protection: holding.guards.length === 0 ? null : protectionOf(holding),
  }
}

/** One row a coin, in the order in which the account first met them. */
export function toEngineBalances(account: Account): readonly EngineBalance[] {
  return account.coins.map((cash) => (cash.holdings.length === 0 ? flatBalance(cash) : balanceOf(cash)))
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
  for (const holding of cash.holdings) {
    orderMargin += orderMarginE8(holding)
    if (holding.lots === 0) continue
    positionMargin += positionMarginE8(holding)
    maintenance += maintenanceMarginE8(holding)
    unrealised += unrealisedOfE8(holding)
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
