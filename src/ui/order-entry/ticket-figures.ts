import {
  Exact,
  roundToStep,
  toText,
  type Leverage,
  type Money,
  type Price,
  type Qty,
  type Rate,
} from '../../domain/decimal'
import type { CoinBalance } from '../../domain/account/wallet'
import type { Instrument, RiskTier } from '../../domain/instrument/instrument'
import type { Side } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'

/** What an order would mean. Amounts are in the settle coin; `null` is not known or not applicable. */
export interface TicketFigures {
  readonly value: Money | null
  readonly cost: Money | null
  readonly fee: Money | null
  readonly liquidationPrice: Price | null
}

export const NO_FIGURES: TicketFigures = { value: null, cost: null, fee: null, liquidationPrice: null }

export interface TicketInput {
  readonly side: Side
  readonly price: Price
  readonly qty: Qty
  readonly feeRate: Rate
  readonly leverage: Leverage
  readonly instrument: Instrument
  /** The one-way position of the contract, an empty one included. */
  readonly position: Position | null
  readonly balance: CoinBalance | null
}

/** Value, cost, fee and liquidation price of a linear order in cross margin. */
export function ticketFigures(input: TicketInput): TicketFigures {
  const { price, qty, feeRate, side } = input
  const value = new Exact(qty).times(price)
  const opening = openingQty(qty, side, input.position)
  const fee = value.times(feeRate)
  return {
    value: toText<Money>(value),
    cost: toText<Money>(orderCost(opening, input).plus(fee.times(new Exact(qty).minus(opening)).div(qty))),
    fee: toText<Money>(fee),
    liquidationPrice: liquidationAfter(input),
  }
}

/**
 * The largest quantity that the available balance pays for, whichever side is pressed: the short side costs more.
 *
 * q = available / (p·((1 + f)/L + 2f)), down to the lot and the contract's limit.
 * @see semantics.md §1.2, "Cost → quantity"
 */
export function affordableQty(
  available: Money,
  {
    price,
    feeRate,
    leverage,
    instrument,
    max,
  }: Pick<TicketInput, 'price' | 'feeRate' | 'leverage' | 'instrument'> & { readonly max: Qty },
): Qty {
  const perUnit = new Exact(price).times(new Exact(1).plus(feeRate).div(leverage).plus(new Exact(feeRate).times(2)))
  const paid = Exact.max(0, new Exact(available)).div(perUnit)
  return roundToStep(toText<Qty>(Exact.min(paid, max)), instrument.lotSize, 'down')
}

/** The part of a quantity that does not close what is held on the other side. */
function openingQty(qty: Qty, side: Side, position: Position | null): Exact {
  const closes = position !== null && position.side !== null && position.side !== side ? position.size : '0'
  return Exact.max(0, new Exact(qty).minus(closes))
}

/** Initial margin + fee to open + fee to close at the bankruptcy price (semantics.md §1.2). */
function orderCost(qty: Exact, { price, feeRate, leverage, side }: TicketInput): Exact {
  const value = qty.times(price)
  const s = side === 'buy' ? 1 : -1
  const closeAt = new Exact(1).minus(new Exact(s).div(leverage))
  return value.div(leverage).plus(value.times(feeRate)).plus(value.times(closeAt).times(feeRate))
}

/**
 * Where the account would be liquidated after the fill: B + s·q·(x − e) = q·x·mmr − deduction, solved for x.
 * B is the equity of the settle coin without this position's result, less the other positions' maintenance.
 * Rounded towards danger: up for a long, down for a short (semantics.md §1.4).
 */
function liquidationAfter({ side, price, qty, feeRate, instrument, position, balance }: TicketInput): Price | null {
  if (balance === null) return null
  const held = position?.side ?? null
  const heldQty = new Exact(position?.size ?? 0).times(held === 'sell' ? -1 : 1)
  const orderQty = new Exact(qty).times(side === 'buy' ? 1 : -1)
  const after = heldQty.plus(orderQty)
  if (after.isZero()) return null
  const size = after.abs()
  const s = after.isPositive() ? 1 : -1
  const entry = entryAfter({
    heldQty,
    orderQty,
    after,
    heldEntry: new Exact(position?.entryPrice ?? 0),
    price: new Exact(price),
  })
  const result = held === null || position?.markPrice == null ? new Exact(0) : new Exact(position.unrealisedPnl)
  const closed =
    heldQty.isZero() || heldQty.isPositive() === orderQty.isPositive()
      ? new Exact(0)
      : Exact.min(heldQty.abs(), orderQty.abs())
  const realised = closed.times(new Exact(price).minus(position?.entryPrice ?? 0)).times(heldQty.isPositive() ? 1 : -1)
  const cushion = new Exact(balance.equity)
    .minus(result)
    .plus(realised)
    .minus(new Exact(qty).times(price).times(feeRate))
    .minus(new Exact(balance.maintenanceMargin).minus(position?.maintenanceMargin ?? 0))
  const tier = tierOf(instrument.riskTiers, size.times(price))
  if (tier === null) return null
  const liquidation = size
    .times(entry)
    .times(s)
    .minus(cushion)
    .minus(tier.deduction)
    .div(size.times(new Exact(s).minus(tier.maintenanceMarginRate)))
  if (!liquidation.isFinite() || liquidation.lte(0)) return null
  const rounded = roundToStep(
    toText<Price>(liquidation.toDecimalPlaces(18)),
    instrument.tickSize,
    s === 1 ? 'up' : 'down',
  )
  const isInRange = new Exact(rounded).gt(instrument.minPrice) && new Exact(rounded).lt(instrument.maxPrice)
  return isInRange ? rounded : null
}

interface Netting {
  readonly heldQty: Exact
  readonly orderQty: Exact
  readonly after: Exact
  readonly heldEntry: Exact
  readonly price: Exact
}

/** Average entry of what remains: the mean when adding, unchanged when reducing, the fill price when turned over. */
function entryAfter({ heldQty, orderQty, after, heldEntry, price }: Netting): Exact {
  if (heldQty.isZero()) return price
  if (heldQty.isPositive() === orderQty.isPositive())
    return heldQty.times(heldEntry).plus(orderQty.times(price)).div(after)
  return after.isPositive() === heldQty.isPositive() ? heldEntry : price
}

/** The first tier that holds the value; the last one beyond all. */
function tierOf(tiers: readonly RiskTier[], value: Exact): RiskTier | null {
  return tiers.find((tier) => value.lte(tier.limit)) ?? tiers.at(-1) ?? null
}
