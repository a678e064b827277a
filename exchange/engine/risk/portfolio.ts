import { addPnls, portfolioMargin, VENUE_RULES, worstScenario } from '../../../src/domain/risk/portfolio-margin'
import { createValues, type ScenarioValues } from '../../../src/domain/risk/scenario-values'
import type { Cash, Market, Position } from '../entities'
import type { CoinMargin, HeldMargin } from './coin-margin'
import { ContingencySums } from './contingency-sums'
import { unrealisedOfE8 } from './margin'
import { positionValueE8 } from './position-value'
import { refreshOrderLoss } from './refresh-order-loss'
import { spreadOrderMarginE8 } from './spread-margin'
import { ScenarioMemo } from './valuation'

/** What is held by itself, and with the orders that lose most filled. */
export const HELD = { withOrders: false } as const
export const ORDERED = { withOrders: true } as const

/**
 * Portfolio margin of one settle coin (semantics.md §1.8, ADR-392): what is held on one underlying hedges one another, each
 * underlying loses by its own worst scenario, and its contingency comes on top. Orders count where they lose (ADR-393);
 * what their fills lose against the mark, and their fees, are held back besides.
 */
export const PORTFOLIO_MARGIN: CoinMargin<Cash, Position> = {
  equityE8,
  heldE8: (cash) => marginOfE8(cash.positions, HELD),
  initialE8: (cash, besides) => initialE8(cash.positions, besides),
  ordersE8: (position, addedLossE8) => {
    const { positions } = position.cash
    // One that a preview asks about stands in no list yet.
    const all = positions.includes(position) ? positions : [...positions, position]
    return initialE8(all, null) + addedLossE8 - initialE8(all, position)
  },
  trialE8: ({ positions }) => marginOfE8(positions, ORDERED).maintenance + costsE8(positions, null),
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

function initialE8(positions: readonly Position[], besides: Position | null): number {
  return marginOfE8(positions, { withOrders: true, besides }).initial + costsE8(positions, besides)
}

/** What is held on one underlying: its results in each scenario, and its contingency. */
interface Underlying {
  readonly pnls: Float64Array
  readonly contingency: ContingencySums
}

/** Set anew for each position: it is asked for of every one whenever any mark has moved. */
const HOLDING = { values: createValues(VENUE_RULES.grid), least: 0, most: 0 }

/** What of a position, or of one that is only thought of, its margin is made of. */
export type Margined = Pick<Position, 'market' | 'lots' | 'buyLots' | 'sellLots'>

/**
 * @param withOrders whether orders are filled that lose: then what has orders alone counts, too
 * @param besides whose orders are not
 */
export function marginOfE8(
  positions: readonly Margined[],
  { withOrders, besides = null }: { readonly withOrders: boolean; readonly besides?: Margined | null },
): HeldMargin {
  const underlyings = new Map<string, Underlying>()
  let name = ''
  let one: Underlying | undefined
  for (const position of positions) {
    const { market, lots, buyLots, sellLots } = position
    if (withOrders ? lots === 0 && buyLots === 0 && sellLots === 0 : lots === 0) continue
    const { product, instrument } = market
    if (product.scenarios === null) continue
    // Positions on one underlying stand beside each other mostly.
    const own = instrument.underlying ?? instrument.symbol
    if (one === undefined || own !== name) {
      name = own
      one = underlyings.get(name)
      if (one === undefined) underlyings.set(name, (one = newUnderlying()))
    }
    const countsOrders = withOrders && position !== besides
    HOLDING.values = scenarioValuesOf(market)
    HOLDING.least = countsOrders ? lots - sellLots : lots
    HOLDING.most = countsOrders ? lots + buyLots : lots
    addPnls(one.pnls, HOLDING)
    product.scenarios.addContingency(market, HOLDING, one.contingency)
  }
  const losses: number[] = []
  for (const { pnls, contingency } of underlyings.values()) losses.push(worstScenario(pnls).loss, contingency.totalE8())
  return portfolioMargin(losses)
}

function newUnderlying(): Underlying {
  return { pnls: new Float64Array(VENUE_RULES.grid.scenarios.length), contingency: new ContingencySums() }
}

/** What one lot of a market is worth in each scenario: asked for by every account that holds it, and the same until its next mark. */
export function scenarioValuesOf(market: Market): ScenarioValues {
  const { valuation, indexTicks, instrument } = market
  const markTicks = market.markTicks ?? market.lastTicks
  const memo = (valuation.memo ??= new ScenarioMemo())
  if (
    memo.markTicks === markTicks &&
    memo.indexTicks === indexTicks &&
    memo.forwardTicks === valuation.forwardTicks &&
    memo.volatilityE8 === valuation.volatilityE8 &&
    memo.atMs === valuation.atMs &&
    memo.instrument === instrument
  ) {
    return memo.values
  }
  memo.markTicks = markTicks
  memo.indexTicks = indexTicks
  memo.forwardTicks = valuation.forwardTicks
  memo.volatilityE8 = valuation.volatilityE8
  memo.atMs = valuation.atMs
  memo.instrument = instrument
  market.product.scenarios?.valuesE8(market, memo.values)
  return memo.values
}

/** What filling the orders would cost at once: losses against the mark, and fees; of spreads what both legs ask for. */
export function costsE8(positions: readonly Position[], besides: Position | null): number {
  let costs = 0
  for (const position of positions) {
    const { buyLots, sellLots, base, market } = position
    // A pair's order pays with coins that it locks.
    if (position === besides || (buyLots === 0 && sellLots === 0) || base !== null) continue
    if (market.legs !== null) costs += spreadOrderMarginE8(position)
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
