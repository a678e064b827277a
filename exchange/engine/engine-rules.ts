/** What an exchange decided when it began, and keeps: a ledger of before a rule replays as it was written. */
export interface EngineRules {
  /** Buying back a short option in a liquidation costs the liquidation fee that its margin reserves (ADR-963). */
  readonly chargesLiquidationFee: boolean
  /** What rounding leaves out of the values of inverse contracts is kept, so that their averages are exact (ADR-965). */
  readonly keepsValueRests: boolean
  /** A fill of a spread may use the margin that its legs free of the spread's other orders (ADR-1025). */
  readonly usesFreedMargin: boolean
  /** Rows say apart what a liquidation took besides the trade, and what a conversion cost and why it was made (ADR-971, ADR-972). */
  readonly namesFees: boolean
  /** What rounding leaves out where a position's cost is shared is kept, so that closing a part moves no average (ADR-973). */
  readonly keepsCostRests: boolean
  /** An order of a contract or an option is asked with the debt that it makes: its margin, and what may be owed (ADR-999). */
  readonly countsOrderDebts: boolean
  /** An order of an amount that waited spends it when it fires, as one that arrives does (ADR-1046). */
  readonly spendsFiredAmounts: boolean
  /** Rows of a takeover say the rate that was charged, and apart what went to the insurance pool beyond the trade's fee. */
  readonly namesTakeoverFees: boolean
  /** Portfolio margin takes the normal distribution from its table: faster, and to another last digit. */
  readonly repricesByTable: boolean
  /** With portfolio margin a reduce-only order is asked about and counts, where its fill takes a hedge away (ADR-1041). */
  readonly countsReducing: boolean
  /** Beside a spot hedge orders count by the fills that lose most with the hedge that those fills leave (ADR-1042). */
  readonly hedgesWorstFills: boolean
  /** With portfolio margin orders of a spread count by what both legs do together, at rest and at their fill (ADR-1043). */
  readonly marginsSpreadsWhole: boolean
  /** A fill of an inverse contract that is charged a fee is charged a unit of it at least (ADR-1048). */
  readonly chargesLeastFee: boolean
  /** What a swap of coins loses of the collateral is by the slices that it reaches, not by the one of now (ADR-1049). */
  readonly countsReachedSlices: boolean
  /** With portfolio margin fills of orders count with the contingency that they leave, not with that of before (ADR-1058). */
  readonly freesContingency: boolean
  /** A swap of coins is asked with the fee that is taken of what is received, and for the debt of its orders once (ADR-1059). */
  readonly asksSwapsExactly: boolean
  /** Take-profits, stop-losses and trailing stops of a position are asked as reduce-only orders are (ADR-1041). */
  readonly checksGuards: boolean
  /** A guard that waits since its fill would liquidate the rest says so, once (ADR-1041). */
  readonly tellsHeldBack: boolean
  /** What keeps a margin mode from being chosen names the coin that it is of, or the account once. */
  readonly namesShortCoins: boolean
  /** A reduce-only order that others at rest have counted already is asked for what its own fill leaves (ADR-1062). */
  readonly asksCountedFills: boolean
  /** What else keeps margin mode and position mode as they are is told before open orders of spreads are (ADR-1085). */
  readonly tellsSpreadsLast: boolean
  /** A refused margin mode names what is owed, what is switched on and which spreads have orders (ADR-1090). */
  readonly namesCauses: boolean
  /** A refused leverage of a hedge is told the maximum that both sides take, or of which side it is (ADR-1106). */
  readonly boundsBothSides: boolean
  /** An order of an amount is taken where the book has too little for it, and cancelled as one of lots is (ADR-1106). */
  readonly takesThinAmounts: boolean
}

/** Those of an exchange that begins now. */
export const PRESENT_RULES: EngineRules = {
  chargesLiquidationFee: true,
  keepsValueRests: true,
  usesFreedMargin: true,
  namesFees: true,
  keepsCostRests: true,
  countsOrderDebts: true,
  spendsFiredAmounts: true,
  namesTakeoverFees: true,
  repricesByTable: true,
  countsReducing: true,
  hedgesWorstFills: true,
  marginsSpreadsWhole: true,
  chargesLeastFee: true,
  countsReachedSlices: true,
  freesContingency: true,
  asksSwapsExactly: true,
  checksGuards: true,
  tellsHeldBack: true,
  namesShortCoins: true,
  asksCountedFills: true,
  tellsSpreadsLast: true,
  namesCauses: true,
  boundsBothSides: true,
  takesThinAmounts: true,
}
