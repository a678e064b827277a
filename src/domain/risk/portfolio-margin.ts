import { toText, Exact, type Money } from '../decimal'
import { optionValue } from '../options/black'

/** Options of one account, and what moves with the price itself. Quantities are signed; a short is below zero. */
export interface Portfolio {
  readonly options: readonly PortfolioOption[]
  /** Σ quantity × price of perpetuals and futures, and the value of the spot hedge. */
  readonly linearValue: number
}

export interface PortfolioOption {
  /** Names the expiry; options of one expiry are worth something together. */
  readonly expiry: string
  readonly years: number
  readonly forward: number
  readonly strike: number
  readonly isCall: boolean
  readonly volatility: number
  /** What an amount at the expiry is worth now. */
  readonly discount: number
  readonly qty: number
}

/** One place of the grid. */
export interface Scenario {
  /** Of the price, as a fraction. */
  readonly move: number
  /** Which way the volatility goes. */
  readonly volatility: 'up' | 'same' | 'down'
  /** How much of the result counts: far moves may count in part. */
  readonly weight: number
}

/** How far a shock takes a volatility, by the days that are left (Deribit's form, published for several venues). */
export interface VolatilityShock {
  readonly rangeUp: number
  readonly rangeDown: number
  /** Power of 30 ÷ days, to 30 days and beyond. */
  readonly shortPower: number
  readonly longPower: number
  readonly leastDays: number
  /** A volatility that goes up goes up to this at least. */
  readonly leastUp: number
}

/** By expiry: of what its options are worth under a shock, where that is not negative, and where it is. */
export type StaticDiscounts = ReadonlyMap<string, readonly [gain: number, loss: number]>

/** What an account's portfolio margin is made by: the venue's own numbers. */
export interface PortfolioRules {
  readonly grid: readonly Scenario[]
  readonly shock: VolatilityShock
  /** Left out, no value is discounted again. */
  readonly staticDiscounts?: StaticDiscounts
}

const MOVES = [-0.1, -0.08, -0.06, -0.04, -0.02, 0, 0.02, 0.04, 0.06, 0.08, 0.1]
const WAYS = ['up', 'same', 'down'] as const

/** This venue's grid (semantics.md §1.8): eleven moves of the price by three of the volatility. */
export const VENUE_GRID: readonly Scenario[] = MOVES.flatMap((move) =>
  WAYS.map((volatility) => ({ move, volatility, weight: 1 })),
)
/** IM = 1.2 × MM, exact in the published sample (semantics.md §1.8). */
const INITIAL_FACTOR = '1.2'

/** A volatility under a shock, `days` before the expiry. */
export function shockedVolatility(
  volatility: number,
  way: Scenario['volatility'],
  days: number,
  shock: VolatilityShock,
): number {
  if (way === 'same') return volatility
  const left = Math.max(days, shock.leastDays)
  const factor = (30 / left) ** (days <= 30 ? shock.shortPower : shock.longPower)
  return way === 'up'
    ? Math.max(shock.leastUp, volatility * (1 + shock.rangeUp * factor))
    : volatility * Math.max(0, 1 - shock.rangeDown * factor)
}

/** What a portfolio would win or lose in each place of the grid, in the grid's order. In the settle coin. */
export function scenarioPnls(portfolio: Portfolio, rules: PortfolioRules): readonly number[] {
  const { options, linearValue } = portfolio
  const expiries = [...new Set(options.map(({ expiry }) => expiry))]
  const place = new Map(expiries.map((expiry, at) => [expiry, at]))
  const discounts = expiries.map((expiry) => rules.staticDiscounts?.get(expiry) ?? ([1, 1] as const))
  const places = options.map(({ expiry }) => place.get(expiry)!)
  const now = valuesBy(options, places, expiries.length, (one) => optionValue(one))
  // The volatility of an option under a shock is the same at every move.
  const shocked = new Map(
    WAYS.map((way) => [
      way,
      options.map((one) => shockedVolatility(one.volatility, way, one.years * 365, rules.shock)),
    ]),
  )
  return rules.grid.map(({ move, volatility: way, weight }) => {
    const volatilities = shocked.get(way)!
    const then = valuesBy(options, places, expiries.length, (one, at) =>
      optionValue({
        forward: one.forward * (1 + move),
        strike: one.strike,
        isCall: one.isCall,
        years: one.years,
        volatility: volatilities[at]!,
      }),
    )
    let change = linearValue * move
    for (let at = 0; at < then.length; at++) {
      const value = then[at]!
      change += value * discounts[at]![value >= 0 ? 0 : 1] - now[at]!
    }
    return change * weight
  })
}

/** The place of the grid in which most is lost, and how much that is; `at` is −1 of a portfolio that never loses. */
export function worstScenario(pnls: readonly number[]): { readonly at: number; readonly loss: number } {
  let worst = { at: -1, loss: 0 }
  for (const [at, pnl] of pnls.entries()) if (-pnl > worst.loss) worst = { at, loss: -pnl }
  return worst
}

/** What may go wrong beside the grid, each a sum of the settle coin (semantics.md §1.8). */
export interface Contingency {
  readonly shortOptions: number
  readonly vega: number
  readonly futureDelta: number
  readonly futures: number
  readonly stablecoins: number
}

/**
 * MM = greatest loss of the grid + contingency, IM = 1.2 × MM. Model values become money here: rounded outward to 1e-8,
 * so that an account never holds less than the model says.
 */
export function portfolioMargin(
  pnls: readonly number[],
  contingency: Contingency,
): { readonly maintenanceMargin: Money; readonly initialMargin: Money } {
  const { shortOptions, vega, futureDelta, futures, stablecoins } = contingency
  const parts = [worstScenario(pnls).loss, shortOptions, vega, futureDelta, futures, stablecoins]
  const maintenance = parts.reduce((sum, part) => sum.plus(part), new Exact(0)).toDecimalPlaces(8, Exact.ROUND_UP)
  const initial = maintenance.times(INITIAL_FACTOR).toDecimalPlaces(8, Exact.ROUND_UP)
  return { maintenanceMargin: toText<Money>(maintenance), initialMargin: toText<Money>(initial) }
}

/** Of what futures and perpetuals offset nothing: Σ |quantity| × factor × index (semantics.md §1.8). */
export function futureContingency(qtys: readonly number[], factor: number, index: number): number {
  return qtys.reduce((sum, qty) => sum + Math.abs(qty), 0) * factor * index
}

function valuesBy(
  options: readonly PortfolioOption[],
  places: readonly number[],
  count: number,
  valueOf: (option: PortfolioOption, at: number) => number,
): Float64Array {
  const values = new Float64Array(count)
  for (let at = 0; at < options.length; at++) {
    const one = options[at]!
    values[places[at]!]! += valueOf(one, at) * one.discount * one.qty
  }
  return values
}
