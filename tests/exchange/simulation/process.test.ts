import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/base/random'
import { calibrationOf } from '../../../exchange/simulation/calibration'
import { roundNumber } from '../../../exchange/simulation/draws'
import { drawOrderValue } from '../../../exchange/simulation/order-sizes'
import { startProcess, stepProcess } from '../../../exchange/simulation/reference-process'

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function excessKurtosis(values: readonly number[]): number {
  const centre = mean(values)
  const second = mean(values.map((value) => (value - centre) ** 2))
  return mean(values.map((value) => (value - centre) ** 4)) / second ** 2 - 3
}

function autocorrelation(values: readonly number[], lag: number): number {
  const centre = mean(values)
  const variance = mean(values.map((value) => (value - centre) ** 2))
  return mean(values.slice(lag).map((value, n) => (value - centre) * (values[n]! - centre))) / variance
}

/** Log returns over `steps` steps of the seeded process, `count` of them. */
function returns(seed: number, steps: number, count: number): { returns: number[]; orders: number[] } {
  const calibration = calibrationOf('BTC')
  const state = startProcess(64_000, calibration)
  const random = createRandom(seed)
  const out = { returns: [] as number[], orders: [] as number[] }
  for (let n = 0; n < count; n++) {
    const before = state.logPrice
    let orders = 0
    for (let k = 0; k < steps; k++) orders += stepProcess(state, calibration, random, null).orders
    out.returns.push(state.logPrice - before)
    out.orders.push(orders)
  }
  return out
}

describe('the seeded process looks like a market', () => {
  const seconds = returns(5, 10, 20_000)
  // Two days of minutes, three seeds.
  const minutes = [1, 2, 3].map((seed) => returns(seed, 600, 2_880))

  test('returns have fat tails: excess kurtosis well above the 0 of a normal distribution', () => {
    expect(excessKurtosis(seconds.returns)).toBeGreaterThan(2)
    for (const one of minutes) expect(excessKurtosis(one.returns)).toBeGreaterThan(0.8)
  })

  test('volatility clusters: absolute returns stay correlated over ten lags', () => {
    const sizes = seconds.returns.map(Math.abs)
    for (let lag = 1; lag <= 10; lag++) expect(autocorrelation(sizes, lag)).toBeGreaterThan(0.02)
    for (const one of minutes) {
      for (let lag = 1; lag <= 10; lag++) expect(autocorrelation(one.returns.map(Math.abs), lag)).toBeGreaterThan(0.02)
    }
  })

  test('the returns themselves are not predictable', () => {
    for (let lag = 1; lag <= 5; lag++) expect(Math.abs(autocorrelation(seconds.returns, lag))).toBeLessThan(0.06)
  })

  test('trades excite trades: counts are correlated and more spread out than Poisson', () => {
    expect(autocorrelation(seconds.orders, 1)).toBeGreaterThan(0.3)
    const centre = mean(seconds.orders)
    const variance = mean(seconds.orders.map((count) => (count - centre) ** 2))
    expect(variance / centre).toBeGreaterThan(2)
  })

  test('the day is about as volatile as it is calibrated to be', () => {
    // 2.8 % a day: deviation of 8,640 minutes scaled to 1,440, within a factor of two (volatility has moods of hours).
    const squares = minutes.flatMap((one) => one.returns.map((value) => value ** 2))
    const daily = Math.sqrt(mean(squares) * 1_440)
    expect(daily).toBeGreaterThan(0.014)
    expect(daily).toBeLessThan(0.056)
  })
})

describe('order sizes', () => {
  test('many are small, few are large: the mean is several times the median', () => {
    const random = createRandom(3)
    const values = Array.from({ length: 20_000 }, () => drawOrderValue(random, calibrationOf('BTC')))
    const median = values.toSorted((a, b) => a - b)[10_000]!
    expect(mean(values) / median).toBeGreaterThan(2.5)
  })

  test.each([
    [0.13, 0.1],
    [0.17, 0.2],
    [23, 25],
    [4_900, 5_000],
    [9.6, 10],
  ])('%d is typed as %d', (value, typed) => {
    expect(roundNumber(value)).toBeCloseTo(typed, 10)
  })
})
