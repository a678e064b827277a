import type { AccountKind, CoinBalance, Wallet } from '../../src/domain/account/wallet'
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
import type { ExecId, Execution } from '../../src/domain/order/execution'
import type { InstrumentSymbol, Order, OrderId, OrderLinkId, Side } from '../../src/domain/order/order'
import { PLAIN_AVERAGE_QTY_MAX, wireAverage } from '../../src/domain/position/average-entry'
import type { Position } from '../../src/domain/position/position'
import type { Liquidation } from './venue-port'
import type { EngineEvent } from '../engine/events'
import type { EngineBalance, EnginePosition } from '../engine/records/position-records'
import type { EngineExecution, EngineOrder } from '../engine/records/order-records'
import { averageEntryE8 } from '../engine/risk/formulas'
import { VALUE_MAX_E8 } from '../engine/scaled'
import type { Bar } from '../simulation/bars'
import { createScale } from '../listings/scale'
import { exactBreakEven } from '../../src/domain/risk/break-even'
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
function sumOf(one: number, other: number, sum: number): Money {
  return Number.isSafeInteger(sum) ? moneyOf(sum) : bigText<Money>(BigInt(one) + BigInt(other))
}
/** A rate in E8 as decimal text. */
export const rateOf = (rateE8: number): Rate => RATE.toText<Rate>(rateE8)
/** Leverage in E2 as decimal text. */
export const leverageOf = (leverageE2: number): Leverage => E2.toText<Leverage>(leverageE2)
/** Turnover in 1e-4 of the quote coin as decimal text. */
export const turnoverOf = (amountE4: number): Money => E4.toText<Money>(amountE4)

/** Value ÷ quantity (inverse: quantity ÷ value) as `wireAverage` writes it; `null` without a quantity. */
export function averagePrice(valueE8: number, lots: number, listing: Listing): Price | null {
  if (lots === 0) return null
  const isInverse = listing.engine.payoff === 'inverse'
  if (isInverse || Math.abs(lots) * listing.lots.size > PLAIN_AVERAGE_QTY_MAX) {
    if (valueE8 === 0) return null
    const qty = listing.lots.toText<Qty>(Math.abs(lots))
    return wireAverage(isInverse ? 'inverse' : 'linear', { qty, value: moneyOf(Math.abs(valueE8)) })
  }
  const { lotsPerUnit } = listing
  const valueAbs = Math.abs(valueE8)
  // Most prices stay far below 2^53: these need no big integers where a unit is a whole number of lots.
  if (lotsPerUnit !== null && (valueAbs / Math.abs(lots)) * lotsPerUnit < VALUE_MAX_E8) {
    return E8.toText<Price>(averageEntryE8(valueAbs, Math.abs(lots), lotsPerUnit))
  }
  const qtyE8 = BigInt(Math.abs(lots)) * listing.lotE8
  return bigText<Price>(divideHalfUp(BigInt(valueAbs) * ONE_E8, qtyE8))
}

/** At prices that may be below zero the mean may be, too. */
function averageFill({ filledValueE8, filledLots }: EngineOrder, listing: Listing): Price | null {
  const price = averagePrice(filledValueE8, filledLots, listing)
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
  const isOpen = order.status === 'new' || order.status === 'partiallyFilled' || order.status === 'untriggered'
  const linkId = order.linkId === '' ? null : (order.linkId as OrderLinkId)
  const qty = listing.lots.toText<Qty>(order.lots)
  const filledQty = listing.lots.toText<Qty>(order.filledLots)
  // Nothing is left to fill of an order that is closed.
  const leavesQty = listing.lots.toText<Qty>(isOpen ? order.lots - order.filledLots : 0)
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
    entryPrice: averagePrice(position.costE8, position.lots, listing),
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
    openAvgPrice: averagePrice(position.openCostE8 ?? position.costE8, position.lots, listing),
    createdAtMs: position.createdAtMs,
    updatedAtMs: position.updatedAtMs,
    seq: position.seq,
  }
}

/** Rounded against the trader to the tick. */
function breakEven(position: EnginePosition, { engine, instrument, lots, ticks }: Listing): Price | null {
  if (position.lots === 0) return null
  const isLong = position.lots > 0
  const price = exactBreakEven({
    payoff: engine.payoff ?? 'linear',
    side: isLong ? 'buy' : 'sell',
    qty: lots.toText<Qty>(Math.abs(position.lots)),
    paid: new Exact(Math.abs(position.costE8)).div(1e8),
    realised: new Exact(position.realisedE8).div(1e8),
    takerFeeRate: instrument.takerFeeRate,
  })
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

const NOTHING_MORE = {} as const

/** 1e-8 of a coin times 1e-8 of a dollar: dollars as whole numbers, exact however large. */
const E8_TIMES_E8 = 100_000_000n
/** One, in units of 1e-8. */
const ONE_E8 = 100_000_000n

/**
 * Whole numbers throughout: a wallet goes out with every order that is taken, and Decimals would be the dearest part of it.
 *
 * What is available is never below zero as it is told: prices may take the engine's below it, and then nothing is free.
 * The total is what the coins have free, since one coin's money does not cover another's margin.
 *
 * @param usdPriceE8 the index price of a coin in 1e-8 US dollars; a coin without one (0) counts nothing in the totals
 */
export function toWallet(
  kind: AccountKind,
  balances: readonly EngineBalance[],
  usdPriceE8: (coin: string) => bigint,
  seq: number,
): Wallet {
  let equity = 0n
  // What options are worth is equity, and no margin but portfolio margin's (semantics.md §1.3).
  let margin = 0n
  let wallet = 0n
  let available = 0n
  let unrealised = 0n
  let initial = 0n
  let maintenance = 0n
  const coins: CoinBalance[] = []
  for (const one of balances) {
    const price = usdPriceE8(one.coin)
    // Most coins of an account have no contracts: zero is not worth a product.
    const usd = (amountE8: number): bigint => (amountE8 === 0 ? 0n : BigInt(amountE8) * price)
    const heldE8 = one.unrealisedE8 + one.paidValueE8
    const equityE8 = one.walletE8 + heldE8
    const coinWallet = usd(one.walletE8)
    const coinUnrealised = usd(one.unrealisedE8)
    const coinEquity = coinWallet + coinUnrealised + usd(one.paidValueE8)
    equity += coinEquity
    margin += one.paidValueBacks === true ? coinEquity : coinWallet + coinUnrealised
    wallet += coinWallet
    const freeE8 = Math.max(0, one.availableE8)
    const ownE8 = Math.max(0, one.walletE8 - one.lockedE8)
    available += freeE8 === equityE8 ? coinEquity : usd(freeE8)
    unrealised += coinUnrealised
    initial += usd(one.positionMarginE8 + one.orderMarginE8)
    maintenance += usd(one.maintenanceE8)
    coins.push({
      coin: one.coin,
      walletBalance: moneyOf(one.walletE8),
      unrealisedPnl: moneyOf(one.unrealisedE8),
      equity: sumOf(one.walletE8, heldE8, equityE8),
      available: moneyOf(freeE8),
      // A gain on paper backs orders, and leaves no account.
      ...(freeE8 > ownE8 ? { withdrawable: moneyOf(ownE8) } : NOTHING_MORE),
      positionInitialMargin: moneyOf(one.positionMarginE8),
      orderInitialMargin: moneyOf(one.orderMarginE8),
      locked: moneyOf(one.lockedE8),
      maintenanceMargin: moneyOf(one.maintenanceE8),
      cumRealisedPnl: moneyOf(one.cumRealisedE8),
      usdValue: price === ONE_E8 ? sumOf(one.walletE8, heldE8, equityE8) : dollars(coinEquity),
    })
  }
  const rate = (part: bigint): Rate | null => (margin > 0n ? bigText<Rate>(divideHalfUp(part * ONE_E8, margin)) : null)
  return {
    accountType: kind,
    totalEquity: dollars(equity),
    totalWalletBalance: dollars(wallet),
    totalMarginBalance: dollars(margin),
    totalAvailable: dollars(available),
    totalUnrealisedPnl: dollars(unrealised),
    totalInitialMargin: dollars(initial),
    totalMaintenanceMargin: dollars(maintenance),
    initialMarginRate: rate(initial),
    maintenanceMarginRate: rate(maintenance),
    coins,
    seq,
  }
}

/** Amounts have 8 decimals, half up (semantics.md §5). */
function dollars(amount: bigint): Money {
  return bigText<Money>(divideHalfUp(amount, E8_TIMES_E8))
}

/** @param divisor positive */
function divideHalfUp(value: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return value < 0n ? -((-value + half) / divisor) : (value + half) / divisor
}

/** Text of a count of 1e-8. Beyond 2^53 (90 million) the digits are put together from the whole and its fraction. */
function bigText<T extends DecimalText>(countE8: bigint): T {
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
