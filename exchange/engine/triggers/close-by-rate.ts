import type { Market, Order } from '../entities'
import type { EngineState } from '../state'
import { fireProtection } from './protection'
import { maintenanceRateE4 } from './rate-close'

/**
 * A new mark moved the rates of everybody who holds something here: whose order waits for such a rate closes its
 * position, in whichever contract, before anything is liquidated.
 */
export function closeByRate(state: EngineState, market: Market, nowMs: number): void {
  for (let i = 0; i < market.holders.length; i++) {
    const { account, lots } = market.holders[i]!
    if (lots === 0 || account.rateCloses.length === 0) continue
    // What the first one closes may bring the rate of the account below that of the next.
    for (const order of account.rateCloses.filter(isDue)) if (isDue(order)) fireProtection(state, order, nowMs)
  }
}

function isDue({ position, stop }: Order): boolean {
  return position.lots !== 0 && position.market.markTicks !== null && maintenanceRateE4(position) >= stop!.rateE4!
}
