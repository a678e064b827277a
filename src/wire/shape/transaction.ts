import type { Transaction, TransactionType } from '../../domain/account/transaction'
import { invert } from '../json'
import { SIDE_WORD } from '../words'
import { writeExtraFees, type ExtraFeeJson } from './extra-fees'

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
  repaymentBuy: 'SPOT_REPAYMENT_BUY',
  repaymentSell: 'SPOT_REPAYMENT_SELL',
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
  /** Parts of `fee` with rates of their own; an empty text where there are none. */
  readonly extraFees: '' | readonly ExtraFeeJson[]
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
    transSubType: one.cause ?? '',
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
    extraFees: writeExtraFees(one.liquidationFee),
    tradeId: one.tradeId ?? '',
    orderId: one.orderId ?? '',
    orderLinkId: one.orderLinkId ?? '',
    seq: one.seq,
  }
}
