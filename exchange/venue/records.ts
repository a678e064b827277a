import type { Transaction, TransactionType } from '../../src/domain/account/transaction'
import { Exact, isZero, negate, toText, type Money, type Price, type Qty, type Rate } from '../../src/domain/decimal'
import { readOptionName } from '../../src/domain/instrument/option-name'
import { coinsOfPair } from '../../src/domain/instrument/spot-pair'
import type { FundingRate } from '../../src/domain/market/funding-rate'
import type { Execution } from '../../src/domain/order/execution'
import type { InstrumentSymbol, OrderId } from '../../src/domain/order/order'
import type { ClosedPnl } from '../../src/domain/position/closed-pnl'
import type { EngineEvent } from '../engine/events'
import type { EngineClosedPnl, EngineExecution } from '../engine/records/order-records'
import type { ExecutionEffect, VenueEvent } from './venue-port'
import type { Listing } from './listing'
import { averagePrice, leverageOf, moneyOf, rateOf } from './shapes'

export function effectOf(execution: EngineExecution, listing: Listing): ExecutionEffect {
  return {
    coin: listing.engine.settleCoin,
    walletBalance: moneyOf(execution.walletE8),
    positionSize:
      execution.baseWalletE8 === null
        ? listing.lots.toText<Qty>(execution.positionLots)
        : toText<Qty>(new Exact(moneyOf(execution.baseWalletE8))),
  }
}

export function toClosedPnl(closed: EngineClosedPnl, listing: Listing): ClosedPnl {
  return {
    id: closed.id,
    orderId: closed.orderId === '' ? null : (closed.orderId as OrderId),
    symbol: closed.symbol as InstrumentSymbol,
    positionIdx: closed.positionIdx,
    side: closed.side,
    orderType: closed.orderType,
    orderPrice: listing.ticks.toText<Price>(closed.ticks),
    orderQty: listing.lots.toText<Qty>(closed.lots),
    leverage: leverageOf(closed.leverageE2),
    execType: closed.execType,
    closedQty: listing.lots.toText<Qty>(closed.closedLots),
    fillCount: closed.fills,
    avgEntryPrice: averagePrice(closed.entryValueE8, closed.closedLots, listing, closed.entryRestE8),
    avgExitPrice: averagePrice(closed.exitValueE8, closed.closedLots, listing, closed.exitRestE8),
    entryValue: moneyOf(closed.entryValueE8),
    exitValue: moneyOf(closed.exitValueE8),
    openFee: moneyOf(closed.openFeeE8),
    closeFee: moneyOf(closed.closeFeeE8),
    funding: moneyOf(closed.fundingE8),
    closedPnl: moneyOf(closed.pnlE8),
    createdAtMs: closed.createdAtMs,
    updatedAtMs: closed.updatedAtMs,
    seq: closed.seq,
  }
}

export function toFundingRate(event: Extract<EngineEvent, { type: 'funding' }>): FundingRate {
  return { symbol: event.symbol as InstrumentSymbol, rate: rateOf(event.rateE8), timeMs: event.timeMs, seq: event.seq }
}

/** Money from outside as a row of the transaction log. */
export function transferOf(event: Extract<EngineEvent, { type: 'credit' }>): VenueEvent {
  const { account, coin, amountE8, walletE8, timeMs, seq } = event
  const row = { type: 'transferIn', coin, changeE8: amountE8, walletE8, timeMs, seq } as const
  return { type: 'transfer', account, transaction: walletRow(`transfer-${seq}`, row) }
}

/** A change of a wallet that no fill made. */
export function walletRow(
  id: string,
  row: {
    readonly type: TransactionType
    readonly coin: string
    readonly changeE8: number
    readonly walletE8: number
    /** What of the change is a fee, and its rate; left out, nothing. */
    readonly fee?: { readonly amountE8: number; readonly rate: Rate }
    readonly cause?: NonNullable<Transaction['cause']>
    readonly timeMs: number
    readonly seq: number
  },
): Transaction {
  const { fee, cause } = row
  return {
    id,
    type: row.type,
    coin: row.coin,
    symbol: null,
    side: null,
    orderId: null,
    orderLinkId: null,
    tradeId: null,
    price: null,
    qty: '0' as Qty,
    feeRate: fee?.rate ?? ('0' as Rate),
    fee: moneyOf(fee?.amountE8 ?? 0),
    ...(cause === undefined ? {} : { cause }),
    funding: '0' as Money,
    cashFlow: moneyOf(row.changeE8 + (fee?.amountE8 ?? 0)),
    change: moneyOf(row.changeE8),
    walletBalance: moneyOf(row.walletE8),
    positionSize: '0' as Qty,
    timeMs: row.timeMs,
    seq: row.seq,
  }
}

/** Which fills stand in the log under which word. */
const TYPE_OF: ReadonlyMap<string, TransactionType> = new Map([
  ['Funding', 'settlement'],
  ['Settle', 'settlement'],
  ['Delivery', 'delivery'],
  ['BustTrade', 'liquidation'],
  ['AdlTrade', 'adl'],
])

/** The execution types that stand under a word of the log. */
export function execTypesOf(type: TransactionType): readonly string[] {
  return type === 'trade' ? ['Trade'] : [...TYPE_OF].flatMap(([word, of]) => (of === type ? [word] : []))
}

/** What a fill did to the wallets: of a pair one row for each coin, the coin paid first; of everything else one. */
export function toTransactions(execution: Execution, effect: ExecutionEffect): readonly Transaction[] {
  const coins = coinsOfPair(execution.symbol)
  if (coins === null) return [toTransaction(execution, effect)]
  const { side, qty, value, fee } = execution
  const isBuy = side === 'buy'
  const row = toTransaction(execution, effect)
  const legOf = (coin: string, amount: Exact, walletBalance: Money, isFeeCoin: boolean): Transaction => {
    const paid = isFeeCoin ? fee : ('0' as Money)
    return {
      ...row,
      id: `${execution.id}-${coin}`,
      coin,
      fee: paid,
      cashFlow: toText<Money>(amount),
      change: toText<Money>(amount.minus(paid)),
      walletBalance,
      positionSize: '0' as Qty,
    }
  }
  const base = legOf(
    coins.base,
    new Exact(qty).times(isBuy ? 1 : -1),
    toText<Money>(new Exact(effect.positionSize)),
    isBuy,
  )
  const quote = legOf(coins.quote, new Exact(value).times(isBuy ? -1 : 1), effect.walletBalance, !isBuy)
  return isBuy ? [quote, base] : [base, quote]
}

/** What a fill moves but for its fee: a result, and of an option the whole premium, or what it pays at its end. */
function cashFlowOf({ symbol, side, value, grossPnl }: Execution): Money {
  if (readOptionName(symbol) === null) return grossPnl
  return side === 'sell' || isZero(value) ? value : negate(value)
}

/** A fill (or funding, settlement, delivery) as a row of the transaction log. Funding is told with its sign turned. */
function toTransaction(execution: Execution, effect: ExecutionEffect): Transaction {
  const isFunding = execution.execType === 'Funding'
  const fee = isFunding ? ('0' as Money) : execution.fee
  const cashFlow = cashFlowOf(execution)
  const funding = isFunding ? toText<Money>(new Exact(0).minus(execution.fee)) : ('0' as Money)
  return {
    id: execution.id,
    type: TYPE_OF.get(execution.execType) ?? 'trade',
    coin: effect.coin,
    symbol: execution.symbol,
    side: execution.side,
    orderId: execution.orderId === '' ? null : execution.orderId,
    orderLinkId: execution.orderLinkId,
    tradeId: execution.id,
    price: execution.price,
    qty: execution.qty,
    feeRate: execution.feeRate,
    fee,
    ...(execution.liquidationFee === undefined ? {} : { liquidationFee: execution.liquidationFee }),
    funding,
    cashFlow,
    change: toText<Money>(new Exact(cashFlow).plus(funding).minus(fee)),
    walletBalance: effect.walletBalance,
    positionSize: effect.positionSize,
    timeMs: execution.timeMs,
    seq: execution.seq,
  }
}
