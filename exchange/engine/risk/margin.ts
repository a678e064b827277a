import type { Cash, Position } from '../entities'
import { extraValueE8 } from './extra-orders'
import { ownMaintenanceE8 } from './maintenance-margin'
import { positionValueE8 } from './position-value'
import { type ExposureE8, feeToCloseE8, unrealisedE8 } from './formulas'

/*
 * What is the same in every margin mode: results, fees to close, maintenance margin and equity, asked anew each time
 * from positions and wallet. What a mode decides is in risk/.
 */

export function unrealisedOfE8(position: Position): number {
  if (position.lots === 0) return 0
  return unrealisedE8(positionValueE8(position), position.costE8, position.direction)
}

/**
 * What a position adds to the money that backs its account: its result. What was paid for with the fill backs nothing: an
 * option is no margin in cross, and what its seller owes is in the margin (semantics.md §1.3).
 */
export function backingPnlE8(position: Position): number {
  return position.market.product.owesCost ? unrealisedOfE8(position) : 0
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

/** What chooses the tier that bounds leverage: position at mark and the larger side of the orders beyond it. */
export function exposureE8(position: Position): ExposureE8 {
  const extra = Math.max(extraValueE8(position, 'buy'), extraValueE8(position, 'sell'))
  return (positionValueE8(position) + extra) as ExposureE8
}

/** Of a contract value(mark) × MMR − deduction of the position's own tier, and the fee to close; none in portfolio margin. */
export function maintenanceMarginE8(position: Position): number {
  if (position.lots === 0 || position.account.coinMargin !== null) return 0
  const { margin } = position.market.product
  return margin === null ? ownMaintenanceE8(position) + closingFeeE8(position) : margin.maintenanceE8(position)
}

/** Wallet and the results that back it, of the coin itself. */
export function ownEquityE8(cash: Cash): number {
  const { coinMargin } = cash.account
  if (coinMargin !== null) return coinMargin.equityE8(cash)
  let equity = cash.walletE8
  for (const position of cash.positions) equity += backingPnlE8(position)
  return equity
}

/** What backs the positions of a coin. */
export function equityE8(cash: Cash): number {
  const { backing } = cash.account
  return backing.equityE8(cash, backing.isOfAll(cash) ? 0 : ownEquityE8(cash))
}

/** Of the positions that are settled in the coin. */
export function ownPositionsMaintenanceE8(cash: Cash): number {
  const { coinMargin } = cash.account
  if (coinMargin !== null) return coinMargin.heldE8(cash).maintenance
  let total = 0
  for (const position of cash.positions) total += maintenanceMarginE8(position)
  return total
}

/** Of everything that stands on the equity. */
export function totalMaintenanceE8(cash: Cash): number {
  const { backing } = cash.account
  return backing.maintenanceE8(cash, backing.isOfAll(cash) ? 0 : ownPositionsMaintenanceE8(cash))
}

/** What closing at the mark would take of the equity: the fee alone of a contract, whose result is in the equity already. */
export function closingCostE8(position: Position): number {
  const { margin } = position.market.product
  return margin === null ? closingFeeE8(position) : margin.closingE8(position)
}

/** Where the liquidation of a cross account begins. */
export function isBelowMaintenance(cash: Cash): boolean {
  return equityE8(cash) < totalMaintenanceE8(cash)
}
