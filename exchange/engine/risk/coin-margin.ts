/**
 * Margin of everything that is settled in a coin, taken as one: an account that has such a margin holds none for a position
 * by itself. Amounts are E8 of the coin.
 *
 * It names neither accounts nor positions, so that accounts may hold it: `Coin` is one coin of an account, `Held` a position.
 */
export interface CoinMargin<Coin, Held> {
  /** What backs it: wallet, results, and what options are worth. */
  equityE8(cash: Coin): number
  /** Of the positions alone. */
  heldE8(cash: Coin): HeldMargin
  /** What positions and orders hold back together. @param besides its orders are not counted */
  initialE8(cash: Coin, besides: Held | null): number
  /** By how much a position's orders raise that. @param addedLossE8 what one of them loses against the mark beside them */
  ordersE8(position: Held, addedLossE8: number): number
  /** Maintenance margin once the orders that lose most have filled, and what they cost: the trial margin. */
  trialE8(cash: Coin): number
  /** What a position would hold were it the only one. */
  aloneE8(position: Held): number
}

export interface HeldMargin {
  readonly maintenance: number
  readonly initial: number
}
