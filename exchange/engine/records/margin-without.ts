import {
  addSpotHedge,
  addWeightedPnls,
  deltaValue,
  portfolioMargin,
  VENUE_GRID,
  worstScenario,
} from '../../../src/domain/risk/portfolio-margin'
import type { Position } from '../entities'
import { ContingencySums } from '../risk/contingency-sums'
import { factorsOf, type Delta, type MarginedPositions } from '../risk/risk-units'
import { scenarioValuesOf } from '../risk/scenario-values'
import { ONE_E8 } from '../scaled'

interface Coin {
  readonly sums: ContingencySums
  readonly weight: number
  deltaE8: number
}

/**
 * The maintenance margin of a unit without each of its positions, from the sums of all of them: of hundreds of positions
 * each is looked at once, and not once for every other one.
 */
export class MarginWithout {
  readonly #inDollars: boolean
  readonly #coins = new Map<string, Coin>()
  readonly #pnlsE8 = new Float64Array(VENUE_GRID.scenarios.length)
  /** Of the wallet, what may hedge, in the unit. */
  readonly #walletE8: number

  constructor(
    { underlying, coins }: { readonly underlying: string; readonly coins: readonly MarginedPositions[] },
    { inDollars }: { readonly inDollars: boolean },
  ) {
    this.#inDollars = inDollars
    const own = coins.find(({ coin }) => coin === underlying)
    this.#walletE8 = own === undefined ? 0 : own.hedgeE8 * (own.priceE8 / ONE_E8)
    for (const { coin, positions, priceE8 } of coins) {
      const one: Coin = { sums: new ContingencySums(), weight: priceE8 / ONE_E8, deltaE8: 0 }
      for (const position of positions) {
        const { market, lots } = position
        const { scenarios } = market.product
        if (lots === 0 || scenarios === null) continue
        const factors = this.#factorsOf(position)
        const values = scenarioValuesOf(market)
        addWeightedPnls(this.#pnlsE8, { values, least: lots, most: lots }, { weight: one.weight, factors })
        scenarios.addContingency(market, { least: lots, most: lots }, one.sums)
        one.deltaE8 += deltaValue(values, factors) * one.weight * lots
      }
      this.#coins.set(coin, one)
    }
  }

  /** @param pnlsE8 what the position wins or loses, in the unit */
  marginE8(position: Position, { coin, pnlsE8 }: { readonly coin: string; readonly pnlsE8: Float64Array }): number {
    const { market, lots } = position
    const values = scenarioValuesOf(market)
    const alone = new ContingencySums()
    if (lots !== 0) market.product.scenarios?.addContingency(market, { least: lots, most: lots }, alone)
    const sums = new ContingencySums()
    const deltas: Delta[] = []
    for (const [name, { sums: ofCoin, weight, deltaE8 }] of this.#coins) {
      const isOwn = name === coin
      sums.take(ofCoin.without(isOwn ? alone : NOTHING), weight)
      const delta = deltaE8 - (isOwn ? deltaValue(values, this.#factorsOf(position)) * weight * lots : 0)
      deltas.push({ low: delta, high: delta })
    }
    if (this.#inDollars) sums.addCoins(deltas)
    const rest = this.#pnlsE8.map((pnl, at) => pnl - pnlsE8[at]!)
    const delta = deltas.reduce((sum, { low }) => sum + low, 0)
    addSpotHedge(rest, this.#walletE8, { low: delta, high: delta })
    return portfolioMargin([worstScenario(rest).loss, sums.totalE8()].map(nearest)).maintenance
  }

  #factorsOf({ market }: Pick<Position, 'market'>): Float64Array | null {
    return this.#inDollars ? factorsOf(market) : null
  }
}

const NOTHING = new ContingencySums()

/** What sums leave over once their parts are taken away again is no loss. */
function nearest(amountE8: number): number {
  const whole = Math.round(amountE8)
  return Math.abs(amountE8 - whole) < LEFT_OVER_E8 ? whole : amountE8
}

const LEFT_OVER_E8 = 0.01
