import { scenarioPnls, VENUE_RULES, type Holding } from '../../../src/domain/risk/portfolio-margin'
import type { Account, Market, Position } from '../entities'
import { ContingencySums, type ContingencyParts } from '../risk/contingency-sums'
import { costsE8, HELD, marginOfE8, ORDERED, scenarioValuesOf, type Margined } from '../risk/portfolio'
import { positionValueE8 } from '../risk/position-value'

/** The margin of what is held on one underlying in one settle coin. Amounts are E8 of that coin. */
export interface EngineMargin {
  readonly underlying: string
  readonly settleCoin: string
  /** Of what is held. */
  readonly contingency: ContingencyParts
  /** Of what is held. */
  readonly maintenanceE8: number
  /** With the orders that lose most filled, their losses and fees. */
  readonly initialE8: number
}

/** The same as it would be with other trades, and what all of it would win or lose, in the order of `VENUE_GRID`. */
export interface EnginePortfolioAfter extends EngineMargin {
  readonly pnlsE8: readonly number[]
}

/** The same as it is, taken apart. */
export interface EnginePortfolio extends EngineMargin {
  /** What closing all of it would cost in fees at the marks. */
  readonly closingFeeE8: number
  readonly positions: readonly EnginePortfolioPosition[]
}

export interface EnginePortfolioPosition {
  readonly symbol: string
  /** Negative when short. */
  readonly lots: number
  /** Of open orders, buys less sells. */
  readonly orderLots: number
  /** What is held would win or lose, in the order of `VENUE_GRID`: the model's numbers, not rounded. */
  readonly pnlsE8: readonly number[]
  /** Maintenance margin of everything beside it on the underlying. */
  readonly withoutE8: number
}

/** A trade that is only thought of, at the mark. */
export interface EngineTrade {
  readonly symbol: string
  /** Negative sells. */
  readonly lots: number
}

/**
 * The scenarios that margin an account, by underlying, through the functions that margin it. Each underlying's margin is
 * rounded up by itself here, and their sum in the balances: those are less by under a unit for each.
 *
 * @returns `null` where the account holds a margin for each position
 */
export function portfolioReport({ coinMargin, coins }: Account): readonly EnginePortfolio[] | null {
  if (coinMargin === null) return null
  return coins.flatMap(({ coin, positions }) =>
    [...byUnderlying(positions)].map(([underlying, own]) => reportOf(own, { underlying, settleCoin: coin })),
  )
}

/**
 * The margin of an account as it would be once it had traded besides, by the functions that margin it: each underlying on
 * which it then has something. Fees and what a fill loses against the mark are not in it.
 *
 * @param trades of markets that scenarios say something of
 * @returns `null` where the account holds a margin for each position
 */
export function portfolioAfter(
  { coinMargin, coins }: Account,
  trades: readonly { readonly market: Market; readonly lots: number }[],
): readonly EnginePortfolioAfter[] | null {
  if (coinMargin === null) return null
  const lotsOf = new Map<Market, number>()
  for (const { market, lots } of trades) lotsOf.set(market, (lotsOf.get(market) ?? 0) + lots)
  const held = coins.flatMap(({ positions }) => positions)
  const before = held.map((position) => {
    const traded = lotsOf.get(position.market) ?? 0
    lotsOf.delete(position.market)
    const { market, lots, buyLots, sellLots } = position
    return { market, lots: lots + traded, buyLots, sellLots }
  })
  const opened = [...lotsOf].map(([market, lots]) => ({ market, lots, buyLots: 0, sellLots: 0 }))
  const all = [...before, ...opened]
  return [...new Set(all.map(coinOf))].flatMap((settleCoin) =>
    [...byUnderlying(all.filter((one) => coinOf(one) === settleCoin))].map(([underlying, own]) => {
      const costs = costsE8(
        held.filter((one) => own.some(({ market }) => market === one.market)),
        null,
      )
      const pnlsE8 = [...scenarioPnls(own.flatMap(holdingOf), VENUE_RULES)]
      return { ...marginsOf(own, costs), underlying, settleCoin, pnlsE8 }
    }),
  )
}

const coinOf = ({ market }: Margined): string => market.instrument.settleCoin
const heldLots = ({ lots }: Margined) => ({ least: lots, most: lots })
const isThere = ({ lots, buyLots, sellLots }: Margined): boolean => lots !== 0 || buyLots !== 0 || sellLots !== 0

function byUnderlying<T extends Margined>(positions: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const position of positions) {
    const { product, instrument, legs } = position.market
    // An order of a spread holds back what its legs ask for.
    if (!isThere(position) || (product.scenarios === null && legs === null)) continue
    const name = instrument.underlying ?? instrument.symbol
    groups.set(name, [...(groups.get(name) ?? []), position])
  }
  return groups
}

/** @param costs of their orders */
function marginsOf(positions: readonly Margined[], costs: number): Omit<EngineMargin, 'underlying' | 'settleCoin'> {
  const contingency = new ContingencySums()
  for (const position of positions) {
    if (position.lots !== 0)
      position.market.product.scenarios?.addContingency(position.market, heldLots(position), contingency)
  }
  return {
    contingency: contingency.parts(),
    maintenanceE8: marginOfE8(positions, HELD).maintenance,
    initialE8: marginOfE8(positions, ORDERED).initial + costs,
  }
}

function reportOf(
  positions: readonly Position[],
  names: Pick<EnginePortfolio, 'underlying' | 'settleCoin'>,
): EnginePortfolio {
  return {
    ...names,
    ...marginsOf(positions, costsE8(positions, null)),
    closingFeeE8: positions.reduce((sum, one) => sum + closingFeeE8(one), 0),
    positions: positions
      .filter(({ market }) => market.product.scenarios !== null)
      .map((position) => positionReport(position, positions)),
  }
}

function positionReport(position: Position, all: readonly Position[]): EnginePortfolioPosition {
  const { market, lots, buyLots, sellLots } = position
  const others = all.filter((one) => one !== position)
  return {
    symbol: market.instrument.symbol,
    lots,
    orderLots: buyLots - sellLots,
    pnlsE8: [...scenarioPnls(holdingOf(position), VENUE_RULES)],
    withoutE8: marginOfE8(others, HELD).maintenance,
  }
}

/** Of what is held: its orders are left out. */
function holdingOf(position: Margined): readonly Holding[] {
  if (position.market.product.scenarios === null) return []
  return [{ values: scenarioValuesOf(position.market), ...heldLots(position) }]
}

function closingFeeE8(position: Position): number {
  const { lots, market, takerRateE8 } = position
  if (lots === 0) return 0
  const side = lots > 0 ? 'sell' : 'buy'
  const fill = { side, ticks: market.markTicks ?? 0, lots: Math.abs(lots), valueE8: positionValueE8(position) } as const
  return market.product.feeE8(fill, takerRateE8, market)
}
