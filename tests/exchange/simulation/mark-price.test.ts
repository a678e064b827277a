import { describe, expect, test } from 'vitest'
import {
  fundingRateE8,
  markPrice,
  nextFunding,
  sampleBasis,
  samplePremium,
  settleFunding,
  startMark,
} from '../../../exchange/simulation/mark-price'

const LIMITS = { upper: 0.00375, lower: -0.00375 }
/** 12:00 UTC: half of the interval from 08:00 to 16:00 is left. */
const NOON = Date.UTC(2026, 2, 11, 12)

describe('mark price = median(P1, P2, last) (semantics.md §1.6)', () => {
  test.each([
    // P1 = 600,000 × (1 + 0.0001 × ½) = 600,030; P2 = 600,000 + 20 = 600,020.
    ['last above both gives P1', 600_100, 600_030],
    ['last below both gives P2', 599_000, 600_020],
    ['last between gives last', 600_025, 600_025],
  ])('%s', (_name, lastTicks, expected) => {
    const state = startMark(NOON, 480)
    for (let second = 1; second <= 300; second++) sampleBasis(state, NOON + second * 1000, 600_020, 600_000)
    expect(markPrice(state, { nowMs: NOON, indexTicks: 600_000, lastTicks }, 480)).toBeCloseTo(expected, 6)
  })

  test('the basis is a mean of the last 300 seconds, one sample each', () => {
    const state = startMark(NOON, 480)
    for (let second = 1; second <= 300; second++) sampleBasis(state, NOON + second * 1000, 600_040, 600_000)
    // 150 newer samples of 0 push out half of the 40s; repeats within a second do not count.
    for (let second = 301; second <= 450; second++) {
      sampleBasis(state, NOON + second * 1000, 600_000, 600_000)
      sampleBasis(state, NOON + second * 1000 + 500, 601_000, 600_000)
    }
    // P2 = 600,020 is the middle of P1 = 600,030 and last = 600,000.
    expect(markPrice(state, { nowMs: NOON, indexTicks: 600_000, lastTicks: 600_000 }, 480)).toBeCloseTo(600_020, 6)
  })
})

/** One level a side, deep enough for any impact price. */
function book(bidTicks: number, askTicks: number) {
  return () => ({ bids: [[bidTicks, 1_000_000]] as const, asks: [[askTicks, 1_000_000]] as const })
}

describe('funding (semantics.md §1.6)', () => {
  test.each([
    // Impact prices straddle the index: P = 0, F = 0 + clamp(0.0001 − 0) = 0.0001.
    ['no premium pays the interest', 599_999, 600_001, 10_000],
    // P = 600/600,000 = 0.001; F = 0.001 + clamp(0.0001 − 0.001, ±0.0005) = 0.001 − 0.0005 = 0.0005.
    ['a premium of 0.1 %', 600_600, 600_700, 50_000],
    // P = −1,200/600,000 = −0.002; F = −0.002 + 0.0005 = −0.0015.
    ['a discount of 0.2 %', 598_700, 598_800, -150_000],
    // P = 0.01; F = 0.0095, capped at 0.00375.
    ['the cap', 606_000, 606_100, 375_000],
    ['the floor', 593_900, 594_000, -375_000],
  ])('%s', (_name, bid, ask, rateE8) => {
    const state = startMark(NOON, 480)
    expect(samplePremium(state, NOON + 60_000, 600_000, book(bid, ask), 0.0001)).toBe(true)
    expect(fundingRateE8(state, LIMITS, 480)).toBe(rateE8)
  })

  test('later minutes weigh more: P_avg = Σ i·P_i / Σ i', () => {
    const state = startMark(NOON, 480)
    samplePremium(state, NOON + 60_000, 600_000, book(600_600, 600_700), 0.0001)
    samplePremium(state, NOON + 120_000, 600_000, book(599_999, 600_001), 0.0001)
    // (1·0.001 + 2·0)/3 = 0.000333…; 0.0001 − 0.000333 lies inside ±0.0005, so F = 0.0001.
    expect(fundingRateE8(state, LIMITS, 480)).toBe(10_000)
    samplePremium(state, NOON + 180_000, 600_000, book(602_400, 602_500), 0.0001)
    // (0.001 + 0 + 3·0.004)/6 = 0.0021666…; less 0.0005 is 0.00166667.
    expect(fundingRateE8(state, LIMITS, 480)).toBe(166_667)
  })

  test('a minute counts once', () => {
    const state = startMark(NOON, 480)
    expect(samplePremium(state, NOON + 60_000, 600_000, book(600_600, 600_700), 0.0001)).toBe(true)
    expect(samplePremium(state, NOON + 60_100, 600_000, book(600_600, 600_700), 0.0001)).toBe(false)
  })

  test.each([
    ['07:59:59', Date.UTC(2026, 2, 11, 7, 59, 59), Date.UTC(2026, 2, 11, 8)],
    ['08:00:00', Date.UTC(2026, 2, 11, 8), Date.UTC(2026, 2, 11, 16)],
    ['23:00:00', Date.UTC(2026, 2, 11, 23), Date.UTC(2026, 2, 12)],
  ])('after %s the next funding is at 00, 08 or 16 UTC', (_name, nowMs, next) => {
    expect(nextFunding(nowMs, 480)).toBe(next)
  })

  test('it settles at the boundary, once after a long sleep, and a pinned rate is used up', () => {
    const state = startMark(NOON, 480)
    state.pinnedRateE8 = 77_000
    expect(settleFunding(state, Date.UTC(2026, 2, 11, 15, 59, 59, 999), LIMITS, 480)).toBeNull()
    expect(settleFunding(state, Date.UTC(2026, 2, 13, 1), LIMITS, 480)).toBe(77_000)
    expect(settleFunding(state, Date.UTC(2026, 2, 13, 1), LIMITS, 480)).toBeNull()
    expect(state.nextFundingMs).toBe(Date.UTC(2026, 2, 13, 8))
    expect(fundingRateE8(state, LIMITS, 480)).toBe(10_000)
  })
})
