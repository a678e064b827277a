import type { MarginMode } from '../accounts/account-settings'
import type { Account } from '../entities'
import { CROSS } from './cross'
import { ISOLATED } from './isolated'
import { PORTFOLIO_MARGIN } from './portfolio'
import { PORTFOLIO } from './portfolio-model'
import type { RiskModel } from './risk-model'

const MODELS: Readonly<Record<MarginMode, RiskModel>> = { cross: CROSS, isolated: ISOLATED, portfolio: PORTFOLIO }

/** The rules of an account's margin mode. The only place that asks for the mode, but for what stores or tells it. */
export function riskOf(account: { readonly marginMode: MarginMode }): RiskModel {
  return MODELS[account.marginMode]
}

/** Gives an account a margin mode, with what margins its coins by it. */
export function takeMarginMode(account: Account, mode: MarginMode): void {
  account.marginMode = mode
  account.coinMargin = mode === 'portfolio' ? PORTFOLIO_MARGIN : null
}
