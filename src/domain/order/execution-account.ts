import { negate, type Money } from '../decimal'
import type { Execution } from './execution'

/**
 * What happened to the account in an execution: a trade of one of its orders, or something that came over its position
 * (semantics.md §2.1, execType).
 */
export type ExecutionKind =
  | 'trade'
  | 'funding'
  | 'settlement'
  | 'delivery'
  | 'liquidation'
  | 'autoDeleveraging'
  | 'blockTrade'
  | 'spread'
  | 'move'
  | 'other'

export const KIND_OF_EXEC_TYPE: Readonly<Record<string, ExecutionKind>> = {
  Trade: 'trade',
  Funding: 'funding',
  Settle: 'settlement',
  Delivery: 'delivery',
  BustTrade: 'liquidation',
  AdlTrade: 'autoDeleveraging',
  BlockTrade: 'blockTrade',
  FutureSpread: 'spread',
  MovePosition: 'move',
}

export interface ExecutionAccount {
  readonly kind: ExecutionKind
  /** The position that it came over; `null` for a trade, which has a side of its own. */
  readonly position: 'long' | 'short' | null
  /** What the account got, below zero what it paid, before any fee; `null` where a trade only opened. */
  readonly amount: Money | null
  /** `null` where none is asked. */
  readonly fee: Money | null
}

/**
 * Reads an execution as the account's holder sees it. Funding arrives as a fee (`paid` above zero) on the side of the
 * position, a settlement as the result of a position that stays; delivery, liquidation and auto-deleveraging trade
 * against the position that they close.
 */
export function executionAccount(row: Execution): ExecutionAccount {
  const kind = Object.hasOwn(KIND_OF_EXEC_TYPE, row.execType) ? KIND_OF_EXEC_TYPE[row.execType]! : 'other'
  const held = row.side === 'buy' ? 'long' : 'short'
  const closed = row.side === 'buy' ? 'short' : 'long'
  const result = row.closedQty === '0' ? null : row.grossPnl
  switch (kind) {
    case 'funding':
      return { kind, position: held, amount: negate(row.fee), fee: null }
    case 'settlement':
      return { kind, position: held, amount: row.grossPnl, fee: null }
    case 'delivery':
    case 'liquidation':
    case 'autoDeleveraging':
      return { kind, position: closed, amount: result, fee: row.fee }
    case 'trade':
    case 'blockTrade':
    case 'spread':
    case 'move':
    case 'other':
      return { kind, position: null, amount: result, fee: row.fee }
  }
}
