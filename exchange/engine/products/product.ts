import type { ScenarioValues } from '../../../src/domain/risk/scenario-values'
import type { ContingencySums, LotRange } from '../risk/contingency-sums'
import type { Direction } from '../risk/formulas'
import type { EngineInstrument } from '../instrument'
import type { ProtectedLots } from '../protection/maker-protection'
import type { EngineRefusal } from '../result'
import type { FillMoves, HeldLots, SettledFill } from './fill-moves'
import type { MarketView } from './market-view'
import type { Settlement } from './settlement'

/** Of a position and its orders at rest, what margin stands on. */
export interface MarginView extends HeldLots {
  readonly market: MarketView
  readonly buyLots: number
  readonly buyValueE8: number
  readonly sellLots: number
  readonly sellValueE8: number
  readonly takerRateE8: number
}

/** Margin that does not come of leverage and risk tiers. Amounts are E8 of the settle coin. */
export interface ProductMargin {
  /** What a position holds. */
  positionE8(held: MarginView): number
  maintenanceE8(held: MarginView): number
  /** What closing a position at the mark would take of what backs its account, fee included; below zero it gives. */
  closingE8(held: MarginView): number
  /** The value at which closing it leaves nothing of `equityE8`, fee paid; `null` where any does. */
  solventE8(held: MarginView, equityE8: number): number | null
  /** What a liquidation takes besides the fee of the trade, to close lots (below zero: of a short) in one fill. */
  liquidationFeeE8(lots: number, market: MarketView): number
  /** What its orders at rest hold back, cash of the settle coin included. */
  ordersE8(held: MarginView): number
  /** What they hold back of the base coin, E8 of that. */
  ordersBaseE8(held: MarginView): number
}

/** How what is held of a product follows the scenarios of portfolio margin (semantics.md §1.8). E8 of the settle coin a lot. */
export interface ProductScenarios {
  /** Works out what one lot is worth now and in each of them, into `values`. Before the first price nothing is. */
  valuesE8(market: MarketView, values: ScenarioValues): void
  /** @param lots held, with all sells of its orders filled and with all buys */
  addContingency(market: MarketView, lots: LotRange, sums: ContingencySums): void
  /**
   * What of that is not needed once all sells are filled, and once all buys are; never below zero.
   * @param beside what fills of spreads may add to the lots
   */
  freeE8(market: MarketView, lots: LotRange, beside: LotRange, sums: ContingencySums): LotRange
}

/** An order before it is taken. */
export interface AskedOrder {
  /** Makers trade with whoever may, also where users may not. */
  readonly isUser: boolean
  readonly side: 'buy' | 'sell'
  /** `null` of a market order, and where the price does not change. */
  readonly limitTicks: number | null
  /** At its limit; of a market order at the worst price that it reaches. */
  readonly valueE8: number
}

/** Of a fill, what its fee stands on. */
export interface FeeView {
  readonly side: 'buy' | 'sell'
  readonly ticks: number
  readonly lots: number
  readonly valueE8: number
}

/**
 * What differs between products in matching, margin and liquidation, so that none of those asks for the product. `unitE8`
 * is the instrument's `valueUnitE8`, a price is in whole ticks (of a contract above zero), a value in E8 of the settle coin.
 */
export interface Product {
  /** +1 where value rises with the price, −1 where it falls: turns a side into a formula's sign. */
  readonly sense: Direction
  valueOf(unitE8: number, lots: number, ticks: number): number
  /** The value of `part` of the `whole` lots of an order: parts taken one after the other add up to the whole. */
  partValueE8(unitE8: number, whole: number, part: number, ticks: number): number
  /**
   * What a fill at this price is worth beyond `valueE8`, which is whole: less than a few units of 1e-8, as a fraction.
   * `null` where values are whole.
   */
  readonly valueRestE8: ((unitE8: number, fill: Omit<FeeView, 'side'>) => number) | null
  /** The most lots whose value stays exact (`VALUE_MAX_E8`); may be none. */
  mostLots(unitE8: number, ticks: number): number
  /**
   * What a fill changes of a position and its wallet: the engine applies it, a preview reads it.
   * @param moves is given with nothing in it, filled and returned
   */
  fillMoves(held: HeldLots, fill: SettledFill, instrument: EngineInstrument, moves: FillMoves): FillMoves
  /** Whether fills make a position. Those of a pair exchange one coin for another, and nothing is held. */
  readonly holdsPosition: boolean
  /** How an order ends that is cancelled once a part of it has filled. */
  readonly partlyFilledEnd: 'canceled' | 'partiallyFilledCanceled'
  /** What lots are of the base coin, E8 of it; 0 where fills move none. */
  baseE8(lots: number, instrument: EngineInstrument): number
  /** What its own rules have against a new or changed order; `null` where it has none. */
  readonly problemOf: ((market: MarketView, order: AskedOrder) => EngineRefusal | null) | null
  /** `null`: by leverage and risk tiers, as contracts are. */
  readonly margin: ProductMargin | null
  /** `null` where nothing is held. */
  readonly scenarios: ProductScenarios | null
  /**
   * Whether the cost of a position is settled when it closes, as of contracts; else it was paid with the fill, and the
   * position is worth its value.
   */
  readonly owesCost: boolean
  /** Whether only an account's whole equity carries it: then isolated accounts do not trade it. */
  readonly isCrossOnly: boolean
  /** Most open orders of an account over all instruments of one underlying; `null` where each instrument has its own. */
  readonly coinOrdersMax: number | null
  /** What market-maker protection counts of a fill; `null` where it protects nothing. */
  readonly protectedLots: ((market: MarketView, lots: number) => ProtectedLots) | null
  /** Whether orders may wait for a trigger here, and positions be guarded by take-profits and stop-losses. */
  readonly hasTriggers: boolean
  /** The fee of one fill, in units of `feeCoin`. */
  feeE8(fill: FeeView, rateE8: number, market: MarketView): number
  /** The lowest mark there may be: what is worth nothing is at zero. */
  leastMarkTicks(market: MarketView): number
  /** Funding, sessions and the end. */
  readonly settlement: Settlement
  /** Which coin a fee is taken in, by the side that pays it. */
  feeCoin(side: 'buy' | 'sell'): 'settle' | 'base'
  /** The highest price that a buy may have, and the lowest of a sell; a limit order beyond is brought to it. */
  maxBuyTicks(market: MarketView): number
  minSellTicks(market: MarketView): number
  /** The worst price of a market order without a tolerance of its own. */
  protectedTicks(market: MarketView, side: 'buy' | 'sell'): number
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
