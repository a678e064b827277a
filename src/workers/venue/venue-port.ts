import type { Wallet } from '../../domain/account/wallet'
import type { Contract } from '../../domain/instrument/contract'
import type { PriceAlert } from '../../domain/market/price-alert'
import type { Candle, Ticker, Trade } from '../../domain/market/market'
import type { OrderBook } from '../../domain/market/order-book'
import type { PublicTopic } from '../../domain/market/public-topic'
import type { Execution } from '../../domain/order/execution'
import type { InstrumentSymbol, Order } from '../../domain/order/order'
import type { OrderAction } from '../../domain/order/order-action'
import type { Strategy } from '../../domain/order/strategy'
import type { Position } from '../../domain/position/position'
import type { VenueCalls } from './venue-calls'
import type { VenueHttp } from './venue-http'
import type { VenueMessages } from './venue-messages'

/** What a venue gives a hub to hold its promises by. What is weaker makes the hub slower to be sure, and never wrong. */
export interface VenueCapabilities {
  /**
   * By what a row is later news than another (I9): the venue's sequence, of which no two changes share a number, or the
   * time of its last change, which two may share.
   */
  readonly forward: 'sequence' | 'updatedTime'
  /**
   * What proves that a call was never taken (I2): two absences as of rising sequence; two at rising times, the first when
   * the call could not take effect any more; or nothing, so that only what is seen ends a doubt. Of a row that a list
   * leaves out it decides whether the list itself is believed, a look-up of the row, or neither.
   */
  readonly absence: 'asOfSequence' | 'afterDeadline' | 'never'
  /** How a book shows that it is whole (I7): a checksum after each message, or update ids without a gap. */
  readonly bookCheck: 'checksum' | 'sequence'
  /** How a new order says until when it may be taken: the time itself, or how long after its own time. */
  readonly deadline: 'validUntil' | 'receiveWindow'
  /** What becomes of an id that comes a second time: the first answer again, which can be asked for, or a refusal. */
  readonly repeats: 'firstAnswer' | 'refused'
}

/** A message of a book, as decimal text: quantity `'0'` deletes the level. */
export interface BookMessage {
  readonly symbol: InstrumentSymbol
  /** From the best down, `[price, quantity]`. */
  readonly bids: readonly (readonly [string, string])[]
  /** From the best up. */
  readonly asks: readonly (readonly [string, string])[]
  /** Rises by one with each message; 1 means that the stream began anew. */
  readonly updateId: number
  /** Checksum of the book after the message, where the venue has them. */
  readonly crc: number
}

/** Reads the frames of one book without a general parser. Reading changes no book; applying does. */
export interface BookFrames {
  readonly isSnapshot: boolean
  readonly timeMs: number
  readonly seq: number
  readonly updateId: number
  /** @returns false for a text that it does not read: the general reader takes it, or names the fault */
  read(text: string): boolean
  /** Applies the frame that was read last. @returns whether the book is now as the venue says */
  apply(book: OrderBook): boolean
}

/** Which rules are in force. */
export interface RulesChange {
  /** The contract whose rules changed; `null` where none's did, or several. */
  readonly symbol: InstrumentSymbol | null
  /** Of the list of contracts. */
  readonly version: string
  /** Of the third spot list; `null` where nothing is said of it: as long as nothing was, no pair is traded. */
  readonly spotVersion: string | null
  /** The same of the list of options: no option is traded while it is not known. */
  readonly optionVersion: string | null
  readonly spreadVersion: string | null
}

/** Where the public frames come from, and how they are read. @throws Unreadable in each reader */
export interface MarketFrames {
  readonly url: string
  nameOf(topic: PublicTopic): string
  /** The book whose frame this is, by the beginning of the text alone; `null` for any other frame. */
  bookNameIn(text: string): string | null
  /** @returns `null` where the books of this venue are read by the general reader alone */
  bookFrames(name: string, symbol: InstrumentSymbol, book: OrderBook): BookFrames | null
  book(data: unknown): BookMessage
  /** @param known what a delta changes; `null` of a snapshot */
  ticker(data: unknown, known: Ticker | null, stamp: { readonly timeMs: number; readonly seq: number }): Ticker
  /** Whose row of a list it is. */
  tickerSymbol(row: unknown): InstrumentSymbol
  trades(data: unknown): readonly Trade[]
  candles(data: unknown, symbol: InstrumentSymbol): readonly Candle[]
  symbolNotify(data: unknown): RulesChange
  /**
   * Whether a list with this instrument in it can be told apart by name.
   * @throws Unreadable when two have one name, or would be shown as one
   */
  checkNames(instruments: Iterable<Contract>): void
}

/** What a private topic brings. */
export type AccountTopic = 'orders' | 'executions' | 'positions' | 'wallets' | 'strategies' | 'alerts'

/** Where the private frames come from, and how their rows are read. @throws Unreadable */
export interface AccountFrames {
  readonly url: string
  /** By their names on the socket. */
  readonly topics: ReadonlyMap<string, AccountTopic>
  orders(data: unknown): readonly { readonly order: Order; readonly action: OrderAction | null }[]
  executions(data: unknown): readonly Execution[]
  positions(data: unknown): readonly Position[]
  wallets(data: unknown): readonly Wallet[]
  strategies(data: unknown): readonly Strategy[]
  alerts(data: unknown): readonly { readonly alert: PriceAlert; readonly isRemoved: boolean }[]
  /** Codes for an order's end that nobody here has words for. */
  unknownEndCodes(order: Order): readonly string[]
}

/** An exchange, as the hub sees it: one adapter stands behind this for each. */
export interface VenuePort {
  readonly capabilities: VenueCapabilities
  readonly http: VenueHttp
  readonly calls: VenueCalls
  readonly messages: VenueMessages
  readonly market: MarketFrames
  readonly account: AccountFrames
}
