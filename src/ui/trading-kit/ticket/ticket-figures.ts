import type { CoinBalance } from '../../../domain/account/wallet'
import {
  compare,
  Exact,
  toText,
  type Leverage,
  type Money,
  type Price,
  type Qty,
  type Rate,
} from '../../../domain/decimal'
import type { Contract } from '../../../domain/instrument/contract'
import { preListingOf } from '../../../domain/instrument/instrument'
import { isInAuction } from '../../../domain/instrument/pre-listing'
import type { OrderType, Side } from '../../../domain/order/order'
import { maxQty } from '../../../domain/order/sizing'
import { exactEntryPrice } from '../../../domain/position/average-entry'
import type { MarginMode, Position } from '../../../domain/position/position'
import { tradingFee } from '../../../domain/risk/fees'
import { roundRiskPrice, withinPriceRange } from '../../../domain/risk/liquidation-price'
import { orderCost } from '../../../domain/risk/order-cost'
import { exactValue, payoffOf, type Payoff } from '../../../domain/risk/payoff'
import { fillsFrom, orderOutlay, type ClosablePosition } from '../../../domain/risk/order-outlay'
import { averageEntry, pricePnl, type Fill } from '../../../domain/risk/pnl'
import { crossLiquidation, isolatedLiquidation } from '../../../domain/risk/tiered-liquidation'

/** What an order would mean. Amounts are in the settle coin; `null` is not known or not applicable. */
export interface TicketFigures {
  readonly value: Money | null
  /** What it takes from the available balance, as the book stands. */
  readonly cost: Money | null
  /** What the exchange asks to be free before it takes the order, at the order's own price. */
  readonly required: Money | null
  readonly fee: Money | null
  readonly liquidationPrice: Price | null
  /** What is held once all of it has filled; a size of 0 is nothing. */
  readonly after: { readonly side: Side; readonly qty: Qty } | null
  /** What fills at once, and how far its mean price is from the best one; `null` for what meets the book later. */
  readonly atOnce: { readonly qty: Qty; readonly impact: Rate } | null
}

export const NO_FIGURES: TicketFigures = {
  value: null,
  cost: null,
  required: null,
  fee: null,
  liquidationPrice: null,
  after: null,
  atOnce: null,
}

export interface TicketInput {
  readonly side: Side
  readonly price: Price
  readonly qty: Qty
  readonly feeRate: Rate
  readonly leverage: Leverage
  readonly instrument: Contract
  /** The position that the order would change, an empty one included. */
  readonly position: Position | null
  readonly balance: CoinBalance | null
  readonly marginMode: MarginMode
  readonly reduceOnly?: boolean
  /** How it meets the book; absent or `null` for what is sent later, which is reckoned at its price alone. */
  readonly meeting?: BookMeeting | null
}

/** An order that meets the book at once. */
export interface BookMeeting {
  /** The other side, best first. It is read once: it may be made as it is read. */
  readonly levels: Iterable<Fill>
  /** Its own price; `null` at market. */
  readonly limit: Price | null
  /** What becomes of the part that does not fill at once. */
  readonly leftover: 'rests' | 'ends'
  readonly markPrice: Price | null
}

/** Value, cost, fee and liquidation price of an order: what meets the book is reckoned at the book's prices. */
export function ticketFigures(input: TicketInput): TicketFigures {
  const payoff = payoffOf(input.instrument.kind)
  const { side, qty } = input
  const meeting = input.meeting ?? allAtOnce(input)
  const met = fillsFrom(meeting.levels, { side, qty, limit: meeting.limit })
  const fills = withLeftover(met, input.price)
  const price = averageEntry(payoff, fills) ?? input.price
  const value = fills.reduce((sum, fill) => sum.plus(exactValue(payoff, fill.qty, fill.price)), new Exact(0))
  return {
    required: requiredOf(input),
    value: toText<Money>(value),
    cost: outlayOf(input, meeting, met),
    fee: tradingFee({ payoff, qty, price, rate: expectedFeeRate(input) }),
    liquidationPrice: liquidationAfter({ ...input, price }),
    after: positionAfter({ ...input, price }),
    atOnce: input.meeting == null ? null : atOnce(payoff, met.fills),
  }
}

/** How much of the order fills at once, and how far its mean price is from the best one. */
function atOnce(payoff: Payoff, fills: readonly Fill[]): NonNullable<TicketFigures['atOnce']> {
  const [best] = fills
  const mean = averageEntry(payoff, fills)
  if (best === undefined || mean === null) return { qty: '0' as Qty, impact: '0' as Rate }
  const qty = fills.reduce((sum, fill) => sum.plus(fill.qty), new Exact(0))
  return { qty: toText<Qty>(qty), impact: toText<Rate>(new Exact(mean).div(best.price).minus(1).abs()) }
}

/** An order that only reduces ends with the position. */
function positionAfter(input: TicketInput): TicketFigures['after'] {
  const { side, position, qty, reduceOnly = false } = input
  const closes = position !== null && position.side !== null && position.side !== side
  if (reduceOnly && (!closes || compare(qty, position.size) >= 0)) return { side, qty: '0' as Qty }
  const after = holdingAfter(input)
  return after === null ? { side, qty: '0' as Qty } : { side: after.side, qty: after.qty }
}

/**
 * What the order would fill at as the book stands, what is left over at its own price. A leftover that ends is reckoned,
 * too: all the quantity of the ticket is what the figures are about.
 */
function withLeftover({ fills, leavesQty }: ReturnType<typeof fillsFrom>, price: Price): readonly Fill[] {
  return leavesQty === '0' ? fills : [...fills, { qty: leavesQty, price }]
}

export interface SliderInput extends Pick<TicketInput, 'price' | 'instrument'> {
  readonly leverage: Readonly<Record<Side, Leverage>>
  readonly type: OrderType
  readonly available: Money
  /** Size of the position while reducing; else `null`. */
  readonly reducibleQty: Qty | null
  /** `null` while it is unknown, and in isolated margin. */
  readonly markPrice: Price | null
}

/** The quantity at the end of the slider: what the balance pays for, whichever of the two sides is pressed. */
export function sizeAt100(input: SliderInput): Qty {
  const [long, short] = (['buy', 'sell'] as const).map((side) =>
    maxQty({ ...input, side, leverage: input.leverage[side], takerFeeRate: input.instrument.takerFeeRate }),
  ) as [Qty, Qty]
  return compare(long, short) < 0 ? long : short
}

/** An auction has a fee rate of its own; what an order costs reserves the ordinary one all the same. */
function expectedFeeRate({ instrument, feeRate }: TicketInput): Rate {
  return isInAuction(instrument) ? (preListingOf(instrument)?.auctionFeeRate ?? feeRate) : feeRate
}

/** What is sent later meets a book that nobody knows: it is reckoned as filled at its own price, with the mark there. */
function allAtOnce({ price, qty }: TicketInput): BookMeeting {
  return { limit: price, levels: [{ qty, price }], leftover: 'ends', markPrice: price }
}

/** What the order takes when it meets the book as it stands: `orderOutlay`, which is held against the engine. */
function outlayOf(
  input: TicketInput,
  { limit, leftover, markPrice }: BookMeeting,
  { fills, leavesQty }: ReturnType<typeof fillsFrom>,
): Money {
  const { side, leverage, instrument, marginMode, reduceOnly = false } = input
  return orderOutlay({
    payoff: payoffOf(instrument.kind),
    side,
    leverage,
    takerFeeRate: instrument.takerFeeRate,
    markPrice: marginMode === 'cross' ? markPrice : null,
    closes: closableOf(input),
    reduceOnly,
    fills,
    rest: limit === null || leftover === 'ends' || leavesQty === '0' ? null : { qty: leavesQty, price: limit },
  })
}

/** The position that the order closes before it opens one of its own. */
function closableOf({ side, position }: TicketInput): ClosablePosition | null {
  if (position === null || position.side === null || position.side === side) return null
  const { size, value, leverage, extraMargin = '0' as Money } = position
  return { qty: size, entryValue: value, leverage, extraMargin }
}

/** Only the part that opens has to be paid for beforehand; what closes pays its fee from what it sets free. */
function requiredOf(input: TicketInput): Money {
  const { side, price, qty, leverage, instrument, reduceOnly = false } = input
  const closable = closableOf(input)?.qty ?? ('0' as Qty)
  const opening = reduceOnly ? new Exact(0) : Exact.max(0, new Exact(qty).minus(closable))
  // Orders at rest hold the taker's fee back, whatever they pay in the end.
  const { takerFeeRate } = instrument
  const payoff = payoffOf(instrument.kind)
  return orderCost({ payoff, side, price, leverage, takerFeeRate, qty: toText<Qty>(opening) }).cost
}

/** The holding after the fill, one-way: added to, cut down, or turned over. */
interface Holding {
  readonly side: Side
  readonly qty: Qty
  readonly entryPrice: Price
  /** Price result of the part that the fill closed. */
  readonly realised: Money
}

/**
 * Where the account would be liquidated after the fill: the mark at which its balance equals its maintenance margin.
 * The balance is the settle coin's equity without this position's own result, less what the other positions need.
 */
function liquidationAfter(input: TicketInput): Price | null {
  const { balance, instrument, position, price, qty, feeRate } = input
  if (balance === null) return null
  const payoff = payoffOf(instrument.kind)
  const after = holdingAfter(input)
  if (after === null) return null
  if (input.marginMode === 'isolated') return isolatedAfter(input, after)
  const others = new Exact(balance.maintenanceMargin).minus(position?.maintenanceMargin ?? 0)
  const backing = new Exact(balance.equity)
    .minus(position?.unrealisedPnl ?? 0)
    .plus(after.realised)
    .minus(tradingFee({ payoff, qty, price, rate: feeRate }))
    .minus(others)
  const liquidation = crossLiquidation({ ...after, payoff, balance: toText<Money>(backing) }, instrument.riskTiers)
  if (liquidation === null) return null
  return withinPriceRange(roundRiskPrice(liquidation, after.side, instrument.tickSize), instrument)
}

/** In isolated margin only what the position holds itself counts; what was added to it stays with it while it grows. */
function isolatedAfter({ leverage, instrument, position }: TicketInput, after: Holding): Price | null {
  const liquidation = isolatedLiquidation(
    {
      payoff: payoffOf(instrument.kind),
      ...after,
      leverage,
      extraMargin: position?.side === after.side ? (position.extraMargin ?? ('0' as Money)) : ('0' as Money),
      takerFeeRate: instrument.takerFeeRate,
    },
    instrument.riskTiers,
  )
  if (liquidation === null) return null
  return withinPriceRange(roundRiskPrice(liquidation, after.side, instrument.tickSize), instrument)
}

function holdingAfter({ side, price, qty, position, instrument }: TicketInput): Holding | null {
  const payoff = payoffOf(instrument.kind)
  const entry = position === null ? null : exactEntryPrice(position, payoff)
  if (position === null || position.side === null || entry === null)
    return { side, qty, entryPrice: price, realised: '0' as Money }
  const held = { qty: position.size, price: entry }
  if (position.side === side) {
    const entryPrice = averageEntry(payoff, [held, { qty, price }]) ?? price
    return { side, qty: toText<Qty>(new Exact(held.qty).plus(qty)), entryPrice, realised: '0' as Money }
  }
  const rest = new Exact(held.qty).minus(qty)
  if (rest.isZero()) return null
  const realised = pricePnl({
    payoff,
    side: position.side,
    qty: rest.isPositive() ? qty : held.qty,
    entryPrice: held.price,
    price,
  })
  return rest.isPositive()
    ? { side: position.side, qty: toText<Qty>(rest), entryPrice: held.price, realised }
    : { side, qty: toText<Qty>(rest.abs()), entryPrice: price, realised }
}
