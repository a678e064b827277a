import type { Cash, Position } from '../entities'
import type { CoinMargin } from '../risk/coin-margin'
import { lockedE8 } from '../risk/available'
import { unrealisedOfE8 } from '../risk/margin'
import { costsE8, HELD, marginOfE8, ORDERED, AccountWideMargin } from '../risk/portfolio'
import { riskUnitsMarginE8 } from '../risk/risk-units'
import { positionValueE8 } from '../risk/position-value'
import { mulDiv, ONE_E8 } from '../scaled'
import type { EngineBalance } from './position-records'

/** Of one coin, E8. */
export interface CoinShare {
  readonly maintenanceE8: number
  readonly positionMarginE8: number
  readonly orderMarginE8: number
  readonly availableE8: number
  /** What of it hedges what is short of it. */
  readonly hedgeE8: number
}

/**
 * What each coin has of a margin that is one for all of them: as much of it as the coin would hold by itself of what all
 * would. So the coins' rows sum to the account's margin, to a unit of each. `null` where each coin holds its own.
 */
export function coinShares({ account }: Pick<Cash, 'account'>): ReadonlyMap<string, CoinShare> | null {
  const { accountWide } = account.backing
  const coins = accountWide?.marginedCoins(null) ?? null
  if (accountWide === null || coins === null) return null
  const freeE8 = accountWide.freeDollarsE8()
  const together = new AccountWideMargin(coins)
  const risks = together.risks(HELD)
  const held = riskUnitsMarginE8(risks)
  const orders = together.marginE8(ORDERED).initial + together.costsE8(null) - held.initial
  const alone = coins.map(({ cash: { coin, positions }, priceE8 }) => {
    const dollars = (amountE8: number): number => amountE8 * (priceE8 / ONE_E8)
    const ordered = marginOfE8(positions, ORDERED).initial + costsE8(positions, null)
    return { coin, priceE8, held: dollars(marginOfE8(positions, HELD).initial), ordered: dollars(ordered) }
  })
  const heldSum = alone.reduce((sum, one) => sum + one.held, 0)
  const orderedSum = alone.reduce((sum, one) => sum + one.ordered, 0)
  return new Map(
    alone.map((one) => {
      const share = (dollarsE8: number, part: number, sum: number): number =>
        sum === 0 ? 0 : mulDiv(Math.round((dollarsE8 * part) / sum), ONE_E8, one.priceE8, 'halfUp')
      return [
        one.coin,
        {
          maintenanceE8: share(held.maintenance, one.held, heldSum),
          positionMarginE8: share(held.initial, one.held, heldSum),
          orderMarginE8: share(Math.max(0, orders), one.ordered, orderedSum),
          hedgeE8: Math.floor(risks.find(({ underlying }) => underlying === one.coin)?.hedgeE8 ?? 0),
          availableE8:
            mulDiv(Math.abs(freeE8), ONE_E8, one.priceE8, freeE8 < 0 ? 'up' : 'down') * (freeE8 < 0 ? -1 : 1) + 0,
        },
      ]
    }),
  )
}

/**
 * One coin of an account with portfolio margin: all of it holds one margin, of which orders have what they raise it by.
 *
 * @param shares of a margin that is one for all coins
 */
export function portfolioBalanceOf(
  cash: Cash,
  coinMargin: CoinMargin<Cash, Position>,
  shares: ReturnType<typeof coinShares>,
): EngineBalance {
  let unrealised = 0
  let paidValue = 0
  for (const position of cash.positions) {
    if (position.lots === 0) continue
    if (position.market.product.owesCost) unrealised += unrealisedOfE8(position)
    else paidValue += Math.sign(position.lots) * positionValueE8(position)
  }
  const locked = lockedE8(cash)
  const free = cash.walletE8 + unrealised + paidValue - locked
  // A coin without a price stands by itself.
  const share = shares?.get(cash.coin) ?? ownOf(cash, coinMargin, free)
  return {
    coin: cash.coin,
    walletE8: cash.walletE8,
    unrealisedE8: unrealised,
    paidValueE8: paidValue,
    paidValueBacks: true,
    positionMarginE8: share.positionMarginE8,
    orderMarginE8: share.orderMarginE8,
    lockedE8: locked,
    maintenanceE8: share.maintenanceE8,
    availableE8: share.availableE8,
    cumRealisedE8: cash.cumRealised.e8,
    ...(share.hedgeE8 > 0 ? { hedgeE8: share.hedgeE8 } : {}),
  }
}

/** @param freeE8 what the coin has before any margin */
function ownOf(cash: Cash, coinMargin: CoinMargin<Cash, Position>, freeE8: number): CoinShare {
  const held = coinMargin.heldE8(cash)
  const initial = coinMargin.initialE8(cash, null)
  return {
    maintenanceE8: held.maintenance,
    positionMarginE8: held.initial,
    orderMarginE8: initial - held.initial,
    availableE8: freeE8 - initial,
    hedgeE8: 0,
  }
}
