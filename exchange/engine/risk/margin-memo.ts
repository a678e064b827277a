import type { EngineInstrument } from '../instrument'
import type { Direction } from './formulas'

/** What the last order margin stood on: it is asked for several times per order, of every position of a coin. */
export class OrderMarginMemo {
  buyLots = 0
  sellLots = 0
  buyValueE8 = 0
  sellValueE8 = 0
  lots = 0
  leverageE2 = 0
  takerRateE8 = 0
  markTicks: number | null = null
  /** Where the product says what orders hold back, it may stand on these besides. */
  costE8 = 0
  indexTicks: number | null = null
  instrument: EngineInstrument | null = null
  marginE8 = 0
}

/** What the last answer of `closingFeeE8` stood on: a position changes more rarely than its margin is asked for. */
export class ClosingFeeMemo {
  costE8 = 0
  leverageE2 = 0
  direction: Direction = 1
  takerRateE8 = 0
  feeE8 = 0
}

/** What the last liquidation price of an isolated position stood on: it does not move with the mark. */
export class LiquidationMemo {
  lots = 0
  costE8 = 0
  leverageE2 = 0
  extraMarginE8 = 0
  takerRateE8 = 0
  instrument: EngineInstrument | null = null
  ticks: number | null = null
}
