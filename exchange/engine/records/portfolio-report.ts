import { scenarioPnls, VENUE_RULES } from '../../../src/domain/risk/portfolio-margin'
import type { Account, Position } from '../entities'
import { ContingencySums, type ContingencyParts } from '../risk/contingency-sums'
import { costsE8, HELD, marginOfE8, ORDERED, scenarioValuesOf } from '../risk/portfolio'
import { positionValueE8 } from '../risk/position-value'

/** Portfolio margin of what an account has on one underlying in one settle coin, taken apart. Amounts are E8 of that coin. */
export interface EnginePortfolio {
  readonly underlying: string
  readonly settleCoin: string
  /** Of what is held. */
  readonly contingency: ContingencyParts
  /** Of what is held. */
  readonly maintenanceE8: number
  /** With the orders that lose most filled, their losses and fees. */
  readonly initialE8: number
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

const heldLots = ({ lots }: Position) => ({ least: lots, most: lots })
const isThere = ({ lots, buyLots, sellLots }: Position): boolean => lots !== 0 || buyLots !== 0 || sellLots !== 0

function byUnderlying(positions: readonly Position[]): ReadonlyMap<string, readonly Position[]> {
  const groups = new Map<string, Position[]>()
  for (const position of positions) {
    const { product, instrument, legs } = position.market
    // An order of a spread holds back what its legs ask for.
    if (!isThere(position) || (product.scenarios === null && legs === null)) continue
    const name = instrument.underlying ?? instrument.symbol
    groups.set(name, [...(groups.get(name) ?? []), position])
  }
  return groups
}

function reportOf(
  positions: readonly Position[],
  names: Pick<EnginePortfolio, 'underlying' | 'settleCoin'>,
): EnginePortfolio {
  const contingency = new ContingencySums()
  for (const position of positions) {
    if (position.lots !== 0)
      position.market.product.scenarios?.addContingency(position.market, heldLots(position), contingency)
  }
  const ordered = marginOfE8(positions, ORDERED)
  return {
    ...names,
    contingency: contingency.parts(),
    maintenanceE8: marginOfE8(positions, HELD).maintenance,
    initialE8: ordered.initial + costsE8(positions, null),
    closingFeeE8: positions.reduce((sum, one) => sum + closingFeeE8(one), 0),
    positions: positions.filter(({ market }) => market.product.scenarios !== null).map(positionReport),
  }
}

function positionReport(position: Position): EnginePortfolioPosition {
  const { market, lots, buyLots, sellLots } = position
  const holding = { values: scenarioValuesOf(market), ...heldLots(position) }
  const pnlsE8 = [...scenarioPnls([holding], VENUE_RULES)]
  return { symbol: market.instrument.symbol, lots, orderLots: buyLots - sellLots, pnlsE8 }
}

function closingFeeE8(position: Position): number {
  const { lots, market, takerRateE8 } = position
  if (lots === 0) return 0
  const side = lots > 0 ? 'sell' : 'buy'
  const fill = { side, ticks: market.markTicks ?? 0, lots: Math.abs(lots), valueE8: positionValueE8(position) } as const
  return market.product.feeE8(fill, takerRateE8, market)
}
