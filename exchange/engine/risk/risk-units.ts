import {
  addPnls,
  addSpotHedge,
  addWeightedPnls,
  deltaValue,
  hedged,
  portfolioMargin,
  VENUE_GRID,
  worstScenario,
  type OrderedHolding,
} from '../../../src/domain/risk/portfolio-margin'
import { createValues } from '../../../src/domain/risk/scenario-values'
import type { Cash, Market } from '../entities'
import { ONE_E8 } from '../scaled'
import type { MarginedCoin } from './backing'
import type { HeldMargin } from './coin-margin'
import { ContingencySums, NO_LOTS } from './contingency-sums'
import { addFreedPnls, freedFills, straightened, type MarketFills } from './freed-fills'
import { FormerFills, WorstFills, type HedgedFills } from './hedged-fills'
import { scenarioValuesOf, type Margined } from './scenario-values'
import { ordersOfSpreads, type SpreadFills } from './spread-fills'

/*
 * Portfolio margin of coins that back each other (semantics.md §1.8, ADR-960), in US dollars at the index of now: what is
 * held on one underlying hedges one another whichever coin it settles in, and so does that coin in the wallet where the
 * account said so. Orders count where they lose (ADR-393), with what their fills free of the contingency (ADR-1058).
 */

/** A coin with what is margined in it. */
export interface MarginedPositions extends Pick<MarginedCoin<Cash>, 'priceE8' | 'hedgeE8'> {
  readonly coin: string
  readonly positions: readonly Margined[]
}

export interface Delta {
  low: number
  high: number
}

/** What is held on one underlying, E8 of a US dollar. */
export interface RiskUnit {
  readonly underlying: string
  readonly pnls: Float64Array
  readonly contingency: ContingencySums
  /** What stands of the wallet against what is short, E8 of the coin; with orders, as many as would once all sells fill. */
  readonly hedgeE8: number
}

interface CoinPart {
  readonly contingency: ContingencySums
  readonly delta: Delta
  readonly weight: number
}

interface Unit {
  readonly pnls: Float64Array
  readonly coins: Map<string, CoinPart>
  /** What it follows, where the wallet has something of it that hedges. */
  readonly hedge: MarginedPositions | null
  /** Where orders count beside that. */
  readonly fills: HedgedFills | null
}

const newPnls = (): Float64Array => new Float64Array(VENUE_GRID.scenarios.length)

/** Set anew for each position: it is asked for of every one whenever any mark has moved. */
const HOLDING = { values: createValues(VENUE_GRID), least: 0, most: 0 }
const INTO = { weight: 1, factors: null as Float64Array | null, delta: 0 }

/** What its coin is worth in each scenario, of a contract that is settled in what it follows; `null` of all others. */
export function factorsOf({ instrument }: Market): Float64Array | null {
  return instrument.underlying === instrument.settleCoin ? VENUE_GRID.factors : null
}

/** Whether orders are filled that lose: then what has orders alone counts, too; and whose orders are not. */
export interface MarginedOrders {
  readonly withOrders: boolean
  readonly besides?: Margined | null
}

interface How extends MarginedOrders {
  /** `false`: in the settle coin, of which there is one. */
  readonly inDollars?: boolean
}

const isHeld = ({ positions }: MarginedPositions): boolean => positions.length > 0

export function riskUnits(
  coins: readonly MarginedPositions[],
  { withOrders, besides = null, inDollars = true }: How,
): readonly RiskUnit[] {
  const units = new Map<string, Unit>()
  const ordered: (MarketFills & { readonly unit: Unit; readonly part: CoinPart })[] = []
  const spreads = withOrders ? ordersOfSpreads(coins, besides) : null
  // What it moves with says only how coins stand against each other, or the wallet against it.
  const needsDelta = coins.some(({ hedgeE8 }) => hedgeE8 > 0) || coins.filter(isHeld).length > 1
  let [name, unit, part]: [string, Unit | undefined, CoinPart | undefined] = ['', undefined, undefined]
  for (const { coin, positions, priceE8 } of coins) {
    const weight = priceE8 / ONE_E8
    part = undefined
    for (const position of positions) {
      const { market, lots, buyLots, sellLots, reducingLots } = position
      const countsOrders = withOrders && position !== besides
      if (withOrders ? lots === 0 && buyLots === 0 && sellLots === 0 : lots === 0) continue
      const { product, instrument } = market
      if (product.scenarios === null) continue
      const underlying = instrument.underlying ?? instrument.symbol
      // Positions on one underlying stand beside each other mostly.
      if (unit === undefined || underlying !== name || part === undefined) {
        name = underlying
        unit = units.get(underlying)
        if (unit === undefined) units.set(underlying, (unit = newUnit(coins, market, withOrders)))
        part = partOf(unit, coin, weight)
      }
      HOLDING.values = scenarioValuesOf(market)
      HOLDING.least = countsOrders ? lots - sellLots : lots
      HOLDING.most = countsOrders ? lots + buyLots : lots
      // Reduce-only orders close no more than there is, whatever each of them is for.
      if (countsOrders && reducingLots !== 0) {
        HOLDING.least -= Math.min(reducingLots, Math.max(0, lots))
        HOLDING.most += Math.min(reducingLots, Math.max(0, -lots))
      }
      INTO.weight = weight
      INTO.factors = inDollars ? factorsOf(market) : null
      if (needsDelta) INTO.delta = deltaValue(HOLDING.values, INTO.factors) * weight
      const range = spreads?.takeLeg(market)
      const { least, most } = HOLDING
      if (least !== most && market.valuation.rules.freesContingency) {
        // What its fills free of the contingency is known once all of that is summed.
        ordered.push({ market, least, most, beside: range ?? NO_LOTS, ...INTO, unit, part })
      } else if (unit.fills === null || !unit.fills.take(HOLDING, lots, INTO)) {
        // A dollar is a dollar: what most positions settle in takes no products.
        if (weight === 1 && INTO.factors === null) addPnls(unit.pnls, HOLDING)
        else addWeightedPnls(unit.pnls, HOLDING, INTO)
      }
      if (needsDelta) addDelta(part.delta, INTO.delta, HOLDING)
      if (range !== undefined) {
        HOLDING.least += range.least
        HOLDING.most += range.most
      }
      product.scenarios.addContingency(market, HOLDING, part.contingency)
    }
  }
  if (spreads !== null) addSpreads(spreads, { coins, units, inDollars })
  for (const fills of byName(ordered)) {
    const { unit: of, part: coin } = fills
    const freed = freedFills(fills, coin.contingency)
    if (of.fills === null) addFreedPnls(of.pnls, fills, freed)
    else {
      const { holding, once } = straightened(fills, freed)
      addFills(of, holding)
      for (let at = 0; at < of.pnls.length; at++) of.pnls[at]! += once
    }
  }
  return [...units].map(([underlying, unit]) => riskOfUnit(underlying, unit))
}

/** Orders of spreads, in both legs or in none; a leg's contingency is of all that its own orders and theirs may make. */
function addSpreads(
  spreads: SpreadFills,
  { coins, units, inDollars }: { coins: readonly MarginedPositions[]; units: Map<string, Unit>; inDollars: boolean },
): void {
  const partIn = (market: Market, coin: string, weight: number): readonly [Unit, CoinPart] => {
    const underlying = market.instrument.underlying ?? market.instrument.symbol
    const unit = units.get(underlying) ?? newUnit(coins, market, true)
    units.set(underlying, unit)
    return [unit, partOf(unit, coin, weight)]
  }
  for (const orders of spreads.all) {
    const { changes, delta, leg } = orders.movesBy(inDollars ? factorsOf : () => null)
    if (leg === null) continue
    const [unit, part] = partIn(leg, orders.coin, orders.weight)
    const holding = { changes, delta, least: orders.least, most: orders.most }
    addFills(unit, holding)
    addDelta(part.delta, delta, holding)
  }
  // Of what nothing is held and no order of its own stands.
  for (const { leg, coin, weight, range } of spreads.legsLeft())
    leg.product.scenarios?.addContingency(leg, range, partIn(leg, coin, weight)[1].contingency)
}

const nameOf = ({ market }: MarketFills): string => market.instrument.symbol

/** Who comes first frees what is shared: an account that was restored, or is only thought of, has an order of its own. */
function byName<T extends MarketFills>(fills: readonly T[]): readonly T[] {
  return fills.length < 2 ? fills : fills.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

function addFills({ pnls, fills }: Unit, { changes, delta, least, most }: OrderedHolding): void {
  const holding = { values: { now: 0, shocked: changes }, least, most }
  if (fills === null || !fills.take(holding, 0, { weight: 1, factors: null, delta })) addPnls(pnls, holding)
}

function addDelta(sum: Delta, delta: number, { least, most }: { readonly least: number; readonly most: number }): void {
  sum.low += Math.min(delta * least, delta * most)
  sum.high += Math.max(delta * least, delta * most)
}

function newUnit(coins: readonly MarginedPositions[], market: Market, withOrders: boolean): Unit {
  const { instrument, valuation } = market
  const underlying = instrument.underlying ?? instrument.symbol
  const own = coins.find(({ coin }) => coin === underlying)
  const hedge = own !== undefined && own.hedgeE8 > 0 ? own : null
  const Fills = valuation.rules.hedgesWorstFills ? WorstFills : FormerFills
  const fills = withOrders && hedge !== null ? new Fills() : null
  return { pnls: newPnls(), coins: new Map(), hedge, fills }
}

function partOf({ coins }: Unit, coin: string, weight: number): CoinPart {
  let part = coins.get(coin)
  if (part === undefined) {
    part = { contingency: new ContingencySums(), delta: { low: 0, high: 0 }, weight }
    coins.set(coin, part)
  }
  return part
}

function riskOfUnit(underlying: string, { pnls, coins, hedge, fills }: Unit): RiskUnit {
  const [first] = coins.values()
  // What settles in one dollar needs no sums over coins.
  if (coins.size === 1 && first?.weight === 1 && hedge === null)
    return { underlying, pnls, contingency: first.contingency, hedgeE8: 0 }
  const contingency = new ContingencySums()
  const all: Delta = { low: 0, high: 0 }
  for (const { contingency: ofCoin, delta, weight } of coins.values()) {
    contingency.take(ofCoin, weight)
    all.low += delta.low
    all.high += delta.high
  }
  if (coins.size > 1) contingency.addCoins([...coins.values()].map(({ delta }) => delta))
  if (hedge === null) return { underlying, pnls, contingency, hedgeE8: 0 }
  const price = hedge.priceE8 / ONE_E8
  const heldE8 = hedge.hedgeE8 * price
  if (fills === null) addSpotHedge(pnls, heldE8, all)
  else fills.addTo(pnls, heldE8, all)
  return { underlying, pnls, contingency, hedgeE8: hedged(hedge.hedgeE8, all.low / price) }
}

/** Each underlying loses by its own worst scenario, and its contingency comes on top; E8 of a US dollar. */
export function riskUnitsMarginE8(risks: readonly RiskUnit[]): HeldMargin {
  return portfolioMargin(risks.flatMap(({ pnls, contingency }) => [worstScenario(pnls).loss, contingency.totalE8()]))
}
