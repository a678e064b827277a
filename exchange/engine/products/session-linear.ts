import { contractMoves } from './fill-moves'
import { LINEAR } from './linear'
import type { Product } from './product'
import { CONTRACT_SETTLEMENT } from './settlement'

/**
 * USDC perpetuals (semantics.md §1.1): linear, and with each funding a session ends. What the lots cost when they were
 * opened is carried beside the cost that each session sets anew.
 */
export const SESSION_LINEAR: Product = {
  ...LINEAR,
  fillMoves: (held, fill, _instrument, moves) => contractMoves(held, fill, { sense: 1, hasSessions: true }, moves),
  settlement: { ...CONTRACT_SETTLEMENT, hasSessions: true, openCostE8: ({ openCostE8 }) => openCostE8 },
}
