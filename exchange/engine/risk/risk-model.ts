import type { MarginMode } from '../accounts/account-settings'
import type { Market, Position } from '../entities'

/**
 * What a margin mode decides: how much a position holds, what is free, and when it ends. One for each mode; an account
 * has that of its mode (`riskOf`). Pure: it reads positions and changes nothing. Amounts are E8 of the settle coin, prices whole ticks.
 * @see semantics.md §1.3–1.5
 */
export interface RiskModel {
  readonly mode: MarginMode
  /**
   * Whether a position's margin is its own: it can be added to, the result of a settled session stays with it, and it
   * pays the funding that nothing else of the account pays.
   */
  readonly hasOwnMargin: boolean
  /** Whether long and short side of hedge mode may differ in leverage (semantics.md §2.8). */
  readonly hasLeverageBySide: boolean
  /** The value of which a position holds 1/L as its initial margin. */
  marginBasisE8(position: Position): number
  /** What an unrealised result adds to what is available; below zero it takes. */
  spendableE8(unrealisedE8: number): number
  /** What the margin of an incoming order stands on: its value at its own price, or where it would be worth most. */
  incomingValueE8(ownE8: number, mostE8: number): number
  /** Whether an order holds back what its fill would lose against the mark at once. */
  holdsOrderLoss(market: Market): boolean
  /** `null` at or beyond the contract's price range. */
  liquidationTicks(position: Position): number | null
  /** `null` at or beyond the contract's price range. */
  bankruptcyTicks(position: Position): number | null
  /** Whether the mark has taken a position, or the account that it belongs to, to its liquidation. */
  isDue(position: Position): boolean
  /** What backs a position at the mark, of its own margin and its unrealised result or of more than them. */
  backingE8(position: Position, marginE8: number, unrealisedE8: number): number
  /** Whether anything is left at the mark of what backs a position whose bankruptcy price lies beyond the range. */
  isSolvent(position: Position): boolean
  /** What was lost beyond the margin, when `leftE8` of it was left after an end that the owner did not choose. */
  beyondMarginE8(leftE8: number): number
  /**
   * What the insurance account gets of the owner with a position that it takes over, when the wallet with the result is
   * `walletE8` and the position's margin with the result `marginE8`.
   * @param isLast whether nothing is left in the coin after it
   */
  takenWithE8(walletE8: number, marginE8: number, isLast: boolean): number
  /** Whether a position is taken over at its price of bankruptcy, or at the mark while others of its coin follow. */
  endsAtBankruptcy(isLast: boolean): boolean
  /** Why an order ends that its account cannot carry once its trigger is reached. */
  readonly tooPoor: string
}
