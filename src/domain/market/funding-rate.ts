import type { Rate } from '../decimal'
import type { InstrumentSymbol } from '../order/order'

/** A funding that was paid: positive, longs paid shorts. */
export interface FundingRate {
  readonly symbol: InstrumentSymbol
  readonly rate: Rate
  readonly timeMs: number
  readonly seq: number
}
