import type { Price, Qty } from '../decimal'
import type { InstrumentSymbol, OrderLinkId, Side } from './order'

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
  /** Orders that it has sent so far. */
  readonly orderCount: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** Why an order exists, where a strategy sent it: the exchange's own words (spec §3, order origins). */
export const STRATEGY_CREATE_TYPE: Readonly<Record<StrategyKind, string>> = {
  twap: 'CreateByTwap',
  chaseLimit: 'CreateByChaseLimit',
  iceberg: 'CreateByIceberg',
}
const KINDS: readonly StrategyKind[] = ['twap', 'chaseLimit', 'iceberg']

/** @returns which kind of strategy sent an order; `null` for one that none did */
export function strategyOf(createType: string): StrategyKind | null {
  return KINDS.find((kind) => STRATEGY_CREATE_TYPE[kind] === createType) ?? null
}

/** What the specification does not show; the published ranges of a running time and of its steps. */
export const TWAP_DURATION_MS = { min: 300_000, max: 86_400_000 } as const
export const TWAP_INTERVAL_MS = { min: 5_000, max: 120_000 } as const
/** An iceberg may be this many times the contract's largest order. */
export const ICEBERG_ORDERS_MAX = 50

/** Parts that a TWAP is sent in. */
export function twapParts({
  durationMs,
  intervalMs,
}: {
  readonly durationMs: number
  readonly intervalMs: number
}): number {
  return Math.floor(durationMs / intervalMs)
}
