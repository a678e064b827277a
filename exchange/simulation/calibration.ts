/** How lively a market is. Chosen to look like the large venues of 2024–2026, not measured from one of them. */
export interface Calibration {
  /** Standard deviation of a day's log return. */
  readonly dailyVolatility: number
  /** Exposure to the common (BTC) factor. */
  readonly beta: number
  /** Share of the daily variance that is the symbol's own. */
  readonly ownShare: number
  /** Market orders per second, long-run mean. */
  readonly ordersPerSecond: number
  /** Typical small market order, quote coin. */
  readonly orderValue: number
  /** Typical size of one book level, quote coin. */
  readonly levelValue: number
  /** Levels a side that the makers try to keep. */
  readonly levels: number
}

const BTC: Calibration = {
  dailyVolatility: 0.028,
  beta: 1,
  ownShare: 1,
  ordersPerSecond: 18,
  orderValue: 1400,
  levelValue: 50_000,
  levels: 260,
}
const ALTCOIN: Calibration = {
  dailyVolatility: 0.045,
  beta: 1.15,
  ownShare: 0.45,
  ordersPerSecond: 2,
  orderValue: 500,
  levelValue: 9_000,
  levels: 120,
}
const BY_BASE: Readonly<Record<string, Partial<Calibration>>> = {
  BTC,
  ETH: {
    dailyVolatility: 0.036,
    beta: 1.08,
    ownShare: 0.3,
    ordersPerSecond: 9,
    orderValue: 1100,
    levelValue: 28_000,
    levels: 200,
  },
  SOL: { dailyVolatility: 0.044, beta: 1.2, ownShare: 0.4, ordersPerSecond: 4, orderValue: 700, levelValue: 15_000 },
  XRP: { dailyVolatility: 0.042, beta: 1.0, ownShare: 0.5, ordersPerSecond: 3, orderValue: 600, levelValue: 14_000 },
  DOGE: { dailyVolatility: 0.05, beta: 1.25, ownShare: 0.45, ordersPerSecond: 3, orderValue: 500, levelValue: 12_000 },
  BNB: { dailyVolatility: 0.03, beta: 0.85, ownShare: 0.45 },
}

/** Levels a side of a symbol that trades little: the makers' work of every step grows with them. */
const QUIET_LEVELS = 40

/**
 * A symbol whose market takes one step where others take `steps`: as many orders and as much variance a second, from
 * fewer and larger steps, and a thinner book.
 */
export function quieter(calibration: Calibration, steps: number): Calibration {
  return {
    ...calibration,
    levels: Math.min(calibration.levels, QUIET_LEVELS),
    dailyVolatility: calibration.dailyVolatility * Math.sqrt(steps),
    ordersPerSecond: (calibration.ordersPerSecond / 2) * steps,
  }
}

/** @param baseCoin `BTC`, `ETH` …; an unknown coin behaves like a middling altcoin */
export function calibrationOf(baseCoin: string): Calibration {
  return baseCoin === 'BTC' ? BTC : { ...ALTCOIN, ...BY_BASE[baseCoin] }
}
