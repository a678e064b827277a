import { createRandom, hash32 } from '../../src/base/random'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/market/interval'
import { fundingOfPremium } from './mark-price'
import { PerpetualPremium, type PremiumOf } from './perpetual-premium'

/** Whose figures from before the first start are meant. They follow from this alone, as the candles of that time do. */
export interface PastOf {
  readonly seed: number
  readonly symbol: string
  /** When the exchange first started. */
  readonly startMs: number
}

/** Open interest wanders by these shares, each over its own span of time. */
const WAVES: readonly (readonly [spanMs: number, share: number])[] = [
  [6 * HOUR_MS, 0.02],
  [DAY_MS, 0.05],
  [7 * DAY_MS, 0.1],
  [30 * DAY_MS, 0.15],
]
/** At the first start nobody holds anything yet: within this time before it the past comes down to that. */
const WIND_DOWN_MS = 3 * DAY_MS

/**
 * Open interest at a time before the first start, in lots. It joins what is recorded from then on: zero at the start.
 * @param usualLots what is held on a usual day
 */
export function pastOpenInterestLots({ seed, symbol, startMs }: PastOf, usualLots: number, timeMs: number): number {
  let log = 0
  for (const [spanMs, share] of WAVES) log += share * wave(`${seed}/${symbol}/interest/${spanMs}`, timeMs / spanMs)
  const held = smooth(Math.min(1, Math.max(0, (startMs - timeMs) / WIND_DOWN_MS)))
  return Math.round(usualLots * Math.exp(log) * held)
}

/** The rate of the funding that was settled at `timeMs`, a boundary of the interval before the first start, in E8. */
export function pastFundingRateE8(
  premium: PremiumOf,
  limits: { readonly upper: number; readonly lower: number },
  timeMs: number,
): number {
  const { intervalMinutes } = premium
  // What ends at `timeMs` is the interval before it.
  const at = Math.floor(timeMs / (intervalMinutes * MINUTE_MS)) - 1
  return fundingOfPremium(new PerpetualPremium(premium).ofInterval(at), limits, intervalMinutes)
}

const draw = (name: string): number => createRandom(hash32(name)).normal()

/** A smooth curve through a draw at every whole place. */
function wave(name: string, place: number): number {
  const left = Math.floor(place)
  const part = smooth(place - left)
  return draw(`${name}/${left}`) * (1 - part) + draw(`${name}/${left + 1}`) * part
}

/** From 0 to 1 without a corner. */
const smooth = (x: number): number => x * x * (3 - 2 * x)
