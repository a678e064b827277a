import type { AccountKind, CoinBalance, Wallet } from '../../src/domain/account/wallet'
import {
  Exact,
  toText,
  type DecimalText,
  type Leverage,
  type Money,
  type Price,
  type Qty,
  type Rate,
} from '../../src/domain/decimal'
import type { Candle, Trade } from '../../src/domain/market/market'
import type { ExecId, Execution } from '../../src/domain/order/execution'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId, Side } from '../../src/domain/order/order'
import type { Position } from '../../src/domain/position/position'
import type { Liquidation } from './contract'
import type { EngineBalance, EngineEvent, EngineExecution, EngineOrder, EnginePosition } from '../engine/contract'
import type { Bar } from '../market/bars'
import { createScale } from '../market/scale'
import type { Listing } from './listing'

const E8 = createScale('0.00000001' as DecimalText)
const E4 = createScale('0.0001' as DecimalText)
const E2 = createScale('0.01' as DecimalText)
/** The break-even formula reckons with at least this closing fee (semantics.md §7.17). */
const BREAK_EVEN_FEE = '0.00055'

/** Money in E8 as decimal text. */
export const moneyOf = (amountE8: number): Money => E8.toText<Money>(amountE8)
/** A rate in E8 as decimal text. */
export const rateOf = (rateE8: number): Rate => E8.toText<Rate>(rateE8)
/** Turnover in 1e-4 of the quote coin as decimal text. */
export const turnoverOf = (amountE4: number): Money => E4.toText<Money>(amountE4)

/** Value ÷ quantity (inverse: quantity ÷ value), half up at 8 decimals; `null` without a quantity. */
function averagePrice(valueE8: number, lots: number, listing: Listing): Price | null {
  if (lots === 0) return null
  if (listing.engine.payoff === 'inverse') {
    if (valueE8 === 0) return null
    const quantity = new Exact(Math.abs(lots)).times(listing.lots.step)
    return toText<Price>(quantity.div(new Exact(Math.abs(valueE8)).div(1e8)).toDecimalPlaces(8))
  }
  const price = new Exact(Math.abs(valueE8)).div(1e8).div(new Exact(Math.abs(lots)).times(listing.lots.step))
  return toText<Price>(price.toDecimalPlaces(8))
}

export function toOrder(order: EngineOrder, listing: Listing): Order {
  const isOpen = order.status === 'new' || order.status === 'partiallyFilled'
  return {
    id: order.id as OrderId,
    linkId: order.linkId === '' ? null : (order.linkId as OrderLinkId),
    symbol: order.symbol as InstrumentSymbol,
    side: order.side,
    ...(order.orderType === 'limit'
      ? { type: 'limit' as const, price: listing.ticks.toText<Price>(order.ticks) }
      : { type: 'market' as const }),
    qty: listing.lots.toText<Qty>(order.lots),
    filledQty: listing.lots.toText<Qty>(order.filledLots),
    // Nothing is left to fill of an order that is closed.
    leavesQty: listing.lots.toText<Qty>(isOpen ? order.lots - order.filledLots : 0),
    filledValue: moneyOf(order.filledValueE8),
    fee: moneyOf(order.feeE8),
    avgPrice: averagePrice(order.filledValueE8, order.filledLots, listing),
    status: order.status,
    timeInForce: order.timeInForce,
    reduceOnly: order.reduceOnly,
    closeOnTrigger: order.closeOnTrigger,
    positionIdx: order.positionIdx ?? 0,
    createType: order.createType,
    cancelType: order.cancelType,
    rejectReason: order.rejectReason,
    createdAtMs: order.createdAtMs,
    updatedAtMs: order.updatedAtMs,
    seq: order.seq,
  }
}

export function toExecution(execution: EngineExecution, listing: Listing): Execution {
  return {
    id: execution.id as ExecId,
    orderId: execution.orderId as OrderId,
    orderLinkId: execution.linkId === '' ? null : (execution.linkId as OrderLinkId),
    symbol: execution.symbol as InstrumentSymbol,
    side: execution.side,
    price: listing.ticks.toText<Price>(execution.ticks),
    qty: listing.lots.toText<Qty>(execution.lots),
    value: moneyOf(execution.valueE8),
    fee: moneyOf(execution.feeE8),
    feeRate: rateOf(execution.feeRateE8),
    isMaker: execution.isMaker,
    execType: execution.execType,
    closedPnl: moneyOf(execution.closedPnlE8),
    closedQty: listing.lots.toText<Qty>(execution.closedLots),
    timeMs: execution.timeMs,
    seq: execution.seq,
  }
}

export function toPosition(position: EnginePosition, listing: Listing): Position {
  const { lots, ticks } = { lots: listing.lots, ticks: listing.ticks }
  const size = Math.abs(position.lots)
  const price = (count: number | null): Price | null => (count === null ? null : ticks.toText<Price>(count))
  return {
    symbol: position.symbol as InstrumentSymbol,
    positionIdx: position.positionIdx ?? 0,
    side: size === 0 ? null : position.lots > 0 ? 'buy' : 'sell',
    size: lots.toText<Qty>(size),
    entryPrice: averagePrice(position.costE8, position.lots, listing),
    leverage: E2.toText<Leverage>(position.leverageE2),
    marginMode: position.marginMode ?? 'cross',
    value: moneyOf(Math.abs(position.costE8)),
    markPrice: price(position.markTicks),
    unrealisedPnl: moneyOf(position.unrealisedE8),
    realisedPnl: moneyOf(position.realisedE8),
    cumRealisedPnl: moneyOf(position.cumRealisedE8),
    initialMargin: moneyOf(position.initialMarginE8),
    maintenanceMargin: moneyOf(position.maintenanceMarginE8),
    liquidationPrice: price(position.liquidationTicks),
    bankruptcyPrice: price(position.bankruptcyTicks),
    breakEvenPrice: breakEven(position, listing),
    extraMargin: moneyOf(position.extraMarginE8 ?? 0),
    isAutoAddMargin: position.isAutoAddMargin === true,
    adlRank: position.adlRank ?? 0,
    openAvgPrice: averagePrice(position.openCostE8 ?? position.costE8, position.lots, listing),
    createdAtMs: position.createdAtMs,
    updatedAtMs: position.updatedAtMs,
    seq: position.seq,
  }
}

/** (e·q − realised) / (q − |q|·max(f, 0.00055)), q signed; rounded against the trader to the tick. @see semantics.md §1.1 */
function breakEven(position: EnginePosition, listing: Listing): Price | null {
  if (position.lots === 0) return null
  const isLong = position.lots > 0
  const qty = new Exact(position.lots).times(listing.lots.step)
  const fee = Exact.max(listing.instrument.takerFeeRate, BREAK_EVEN_FEE)
  if (listing.engine.payoff === 'inverse') return inverseBreakEven(position, listing, fee)
  const cost = new Exact(Math.abs(position.costE8)).div(1e8).times(isLong ? 1 : -1)
  const price = cost.minus(new Exact(position.realisedE8).div(1e8)).div(qty.minus(qty.abs().times(fee)))
  if (price.lte(0)) return null
  const ticks = price.div(listing.ticks.step)
  return toText<Price>((isLong ? ticks.ceil() : ticks.floor()).times(listing.ticks.step))
}

/** Where s·(V − q/x) + realised = f·q/x: x = q·(s + f) / (s·V + realised). */
function inverseBreakEven(position: EnginePosition, listing: Listing, fee: Exact): Price | null {
  const direction = position.lots > 0 ? 1 : -1
  const qty = new Exact(Math.abs(position.lots)).times(listing.lots.step)
  const value = new Exact(position.costE8).div(1e8).times(direction)
  const price = qty.times(fee.plus(direction)).div(value.plus(new Exact(position.realisedE8).div(1e8)))
  if (!price.isFinite() || price.lte(0)) return null
  const ticks = price.div(listing.ticks.step)
  return toText<Price>((direction === 1 ? ticks.ceil() : ticks.floor()).times(listing.ticks.step))
}

export function toLiquidation(event: Extract<EngineEvent, { type: 'liquidation' }>, listing: Listing): Liquidation {
  return {
    stage: event.stage,
    symbol: event.symbol as InstrumentSymbol,
    positionIdx: event.positionIdx,
    side: event.side,
    price: listing.ticks.toText<Price>(event.ticks),
    qty: listing.lots.toText<Qty>(event.lots),
    markPrice: listing.ticks.toText<Price>(event.markTicks),
    timeMs: event.timeMs,
  }
}

/** @param usdPrice the index price of a coin in US dollars; a coin without one counts nothing in the totals */
export function toWallet(
  kind: AccountKind,
  balances: readonly EngineBalance[],
  usdPrice: (coin: string) => Exact,
  seq: number,
): Wallet {
  const sum = { equity: new Exact(0), wallet: new Exact(0), available: new Exact(0), unrealised: new Exact(0) }
  const margin = { initial: new Exact(0), maintenance: new Exact(0) }
  const coins: CoinBalance[] = []
  for (const one of balances) {
    const price = usdPrice(one.coin)
    const usd = (amountE8: number): Exact => new Exact(amountE8).div(1e8).times(price)
    const equityE8 = one.walletE8 + one.unrealisedE8
    sum.equity = sum.equity.plus(usd(equityE8))
    sum.wallet = sum.wallet.plus(usd(one.walletE8))
    sum.available = sum.available.plus(usd(one.availableE8))
    sum.unrealised = sum.unrealised.plus(usd(one.unrealisedE8))
    margin.initial = margin.initial.plus(usd(one.positionMarginE8 + one.orderMarginE8))
    margin.maintenance = margin.maintenance.plus(usd(one.maintenanceE8))
    coins.push({
      coin: one.coin,
      walletBalance: moneyOf(one.walletE8),
      unrealisedPnl: moneyOf(one.unrealisedE8),
      equity: moneyOf(equityE8),
      available: moneyOf(one.availableE8),
      positionInitialMargin: moneyOf(one.positionMarginE8),
      orderInitialMargin: moneyOf(one.orderMarginE8),
      maintenanceMargin: moneyOf(one.maintenanceE8),
      cumRealisedPnl: moneyOf(one.cumRealisedE8),
      usdValue: money(usd(equityE8)),
    })
  }
  const rate = (part: Exact): Rate | null =>
    sum.equity.gt(0) ? toText<Rate>(part.div(sum.equity).toDecimalPlaces(8)) : null
  return {
    accountType: kind,
    totalEquity: money(sum.equity),
    totalWalletBalance: money(sum.wallet),
    totalMarginBalance: money(sum.equity),
    totalAvailable: money(sum.available),
    totalUnrealisedPnl: money(sum.unrealised),
    totalInitialMargin: money(margin.initial),
    totalMaintenanceMargin: money(margin.maintenance),
    initialMarginRate: rate(margin.initial),
    maintenanceMarginRate: rate(margin.maintenance),
    coins,
    seq,
  }
}

/** Coin amounts have 8 decimals, half up (semantics.md §5). */
function money(value: Exact): Money {
  return toText<Money>(value.toDecimalPlaces(8))
}

/** A public print as it is kept: `[id, side, ticks, lots, timeMs]`. */
export type TradeRow = readonly [string, Side, number, number, number]

export function toTrade([id, side, ticks, lots, timeMs]: TradeRow, listing: Listing): Trade {
  return {
    id,
    symbol: listing.instrument.symbol,
    side,
    price: listing.ticks.toText<Price>(ticks),
    qty: listing.lots.toText<Qty>(lots),
    timeMs,
  }
}

export function toCandle(bar: Bar, endMs: number, confirmed: boolean, listing: Listing): Candle {
  return {
    startMs: bar.startMs,
    endMs,
    open: listing.ticks.toText<Price>(bar.open),
    high: listing.ticks.toText<Price>(bar.high),
    low: listing.ticks.toText<Price>(bar.low),
    close: listing.ticks.toText<Price>(bar.close),
    volume: listing.lots.toText<Qty>(bar.volume),
    turnover: turnoverOf(bar.turnover),
    confirmed,
  }
}
