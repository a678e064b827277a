/** What an exchange decided when it began, and keeps: a ledger of before a rule replays as it was written. */
export interface EngineRules {
  /** Buying back a short option in a liquidation costs the liquidation fee that its margin reserves (ADR-963). */
  readonly chargesLiquidationFee: boolean
  /** What rounding leaves out of the values of inverse contracts is kept, so that their averages are exact (ADR-965). */
  readonly keepsValueRests: boolean
}

/** Those of an exchange that begins now. */
export const PRESENT_RULES: EngineRules = { chargesLiquidationFee: true, keepsValueRests: true }
