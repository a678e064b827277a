/**
 * What options, pairs and spreads have beside the numbers of every instrument. Prices in ticks, rates in E8 (`instrument.ts`).
 */
export type ProductTerms = OptionTerms | SpotTerms | SpreadTerms

export interface OptionTerms {
  readonly kind: 'option'
  /** In ticks of the option's own price. */
  readonly strikeTicks: number
  readonly isCall: boolean
  readonly expiryMs: number
  /** @see OptionMarginTerms of the domain */
  readonly initialRateE8: number
  readonly leastInitialRateE8: number
  readonly maintenanceRateE8: number
  readonly liquidationFeeRateE8: number
  readonly feeCapE8: number
  /** One lot in 1e-8 of the coin. */
  readonly lotE8: number
  /** Ticks between two prices of orders; marks lie between them. */
  readonly priceStepTicks: number
}

export interface SpotTerms {
  readonly kind: 'spot'
  /** One lot in 1e-8 of the base coin. */
  readonly lotE8: number
  /** How far beyond the last price a limit order may lie, and a market order fill. */
  readonly limitRateE8: number
  readonly marketRateE8: number
  /** What an order may be worth at most. */
  readonly maxAmountE8: number
  readonly isBuyBanned: boolean
  readonly isSellBanned: boolean
}

export interface SpreadTerms {
  readonly kind: 'spread'
  /** Symbols: who buys the spread buys the first and sells the second. */
  readonly legs: readonly [first: string, second: string]
  /** Ticks of each leg in one of the spread, and lots of each in one. */
  readonly ticksPerLeg: readonly [first: number, second: number]
  readonly lotsPerLeg: readonly [first: number, second: number]
}
