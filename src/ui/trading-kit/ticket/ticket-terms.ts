import type { CoinBalance, Wallet } from '../../../domain/account/wallet'
import type { Leverage, Money, Price, Qty, Rate } from '../../../domain/decimal'
import type { Contract } from '../../../domain/instrument/contract'
import { payoffOf } from '../../../domain/instrument/payoff'
import type { PriceBand } from '../../../domain/market/price-band'
import type { Side, TimeInForce } from '../../../domain/order/order'
import type { MarginMode, Position } from '../../../domain/position/position'
import { NO_ORDERS, type MarginTerms, type OpenOrders } from '../../../domain/risk/order-margin'
import type { OutlayPosition } from '../../../domain/risk/order-outlay'
import type { MetLevel, OwnOrders } from './meet-book'
import { takenAt } from './taken-price'

export interface TicketInput {
  readonly side: Side
  readonly price: Price
  readonly qty: Qty
  readonly feeRate: Rate
  readonly leverage: Leverage
  readonly instrument: Contract
  /** The position that the order would change, an empty one included. */
  readonly position: Position | null
  /** In hedge mode the other side's; left out where there is none. */
  readonly opposite?: Position | null
  readonly balance: CoinBalance | null
  /** Of the account; left out where coins do not back each other. */
  readonly wallet?: Wallet | null
  readonly marginMode: MarginMode
  readonly reduceOnly?: boolean
  /** The position's other orders in the book, those left out that only reduce. */
  readonly orders?: OwnOrders['orders']
  /** The account's orders of the other side, those of `orders` among them: a fill goes past them. */
  readonly own?: OwnOrders['own']
  /** How it meets the book; absent or `null` for what is sent later, which is reckoned at its price alone. */
  readonly meeting?: BookMeeting | null
}

/** An order that meets the book at once. */
export interface BookMeeting {
  /** The other side, best first. It is read once: it may be made as it is read. */
  readonly levels: Iterable<MetLevel>
  /** Its own price; `null` at market. */
  readonly limit: Price | null
  /** What becomes of the part that does not fill at once; at market it ends. */
  readonly timeInForce: TimeInForce
  readonly markPrice: Price | null
  /** The prices that limit orders may have now; left out where none are known. */
  readonly band?: PriceBand | null
  /** What fills of a limit order is reckoned at its own price: the worst that it can get. */
  readonly isAtLimit?: boolean
}

/** Whether what does not fill at once waits in the book. */
export function mayRest({ limit, timeInForce }: Pick<BookMeeting, 'limit' | 'timeInForce'>): boolean {
  return limit !== null && (timeInForce === 'goodTillCancel' || timeInForce === 'postOnly')
}

/** The exchange brings a limit price within its limits, and takes the order there. */
export function withinLimits<T extends TicketInput>(input: T): T {
  const { side, meeting } = input
  if (meeting == null || meeting.limit === null) return input
  const limit = takenAt(meeting.limit, side, meeting.band ?? null)
  return limit === meeting.limit ? input : { ...input, price: limit, meeting: { ...meeting, limit } }
}

/** The account as `orderOutlay` sees it. */
export function accountTerms(
  input: TicketInput,
  markPrice: Price | null,
): MarginTerms & {
  readonly side: Side
  readonly held: OutlayPosition | null
  readonly orders: OpenOrders
  readonly reduceOnly: boolean
} {
  const { side, leverage, instrument, position, marginMode, reduceOnly = false, orders = NO_ORDERS } = input
  const isHeld = position !== null && position.side !== null
  return {
    payoff: payoffOf(instrument.kind),
    side,
    leverage,
    takerFeeRate: instrument.takerFeeRate,
    marginMode,
    markPrice,
    held: isHeld
      ? {
          side: position.side,
          qty: position.size,
          entryValue: position.value,
          extraMargin: position.extraMargin ?? ('0' as Money),
        }
      : null,
    orders,
    reduceOnly,
  }
}
