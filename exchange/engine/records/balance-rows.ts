import { positionMarginE8 } from '../risk/available'
import type { Account, Cash } from '../entities'
import { maintenanceMarginE8, unrealisedOfE8 } from '../risk/margin'
import { orderBaseE8, orderCoinsE8, orderMarginE8 } from '../risk/order-margin'
import type { EngineBalance } from './position-records'
import { coinShares, portfolioBalanceOf } from './portfolio-balance'
import { positionValueE8 } from '../risk/position-value'
import { riskOf } from '../risk/risk-of'

/** One row a coin, in the order in which the account first met them. */
export function toEngineBalances(account: Account): readonly EngineBalance[] {
  const shares = account.coins[0] === undefined ? null : coinShares(account.coins[0])
  return account.coins.map((cash) =>
    cash.positions.length === 0 && cash.basePositions.length === 0 && account.backing.loans === null
      ? flatBalance(cash)
      : balanceOf(cash, shares),
  )
}

/** Most coins of an account have no contracts: their row is made anew only when the wallet has changed. */
function flatBalance(cash: Cash): EngineBalance {
  const { flatRow, walletE8 } = cash
  if (flatRow !== null && flatRow.walletE8 === walletE8 && flatRow.cumRealisedE8 === cash.cumRealised.e8) return flatRow
  return (cash.flatRow = balanceOf(cash))
}

/** One coin of an account, made anew. */
export function balanceOf(cash: Cash, shares = coinShares(cash)): EngineBalance {
  const { coinMargin } = cash.account
  if (coinMargin !== null) return portfolioBalanceOf(cash, coinMargin, shares)
  let positionMargin = 0
  let orderMargin = 0
  let maintenance = 0
  const { walletE8 } = cash
  let unrealised = 0
  let paidValue = 0
  let locked = 0
  // One pass: every order that is taken makes such a row.
  for (const position of cash.positions) {
    const held = orderMarginE8(position)
    const coins = position.exchanged === null ? 0 : orderCoinsE8(position)
    orderMargin += held - coins
    locked += coins
    if (position.lots === 0) continue
    positionMargin += positionMarginE8(position)
    maintenance += maintenanceMarginE8(position)
    if (position.market.product.owesCost) unrealised += unrealisedOfE8(position)
    else paidValue += Math.sign(position.lots) * positionValueE8(position)
  }
  for (const position of cash.basePositions) locked += orderBaseE8(position)
  const free = walletE8 + riskOf(cash.account).spendableE8(unrealised) - positionMargin - orderMargin - locked
  return {
    coin: cash.coin,
    walletE8,
    unrealisedE8: unrealised,
    paidValueE8: paidValue,
    positionMarginE8: positionMargin,
    orderMarginE8: orderMargin,
    lockedE8: locked,
    maintenanceE8: maintenance,
    availableE8: cash.account.backing.availableE8(cash, free, null),
    cumRealisedE8: cash.cumRealised.e8,
  }
}
