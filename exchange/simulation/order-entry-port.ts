import type { Side } from '../../src/domain/order/order'

/** Prices of a moment, in ticks. */
export interface MarkPrices {
  readonly mark: number
  readonly index: number
  /** What a delivery would pay by the index so far; `null` but in the half hour before it. */
  readonly delivery: number | null
  /** Mean of mid − mark over 30 seconds, in 1e-4 of a tick. */
  readonly premiumE4: number
  /** Of an option: what its expiry trades at, in ticks, and the volatility of its mark, of a year in 1e-8. */
  readonly option?: { readonly forwardTicks: number; readonly volatilityE8: number }
}

/** The market's way into the engine for one symbol: the same commands and the same checks as a user's. */
export interface OrderEntryPort {
  /** A post-only quote. @returns the order's id, or `null` when the engine refused it */
  quote(account: string, side: Side, ticks: number, lots: number): string | null
  /** An immediate-or-cancel order, limited at `ticks`. @returns the lots that traded */
  take(account: string, side: Side, ticks: number, lots: number): number
  /** `lots` is the new total, filled part included. @returns whether the engine took it */
  resize(account: string, orderId: string, lots: number): boolean
  cancel(account: string, orderId: string): void
  mark(prices: MarkPrices): void
  /** Pays funding between longs and shorts. */
  fund(rateE8: number): void
  /** Best prices in ticks, everybody's orders; `null` on an empty side. */
  best(): { readonly bid: number | null; readonly ask: number | null }
  /** Best first, `[ticks, lots]`. */
  depth(levels: number): {
    readonly bids: readonly (readonly [number, number])[]
    readonly asks: readonly (readonly [number, number])[]
  }
}
