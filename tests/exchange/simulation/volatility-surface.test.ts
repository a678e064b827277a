import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CoinVolatility } from '../../../exchange/simulation/coin-volatility'
import { sliceAt, volatilityAt, type SurfaceShape } from '../../../exchange/simulation/volatility-surface'
import { optionValue } from '../../../src/domain/options/black'
import { createRandom } from '../../../src/base/random'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 5, 9)
/** From minutes before the expiry to three quarters. */
const TIMES = [HOUR / 6, 5 * HOUR, 23 * HOUR, 4 * DAY, 11 * DAY, 40 * DAY, 95 * DAY, 270 * DAY]
/** Strikes in parts of the forward, evenly apart. */
const MONEYNESS = Array.from({ length: 41 }, (_, at) => 0.5 + at * 0.025)

/** The first place where a profit is free, for whoever reads a failure; `null` where none is. */
function freeProfit(shape: SurfaceShape): string | null {
  let nearer: readonly number[] | null = null
  for (const timeMs of TIMES) {
    const calls = MONEYNESS.map((moneyness) => call(shape, timeMs, moneyness))
    for (let at = 1; at < calls.length; at++) {
      // A call spread is worth between nothing and what it may pay; a butterfly is worth something.
      const spread = calls[at - 1]! - calls[at]!
      if (spread < -1e-12 || spread > 0.025 + 1e-12) return `spread at ${MONEYNESS[at]}, ${timeMs} ms`
      const fly = at === 1 ? 0 : calls[at - 2]! - 2 * calls[at - 1]! + calls[at]!
      if (fly < -1e-12) return `butterfly at ${MONEYNESS[at - 1]}, ${timeMs} ms`
    }
    // The same part of the forward with more time is worth no less.
    const falls = nearer === null ? -1 : calls.findIndex((value, at) => value < nearer![at]! - 1e-12)
    if (falls >= 0) return `calendar at ${MONEYNESS[falls]}, ${timeMs} ms`
    nearer = calls
  }
  return null
}

function call(shape: SurfaceShape, timeMs: number, moneyness: number): number {
  const slice = sliceAt(shape, timeMs)
  const volatility = volatilityAt(slice, 1, moneyness)
  return optionValue({ forward: 1, strike: moneyness, isCall: true, volatility, years: slice.years })
}

/** A price that walks and now and then leaps, seen once a second or after a pause. */
function* path(seed: number, dailyVolatility: number, steps: number): Generator<SurfaceShape> {
  const random = createRandom(seed)
  const coin = new CoinVolatility(seed, dailyVolatility)
  let [nowMs, price] = [START, 64_000]
  for (let step = 0; step < steps; step++) {
    const passed = random.next() < 0.02 ? random.int(60, 86_400) : 1
    const leap = random.next() < 0.01 ? 0.2 * random.normal() : 0
    nowMs += passed * 1000
    price *= Math.exp(dailyVolatility * Math.sqrt((passed * 1000) / DAY) * random.normal() + leap)
    coin.step(nowMs, price)
    yield coin.shape
  }
}

/** Of changes at the money in a second, over half an hour; a day's returns are 2.2 %. */
function correlationWithPrice(seed: number, days: number): number {
  const random = createRandom(seed)
  const coin = new CoinVolatility(seed, 0.022)
  let price = 64_000
  const moves: (readonly [number, number])[] = []
  coin.step(START, price)
  for (let second = 1; second <= 1_800; second++) {
    const before = volatilityAt(sliceAt(coin.shape, days * DAY), 1, 1)
    const change = 0.022 * Math.sqrt(1_000 / DAY) * random.normal()
    price *= Math.exp(change)
    coin.step(START + second * 1_000, price)
    moves.push([change, volatilityAt(sliceAt(coin.shape, days * DAY), 1, 1) - before])
  }
  const sum = (of: (move: readonly [number, number]) => number) => moves.reduce((all, move) => all + of(move), 0)
  return sum(([a, b]) => a * b) / Math.sqrt(sum(([a]) => a * a) * sum(([, b]) => b * b))
}

describe('the volatility surface', () => {
  it('leaves no free profit in strikes and none in expiries, wherever the market takes it', () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 0.01, max: 0.08, noNaN: true }), (seed, dailyVolatility) => {
        for (const shape of path(seed, dailyVolatility, 25)) expect(freeProfit(shape)).toBeNull()
      }),
      { numRuns: 60 },
    )
  })

  it('is of its seed and its prices alone, also from a saved state on', () => {
    const first = [...path(7, 0.022, 400)]
    expect([...path(7, 0.022, 400)]).toEqual(first)
    const [a, b] = [new CoinVolatility(3, 0.03), new CoinVolatility(3, 0.03)]
    a.step(START, 2_384)
    a.step(START + 1_000, 2_380)
    b.step(START, 2_384)
    b.step(START + 1_000, 2_380)
    const back = new CoinVolatility(99, 0.03, JSON.parse(JSON.stringify(b.state())) as ReturnType<typeof b.state>)
    for (let at = 2; at < 50; at++) {
      a.step(START + at * 1_000, 2_380 + at)
      back.step(START + at * 1_000, 2_380 + at)
    }
    expect(back.state()).toEqual(a.state())
  })

  it('rises when the price falls, at the near end most, and makes puts dearer against calls', () => {
    const [still, fell] = [new CoinVolatility(5, 0.022), new CoinVolatility(5, 0.022)]
    for (const [coin, price] of [
      [still, 64_000],
      [fell, 57_600],
    ] as const) {
      coin.step(START, 64_000)
      coin.step(START + 1_000, price)
    }
    const at = (coin: CoinVolatility, days: number, moneyness: number) =>
      volatilityAt(sliceAt(coin.shape, days * DAY), 1, moneyness)
    const near = at(fell, 1, 1) / at(still, 1, 1)
    const far = at(fell, 270, 1) / at(still, 270, 1)
    expect(near).toBeGreaterThan(far)
    expect(far).toBeGreaterThan(1.02)
    const skew = (coin: CoinVolatility) => at(coin, 30, 0.85) - at(coin, 30, 1 / 0.85)
    expect(skew(fell)).toBeGreaterThan(skew(still))
  })

  it('goes against the price from second to second, at every expiry, and not by the price alone', () => {
    for (const days of [7, 30, 95, 270]) {
      const shown = [1, 2, 3, 4].map((seed) => correlationWithPrice(seed, days))
      // ADR-495.
      for (const one of shown) expect(one > -0.9 && one < -0.3, `${days} days: ${one}`).toBe(true)
    }
  })

  it('smiles in quiet markets: both wings are dearer than the middle, by about what markets of coins show', () => {
    const coin = new CoinVolatility(11, 0.022)
    for (let second = 0; second < 3_000; second++) {
      coin.step(START + second * 1_000, 64_000 * (1 + 0.0001 * Math.sin(second)))
      const slice = sliceAt(coin.shape, 30 * DAY)
      const middle = volatilityAt(slice, 1, 1)
      // A day's 2.2 % is 42 % of a year.
      expect(middle > 0.25 && middle < 0.75).toBe(true)
      expect(volatilityAt(slice, 1, 0.6) > middle * 1.1 && volatilityAt(slice, 1, 1.7) > middle * 1.02).toBe(true)
    }
  })
})
