import { optionValues } from './option-scenarios'
import type { RepricedOption } from './strike-values'
import { gridOf, linearValues, WAYS, type Grid, type ScenarioValues } from './scenario-values'
import { reprice } from './reprice'
import type { RepricingRules } from './strike-values'

/** Options of one account on one coin, and what moves with the price itself. Quantities are signed; a short is below zero. */
export interface Portfolio {
  readonly options: readonly PortfolioOption[]
  /** Σ quantity × price of perpetuals and futures, and the value of the spot hedge. */
  readonly linearValue: number
}

export interface PortfolioOption extends RepricedOption {
  /** Names the expiry; options of one expiry are worth something together. */
  readonly expiry: string
  readonly qty: number
}

/**
 * So much of something, by what one of it is worth in each place of the grid. Orders make two quantities of it: `least`
 * with every sell filled and no buy, `most` the other way round; without orders both are what is held.
 */
export interface Holding {
  readonly values: ScenarioValues
  readonly least: number
  readonly most: number
  /** Only where values of an expiry are discounted again. */
  readonly expiry?: string
}

/** By expiry: of what its options are worth under a shock, where that is not negative, and where it is. */
export type StaticDiscounts = ReadonlyMap<string, readonly [gain: number, loss: number]>

/** What an account's portfolio margin is made by: the venue's own numbers. */
export interface PortfolioRules extends RepricingRules {
  /** Left out, no value is discounted again. */
  readonly staticDiscounts?: StaticDiscounts
}

const MOVES = [-0.1, -0.08, -0.06, -0.04, -0.02, 0, 0.02, 0.04, 0.06, 0.08, 0.1]

/** As far as the price goes in either direction. */
export const FARTHEST_MOVE = Math.max(...MOVES.map(Math.abs))

/** This venue's grid (semantics.md §1.8): eleven moves of the price by three of the volatility. */
export const VENUE_GRID: Grid = gridOf(
  MOVES.flatMap((move) => WAYS.map((volatility) => ({ move, volatility, weight: 1 }))),
)

/** Places of the smallest moves up and down, the volatility the same. */
const SMALL = 0.02
const placeOf = (move: number): number =>
  VENUE_GRID.scenarios.findIndex((one) => one.move === move && one.volatility === 'same')
const [UP, DOWN] = [placeOf(SMALL), placeOf(-SMALL)]

/**
 * What something wins for each whole move of the price, by the grid's two smallest ones: its delta × price. In between, an
 * option's curve is small.
 *
 * @param factors as for `addWeightedPnls`
 */
export function deltaValue({ now, shocked }: ScenarioValues, factors: Float64Array | null): number {
  const [up, down] = [shocked[UP]! - now, shocked[DOWN]! - now]
  return (factors === null ? up - down : up * factors[UP]! - down * factors[DOWN]!) / (2 * SMALL)
}

/**
 * So much of what the wallet has of the underlying stands against what is short of it (the published spot hedge), and
 * moves with the price from then on. Where the price rises, the orders that lose are the sells, so all of them are short;
 * where it falls, they are the buys.
 *
 * @param held value of the coins in the wallet
 * @param delta value that all of it moves with: `low` with every order filled that lowers it, `high` the other way round
 */
export function addSpotHedge(
  pnls: Float64Array,
  held: number,
  { low, high }: { readonly low: number; readonly high: number },
): void {
  const { scenarios } = VENUE_GRID
  const [ofRise, ofFall] = [hedged(held, low), hedged(held, high)]
  for (let at = 0; at < pnls.length; at++) {
    const { move } = scenarios[at]!
    pnls[at]! += move * (move > 0 ? ofRise : ofFall)
  }
}

/** What orders may make of something beside a spot hedge. */
export interface OrderedHolding {
  /** What one of it wins or loses in each place of the grid. */
  readonly changes: Float64Array
  /** The value that one of it moves with. */
  readonly delta: number
  /** How many there are with every order filled that takes some away, and with every one that adds some. */
  readonly least: number
  readonly most: number
}

/**
 * The same with orders: in each place those are filled that lose most together with the hedge which their own fills leave.
 * Where the price rises the hedge wins, so it may pay to lose a little less by fills that make the hedge smaller; where it
 * falls the hedge loses, and fills that make it larger count.
 *
 * With x of each holding between its two ends, a place is worth c·x + move × min(held, max(0, D(x))), D being what is short.
 * Of what it may be worth the least is the smaller of two: the hedge taken as all there is where it wins, as none where
 * it loses; and, by the duality of linear programs, the greatest over 0 ≤ λ ≤ 1 of what is worth least once each x bears
 * λ of its own part of the hedge.
 *
 * @param pnls what no order changes, in each place; what is worst is added
 * @param delta the value that this moves with
 */
export function addWorstSpotHedge(
  pnls: Float64Array,
  held: number,
  { delta, orders }: { readonly delta: number; readonly orders: readonly OrderedHolding[] },
): void {
  const { scenarios } = VENUE_GRID
  for (let at = 0; at < pnls.length; at++) {
    const { move } = scenarios[at]!
    let [loose, short] = [0, -delta]
    const turns: { readonly share: number; readonly less: number }[] = []
    for (const { changes, delta: ofOne, least, most } of orders) {
      const change = changes[at]!
      const filled = change < 0 ? most : least
      loose += change * filled
      short -= ofOne * filled
      const moved = move * ofOne
      // From here on the other end of it is worth less: what it takes of the hedge has outgrown what it wins.
      const share = moved === 0 ? 1 : change / moved
      if (share < 0 || share >= 1 || (change === 0 && moved < 0)) continue
      turns.push({ share, less: Math.abs(moved) * (most - least) })
    }
    const whole = move * Math.max(0, held)
    const [loosest, bound] = move > 0 ? [loose + whole, loose] : [loose, loose + whole]
    // The bound's curve is concave: it is followed while it rises.
    let [best, from, rise] = [bound, 0, move * short - (move > 0 ? 0 : whole)]
    for (const { share, less } of turns.toSorted((a, b) => a.share - b.share)) {
      if (rise <= 0) break
      best += rise * (share - from)
      from = share
      rise -= less
    }
    if (rise > 0) best += rise * (1 - from)
    pnls[at]! += Math.min(loosest, best)
  }
}

/** As much of the coins as there is short. */
export function hedged(held: number, delta: number): number {
  return Math.min(Math.max(0, held), Math.max(0, -delta))
}

/** This venue's rules: its grid, and Deribit's published shock of the volatility (ADR-390). */
export const VENUE_RULES: PortfolioRules = {
  grid: VENUE_GRID,
  shock: { rangeUp: 0.5, rangeDown: 0.25, shortPower: 0.3, longPower: 0.13, leastDays: 1, leastUp: 0 },
  reprice,
}

export function holdingsOf({ options, linearValue }: Portfolio, rules: PortfolioRules): readonly Holding[] {
  return [
    ...options.map((one) => ({
      values: optionValues(one, rules),
      least: one.qty,
      most: one.qty,
      expiry: one.expiry,
    })),
    { values: linearValues(linearValue, rules.grid), least: 1, most: 1 },
  ]
}

/**
 * What holdings on one coin would win or lose in each place of the grid, in the grid's order and the holdings' unit. Of
 * their orders, in each place, those that lose there are filled: no choice among them is worse.
 */
export function scenarioPnls(
  holdings: readonly Holding[],
  rules: PortfolioRules,
  pnls = new Float64Array(rules.grid.scenarios.length),
): Float64Array {
  pnls.fill(0)
  for (const holding of holdings) addPnls(pnls, holding)
  if (rules.staticDiscounts !== undefined) discount(pnls, holdings, rules.staticDiscounts)
  const { scenarios } = rules.grid
  for (let at = 0; at < pnls.length; at++) pnls[at]! *= scenarios[at]!.weight
  return pnls
}

/** Adds what a holding would win or lose in each place, its orders filled where that loses. */
export function addPnls(pnls: Float64Array, { values, least, most }: Holding): void {
  const { now, shocked } = values
  if (least === most) {
    // Without orders there is nothing to choose, and no branch that would be guessed wrong.
    for (let at = 0; at < pnls.length; at++) pnls[at]! += (shocked[at]! - now) * most
    return
  }
  for (let at = 0; at < pnls.length; at++) {
    const change = shocked[at]! - now
    pnls[at]! += change * (change < 0 ? most : least)
  }
}

/**
 * The same of a holding that is settled in another coin than the one the results are in.
 *
 * @param weight how many of that coin one of its own is
 * @param factors by how much that grows in each place; `null` where it does not
 */
export function addWeightedPnls(
  pnls: Float64Array,
  { values, least, most }: Holding,
  { weight, factors }: { readonly weight: number; readonly factors: Float64Array | null },
): void {
  const { now, shocked } = values
  for (let at = 0; at < pnls.length; at++) {
    const change = (shocked[at]! - now) * weight * (factors === null ? 1 : factors[at]!)
    pnls[at]! += change * (change < 0 ? most : least)
  }
}

/** Takes off what the discounts leave of the values under each shock, an expiry at a time. */
function discount(pnls: Float64Array, holdings: readonly Holding[], discounts: StaticDiscounts): void {
  for (const [expiry, [ofGain, ofLoss]] of discounts) {
    const own = holdings.filter((one) => one.expiry === expiry)
    for (let at = 0; at < pnls.length; at++) {
      const value = own.reduce((sum, { values, most }) => sum + values.shocked[at]! * most, 0)
      pnls[at]! += value * ((value >= 0 ? ofGain : ofLoss) - 1)
    }
  }
}

/** The place of the grid in which most is lost, and how much that is; `at` is −1 of a portfolio that never loses. */
export function worstScenario(pnls: ArrayLike<number>): { readonly at: number; readonly loss: number } {
  let [at, loss] = [-1, 0]
  for (let place = 0; place < pnls.length; place++) {
    if (-pnls[place]! > loss) [at, loss] = [place, -pnls[place]!]
  }
  return { at, loss }
}

/**
 * MM = greatest losses of the grid + contingency, IM = 1.2 × MM, exact in the published sample (semantics.md §1.8). Model
 * values become money here: both are rounded up to the whole unit, so that an account never holds less than the model says.
 *
 * @param losses of each coin, and its contingency, in units of money (1e-8 of the settle coin)
 */
export function portfolioMargin(losses: readonly number[]): { readonly maintenance: number; readonly initial: number } {
  const maintenance = Math.ceil(losses.reduce((sum, one) => sum + one, 0))
  return { maintenance, initial: maintenance + Math.ceil(maintenance / 5) }
}
