import { describe, expect, it } from 'vitest'
import { bandPremiumE4, sampleBandPremium, startBandPremium } from '../../../exchange/simulation/band-premium'
import { basisRate, impactTicks, sampleBasisRate, startDatedMark } from '../../../exchange/simulation/dated-mark'
import {
  countSeconds,
  expectedMean,
  meanTicks,
  meanVarianceMs,
  startWindow,
  WINDOW_MS,
} from '../../../exchange/simulation/delivery-window'

const EXPIRY = Date.UTC(2026, 2, 13, 8)
const START = EXPIRY - WINDOW_MS

describe('the delivery window (semantics.md §1.6: mean index per second over 30 minutes)', () => {
  it('counts each second with the index that was in force in it', () => {
    const window = startWindow()
    countSeconds(window, EXPIRY, START - 60_000, 50)
    countSeconds(window, EXPIRY, START, 50)
    expect(meanTicks(window)).toBeNull()
    countSeconds(window, EXPIRY, START + 1_000, 100)
    countSeconds(window, EXPIRY, START + 1_900, 500)
    countSeconds(window, EXPIRY, START + 3_000, 130)
    // (100 + 130 + 130) / 3 = 120
    expect(meanTicks(window)).toBe(120)
  })

  it('fills the seconds in which the exchange stood still, and never counts beyond the end', () => {
    const window = startWindow()
    countSeconds(window, EXPIRY, START + 600_000, 300)
    countSeconds(window, EXPIRY, EXPIRY + 3_600_000, 600)
    expect(window.seconds).toBe(1_800)
    // (600 × 300 + 1,200 × 600) / 1,800 = 500
    expect(meanTicks(window)).toBe(500)
  })

  it('rounds half up to the tick', () => {
    expect(meanTicks({ sumTicks: 5, seconds: 2 })).toBe(3)
    expect(meanTicks({ sumTicks: 7, seconds: 3 })).toBe(2)
  })
})

describe('what a delivery is expected to pay', () => {
  it('is the fixed seconds and the rest at the index of now, of which it moves with the rest alone', () => {
    // Nothing is fixed: the price of now, and all of it moves.
    expect(expectedMean(startWindow(), 700)).toEqual({ ticks: 700, share: 1 })
    // (1,200 × 300 + 600 × 600) / 1,800 = 400; 600 × 600 of 720,000 follow the index.
    expect(expectedMean({ sumTicks: 360_000, seconds: 1_200 }, 600)).toEqual({ ticks: 400, share: 0.5 })
    // All is fixed, whatever the index does.
    expect(expectedMean({ sumTicks: 720_000, seconds: 1_800 }, 9_999)).toEqual({ ticks: 400, share: 0 })
  })

  it('varies as in a third of the time over which it is averaged, and in all of the time before', () => {
    // One hour: 30 minutes before the window, and a third of its 30.
    expect(meanVarianceMs(3_600_000)).toBe(2_400_000)
    expect(meanVarianceMs(1_800_000)).toBe(600_000)
    expect(meanVarianceMs(600_000)).toBe(200_000)
    expect(meanVarianceMs(0)).toBe(0)
    expect(meanVarianceMs(-5)).toBe(0)
  })
})

describe('the basis of a dated contract', () => {
  it('is the middle of both impact prices against the index', () => {
    // 4 lots: 3 at 99 and 1 at 95 are 98; 2 at 103 and 2 at 105 are 104. The middle is 101, 1 % above 100.
    const depth = () =>
      ({
        bids: [
          [99, 3],
          [95, 5],
        ],
        asks: [
          [103, 2],
          [105, 9],
        ],
      }) as const
    const state = startDatedMark(0)
    sampleBasisRate(state, 1_000, 100, 4, depth)
    expect(basisRate(state, 7)).toBeCloseTo(0.01, 12)
    // Once a second.
    sampleBasisRate(state, 1_900, 50, 4, depth)
    expect(state.rates).toHaveLength(1)
  })

  it('says nothing where the book cannot carry the size, and stands at the fair rate until it does', () => {
    expect(impactTicks([[99, 3]], 4)).toBeNull()
    const state = startDatedMark(0)
    sampleBasisRate(state, 1_000, 100, 4, () => ({ bids: [[99, 3]], asks: [[101, 9]] }))
    expect(basisRate(state, 0.002)).toBe(0.002)
  })

  it('is the mean of ten minutes', () => {
    const state = startDatedMark(0)
    const at = (mid: number) => () => ({ bids: [[mid - 1, 9]], asks: [[mid + 1, 9]] }) as const
    for (let second = 1; second <= 600; second += 1) sampleBasisRate(state, second * 1_000, 1_000, 1, at(1_010))
    for (let second = 601; second <= 900; second += 1) sampleBasisRate(state, second * 1_000, 1_000, 1, at(1_030))
    // Half of the last 600 samples say 1 %, half 3 %.
    expect(basisRate(state, 0)).toBeCloseTo(0.02, 10)
  })
})

describe('the premium of the price band (semantics.md §1.9)', () => {
  it('is the mean of mid − mark over 30 samples, towards zero in 1e-4 of a tick', () => {
    const state = startBandPremium(0)
    const book = (bid: number, ask: number) => ({ best: () => ({ bid, ask }) })
    expect(bandPremiumE4(state)).toBe(0)
    sampleBandPremium(state, 1_000, 100, book(102, 103))
    sampleBandPremium(state, 2_000, 100, book(100, 101))
    sampleBandPremium(state, 2_500, 100, book(500, 501))
    sampleBandPremium(state, 3_000, 100, book(100, 100))
    // 2.5, 0.5 and 0 ticks: the mean is exactly 1.
    expect(bandPremiumE4(state)).toBe(10_000)
    for (let second = 4; second <= 33; second += 1) sampleBandPremium(state, second * 1_000, 100, book(99, 100))
    expect(bandPremiumE4(state)).toBe(-5_000)
  })
})
