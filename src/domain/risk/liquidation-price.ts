import { Exact, roundToStep, toText, type Leverage, type Money, type Price, type Qty, type Rate } from '../decimal'
import type { Side } from '../order/order'
import { type Payoff } from '../instrument/payoff'
import { direction, exactValue } from './payoff'

/**
 * On what the maintenance margin stands (decisions 16): on the mark price, as is in force since September 2025, or on
 * the entry, as the classic published examples have it.
 */
export type MaintenanceBasis = 'mark' | 'entry'

export interface IsolatedPosition {
  readonly payoff: Payoff
  readonly side: Side
  readonly qty: Qty
  readonly entryPrice: Price
  readonly leverage: Leverage
  readonly maintenanceMarginRate: Rate
  readonly deduction: Money
  /** Margin added by hand; funding paid out of the margin counts as negative. */
  readonly extraMargin: Money
}

/**
 * Bankruptcy price of an isolated position: the price at which its margin is gone.
 * Linear e·(1 − s/L) − s·extra/q; inverse q/(V·(1 + s/L) + s·extra) (semantics.md §1.4). Unrounded.
 */
export function bankruptcyPrice(position: Omit<IsolatedPosition, 'maintenanceMarginRate' | 'deduction'>): Price | null {
  const s = direction(position.side)
  const value = exactValue(position.payoff, position.qty, position.entryPrice)
  const margin = value.div(position.leverage).plus(position.extraMargin).times(s)
  const price =
    position.payoff === 'linear'
      ? value.minus(margin).div(position.qty)
      : new Exact(position.qty).div(value.plus(margin))
  return positiveOrNull(price)
}

/**
 * Liquidation price of an isolated position, unrounded.
 *
 * On the entry: linear e − s·(IM − MM + extra)/q; inverse q/(V + s·(IM − MM + extra)).
 * On the mark: linear (q·e − s·IM − s·extra/(1 − s·f) − s·ded) / (q·(1 − s·MMR));
 * inverse q·(1 + s·MMR) / (V + s·IM + s·extra/(1 + s·f) + s·ded).
 *
 * @param takerFeeRate f; only the added margin is divided by it, and only on the mark
 * @returns `null` when no positive price liquidates it
 * @see semantics.md §1.4
 */
export function isolatedLiquidationPrice(
  position: IsolatedPosition & { readonly takerFeeRate: Rate },
  basis: MaintenanceBasis,
): Price | null {
  const s = direction(position.side)
  const isLinear = position.payoff === 'linear'
  const value = exactValue(position.payoff, position.qty, position.entryPrice)
  const initial = value.div(position.leverage)
  if (basis === 'entry') {
    const maintenance = value.times(position.maintenanceMarginRate).minus(position.deduction)
    const room = initial.minus(maintenance).plus(position.extraMargin).times(s)
    return positiveOrNull(
      isLinear ? value.minus(room).div(position.qty) : new Exact(position.qty).div(value.plus(room)),
    )
  }
  const tilt = (rate: Rate) =>
    isLinear ? new Exact(1).minus(new Exact(rate).times(s)) : new Exact(rate).times(s).plus(1)
  const extra = new Exact(position.extraMargin).div(tilt(position.takerFeeRate))
  const room = initial.plus(extra).plus(position.deduction).times(s)
  const share = tilt(position.maintenanceMarginRate)
  return positiveOrNull(
    isLinear ? value.minus(room).div(share.times(position.qty)) : share.times(position.qty).div(value.plus(room)),
  )
}

/**
 * Liquidation price of the only position of a cross account (semantics.md §1.4), linear: start − s·(available + IM −
 * MM)/q, from the entry while in profit and from the mark while losing. An estimate: the account's rate decides.
 * @returns `null` when no positive price liquidates it
 */
export function crossLiquidationPrice(position: {
  readonly side: Side
  readonly qty: Qty
  readonly entryPrice: Price
  readonly markPrice: Price
  readonly available: Money
  readonly initialMargin: Money
  readonly maintenanceMargin: Money
}): Price | null {
  const s = direction(position.side)
  const isLosing = new Exact(position.markPrice).minus(position.entryPrice).times(s).isNegative()
  const start = isLosing ? position.markPrice : position.entryPrice
  const room = new Exact(position.available).plus(position.initialMargin).minus(position.maintenanceMargin)
  return positiveOrNull(new Exact(start).minus(room.div(position.qty).times(s)))
}

/**
 * The same for the mark-based rule, exact for a single position: the mark at which margin balance = MM, where `balance`
 * is the wallet balance that backs it. Linear (q·e − s·balance − s·ded) / (q·(1 − s·MMR));
 * inverse q·(1 + s·MMR) / (q/e + s·balance + s·ded).
 * @returns `null` when no positive price liquidates it
 */
export function crossLiquidationPriceOnMark(position: {
  readonly payoff: Payoff
  readonly side: Side
  readonly qty: Qty
  readonly entryPrice: Price
  readonly balance: Money
  readonly maintenanceMarginRate: Rate
  readonly deduction: Money
}): Price | null {
  const s = direction(position.side)
  const value = exactValue(position.payoff, position.qty, position.entryPrice)
  const room = new Exact(position.balance).plus(position.deduction).times(s)
  const tilt = new Exact(position.maintenanceMarginRate).times(s)
  return positiveOrNull(
    position.payoff === 'linear'
      ? value.minus(room).div(new Exact(1).minus(tilt).times(position.qty))
      : tilt.plus(1).times(position.qty).div(value.plus(room)),
  )
}

/**
 * The price at which a cross position has used up what the account has left, everything else held still: linear
 * mark − s·buffer/q, inverse q/(q/mark + s·buffer). With buffer = equity − Σ MM it is the liquidation price that the
 * exchange shows, with buffer = equity the bankruptcy price. Unrounded.
 *
 * @param qty net of the other direction in hedge mode: of two sides only the difference can lose (semantics.md §1.4)
 * @param buffer negative once it is overdrawn: the price then lies on the other side of the mark
 * @returns `null` when no positive price does it
 */
export function exhaustionPrice(position: {
  readonly payoff: Payoff
  readonly side: Side
  readonly qty: Qty
  readonly markPrice: Price
  readonly buffer: Money
}): Price | null {
  const value = exactValue(position.payoff, position.qty, position.markPrice)
  const room = new Exact(position.buffer).times(direction(position.side))
  return positiveOrNull(
    position.payoff === 'linear' ? value.minus(room).div(position.qty) : new Exact(position.qty).div(value.plus(room)),
  )
}

/** Cross inverse long: bust = (1 + f)·q/(V + balance) (semantics.md §1.4), with margin added in place of a balance too. */
export function inverseLongBankruptcyPrice(position: {
  readonly qty: Qty
  readonly entryPrice: Price
  readonly balance: Money
  readonly takerFeeRate: Rate
}): Price {
  const value = exactValue('inverse', position.qty, position.entryPrice)
  return toText<Price>(new Exact(position.takerFeeRate).plus(1).times(position.qty).div(value.plus(position.balance)))
}

/** 1/LP = 1/e + (balance − V·MMR − q·f/bust)/q, the fitted rule of semantics.md §1.4 for an inverse long. */
export function inverseLongLiquidationPrice(position: {
  readonly qty: Qty
  readonly entryPrice: Price
  readonly balance: Money
  readonly maintenanceMarginRate: Rate
  readonly takerFeeRate: Rate
}): Price | null {
  const qty = new Exact(position.qty)
  const value = exactValue('inverse', position.qty, position.entryPrice)
  const feeToClose = qty.times(position.takerFeeRate).div(inverseLongBankruptcyPrice(position))
  const room = new Exact(position.balance).minus(value.times(position.maintenanceMarginRate)).minus(feeToClose)
  return positiveOrNull(new Exact(1).div(new Exact(1).div(position.entryPrice).plus(room.div(qty))))
}

/** Liquidation and bankruptcy prices go up to the tick for a long, down for a short (semantics.md §1.4, "Rounding"). */
export function roundRiskPrice(price: Price, side: Side, tickSize: Price): Price {
  return roundToStep(price, tickSize, side === 'buy' ? 'up' : 'down')
}

/** @returns the price, or `null` at or beyond the contract's range, where the screen shows `--` (spec §5) */
export function withinPriceRange(
  price: Price,
  range: { readonly minPrice: Price; readonly maxPrice: Price },
): Price | null {
  const value = new Exact(price)
  return value.lte(range.minPrice) || value.gte(range.maxPrice) ? null : price
}

function positiveOrNull(price: Exact): Price | null {
  return price.isFinite() && price.gt(0) ? toText<Price>(price) : null
}
