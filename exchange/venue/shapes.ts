import {
  Exact,
  negate,
  toText,
  type DecimalText,
  type Leverage,
  type Money,
  type Price,
  type Qty,
  type Rate,
} from '../../src/domain/decimal'
import type { Candle, Trade } from '../../src/domain/market/market'
import type { ExecId, Execution, ExtraFee, OptionFill } from '../../src/domain/order/execution'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId, Side } from '../../src/domain/order/order'
import { PLAIN_AVERAGE_QTY_MAX, wireAverage } from '../../src/domain/position/average-entry'
import type { Position } from '../../src/domain/position/position'
import type { Liquidation } from './venue-port'
import type { EngineEvent } from '../engine/events'
import type { EnginePosition } from '../engine/records/position-records'
import type { EngineExecution, EngineOrder } from '../engine/records/order-records'
import { isOpen } from '../engine/orders/order-fields'
import { averageEntryE8 } from '../engine/risk/formulas'
import { VALUE_MAX_E8 } from '../engine/scaled'
import type { Bar } from '../simulation/bars'
import { createScale } from '../listings/scale'
import { isOption } from '../../src/domain/instrument/option'
import { exactBreakEven, optionBreakEven } from '../../src/domain/risk/break-even'
import { guardFieldsOf, stopFieldsOf } from './guard-shapes'
import type { Listing } from './listing'

/** Amounts hardly ever come twice. */
const E8 = createScale('0.00000001' as DecimalText, { isRemembered: false })
const RATE = createScale('0.00000001' as DecimalText)
const E4 = createScale('0.0001' as DecimalText)
const E2 = createScale('0.01' as DecimalText)

/** Money in E8 as decimal text. */
export const moneyOf = (amountE8: number): Money => E8.toText<Money>(amountE8)
/** The text of a sum in E8: the digits of two exact amounts may pass 2^53 where they are added. */
export function sumOf(one: number, other: number, sum: number): Money {
  return Number.isSafeInteger(sum) ? moneyOf(sum) : bigText<Money>(BigInt(one) + BigInt(other))
}
/** A rate in E8 as decimal text. */
export const rateOf = (rateE8: number): Rate => RATE.toText<Rate>(rateE8)
/** Leverage in E2 as decimal text. */
export const leverageOf = (leverageE2: number): Leverage => E2.toText<Leverage>(leverageE2)
/** Turnover in 1e-4 of the quote coin as decimal text. */
export const turnoverOf = (amountE4: number): Money => E4.toText<Money>(amountE4)

/** Value ÷ quantity (inverse: quantity ÷ value) as `wireAverage` writes it; `null` without a quantity. */
export function averagePrice(valueE8: number, lots: number, listing: Listing, restE8 = 0): Price | null {
  if (lots === 0) return null
  const isInverse = listing.engine.payoff === 'inverse'
  if (isInverse || Math.abs(lots) * listing.lots.size > PLAIN_AVERAGE_QTY_MAX) {
    if (valueE8 === 0) return null
    const qty = listing.lots.toText<Qty>(Math.abs(lots))
    const value = restE8 === 0 ? moneyOf(Math.abs(valueE8)) : unroundedOf(Math.abs(valueE8), restE8)
    return wireAverage(isInverse ? 'inverse' : 'linear', { qty, value })
  }
  const { lotsPerUnit } = listing
  const valueAbs = Math.abs(valueE8)
  // Most prices stay far below 2^53: these need no big integers where a unit is a whole number of lots.
  if (restE8 === 0 && lotsPerUnit !== null && (valueAbs / Math.abs(lots)) * lotsPerUnit < VALUE_MAX_E8) {
    return E8.toText<Price>(averageEntryE8(valueAbs, Math.abs(lots), lotsPerUnit))
  }
  const qtyE8 = BigInt(Math.abs(lots)) * listing.lotE8
  const value = BigInt(valueAbs) * REST_PARTS + BigInt(Math.round(restE8 * Number(REST_PARTS)))
  return bigText<Price>(divideHalfUp(value * ONE_E8, qtyE8 * REST_PARTS))
}

/**
 * The parts of a unit to which a rest is exact. The value of an average that ends in the ninth decimal with a 5, where a
 * last digit is decided, ends in the ninth after its unit; a rest that came of many shares is off by less than 1e-12 of one.
 */
const REST_PARTS = 10n ** 11n

/** A value with what rounding left out of it, to many more digits than it has. */
function unroundedOf(valueE8: number, restE8: number): Money {
  return toText<Money>(new Exact(valueE8).plus(restE8).div(1e8))
}

/** At prices that may be below zero the mean may be, too. */
function averageFill({ filledValueE8, filledRestE8, filledLots }: EngineOrder, listing: Listing): Price | null {
  const price = averagePrice(filledValueE8, filledLots, listing, filledRestE8)
  return price === null || filledValueE8 >= 0 ? price : negate(price)
}

export function toOrder(order: EngineOrder, listing: Listing): Order {
  const plain = toPlainOrder(order, listing)
  const isPlain =
    order.stop === null &&
    order.tpSl === null &&
    order.carried === null &&
    order.selfMatch === 'none' &&
    order.smpOrderId === null
  if (isPlain) return plain
  const stop = order.stop === null && order.tpSl === null ? {} : stopFieldsOf(order, listing)
  return {
    ...plain,
    ...stop,
    ...order.carried,
    ...(order.selfMatch === 'none' ? {} : { smpType: order.selfMatch }),
    ...(order.smpOrderId === null ? {} : { smpOrderId: order.smpOrderId as OrderId }),
  }
}

function toPlainOrder(order: EngineOrder, listing: Listing): Order {
  const linkId = order.linkId === '' ? null : (order.linkId as OrderLinkId)
  const qty = listing.lots.toText<Qty>(order.lots)
  const filledQty = listing.lots.toText<Qty>(order.filledLots)
  // Nothing is left to fill of an order that is closed.
  const leavesQty = listing.lots.toText<Qty>(isOpen(order) ? order.lots - order.filledLots : 0)
  const filledValue = moneyOf(order.filledValueE8)
  const fee = moneyOf(order.feeE8)
  const avgPrice = averageFill(order, listing)
  // Twice the same fields: a literal without a spread is made fifty times faster, and every order passes here often.
  if (order.orderType === 'limit') {
    return {
      id: order.id as OrderId,
      linkId,
      symbol: order.symbol as InstrumentSymbol,
      side: order.side,
      type: 'limit',
      price: listing.ticks.toText<Price>(order.ticks),
      qty,
      filledQty,
      leavesQty,
      filledValue,
      fee,
      avgPrice,
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
  return {
    id: order.id as OrderId,
    linkId,
    symbol: order.symbol as InstrumentSymbol,
    side: order.side,
    type: 'market',
    qty,
    filledQty,
    leavesQty,
    filledValue,
    fee,
    avgPrice,
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

/** @param option of an option's, the market at the fill */
export function toExecution(execution: EngineExecution, listing: Listing, option: OptionFill | null): Execution {
  const plain = toPlainExecution(execution, listing)
  const { liquidationFeeE8 = 0 } = execution
  if (option === null && liquidationFeeE8 === 0) return plain
  return {
    ...plain,
    ...(option === null ? {} : { option }),
    ...(liquidationFeeE8 === 0 ? {} : { liquidationFee: liquidationFeeOf(liquidationFeeE8, listing.engine) }),
  }
}

function liquidationFeeOf(feeE8: number, { settleCoin, terms }: Listing['engine']): ExtraFee {
  const rateE8 = terms?.kind === 'option' ? terms.liquidationFeeRateE8 : 0
  return { coin: settleCoin, rate: rateOf(rateE8), fee: moneyOf(feeE8) }
}

function toPlainExecution(execution: EngineExecution, listing: Listing): Execution {
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
    grossPnl: moneyOf(execution.closedPnlE8),
    closedQty: listing.lots.toText<Qty>(execution.closedLots),
    timeMs: execution.timeMs,
    seq: execution.seq,
  }
}

export function toPosition(position: EnginePosition, listing: Listing): Position {
  const plain = toPlainPosition(position, listing)
  return position.protection === null ? plain : { ...plain, ...guardFieldsOf(position, listing) }
}

const IN_PORTFOLIO = { isPortfolio: true } as const
const NO_PORTFOLIO = {} as const

function toPlainPosition(position: EnginePosition, listing: Listing): Position {
  const { lots, ticks } = { lots: listing.lots, ticks: listing.ticks }
  const size = Math.abs(position.lots)
  const price = (count: number | null): Price | null => (count === null ? null : ticks.toText<Price>(count))
  return {
    symbol: position.symbol as InstrumentSymbol,
    positionIdx: position.positionIdx ?? 0,
    side: size === 0 ? null : position.lots > 0 ? 'buy' : 'sell',
    size: lots.toText<Qty>(size),
    entryPrice: averagePrice(position.costE8, position.lots, listing, position.costRestE8),
    leverage: leverageOf(position.leverageE2),
    // Positions of portfolio margin are told as those of cross: none of their margin is their own.
    marginMode: position.marginMode === 'isolated' ? 'isolated' : 'cross',
    ...(position.marginMode === 'portfolio' ? IN_PORTFOLIO : NO_PORTFOLIO),
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
    fundingPaid: moneyOf(position.fundingPaidE8 ?? 0),
    adlRank: position.adlRank ?? 0,
    openAvgPrice: openAverage(position, listing),
    createdAtMs: position.createdAtMs,
    updatedAtMs: position.updatedAtMs,
    seq: position.seq,
  }
}

/** The average that no session settlement resets. */
function openAverage(position: EnginePosition, listing: Listing): Price | null {
  const { openCostE8, costE8, lots } = position
  return openCostE8 === undefined
    ? averagePrice(costE8, lots, listing, position.costRestE8)
    : averagePrice(openCostE8, lots, listing, position.openCostRestE8)
}

/** Rounded against the trader to the tick. */
function breakEven(position: EnginePosition, { engine, instrument, lots, ticks }: Listing): Price | null {
  if (position.lots === 0) return null
  const isLong = position.lots > 0
  const held = {
    side: isLong ? 'buy' : 'sell',
    qty: lots.toText<Qty>(Math.abs(position.lots)),
    paid: new Exact(Math.abs(position.costE8)).div(1e8),
    realised: new Exact(position.realisedE8).div(1e8),
  } as const
  const { takerFeeRate } = instrument
  const { indexTicks } = position
  const price =
    isOption(instrument) && indexTicks != null
      ? optionBreakEven({
          ...held,
          indexFee: new Exact(ticks.step).times(indexTicks).times(held.qty).times(takerFeeRate),
          feeCap: instrument.feeCap,
        })
      : exactBreakEven({ ...held, payoff: engine.payoff ?? 'linear', takerFeeRate })
  if (price === null) return null
  const count = price.div(ticks.step)
  return toText<Price>((isLong ? count.ceil() : count.floor()).times(ticks.step))
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

/** One, in units of 1e-8. */
export const ONE_E8 = 100_000_000n

/** @param divisor positive */
export function divideHalfUp(value: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return value < 0n ? -((-value + half) / divisor) : (value + half) / divisor
}

/** Text of a count of 1e-8. Beyond 2^53 (90 million) the digits are put together from the whole and its fraction. */
export function bigText<T extends DecimalText>(countE8: bigint): T {
  const small = Number(countE8)
  if (Number.isSafeInteger(small)) return E8.toText<T>(small)
  return toText<T>(new Exact(countE8.toString()).div(1e8))
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

/** @param endMs the bar's last millisecond, as v5 says it (recorded: start 1672324800000, end 1672325099999) */
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
