import { addWeightedPnls, VENUE_GRID } from '../../../src/domain/risk/portfolio-margin'
import type { Account, Cash, Market, Position } from '../entities'
import type { ContingencyParts } from '../risk/contingency-sums'
import { costsE8, HELD, ORDERED } from '../risk/portfolio'
import { factorsOf, riskUnitsMarginE8, riskUnits } from '../risk/risk-units'
import { positionValueE8 } from '../risk/position-value'
import { scenarioValuesOf, type Margined } from '../risk/scenario-values'
import { mulDivSigned, ONE_E8 } from '../scaled'
import { MarginWithout } from './margin-without'

/** The unit of what coins are margined in that back each other. */
export const DOLLARS = 'USD'

/**
 * The margin of what hedges one another: on one underlying, in one settle coin, or of all coins where they back each
 * other. Amounts are E8 of that coin, or of a US dollar (`DOLLARS`).
 */
export interface EngineMargin {
  readonly underlying: string
  readonly settleCoin: string
  /** Of what is held. */
  readonly contingency: ContingencyParts
  /** Of what is held. */
  readonly maintenanceE8: number
  /** With the orders that lose most filled, their losses and fees. */
  readonly initialE8: number
  /** Of the underlying's coins in the wallet, how many hedge what is short, E8. */
  readonly hedgeE8: number
}

/** The same as it would be with other trades, and what all of it would win or lose, in the order of `VENUE_GRID`. */
export interface EnginePortfolioAfter extends EngineMargin {
  readonly pnlsE8: readonly number[]
}

/** The same as it is, taken apart. */
export interface EnginePortfolio extends EnginePortfolioAfter {
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
  readonly pnlsE8: Float64Array
  /** Maintenance margin of everything beside it on the underlying. */
  readonly withoutE8: number
}

/** A trade that is only thought of, at the mark. */
export interface EngineTrade {
  readonly symbol: string
  /** Negative sells. */
  readonly lots: number
}

/** What settles in one coin of a unit. */
export interface UnitCoin<T extends Margined> {
  readonly coin: string
  readonly positions: readonly T[]
  /** What one of it is in the unit of the report, E8. */
  readonly priceE8: number
  readonly hedgeE8: number
}

/** What is reported together. */
export interface ReportUnit<T extends Margined> {
  readonly underlying: string
  readonly settleCoin: string
  readonly coins: readonly UnitCoin<T>[]
}

/**
 * The scenarios that margin an account, by underlying, through the functions that margin it. Each underlying's margin is
 * rounded up by itself here, and their sum in the balances: those are less by under a unit for each.
 *
 * @returns `null` where the account holds a margin for each position
 */
export function portfolioReport(account: Account): readonly EnginePortfolio[] | null {
  if (account.coinMargin === null) return null
  return unitsOf<Position>(account, (cash) => cash.positions).map(reportOf)
}

/**
 * The margin of an account as it would be once it had traded besides, by the functions that margin it: each underlying on
 * which it then has something. Fees and what a fill loses against the mark are not in it.
 *
 * @param trades of markets that scenarios say something of
 * @returns `null` where the account holds a margin for each position
 */
export function portfolioAfter(
  account: Account,
  trades: readonly { readonly market: Market; readonly lots: number }[],
): readonly EnginePortfolioAfter[] | null {
  if (account.coinMargin === null) return null
  const lotsOf = new Map<Market, number>()
  for (const { market, lots } of trades) lotsOf.set(market, (lotsOf.get(market) ?? 0) + lots)
  const coins = new Map<string, Margined[]>()
  for (const { coin, positions } of account.coins) {
    const before = positions.map(({ market, lots: held, buyLots, sellLots, reducingLots }) => {
      const lots = held + (lotsOf.get(market) ?? 0)
      lotsOf.delete(market)
      // What reduces one side ends where the trade makes the other one of it.
      return { market, lots, buyLots, sellLots, reducingLots: held > 0 === lots > 0 ? reducingLots : 0 }
    })
    coins.set(coin, before)
  }
  for (const [market, lots] of lotsOf) {
    const { settleCoin } = market.instrument
    coins.set(settleCoin, [
      ...(coins.get(settleCoin) ?? []),
      { market, lots, buyLots: 0, sellLots: 0, reducingLots: 0 },
    ])
  }
  const held = new Map(account.coins.map(({ coin, positions }) => [coin, positions]))
  return unitsOf<Margined>(account, ({ coin }) => coins.get(coin) ?? []).map((unit) => {
    const costs = unit.coins.reduce((sum, { coin, positions, priceE8 }) => {
      const own = (held.get(coin) ?? []).filter((one) => positions.some(({ market }) => market === one.market))
      return sum + inUnit(costsE8(own, null), priceE8)
    }, 0)
    return marginsOf(unit, costs)
  })
}

const isThere = ({ lots, buyLots, sellLots }: Margined): boolean => lots !== 0 || buyLots !== 0 || sellLots !== 0
const inUnit = (amountE8: number, priceE8: number): number =>
  priceE8 === ONE_E8 ? amountE8 : mulDivSigned(amountE8, priceE8, ONE_E8)

/** @param positionsOf what to report of a coin, in place of what is held of it */
function unitsOf<T extends Margined>(
  account: Account,
  positionsOf: (cash: Cash) => readonly T[],
): readonly ReportUnit<T>[] {
  const together = account.backing.accountWide?.marginedCoins(null) ?? []
  const units: ReportUnit<T>[] = []
  const byUnderlying = new Map<string, UnitCoin<T>[]>()
  for (const { cash, priceE8, hedgeE8 } of together) {
    for (const [underlying, positions] of groupOf(positionsOf(cash))) {
      const coins = byUnderlying.get(underlying) ?? []
      byUnderlying.set(underlying, [...coins, { coin: cash.coin, positions, priceE8, hedgeE8 }])
    }
  }
  for (const [underlying, coins] of byUnderlying) {
    const own = together.find(({ cash }) => cash.coin === underlying)
    const isListed = own === undefined || coins.some(({ coin }) => coin === underlying)
    const wallet = isListed ? [] : [{ ...own, coin: underlying, positions: [] }]
    units.push({ underlying, settleCoin: DOLLARS, coins: [...coins, ...wallet] })
  }
  for (const cash of account.coins) {
    if (together.some((one) => one.cash === cash)) continue
    for (const [underlying, positions] of groupOf(positionsOf(cash))) {
      const coins = [{ coin: cash.coin, positions, priceE8: ONE_E8, hedgeE8: 0 }]
      units.push({ underlying, settleCoin: cash.coin, coins })
    }
  }
  return units
}

function groupOf<T extends Margined>(positions: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const position of positions) {
    const { product, instrument, legs } = position.market
    // An order of a spread holds back what its legs ask for.
    if (!isThere(position) || (product.scenarios === null && legs === null)) continue
    const name = instrument.underlying ?? legs?.first.instrument.underlying ?? instrument.symbol
    const known = groups.get(name)
    if (known === undefined) groups.set(name, [position])
    else known.push(position)
  }
  return groups
}

/** @param costs of their orders, in the unit */
function marginsOf(unit: ReportUnit<Margined>, costs: number): EnginePortfolioAfter {
  const { underlying, settleCoin, coins } = unit
  const inDollars = settleCoin === DOLLARS
  const [risk] = riskUnits(coins, { ...HELD, inDollars })
  const held = riskUnitsMarginE8(risk === undefined ? [] : [risk])
  const ordered = riskUnitsMarginE8(riskUnits(coins, { ...ORDERED, inDollars }))
  return {
    underlying,
    settleCoin,
    contingency: risk?.contingency.parts() ?? NO_CONTINGENCY,
    maintenanceE8: held.maintenance,
    initialE8: ordered.initial + costs,
    hedgeE8: risk?.hedgeE8 ?? 0,
    pnlsE8: [...(risk?.pnls ?? new Float64Array(VENUE_GRID.scenarios.length))],
  }
}

const NO_CONTINGENCY: ContingencyParts = { shortOptionE8: 0, futureE8: 0, offsetE8: 0, coinsE8: 0 }

function reportOf(unit: ReportUnit<Position>): EnginePortfolio {
  const { coins, settleCoin } = unit
  const costs = coins.reduce((sum, { positions, priceE8 }) => sum + inUnit(costsE8(positions, null), priceE8), 0)
  const fees = coins.reduce(
    (sum, { positions, priceE8 }) =>
      sum +
      inUnit(
        positions.reduce((fee, one) => fee + closingFeeE8(one), 0),
        priceE8,
      ),
    0,
  )
  const without = new MarginWithout(unit, { inDollars: settleCoin === DOLLARS })
  return {
    ...marginsOf(unit, costs),
    closingFeeE8: fees,
    positions: coins.flatMap(({ coin, positions, priceE8 }) =>
      positions
        .filter(({ market }) => market.product.scenarios !== null)
        .map((position) => {
          const { market, lots, buyLots, sellLots } = position
          const weight = priceE8 / ONE_E8
          const factors = settleCoin === DOLLARS ? factorsOf(market) : null
          const values = scenarioValuesOf(market)
          const pnlsE8 = new Float64Array(VENUE_GRID.scenarios.length)
          addWeightedPnls(pnlsE8, { values, least: lots, most: lots }, { weight, factors })
          return {
            symbol: market.instrument.symbol,
            lots,
            orderLots: buyLots - sellLots,
            pnlsE8,
            withoutE8: without.marginE8(position, { coin, pnlsE8 }),
          }
        }),
    ),
  }
}

function closingFeeE8(position: Position): number {
  const { lots, market, takerRateE8 } = position
  if (lots === 0) return 0
  const side = lots > 0 ? 'sell' : 'buy'
  const fill = { side, ticks: market.markTicks ?? 0, lots: Math.abs(lots), valueE8: positionValueE8(position) } as const
  return market.product.feeE8(fill, takerRateE8, market)
}
