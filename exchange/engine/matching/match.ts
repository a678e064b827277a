import type { Order } from '../entities'
import { stopsAtOwn } from './self-match'

/** What a sweep asks of the accounts whose orders meet, and what it does to the orders. Money is theirs to know. */
export interface Meetings {
  /** How many of the lots on offer the account at rest can pay for; where it is fewer, its order is cancelled after. */
  allowedOfMaker(maker: Order, lots: number): number
  /** How many the taking account can pay for; they count as traded. Fewer than offered: the sweep ends. */
  allowedOfTaker(maker: Order, lots: number): number
  trade(maker: Order, lots: number): void
  /** Ends an order at rest that met one of its own account. */
  cancelOwn(maker: Order): void
  cancelUnpaid(maker: Order): void
  /** Why the order that takes ends where its account could not pay for more. */
  readonly unpaid: { readonly cancelType: string | null; readonly rejectReason: string | null }
}

/** `own`: it met an order of its own account and ends; `unpaid`: the taking account could not pay for more. */
export type SweepEnd = 'done' | 'own' | 'unpaid'

/**
 * Trades an incoming order against the book, best price first and oldest first within a price, up to its limit.
 * An order at rest whose account cannot pay for all of it is cancelled, and the next one is met.
 */
export function match(taker: Order, meetings: Meetings): SweepEnd {
  const { position } = taker
  const { market } = position
  const opposite = market.book.opposite(taker.side)
  while (taker.filledLots < taker.lots) {
    const maker = opposite.next(taker.ticks)
    if (maker === null) break
    if (maker.position === position || maker.position === position.sibling) {
      if (stopsAtOwn(taker.selfMatch)) taker.smpOrderId = maker.id
      if (taker.selfMatch !== 'cancelTaker') meetings.cancelOwn(maker)
      if (stopsAtOwn(taker.selfMatch)) return 'own'
      continue
    }
    const leaves = market.fillable(Math.min(maker.lots - maker.filledLots, taker.lots - taker.filledLots), maker.ticks)
    const offered = meetings.allowedOfMaker(maker, leaves)
    const lots = meetings.allowedOfTaker(maker, offered)
    if (lots > 0) meetings.trade(maker, lots)
    if (lots < offered) return 'unpaid'
    if (offered < leaves) meetings.cancelUnpaid(maker)
  }
  return 'done'
}
