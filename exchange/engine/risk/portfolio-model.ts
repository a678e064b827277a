import type { Cash, Position } from '../entities'
import { CROSS, exhaustionTicks } from './cross'
import { equityE8 } from './margin'
import { countedE8, PORTFOLIO_MARGIN } from './portfolio'
import type { RiskModel } from './risk-model'

/** All of a coin stands on one equity and one margin: no position has a margin, a leverage or a liquidation price of its own. */
export const PORTFOLIO: RiskModel = {
  ...CROSS,
  mode: 'portfolio',
  liquidationTicks: () => null,
  bankruptcyTicks: (position) => exhaustionTicks(position, behindE8(position)),
  // No one mark decides: the account is looked at once all marks of a moment are there (`reviewAccounts`).
  isDue: () => false,
  tooPoor: 'CancelByPmTrialMmOverEquity',
}

/** Of everything that stands on the equity of a coin: maintenance margin once the orders that lose most have filled. */
export function trialMarginE8(cash: Cash): number {
  const { backing } = cash.account
  return backing.trialE8(cash, backing.isOfAll(cash) ? 0 : PORTFOLIO_MARGIN.trialE8(cash))
}

/** What stands behind a position: the equity, without the value of what was paid for with its fills. */
export function behindE8(position: Position): number {
  const equity = equityE8(position.cash)
  return position.market.product.owesCost ? equity : equity - countedE8(position)
}
