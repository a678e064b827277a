import type { Money, Price, Qty, Rate } from '../decimal'
import type { ExtraFee } from '../order/execution'
import type { InstrumentSymbol, OrderId, OrderLinkId, Side } from '../order/order'

/** Why a wallet changed, in the words of the transaction log. */
export type TransactionType =
  | 'transferIn'
  | 'trade'
  | 'settlement'
  | 'delivery'
  | 'liquidation'
  | 'adl'
  | LoanTransaction

/** Borrowed, repaid, interest paid, a coin given for one that was owed: by the exchange, or as its holder asked. */
export type LoanTransaction =
  | 'borrow'
  | 'repay'
  | 'interest'
  | 'currencyBuy'
  | 'currencySell'
  | 'repaymentBuy'
  | 'repaymentSell'

/** One change of one coin's wallet: `change` = `cashFlow` + `funding` − `fee` (semantics.md §1.2). */
export interface Transaction {
  readonly id: string
  readonly type: TransactionType
  readonly coin: string
  /** What follows is `null` for money from outside. */
  readonly symbol: InstrumentSymbol | null
  readonly side: Side | null
  readonly orderId: OrderId | null
  readonly orderLinkId: OrderLinkId | null
  readonly tradeId: string | null
  readonly price: Price | null
  readonly qty: Qty
  readonly feeRate: Rate
  readonly fee: Money
  /** What of the fee a liquidation took besides the trade's; left out where it took none. */
  readonly liquidationFee?: ExtraFee
  /** Why the exchange gave a coin for one that was owed: to keep the account from a liquidation, or as a step of one. */
  readonly cause?: 'autoRepayment' | 'liquidation'
  /** Positive was received, negative was paid. */
  readonly funding: Money
  readonly cashFlow: Money
  readonly change: Money
  /** The wallet after it. */
  readonly walletBalance: Money
  /** The position after it; negative is short. */
  readonly positionSize: Qty
  readonly timeMs: number
  readonly seq: number
}
