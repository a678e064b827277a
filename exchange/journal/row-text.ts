import type { InterestCharge } from '../../src/domain/account/interest-charge'
import type { Transaction } from '../../src/domain/account/transaction'
import type { FundingRate } from '../../src/domain/market/funding-rate'
import type { Execution, ExtraFee, OptionFill } from '../../src/domain/order/execution'
import type { Order, StopFields } from '../../src/domain/order/order'
import type { ClosedPnl } from '../../src/domain/position/closed-pnl'
import type { ExecutionEffect } from '../venue/venue-port'
import type { HistoryRow } from './history-row'
import { JsonWriter } from './json-writer'

/*
 * History rows as they are kept: values in a fixed order instead of names and values, which is less than half the text.
 * What nearly every row has is written this way; the rare kinds, and what few orders have, stay objects.
 */

type Kind = HistoryRow['kind']

/** Stored by place: only append. */
export const KINDS: readonly Kind[] = ['order', 'execution', 'closedPnl', 'transfer', 'funding', 'interest']

/** A row as it is kept: JSON without a line break. */
export function rowText(row: HistoryRow): string {
  const to = new JsonWriter()
  writeRow(to, row)
  return to.toString()
}

/** Writes what `rowText` says. */
export function writeRow(to: JsonWriter, row: HistoryRow): void {
  switch (row.kind) {
    case 'order':
      return to.list(orderValues(row.value))
    case 'execution':
      return to.list(executionValues(row.value, row.effect))
    case 'closedPnl':
      return to.list(closedPnlValues(row.value))
    case 'transfer':
    case 'funding':
    case 'interest':
      return to.value(row.value)
  }
}

/** @param written what `writeRow` wrote, as JSON reads it */
export function readRow(kind: Kind, account: string, written: unknown): HistoryRow {
  switch (kind) {
    case 'order':
      return { kind, account, value: readOrder(written as OrderValues) }
    case 'execution':
      return { kind, account, ...readExecution(written as ExecutionValues) }
    case 'closedPnl':
      return { kind, account, value: readClosedPnl(written as ClosedPnlValues) }
    case 'transfer':
      return { kind, account, value: written as Transaction }
    case 'funding':
      return { kind, account, value: written as FundingRate }
    case 'interest':
      return { kind, account, value: written as InterestCharge }
  }
}

type ParentOrderId = Pick<Order, 'parentOrderId'>
type OrderExtras = StopFields & ParentOrderId
type OrderValues = ReturnType<typeof plainValues> | readonly [...ReturnType<typeof plainValues>, OrderExtras]

function plainValues(order: Order) {
  return [
    order.id,
    order.linkId,
    order.symbol,
    order.side,
    order.type === 'limit' ? order.price : null,
    order.qty,
    order.filledQty,
    order.leavesQty,
    order.filledValue,
    order.fee,
    order.avgPrice,
    order.status,
    order.timeInForce,
    order.reduceOnly,
    order.closeOnTrigger,
    order.positionIdx,
    order.createType,
    order.cancelType,
    order.rejectReason,
    order.createdAtMs,
    order.updatedAtMs,
    order.seq,
  ] as const
}

const PLAIN_NAMES = [
  'id',
  'linkId',
  'symbol',
  'side',
  'type',
  'price',
  'qty',
  'filledQty',
  'leavesQty',
  'filledValue',
  'fee',
  'avgPrice',
  'status',
  'timeInForce',
  'reduceOnly',
  'closeOnTrigger',
  'positionIdx',
  'createType',
  'cancelType',
  'rejectReason',
  'createdAtMs',
  'updatedAtMs',
  'seq',
] as const
const PLAIN: ReadonlySet<string> = new Set(PLAIN_NAMES)

function orderValues(order: Order): OrderValues {
  const values = plainValues(order)
  const names = Object.keys(order).length
  if (names === (order.type === 'limit' ? PLAIN_NAMES.length : PLAIN_NAMES.length - 1)) return values
  const extras = Object.fromEntries(Object.entries(order).filter(([name]) => !PLAIN.has(name)))
  return [...values, extras as OrderExtras]
}

function readOrder(values: OrderValues): Order {
  const [id, linkId, symbol, side, price, qty, filledQty, leavesQty, filledValue, fee, avgPrice, status] = values
  const [, , , , , , , , , , , , timeInForce, reduceOnly, closeOnTrigger, positionIdx, createType, cancelType] = values
  const [, , , , , , , , , , , , , , , , , , rejectReason, createdAtMs, updatedAtMs, seq, extras] = values
  return {
    id,
    linkId,
    symbol,
    side,
    ...(price === null ? { type: 'market' } : { type: 'limit', price }),
    qty,
    filledQty,
    leavesQty,
    filledValue,
    fee,
    avgPrice,
    status,
    timeInForce,
    reduceOnly,
    closeOnTrigger,
    positionIdx,
    createType,
    cancelType,
    rejectReason,
    createdAtMs,
    updatedAtMs,
    seq,
    ...extras,
  }
}

type ExecutionValues =
  | ReturnType<typeof plainExecution>
  | readonly [...ReturnType<typeof plainExecution>, option: OptionFill]
  | readonly [...ReturnType<typeof plainExecution>, option: OptionFill | null, liquidationFee: ExtraFee]

function executionValues(execution: Execution, effect: ExecutionEffect): ExecutionValues {
  const values = plainExecution(execution, effect)
  const { option, liquidationFee } = execution
  if (liquidationFee !== undefined) return [...values, option ?? null, liquidationFee]
  return option === undefined ? values : [...values, option]
}

function plainExecution(execution: Execution, effect: ExecutionEffect) {
  return [
    execution.id,
    execution.orderId,
    execution.orderLinkId,
    execution.symbol,
    execution.side,
    execution.price,
    execution.qty,
    execution.value,
    execution.fee,
    execution.feeRate,
    execution.isMaker,
    execution.execType,
    execution.grossPnl,
    execution.closedQty,
    execution.timeMs,
    execution.seq,
    effect.coin,
    effect.walletBalance,
    effect.positionSize,
  ] as const
}

function readExecution(values: ExecutionValues): { readonly value: Execution; readonly effect: ExecutionEffect } {
  const [id, orderId, orderLinkId, symbol, side, price, qty, value, fee, feeRate, isMaker, execType] = values
  const [, , , , , , , , , , , , grossPnl, closedQty, timeMs, seq, coin, walletBalance, positionSize, option] = values
  const liquidationFee = values[20]
  return {
    value: {
      id,
      orderId,
      orderLinkId,
      symbol,
      side,
      price,
      qty,
      value,
      fee,
      feeRate,
      isMaker,
      execType,
      grossPnl,
      closedQty,
      ...(option == null ? {} : { option }),
      ...(liquidationFee === undefined ? {} : { liquidationFee }),
      timeMs,
      seq,
    },
    effect: { coin, walletBalance, positionSize },
  }
}

type ClosedPnlValues = ReturnType<typeof closedPnlValues>

function closedPnlValues(closed: ClosedPnl) {
  return [
    closed.id,
    closed.orderId,
    closed.symbol,
    closed.positionIdx,
    closed.side,
    closed.orderType,
    closed.orderPrice,
    closed.orderQty,
    closed.leverage,
    closed.execType,
    closed.closedQty,
    closed.fillCount,
    closed.avgEntryPrice,
    closed.avgExitPrice,
    closed.entryValue,
    closed.exitValue,
    closed.openFee,
    closed.closeFee,
    closed.funding,
    closed.closedPnl,
    closed.createdAtMs,
    closed.updatedAtMs,
    closed.seq,
  ] as const
}

function readClosedPnl(values: ClosedPnlValues): ClosedPnl {
  const [id, orderId, symbol, positionIdx, side, orderType, orderPrice, orderQty, leverage, execType] = values
  const [, , , , , , , , , , closedQty, fillCount, avgEntryPrice, avgExitPrice, entryValue, exitValue] = values
  const [, , , , , , , , , , , , , , , , openFee, closeFee, funding, closedPnl, createdAtMs, updatedAtMs, seq] = values
  return {
    id,
    orderId,
    symbol,
    positionIdx,
    side,
    orderType,
    orderPrice,
    orderQty,
    leverage,
    execType,
    closedQty,
    fillCount,
    avgEntryPrice,
    avgExitPrice,
    entryValue,
    exitValue,
    openFee,
    closeFee,
    funding,
    closedPnl,
    createdAtMs,
    updatedAtMs,
    seq,
  }
}
