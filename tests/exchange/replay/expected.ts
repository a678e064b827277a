import type { EngineBalance, EnginePosition } from '../../../exchange/engine/records/position-records'
import type { EngineInstrument } from '../../../exchange/engine/instrument'
import { Exact, toText, type Leverage, type Money, type Price, type Qty, type Rate } from '../../../src/domain/decimal'
import { isolatedLiquidationPrice, roundRiskPrice } from '../../../src/domain/risk/liquidation-price'

/** What the Decimal rules say of a position, from the figures that the exchange states of it. */

const TICK = '0.1' as Price
/** 0.001 BTC a lot, 0.1 USDT a tick. */
const LOTS_A_COIN = 1_000
const TICKS_A_DOLLAR = 10
const e8 = (amount: number) => new Exact(amount).div(1e8)

function tierAt(instrument: EngineInstrument, value: Exact) {
  const { tiers } = instrument
  return tiers.find((tier) => value.lte(e8(tier.limitE8))) ?? tiers.at(-1)!
}

function valueAt(position: EnginePosition, ticks: number): Exact {
  return new Exact(Math.abs(position.lots)).div(LOTS_A_COIN).times(ticks).div(TICKS_A_DOLLAR)
}

/** Liquidation price of an isolated position in ticks, in the risk tier of that mark (semantics.md §1.4, current). */
export function isolatedTicks(position: EnginePosition, instrument: EngineInstrument, markTicks: number) {
  const side = position.lots > 0 ? 'buy' : 'sell'
  const tier = tierAt(instrument, valueAt(position, markTicks))
  const qty = new Exact(Math.abs(position.lots)).div(LOTS_A_COIN)
  const price = isolatedLiquidationPrice(
    {
      payoff: 'linear',
      side,
      qty: toText<Qty>(qty),
      entryPrice: toText<Price>(e8(position.costE8).div(qty)),
      leverage: toText<Leverage>(new Exact(position.leverageE2).div(100)),
      maintenanceMarginRate: toText<Rate>(e8(tier.maintenanceRateE8)),
      deduction: toText<Money>(e8(tier.deductionE8)),
      extraMargin: toText<Money>(e8(position.extraMarginE8 ?? 0)),
      takerFeeRate: toText<Rate>(e8(instrument.takerRateE8)),
    },
    'mark',
  )
  return price === null ? null : new Exact(roundRiskPrice(price, side, TICK)).times(TICKS_A_DOLLAR).toNumber()
}

/** Whether a mark liquidates an isolated position: it has reached the tick of the formula. */
export function isIsolatedDue(position: EnginePosition, instrument: EngineInstrument, markTicks: number): boolean {
  const limit = isolatedTicks(position, instrument, markTicks)
  if (limit === null) return false
  return position.lots > 0 ? markTicks <= limit : markTicks >= limit
}

/** Whether a cross account with one position is below its maintenance margin at a mark (semantics.md §1.5). */
export function isCrossDue(
  position: EnginePosition,
  balance: EngineBalance,
  instrument: EngineInstrument,
  markTicks: number,
): boolean {
  const side = position.lots > 0 ? 1 : -1
  const value = valueAt(position, markTicks)
  const cost = e8(position.costE8)
  const equity = e8(balance.walletE8).plus(value.minus(cost).times(side))
  const tier = tierAt(instrument, value)
  const feeToClose = Exact.max(0, cost.times(new Exact(1).minus(new Exact(side * 100).div(position.leverageE2)))).times(
    e8(instrument.takerRateE8),
  )
  const maintenance = value.times(e8(tier.maintenanceRateE8)).minus(e8(tier.deductionE8)).plus(feeToClose)
  return equity.lt(maintenance)
}
