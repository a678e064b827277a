import { negate, type DecimalText, type Money, type Price } from '../decimal'
import type { InstrumentSymbol } from '../order/order'
import { worstWay, type MoveRow } from './scenario-table'

/**
 * What margins something on one underlying (semantics.md §1.8), in one settle coin, or, where the account's coins back each
 * other, in all of them. Amounts are in that coin, or in US dollars.
 */
export interface PortfolioMargins {
  readonly underlying: string
  /** `USD` of all coins together. */
  readonly settleCoin: string
  /** Everything that is held, over the grid; rows of moves from the lowest on. */
  readonly table: readonly MoveRow<Money>[]
  /** Place of the greatest loss: the move, and the volatility's in `WAYS`; `null` of what never loses. */
  readonly worst: { readonly move: number; readonly way: number; readonly loss: Money } | null
  readonly contingency: {
    readonly shortOption: Money
    readonly future: Money
    readonly offset: Money
    /** Of what settles in one coin against what settles in another. */
    readonly coins: Money
  }
  /** Coins of the underlying in the wallet that hedge what is short of it. */
  readonly spotHedge: Money
  /** The greatest loss and the contingency, of what is held. */
  readonly maintenanceMargin: Money
  /** 1.2 of the same once the orders that lose most have filled, and what they cost. */
  readonly initialMargin: Money
}

/** The same of what an account holds, taken apart. */
export interface PortfolioReport extends PortfolioMargins {
  /** Fees of closing all of it at the marks. */
  readonly closingFee: Money
  readonly positions: readonly PortfolioPosition[]
}

/** A trade that is only thought of, at the mark. */
export interface WhatIfTrade {
  readonly symbol: InstrumentSymbol
  /** In the unit of its positions; negative sells. */
  readonly qty: DecimalText
}

/** Margins as they would be with trades that are not made: each on its own underlying alone, and all of them together. */
export interface WhatIf {
  /** In the order of the trades; `null` of one after which nothing is held there. */
  readonly alone: readonly (PortfolioMargins | null)[]
  readonly together: readonly PortfolioMargins[]
}

/** The same with the index that its moves are of; `null` while the market has none. */
export interface PortfolioFigures extends PortfolioReport {
  readonly indexPrice: Price | null
}

/** The greatest loss of a table and its place; of equal ones the first. `null` of what never loses. */
export function worstOf(table: readonly MoveRow<Money>[]): PortfolioMargins['worst'] {
  let worst: PortfolioMargins['worst'] = null
  table.forEach(({ pnls }, move) => {
    const way = worstWay(pnls.map(Number))
    const pnl = Number(pnls[way])
    if (pnl < 0 && (worst === null || -pnl > Number(worst.loss)))
      worst = { move: table[move]!.move, way, loss: negate(pnls[way]!) }
  })
  return worst
}

export interface PortfolioPosition {
  readonly symbol: InstrumentSymbol
  /** Negative when short. */
  readonly size: DecimalText
  /** Of open orders, buys less sells. */
  readonly orderQty: DecimalText
  /** Maintenance margin of everything else on the underlying: what is missing there to that of all is what it adds. */
  readonly maintenanceWithout: Money
  readonly table: readonly MoveRow<Money>[]
}

/** An account's margins, and what other trades would make of them; `null` where none were asked about. */
export interface PortfolioRead {
  readonly figures: readonly PortfolioFigures[]
  readonly whatIf: WhatIf | null
}
