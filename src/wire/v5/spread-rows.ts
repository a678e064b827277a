import type { Instrument } from '../../domain/instrument/instrument'
import type { InstrumentStatus } from '../../domain/instrument/listed'
import type { ProductKind } from '../../domain/instrument/product-kind'
import { feeCoinOf, spotName } from '../../domain/instrument/spot-pair'
import type { Spread, SpreadKind } from '../../domain/instrument/spread'
import type { Ticker, Trade } from '../../domain/market/market'
import type { Execution } from '../../domain/order/execution'
import { limitPrice, type Order } from '../../domain/order/order'
import { isTerminal } from '../../domain/order/order-status'
import { ORDER_STATUS_WORD, ORDER_TYPE_WORD, SIDE_WORD, TIME_IN_FORCE_V5 } from '../words'
import { spotLegFee } from './account-rows'
import { v5CategoryOf } from './category'

/*
 * Rows of `/v5/spread/*` and of the topics of spreads, under the names of their pages.
 */

const SPREAD_KIND_WORD: Readonly<Record<SpreadKind, string>> = {
  fundingRateArb: 'FundingRateArb',
  carryTrade: 'CarryTrade',
  futureSpread: 'FutureSpread',
  perpBasis: 'PerpBasis',
}

/** There are two: what trades, and what is being settled or is over. */
const statusWord = (status: InstrumentStatus): string => (status === 'trading' ? 'Trading' : 'Settling')

function legTypeOf(kind: ProductKind): string {
  if (kind === 'spot') return 'Spot'
  return kind === 'linearPerpetual' ? 'LinearPerpetual' : 'LinearFutures'
}

/** The name of a leg on v5: a pair's is without the stroke. */
export function legName(symbol: string): string {
  return spotName(symbol)
}

export function writeSpreadInstrument(spread: Spread) {
  return {
    symbol: spread.symbol,
    contractType: SPREAD_KIND_WORD[spread.spreadKind],
    status: statusWord(spread.status),
    baseCoin: spread.baseCoin,
    quoteCoin: spread.quoteCoin,
    settleCoin: spread.settleCoin,
    tickSize: spread.tickSize,
    minPrice: spread.minPrice,
    maxPrice: spread.maxPrice,
    lotSize: spread.lotSize,
    minSize: spread.minQty,
    maxSize: spread.maxLimitQty,
    launchTime: String(spread.launchTimeMs),
    deliveryTime: String(spread.delivery?.timeMs ?? 0),
    legs: spread.legs.map(({ symbol, kind }) => ({ symbol: legName(symbol), contractType: legTypeOf(kind) })),
  }
}

export function writeSpreadTicker(ticker: Ticker) {
  return {
    symbol: ticker.symbol,
    bidPrice: ticker.bid1Price ?? '',
    bidSize: ticker.bid1Qty ?? '',
    askPrice: ticker.ask1Price ?? '',
    askSize: ticker.ask1Qty ?? '',
    lastPrice: ticker.lastPrice ?? '',
    highPrice24h: ticker.highPrice24h ?? '',
    lowPrice24h: ticker.lowPrice24h ?? '',
    prevPrice24h: ticker.prevPrice24h ?? '',
    volume24h: ticker.volume24h ?? '',
  }
}

export function writeSpreadTrade(trade: Trade) {
  return {
    execId: trade.id,
    symbol: trade.symbol,
    price: trade.price,
    size: trade.qty,
    side: SIDE_WORD[trade.side],
    time: String(trade.timeMs),
  }
}

export function writeSpreadOpenOrder(order: Order, spread: Spread) {
  return {
    symbol: order.symbol,
    baseCoin: spread.baseCoin,
    orderType: ORDER_TYPE_WORD[order.type],
    orderLinkId: order.linkId ?? '',
    side: SIDE_WORD[order.side],
    timeInForce: TIME_IN_FORCE_V5[order.timeInForce],
    orderId: order.id,
    leavesQty: order.leavesQty,
    orderStatus: ORDER_STATUS_WORD[order.status],
    cumExecQty: order.filledQty,
    price: limitPrice(order) ?? '0',
    qty: order.qty,
    createdTime: String(order.createdAtMs),
    updatedTime: String(order.updatedAtMs),
  }
}

/** Who buys a spread buys its first leg. */
const OTHER = { buy: 'sell', sell: 'buy' } as const
const productOf = (kind: ProductKind): string => (kind === 'spot' ? 'Spot' : 'Futures')

interface RecordedLeg {
  readonly symbol: string
  readonly kind: ProductKind
}

/** What of a spread its records say. */
export interface RecordedSpread extends Pick<Spread, 'spreadKind' | 'baseCoin' | 'settleCoin'> {
  readonly legs: readonly [first: RecordedLeg, second: RecordedLeg]
}

export function writeSpreadOrder(order: Order, { spreadKind, baseCoin, settleCoin, legs }: RecordedSpread) {
  const [first, second] = legs
  return {
    symbol: order.symbol,
    orderType: ORDER_TYPE_WORD[order.type],
    orderLinkId: order.linkId ?? '',
    orderId: order.id,
    contractType: SPREAD_KIND_WORD[spreadKind],
    cxlRejReason: order.rejectReason ?? 'EC_NoError',
    // None of the published reasons is of a leg beyond its limits: as in the stream, `CancelByRebalance` says it here.
    cancelType: order.cancelType ?? 'UNKNOWN',
    orderStatus: ORDER_STATUS_WORD[order.status],
    price: limitPrice(order) ?? '0',
    orderQty: order.qty,
    timeInForce: TIME_IN_FORCE_V5[order.timeInForce],
    baseCoin,
    createdAt: String(order.createdAtMs),
    updatedAt: String(order.updatedAtMs),
    side: SIDE_WORD[order.side],
    leavesQty: isTerminal(order.status) ? '0' : order.leavesQty,
    settleCoin,
    cumExecQty: order.filledQty,
    qty: order.qty,
    leg1Symbol: legName(first.symbol),
    leg1ProdType: productOf(first.kind),
    leg1OrderId: order.legOrderId1 ?? '',
    leg1Side: SIDE_WORD[order.side],
    leg2Symbol: legName(second.symbol),
    leg2ProdType: productOf(second.kind),
    leg2OrderId: order.legOrderId2 ?? '',
    leg2Side: SIDE_WORD[OTHER[order.side]],
  }
}

/** @param legs its legs, each with what it is of and the coin of its fee */
export function writeSpreadExecution(
  execution: Execution,
  legs: readonly { readonly leg: Execution; readonly kind: ProductKind; readonly feeCoin: string }[],
) {
  return {
    symbol: execution.symbol,
    orderLinkId: execution.orderLinkId ?? '',
    side: SIDE_WORD[execution.side],
    orderId: execution.orderId,
    execPrice: execution.price,
    execTime: String(execution.timeMs),
    execType: execution.execType,
    execQty: execution.qty,
    execId: execution.id,
    extraFees: '',
    legs: legs.map(({ leg, kind, feeCoin }) => ({
      symbol: legName(leg.symbol),
      side: SIDE_WORD[leg.side],
      execPrice: leg.price,
      execTime: String(leg.timeMs),
      execValue: leg.value,
      execType: leg.execType,
      category: v5CategoryOf({ kind }),
      execQty: leg.qty,
      execFee: leg.fee,
      feeCurrency: feeCoin,
      execId: leg.id,
    })),
  }
}

/** What a row of the topics is of: the spread itself, or a leg of one. */
function topicCategory({ kind }: Pick<Instrument, 'kind'>): string {
  return kind === 'spread' ? 'combination' : kind === 'spot' ? 'spot_leg' : 'future_leg'
}

/** Row of `spread.order`. */
export function writeSpreadOrderEvent(order: Order, instrument: Pick<Instrument, 'kind'>) {
  const isCombination = instrument.kind === 'spread'
  return {
    category: topicCategory(instrument),
    symbol: legOrSpread(order.symbol, isCombination),
    parentOrderId: isCombination ? '' : (order.parentOrderId ?? ''),
    orderId: order.id,
    orderLinkId: order.linkId ?? '',
    side: SIDE_WORD[order.side],
    orderStatus: ORDER_STATUS_WORD[order.status],
    cancelType: order.cancelType ?? 'UNKNOWN',
    rejectReason: order.rejectReason ?? 'EC_NoError',
    timeInForce: TIME_IN_FORCE_V5[order.timeInForce],
    price: limitPrice(order) ?? '0',
    qty: order.qty,
    avgPrice: isCombination ? '' : (order.avgPrice ?? ''),
    leavesQty: isTerminal(order.status) ? '0' : order.leavesQty,
    leavesValue: isCombination ? '' : '0',
    cumExecQty: order.filledQty,
    cumExecValue: isCombination ? '' : order.filledValue,
    cumExecFee: isCombination ? '' : order.fee,
    orderType: ORDER_TYPE_WORD[order.type],
    isLeverage: '',
    createdTime: String(order.createdAtMs),
    updatedTime: String(order.updatedAtMs),
    feeCurrency: '',
    createType: order.createType,
    closedPnl: '',
  }
}

/**
 * Row of `spread.execution`.
 * @param parentExecId the spread's execution, of a leg; '' of the spread's own
 */
export function writeSpreadExecutionEvent(
  execution: Execution,
  order: Order | null,
  {
    instrument,
    parentExecId,
  }: {
    readonly instrument: Pick<Instrument, 'kind' | 'baseCoin' | 'settleCoin'>
    readonly parentExecId: string
  },
) {
  const isCombination = instrument.kind === 'spread'
  return {
    category: topicCategory(instrument),
    symbol: legOrSpread(execution.symbol, isCombination),
    closedSize: isCombination ? '' : execution.closedQty,
    execFee: isCombination ? '' : execution.fee,
    execFeeV2: spotLegFee(execution, instrument),
    feeCurrency: isCombination ? '' : feeCoinOf(instrument, execution.side),
    execId: execution.id,
    parentExecId,
    execPrice: execution.price,
    execQty: execution.qty,
    execType: execution.execType,
    execValue: isCombination ? '' : execution.value,
    feeRate: isCombination ? '' : execution.feeRate,
    markPrice: '',
    leavesQty: order === null || isTerminal(order.status) ? '0' : order.leavesQty,
    orderId: isCombination ? execution.orderId : '',
    orderLinkId: isCombination ? (execution.orderLinkId ?? '') : '',
    orderPrice: (order === null ? null : limitPrice(order)) ?? '0',
    orderQty: order?.qty ?? '0',
    orderType: order === null ? 'UNKNOWN' : ORDER_TYPE_WORD[order.type],
    side: SIDE_WORD[execution.side],
    execTime: String(execution.timeMs),
    isLeverage: isCombination ? '' : '0',
    isMaker: execution.isMaker,
    seq: execution.seq,
    createType: order?.createType ?? '',
    execPnl: isCombination ? '' : execution.grossPnl,
  }
}

function legOrSpread(symbol: string, isCombination: boolean): string {
  return isCombination ? symbol : legName(symbol)
}
