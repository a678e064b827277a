import type { Cash } from '../entities'
import type { CoinMargin } from '../risk/coin-margin'
import { lockedE8 } from '../risk/available'
import { unrealisedOfE8 } from '../risk/margin'
import { positionValueE8 } from '../risk/position-value'
import type { Position } from '../entities'
import type { EngineBalance } from './position-records'

/** One coin of an account with portfolio margin: all of it holds one margin, of which orders have what they raise it by. */
export function portfolioBalanceOf(cash: Cash, coinMargin: CoinMargin<Cash, Position>): EngineBalance {
  let unrealised = 0
  let paidValue = 0
  for (const position of cash.positions) {
    if (position.lots === 0) continue
    if (position.market.product.owesCost) unrealised += unrealisedOfE8(position)
    else paidValue += Math.sign(position.lots) * positionValueE8(position)
  }
  const held = coinMargin.heldE8(cash)
  const initial = coinMargin.initialE8(cash, null)
  const locked = lockedE8(cash)
  return {
    coin: cash.coin,
    walletE8: cash.walletE8,
    unrealisedE8: unrealised,
    paidValueE8: paidValue,
    paidValueBacks: true,
    positionMarginE8: held.initial,
    orderMarginE8: initial - held.initial,
    lockedE8: locked,
    maintenanceE8: held.maintenance,
    availableE8: cash.walletE8 + unrealised + paidValue - initial - locked,
    cumRealisedE8: cash.cumRealised.e8,
  }
}
