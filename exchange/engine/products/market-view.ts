import type { EngineInstrument } from '../instrument'
import type { Valuation } from '../risk/valuation'

/** Of a market, what a product's rules stand on. */
export interface MarketView {
  readonly instrument: EngineInstrument
  /** `null` before the first one; zero is a price, and so is what lies below it where the range says so. */
  readonly markTicks: number | null
  readonly indexTicks: number | null
  readonly lastTicks: number | null
  readonly premiumE4: number
  readonly valuation: Valuation
}
