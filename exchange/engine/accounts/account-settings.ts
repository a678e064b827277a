/** Whose the account is: a user's, a market maker's inside the engine, or the exchange's own (fees, insurance). */
export type AccountRole = 'user' | 'maker' | 'house'

/**
 * All positions of a coin share its wallet (cross), each stands with its own margin (isolated), or all of a coin are
 * margined by what they would lose together (portfolio).
 */
export type MarginMode = 'cross' | 'isolated' | 'portfolio'

/** 0: the one position of one-way mode. 1 and 2: the long and the short one of hedge mode (semantics.md §2.8). */
export type PositionIdx = 0 | 1 | 2

/** Rates in E8, 0–1 %. */
export interface EngineFees {
  readonly takerRateE8: number
  readonly makerRateE8: number
}
