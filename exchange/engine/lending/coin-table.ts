import type { Market } from '../entities'
import { mulDiv, ONE_E8 } from '../scaled'
import type { EngineRules } from '../engine-rules'
import type { EngineCoin } from './engine-coin'

/** The coins that count as collateral, in the order in which they are given up for debts, and their prices of now. */
export class CoinTable {
  readonly all: readonly EngineCoin[]
  readonly #coins: ReadonlyMap<string, EngineCoin>
  readonly #pairs: ReadonlySet<string>
  readonly #markets: ReadonlyMap<string, Market>

  constructor(
    coins: readonly EngineCoin[],
    markets: ReadonlyMap<string, Market>,
    readonly rules: Pick<EngineRules, 'countsReachedSlices' | 'asksSwapsExactly'>,
  ) {
    this.all = coins
    this.#coins = new Map(coins.map((one) => [one.coin, one]))
    this.#pairs = new Set(coins.flatMap(({ pair }) => pair ?? []))
    this.#markets = markets
  }

  find(coin: string): EngineCoin | null {
    return this.#coins.get(coin) ?? null
  }

  /** Whether a market's index is the price of a coin. */
  isIndex({ instrument }: Market): boolean {
    return this.#pairs.has(instrument.symbol)
  }

  /** US dollars for one coin, E8; `null` for a coin that does not count, and before its pair has an index. */
  priceE8(coin: string): number | null {
    const known = this.#coins.get(coin)
    if (known === undefined) return null
    if (known.pair === null) return ONE_E8
    const market = this.#markets.get(known.pair)
    if (market === undefined || market.indexTicks === null) return null
    const { valueUnitE8 } = market.instrument
    return mulDiv(market.indexTicks * valueUnitE8, ONE_E8, market.product.baseE8(1, market.instrument), 'halfUp')
  }
}
