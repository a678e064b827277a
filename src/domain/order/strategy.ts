import type { Price, Qty } from '../decimal'
import type { InstrumentSymbol, OrderId, OrderLinkId, Side } from './order'

/** An order that the exchange carries out by sending others in its holder's name (spec §3, order origins). */
export type NewStrategy = {
  readonly symbol: InstrumentSymbol
  readonly side: Side
  readonly qty: Qty
  readonly reduceOnly: boolean
  readonly positionIdx: 0 | 1 | 2
} & (
  | {
      /** Equal parts at market, evenly over a time; with a price, no part trades beyond it. */
      readonly kind: 'twap'
      readonly durationMs: number
      readonly intervalMs: number
      readonly price: Price | null
    }
  /** One post-only order that follows the best price of its own side; `null`: however far it goes. */
  | { readonly kind: 'chaseLimit'; readonly maxDistance: Price | null }
  /** One limit order of which the book shows a part at a time. */
  | { readonly kind: 'iceberg'; readonly price: Price; readonly showQty: Qty }
)

export type StrategyKind = NewStrategy['kind']
export type StrategyStatus = 'running' | 'completed' | 'canceled' | 'stopped'

export type Strategy = NewStrategy & {
  readonly id: string
  readonly linkId: OrderLinkId | null
  readonly status: StrategyStatus
  /** Why it was stopped: `timeUp`, `tooFar`, `childCanceled`, or what refused its order; `null` otherwise. */
  readonly stopReason: string | null
  readonly filledQty: Qty
  readonly leavesQty: Qty
  /** The orders it sent, oldest first. */
  readonly orderIds: readonly OrderId[]
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** What the specification does not show; the published ranges of a running time and of its steps. */
export const TWAP_DURATION_MS = { min: 300_000, max: 86_400_000 } as const
export const TWAP_INTERVAL_MS = { min: 5_000, max: 120_000 } as const
