import { Exact, fromSteps, toText, type Money, type Price } from '../../domain/decimal'
import type { Contract } from '../../domain/instrument/contract'
import type { Position } from '../../domain/position/position'
import { payoffOf } from '../../domain/instrument/payoff'
import { roundToCoin } from '../../domain/risk/payoff'
import { pricePnl } from '../../domain/risk/pnl'
import { entryOf } from '../trading-kit/position-figures'

/**
 * What the positions of a contract would have made at a price, before fees: Σ s·q·(x − e) for linear ones. Both sides of
 * hedge mode together.
 * @param ticks the price, in whole ticks
 * @returns an amount of the settle coin; `null` where nothing is held
 */
export function pnlAt(positions: readonly Position[], instrument: Contract, ticks: number): Money | null {
  const price = fromSteps<Price>(ticks, instrument.tickSize)
  const payoff = payoffOf(instrument.kind)
  let sum: Exact | null = null
  for (const position of positions) {
    const entryPrice = entryOf(position, instrument)
    if (position.symbol !== instrument.symbol || position.side === null || entryPrice === null) continue
    const pnl = pricePnl({ payoff, side: position.side, qty: position.size, entryPrice, price })
    sum = (sum ?? new Exact(0)).plus(pnl)
  }
  return sum === null ? null : roundToCoin(toText<Money>(sum))
}
