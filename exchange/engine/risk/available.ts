import type { Cash, Position } from '../entities'
import { backingPnlE8, closingFeeE8 } from './margin'
import { orderBaseE8, orderCoinsE8, orderMarginE8 } from './order-margin'
import { initialMarginE8 } from './formulas'
import { riskOf } from './risk-of'

/**
 * Margin of an account in one settle coin, asked anew each time from the running sums of its positions:
 *
 *   cross:    available = wallet + Σ unrealised(mark) − Σ position IM − Σ order IM
 *   isolated: available = wallet − Σ position margin − Σ order IM, where a position's margin is its IM at the entry and
 *             what was added to it. It is set aside within the wallet, not taken out of it.
 *
 * What orders hold back is in order-margin.ts.
 */

/** The share by leverage of what the mode counts, the fee to close at the entry, and added margin; none in portfolio margin. */
export function positionMarginE8(position: Position): number {
  if (position.lots === 0 || position.account.coinMargin !== null) return 0
  const { margin } = position.market.product
  if (margin !== null) return margin.positionE8(position)
  const basis = riskOf(position.account).marginBasisE8(position)
  return initialMarginE8(basis, position.leverageE2) + closingFeeE8(position) + position.extraMarginE8
}

/**
 * Free for new orders; negative when losses have eaten into the margin.
 * @param besides a position whose orders are not counted
 */
export function availableE8(cash: Cash, besides: Position | null = null): number {
  const { backing } = cash.account
  return backing.availableE8(cash, backing.isOfAll(cash) ? 0 : ownAvailableE8(cash, besides), besides)
}

/** What the coin has free by itself. */
function ownAvailableE8(cash: Cash, besides: Position | null): number {
  const { coinMargin } = cash.account
  if (coinMargin !== null) {
    return coinMargin.equityE8(cash) - coinMargin.initialE8(cash, besides) - lockedE8(cash, besides)
  }
  let available = cash.walletE8
  const risk = riskOf(cash.account)
  for (const position of cash.positions) {
    if (position.lots !== 0) {
      available += risk.spendableE8(backingPnlE8(position))
      available -= positionMarginE8(position)
    }
    if (position !== besides) available -= orderMarginE8(position)
  }
  for (const position of cash.basePositions) if (position !== besides) available -= orderBaseE8(position)
  return available
}

interface PaidBy {
  readonly feeRateE8: number
  readonly besides: Position | null
  readonly mayBorrow?: boolean
}

/**
 * What of a coin orders of a pair may pay with: free for new orders, and there. What is only won on paper buys nothing.
 * @param receives the coin that they are paid in
 * @param by the rate of its fee, E8; a position whose orders are not counted, `null` where all are
 */
export function freeCoinsE8(cash: Cash, receives: Cash, by: PaidBy): number {
  const { feeRateE8, besides, mayBorrow = false } = by
  const unheldE8 = unheldCoinsE8(cash, besides)
  const { backing } = cash.account
  const available = backing.isOfAll(cash) ? 0 : ownAvailableE8(cash, besides)
  return backing.payableE8(cash, { unheldE8, availableE8: available, receives, feeRateE8, besides, mayBorrow })
}

/** Coins that no order holds back to pay with. */
export function unheldCoinsE8(cash: Cash, besides: Position | null = null): number {
  return cash.walletE8 - lockedE8(cash, besides)
}

/** What orders of pairs and of their spreads hold back: coins, and no margin. */
export function lockedE8(cash: Cash, besides: Position | null = null): number {
  let locked = 0
  for (const position of cash.positions) {
    if (position !== besides && position.exchanged !== null) locked += orderCoinsE8(position)
  }
  for (const position of cash.basePositions) if (position !== besides) locked += orderBaseE8(position)
  return locked
}
