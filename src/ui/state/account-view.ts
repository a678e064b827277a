import type { AccountKind } from '../../domain/account/wallet'

/** What a kind of account has of its own on the screen: what its exchange refuses in any case is not offered. */
export interface AccountView {
  /** Whether the margin mode is the trader's choice. */
  readonly choosesMarginMode: boolean
  /** Whether leverage and one position or two are; else the account's risk as a whole decides. */
  readonly choosesLeverage: boolean
  /** Whether an order and a position have a cost, a result on it, and a liquidation price of their own. */
  readonly hasOwnMargin: boolean
  /** Whether market orders may be bounded (spec §6). */
  readonly boundsSlippage: boolean
}

const OWN: AccountView = { choosesMarginMode: true, choosesLeverage: true, hasOwnMargin: true, boundsSlippage: false }

const VIEWS: Readonly<Record<AccountKind, AccountView>> = {
  uta2: { ...OWN, boundsSlippage: true },
  // Each of its contracts is held in one mode alone.
  uta: { ...OWN, choosesMarginMode: false },
  demo: OWN,
  copy: OWN,
  pm: { choosesMarginMode: false, choosesLeverage: false, hasOwnMargin: false, boundsSlippage: false },
}

/**
 * @param kind as the session names it; `null` before anybody is signed in. One that is not known has what most have
 * @param isPortfolio whether its margin is that of everything together
 */
export function accountView(kind: string | null, isPortfolio = false): AccountView {
  const known = Object.entries(VIEWS).find(([name]) => name === kind)
  const view = known === undefined ? OWN : known[1]
  return isPortfolio ? { ...view, choosesLeverage: false, hasOwnMargin: false } : view
}
