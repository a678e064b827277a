import type { Transaction, TransactionType } from '../../domain/account/transaction'
import { invert } from '../json'
import { SIDE_WORD } from '../words'

export const TRANSACTION_WORD: Readonly<Record<TransactionType, string>> = {
  transferIn: 'TRANSFER_IN',
  trade: 'TRADE',
  settlement: 'SETTLEMENT',
  delivery: 'DELIVERY',
  liquidation: 'LIQUIDATION',
  adl: 'ADL',
  borrow: 'BORROW',
  repay: 'REPAY',
  interest: 'INTEREST',
  currencyBuy: 'CURRENCY_BUY',
  currencySell: 'CURRENCY_SELL',
}
export const TRANSACTION_OF = invert(TRANSACTION_WORD)

/** One row of `/v5/account/transaction-log`. */
export interface TransactionJson {
  readonly id: string
  readonly symbol: string
  readonly category: string
  readonly side: string
  readonly transactionTime: string
  readonly type: string
  readonly transSubType: string
  readonly qty: string
  readonly size: string
  readonly currency: string
  readonly tradePrice: string
  readonly funding: string
  readonly fee: string
  readonly cashFlow: string
  readonly change: string
  readonly cashBalance: string
  readonly feeRate: string
  readonly bonusChange: string
  /** Taxes of some countries on a trade: none here. */
  readonly extraFees: string
  readonly tradeId: string
  readonly orderId: string
  readonly orderLinkId: string
  readonly seq: number
}

/** @param of what it is a change of, as the dialect calls it; empty texts for money from outside */
export function writeTransaction(
  one: Transaction,
  { category, symbol }: Pick<TransactionJson, 'category' | 'symbol'>,
): TransactionJson {
  return {
    id: one.id,
    symbol,
    category,
    side: one.side === null ? 'None' : SIDE_WORD[one.side],
    transactionTime: String(one.timeMs),
    type: TRANSACTION_WORD[one.type],
    transSubType: '',
    qty: one.qty,
    size: one.positionSize,
    currency: one.coin,
    tradePrice: one.price ?? '',
    // The empty text is "no funding", which is not a funding of nothing.
    funding: one.type === 'settlement' ? one.funding : '',
    fee: one.fee,
    cashFlow: one.cashFlow,
    change: one.change,
    cashBalance: one.walletBalance,
    feeRate: one.feeRate,
    bonusChange: '',
    extraFees: '',
    tradeId: one.tradeId ?? '',
    orderId: one.orderId ?? '',
    orderLinkId: one.orderLinkId ?? '',
    seq: one.seq,
  }
}
