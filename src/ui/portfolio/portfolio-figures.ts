import type { CoinBalance, Wallet } from '../../domain/account/wallet'
import { Exact, toText, type Money, type Price, type Rate } from '../../domain/decimal'
import { marginRate } from '../../domain/risk/margin'
import {
  worstOf,
  type PortfolioFigures,
  type PortfolioMargins,
  type PortfolioPosition,
} from '../../domain/risk/portfolio-report'
import type { MoveRow } from '../../domain/risk/scenario-table'
import { ownBacking, sharesMargin } from '../trading-kit/margin-rate/position-rate'

/** Tabs of an account name its underlyings so, with what they are margined in: a settle coin, or dollars of all of them. */
export function unitOf({ underlying, settleCoin }: Pick<PortfolioMargins, 'underlying' | 'settleCoin'>): string {
  return `${underlying} · ${settleCoin}`
}

/** The index after a move of the price. */
export function priceAt({ indexPrice }: PortfolioFigures, move: number): Price | null {
  return indexPrice === null ? null : toText<Price>(new Exact(indexPrice).times(new Exact(1).plus(move)))
}

/** How strong a result is beside the largest of its table, 0–1. */
export function strengthOf(pnl: Money, table: readonly MoveRow<Money>[]): number {
  const most = Math.max(...table.flatMap(({ pnls }) => pnls.map((one) => Math.abs(Number(one)))))
  return most === 0 ? 0 : Math.abs(Number(pnl)) / most
}

export function contingencyOf({ contingency: { shortOption, future, offset, coins } }: PortfolioMargins): Money {
  return toText<Money>(Exact.sum(shortOption, future, offset, coins))
}

/** What one of the positions wins or loses where the whole loses most; `null` where nothing is ever lost. */
export function inDeciding({ worst }: PortfolioFigures, { table }: PortfolioPosition): Money | null {
  return worst === null ? null : (table.find(({ move }) => move === worst.move)?.pnls[worst.way] ?? null)
}

/** The greatest loss of everything but one position, and where it comes; `null` where that never loses. */
export function worstWithout(figures: PortfolioFigures, { table }: PortfolioPosition): PortfolioFigures['worst'] {
  return worstOf(
    figures.table.map(({ move, pnls }, row) => ({
      move,
      pnls: pnls.map((pnl, way) => toText<Money>(new Exact(pnl).minus(table[row]?.pnls[way] ?? 0))),
    })),
  )
}

/** What a position adds to the maintenance margin of its underlying, contingency counted; below zero, it takes off. */
export function addedBy({ maintenanceMargin }: PortfolioMargins, { maintenanceWithout }: PortfolioPosition): Money {
  return toText<Money>(new Exact(maintenanceMargin).minus(maintenanceWithout))
}

export interface AccountRates {
  readonly maintenance: Rate | null
  readonly initial: Rate | null
}

/**
 * The account's rates with other margins on its underlyings, its equity as it is: a trade at the mark does not change it.
 * Coins that back each other have one rate, all others that of the coin which is nearest to its liquidation.
 *
 * @param before the margins that are in the wallet
 */
export function ratesWith(
  wallet: Wallet,
  before: readonly PortfolioMargins[],
  after: readonly PortfolioMargins[],
): AccountRates {
  const changeOf = (coin: string, what: 'maintenanceMargin' | 'initialMargin'): Exact => {
    const sum = (units: readonly PortfolioMargins[]) =>
      Exact.sum(0, ...units.flatMap((one) => (one.settleCoin === coin ? one[what] : [])))
    return sum(after).minus(sum(before))
  }
  if (sharesMargin(wallet)) {
    const dollars = (what: 'maintenanceMargin' | 'initialMargin', total: Money): Rate | null => {
      const changes = wallet.coins.map((one) => changeOf(one.coin, what).times(dollarsOf(one)))
      return marginRate(toText<Money>(Exact.sum(total, changeOf('USD', what), ...changes)), wallet.totalMarginBalance)
    }
    return {
      maintenance: dollars('maintenanceMargin', wallet.totalMaintenanceMargin),
      initial: dollars('initialMargin', wallet.totalInitialMargin),
    }
  }
  const rates = (what: 'maintenanceMargin' | 'initialMargin', marginOf: (coin: CoinBalance) => Exact): Rate | null => {
    let most = new Exact(0)
    for (const one of wallet.coins) {
      const margin = marginOf(one).plus(changeOf(one.coin, what))
      if (!margin.gt(0)) continue
      const rate = marginRate(toText<Money>(margin), ownBacking(one, wallet))
      if (rate === null) return null
      most = Exact.max(most, rate)
    }
    return toText<Rate>(most)
  }
  return {
    maintenance: rates('maintenanceMargin', (one) => new Exact(one.maintenanceMargin)),
    initial: rates('initialMargin', (one) => Exact.sum(one.positionInitialMargin, one.orderInitialMargin)),
  }
}

/** What one of a coin is worth in dollars; one of those without a balance is taken for a dollar. */
function dollarsOf({ usdValue, equity }: CoinBalance): Exact {
  return equity === '0' ? new Exact(1) : new Exact(usdValue).div(equity)
}

/** Every underlying with one of them as it would be; `null`: nothing is held there any more. */
export function withUnit(
  units: readonly PortfolioMargins[],
  unit: string,
  after: PortfolioMargins | null,
): readonly PortfolioMargins[] {
  return [...units.filter((one) => unitOf(one) !== unit), ...(after === null ? [] : [after])]
}
