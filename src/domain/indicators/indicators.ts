import { averageTrueRange } from './average-true-range'
import { bollingerBands } from './bollinger-bands'
import { commodityChannel } from './commodity-channel'
import { directionalMovement } from './directional-movement'
import { ichimoku } from './ichimoku'
import type { Indicator } from './indicator'
import { macd } from './macd'
import { exponentialAverage, movingAverage, weightedAverage } from './moving-averages'
import { parabolicSar } from './parabolic-sar'
import { relativeStrength } from './relative-strength'
import { kdj, stochastic, williamsR } from './stochastic'
import { superTrend } from './super-trend'
import { onBalanceVolume, volume } from './volume'
import { VENUE_FIGURES } from './venue-figures'
import { vwap } from './vwap'

/** All that a chart computes from bars, in the order of a picker: over the bars first. */
export const INDICATORS: readonly Indicator[] = [
  movingAverage,
  exponentialAverage,
  weightedAverage,
  bollingerBands,
  vwap,
  superTrend,
  parabolicSar,
  ichimoku,
  volume,
  macd,
  relativeStrength,
  stochastic,
  kdj,
  averageTrueRange,
  directionalMovement,
  commodityChannel,
  onBalanceVolume,
  williamsR,
]

/** All that a chart offers: those, and what the venue records. */
export const OFFERED: readonly Indicator[] = [...INDICATORS, ...VENUE_FIGURES]

export function indicatorByName(name: string): Indicator | null {
  return OFFERED.find((one) => one.name === name) ?? null
}
