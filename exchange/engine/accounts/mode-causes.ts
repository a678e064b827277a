import type { Account } from '../entities'
import type { SharedCollateral } from '../lending/shared-collateral'
import type { MarginModeReason } from '../result'

/*
 * What keeps a margin mode from being chosen and is of the whole account: what is owed, what is switched on, and spreads
 * with orders. They are part of the answer as it is recorded, so that who asks later how his press ended hears what it
 * was refused for, and not what would be in the way by then (ADR-1090).
 */

/** What was said of all of it in exchanges that began before edition 17. */
export const SHARED: MarginModeReason = { kind: 'crossOnly', symbol: null }
export const SHORT: MarginModeReason = { kind: 'insufficientBalance', symbol: null }

export function owed(shared: SharedCollateral): readonly MarginModeReason[] {
  const coins = shared.coins.all.filter(({ coin }) => shared.owedE8(coin) > 0)
  return coins.map(({ coin }) => ({ kind: 'owed', symbol: null, coin }))
}

/** Why coins back each other, in the order in which it can be mended: while something is owed, spot margin stays on. */
export function whyShared(shared: SharedCollateral): readonly MarginModeReason[] {
  const { lends, coins, switches } = shared
  const causes: readonly MarginModeReason[] = [
    ...owed(shared),
    ...(lends ? [{ kind: 'spotMarginOn', symbol: null } as const] : []),
    ...coins.all.flatMap(({ coin }) =>
      switches.get(coin) === true ? [{ kind: 'collateral', symbol: null, coin } as const] : [],
    ),
  ]
  return causes.length === 0 ? [SHARED] : causes
}

/** Spreads with open orders. */
export function openSpreads(account: Account): readonly MarginModeReason[] {
  const open = [...account.positions.values()].filter(
    ({ market, firstOrder }) => market.legs !== null && firstOrder !== null,
  )
  return open.map(({ market }) => ({ kind: 'spreadOrders', symbol: market.instrument.symbol }))
}
