import type { Cash, Position } from '../entities'
import { mulDiv, ONE_E8 } from '../scaled'
import type { MarginedCoin } from './backing'
import type { CoinMargin, HeldMargin } from './coin-margin'
import { unrealisedOfE8 } from './margin'
import { riskUnitsMarginE8, riskUnits, type MarginedOrders, type MarginedPositions, type RiskUnit } from './risk-units'
import { positionValueE8 } from './position-value'
import { refreshOrderLoss } from './refresh-order-loss'
import type { Margined } from './scenario-values'
import { spreadCostsE8, spreadOrderMarginE8 } from './spread-margin'

/** What is held by itself, and with the orders that lose most filled. */
export const HELD = { withOrders: false } as const
export const ORDERED = { withOrders: true } as const

/**
 * Portfolio margin of what settles in one coin (semantics.md §1.8): what is held on one underlying hedges one another, each
 * underlying loses by its own worst scenario, and its contingency comes on top. Where coins back each other it is that of
 * all of them, in units of the coin that is asked about (`AccountWideMargin`, ADR-960). Orders count where they lose (ADR-393);
 * what their fills lose against the mark, and their fees, are held back besides; of those that only reduce the margin alone
 * (ADR-1041).
 */
export const PORTFOLIO_MARGIN: CoinMargin<Cash, Position> = {
  equityE8,
  heldE8: (cash) => accountWideOf(cash)?.in(cash, HELD) ?? marginOfE8(cash.positions, HELD),
  initialE8: (cash, besides) => initialE8(cash, cash.positions, besides),
  ordersE8(position, addedLossE8) {
    const { cash } = position
    // One that a preview asks about stands in no list yet.
    const all = cash.positions.includes(position) ? cash.positions : [...cash.positions, position]
    return initialE8(cash, all, null) + addedLossE8 - initialE8(cash, all, position)
  },
  trialE8(cash) {
    const together = accountWideOf(cash)
    if (together !== null) return together.in(cash, ORDERED).maintenance + together.costsIn(cash, null)
    return marginOfE8(cash.positions, ORDERED).maintenance + costsE8(cash.positions, null)
  },
  aloneE8: (position) => marginOfE8([position], HELD).initial,
}

/** Wallet, results of contracts, and what options are worth. */
function equityE8({ walletE8, positions }: Cash): number {
  let equity = walletE8
  for (const position of positions) equity += position.lots === 0 ? 0 : countedE8(position)
  return equity
}

/** What a position adds to the equity: its result, or of what was paid for with the fill its value. */
export function countedE8(position: Position): number {
  return position.market.product.owesCost
    ? unrealisedOfE8(position)
    : Math.sign(position.lots) * positionValueE8(position)
}

/** @param positions of the coin */
function initialE8(cash: Cash, positions: readonly Position[], besides: Position | null): number {
  const together = accountWideOf(cash, positions)
  if (together !== null)
    return together.in(cash, { withOrders: true, besides }).initial + together.costsIn(cash, besides)
  return marginOfE8(positions, { withOrders: true, besides }).initial + costsE8(positions, besides)
}

/** `null` where what settles in the coin stands by itself. */
function accountWideOf(cash: Cash, positions: readonly Position[] = cash.positions): AccountWideMargin | null {
  const coins = cash.account.backing.accountWide?.marginedCoins(cash) ?? null
  return coins === null ? null : new AccountWideMargin(coins, cash, positions)
}

/** The margin of all coins that are margined as one; what is asked in a coin is rounded up to its unit. */
export class AccountWideMargin {
  readonly #coins: readonly (MarginedPositions & { readonly positions: readonly Position[] })[]

  /** @param given a coin whose positions are the ones given here */
  constructor(coins: readonly MarginedCoin<Cash>[], given: Cash | null = null, positions: readonly Position[] = []) {
    this.#coins = coins.map(({ cash, priceE8, hedgeE8 }) => ({
      coin: cash.coin,
      positions: cash === given ? positions : cash.positions,
      priceE8,
      hedgeE8,
    }))
  }

  /** E8 of a US dollar. */
  marginE8(how: typeof HELD | typeof ORDERED | { readonly withOrders: true; readonly besides: Position | null }) {
    return riskUnitsMarginE8(this.risks(how))
  }

  risks(how: Parameters<AccountWideMargin['marginE8']>[0]): readonly RiskUnit[] {
    return riskUnits(this.#coins, how)
  }

  /** What filling the orders would cost, E8 of a US dollar. */
  costsE8(besides: Position | null): number {
    let costs = 0
    for (const { positions, priceE8 } of this.#coins) {
      const own = costsE8(positions, besides)
      if (own !== 0) costs += upTo(own, priceE8, ONE_E8)
    }
    return costs
  }

  in(cash: Cash, how: Parameters<AccountWideMargin['marginE8']>[0]): HeldMargin {
    const { maintenance, initial } = this.marginE8(how)
    const priceE8 = this.#priceE8(cash)
    return { maintenance: upTo(maintenance, ONE_E8, priceE8), initial: upTo(initial, ONE_E8, priceE8) }
  }

  costsIn(cash: Cash, besides: Position | null): number {
    return upTo(this.costsE8(besides), ONE_E8, this.#priceE8(cash))
  }

  #priceE8({ coin }: Cash): number {
    return this.#coins.find((one) => one.coin === coin)!.priceE8
  }
}

const upTo = (amountE8: number, times: number, by: number): number =>
  amountE8 === 0 ? 0 : mulDiv(amountE8, times, by, 'up')

/** The same of what settles in one coin by itself, in that coin. */
export function marginOfE8(positions: readonly Margined[], how: MarginedOrders): HeldMargin {
  const alone = { coin: '', positions, priceE8: ONE_E8, hedgeE8: 0 }
  return riskUnitsMarginE8(riskUnits([alone], { ...how, inDollars: false }))
}

/** What filling the orders would cost at once: losses against the mark, and fees; of spreads both of both legs. */
export function costsE8(positions: readonly Position[], besides: Position | null): number {
  let costs = 0
  for (const position of positions) {
    const { buyLots, sellLots, base, market } = position
    // A pair's order pays with coins that it locks.
    if (position === besides || (buyLots === 0 && sellLots === 0) || base !== null) continue
    if (market.legs !== null)
      costs += market.valuation.rules.marginsSpreadsWhole ? spreadCostsE8(position) : spreadOrderMarginE8(position)
    else costs += lossesE8(position) + feesE8(position)
  }
  return costs
}

function lossesE8(position: Position): number {
  refreshOrderLoss(position)
  return position.orderLoss.buyE8 + position.orderLoss.sellE8
}

function feesE8({ buyLots, buyValueE8, sellLots, sellValueE8, takerRateE8, market }: Position): number {
  const feeOf = (side: 'buy' | 'sell', lots: number, valueE8: number): number =>
    lots === 0 ? 0 : market.product.feeE8({ side, ticks: market.markTicks ?? 0, lots, valueE8 }, takerRateE8, market)
  return Math.max(0, feeOf('buy', buyLots, buyValueE8) + feeOf('sell', sellLots, sellValueE8))
}
