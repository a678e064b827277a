import type { Market } from '../entities'
import type { EngineState } from '../state'
import { liquidateCross } from './liquidation'

/** After a new price of a coin: accounts whose coins back everything together, and no longer do. */
export function liquidateSharing(state: EngineState, market: Market, nowMs: number): void {
  if (state.sharing.size === 0 || !state.coins.isIndex(market)) return
  for (const shared of state.sharing.values()) {
    const { account } = shared
    // With portfolio margin no one price decides (`reviewAccounts`).
    if (account.backing !== shared || account.coinMargin !== null) continue
    const { equityE8, maintenanceE8 } = shared.figures()
    if (equityE8 >= maintenanceE8) continue
    const cash = account.coins.find(({ coin }) => state.coins.priceE8(coin) !== null)
    if (cash !== undefined) liquidateCross(state, cash, nowMs)
  }
}
