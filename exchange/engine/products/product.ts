import type { Direction } from '../risk/formulas'
import type { FillMoves, HeldLots, SettledFill } from './fill-moves'

/**
 * How the value of a contract follows its price: what differs between kinds of contracts in matching, margin and
 * liquidation, so that none of those asks for the kind. `unitE8` is the contract's `valueUnitE8`, a price is in whole
 * ticks above zero, a value in E8 of the settle coin.
 */
export interface Product {
  /** +1 where value rises with the price, −1 where it falls: turns a side into a formula's sign. */
  readonly sense: Direction
  valueOf(unitE8: number, lots: number, ticks: number): number
  /** The value of `part` of the `whole` lots of an order: parts taken one after the other add up to the whole. */
  partValueE8(unitE8: number, whole: number, part: number, ticks: number): number
  /** The most lots whose value stays exact (`VALUE_MAX_E8`); may be none. */
  mostLots(unitE8: number, ticks: number): number
  /**
   * What a fill changes of a position and its wallet: the engine applies it, a preview reads it.
   * @param settlesSessions whether the contract's results go to the wallet at each funding
   * @param moves is filled and returned
   */
  fillMoves(held: HeldLots, fill: SettledFill, settlesSessions: boolean, moves: FillMoves): FillMoves
  /** The price at which lots of `unitE8` together are worth `value.over / value.under`, as a fraction of ticks. */
  priceOf(unitE8: bigint, value: Fraction): Fraction
  /** Where an order with this limit is worth most: at the limit, or at the other side's best price (`null`: there is none). */
  dearestTicks(side: 'buy' | 'sell', limitTicks: number, bid: number | null, ask: number | null): number
  /**
   * The mark at which `lots` (signed, not 0) have lost `bufferE8` (below zero: won) since `from`: a long's rounded up to
   * the tick, a short's down. `from.ticks` is `null` before the first mark; `from.valueE8` is the value of these lots there.
   * @returns `null` where no price loses so much
   */
  exhaustedTicks(
    unitE8: number,
    lots: number,
    bufferE8: number,
    from: { readonly ticks: number | null; readonly valueE8: number },
  ): number | null
  /** How prices in ticks change with the unit, when a contract gets another tick size: ticks × over / under. */
  restate(unit: { readonly before: number; readonly after: number }): { readonly over: number; readonly under: number }
}

export interface Fraction {
  readonly over: bigint
  readonly under: bigint
}
