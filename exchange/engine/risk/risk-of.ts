import type { MarginMode } from '../accounts/account-settings'
import { CROSS } from './cross'
import { ISOLATED } from './isolated'
import type { RiskModel } from './risk-model'

/** The rules of an account's margin mode. The only place that asks for the mode, but for what stores or tells it. */
export function riskOf(account: { readonly marginMode: MarginMode }): RiskModel {
  return account.marginMode === 'isolated' ? ISOLATED : CROSS
}
