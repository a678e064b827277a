import type { Strategy } from '../../domain/order/strategy'
import type { Wallet } from '../../domain/account/wallet'
import type { Execution } from '../../domain/order/execution'
import type { Order } from '../../domain/order/order'
import type { Position } from '../../domain/position/position'
import type { BookMessage } from '../../wire/push/book'
import type { OrderAction } from '../../domain/order/order-action'

/** What a venue gives a hub to hold its promises by. What is weaker makes the hub slower to be sure, and never wrong. */
export interface VenueCapabilities {
  /**
   * By what a row is later news than another (I9): the venue's sequence, of which no two changes share a number, or the
   * time of its last change, which two may share.
   */
  readonly forward: 'sequence' | 'updatedTime'
  /**
   * What proves that a call was never taken (I2): two absences as of rising sequence; two at rising times, the first when
   * the call could not take effect any more; or nothing, so that only what is seen ends a doubt.
   */
  readonly absence: 'asOfSequence' | 'afterDeadline' | 'never'
  /** How a book shows that it is whole (I7): a checksum after each message, or update ids without a gap. */
  readonly bookCheck: 'checksum' | 'sequence'
  /** How a new order says until when it may be taken: the time itself, or how long after its own time. */
  readonly deadline: 'validUntil' | 'receiveWindow'
  /** What becomes of an id that comes a second time: the first answer again, which can be asked for, or a refusal. */
  readonly repeats: 'firstAnswer' | 'refused'
}

/** Where the public frames come from, and how they are read. @throws WireError in each reader */
export interface MarketFrames {
  readonly url: string
  book(data: unknown): BookMessage
}

/** Where the private frames come from, and how their rows are read; the rows of lists are the same. @throws WireError */
export interface AccountFrames {
  readonly url: string
  order(row: unknown): Order
  orders(data: unknown): readonly { readonly order: Order; readonly action: OrderAction | null }[]
  execution(row: unknown): Execution
  executions(data: unknown): readonly Execution[]
  positions(data: unknown): readonly Position[]
  wallets(data: unknown): readonly Wallet[]
  strategies(data: unknown): readonly Strategy[]
}

/** What the calls of this venue say beside their bodies. */
export interface VenueCalls {
  /** @param validUntilMs time of the venue after which it is to refuse the call; `null` for none */
  headers(id: string, validUntilMs: number | null): Readonly<Record<string, string>>
}

/** An exchange, as the hub sees it: one adapter stands behind this for each. */
export interface VenuePort {
  readonly capabilities: VenueCapabilities
  readonly calls: VenueCalls
  readonly market: MarketFrames
  readonly account: AccountFrames
}
