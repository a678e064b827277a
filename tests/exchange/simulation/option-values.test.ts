import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { halfSpreadTicks, strikeValues } from '../../../exchange/simulation/option-values'
import { sliceAt } from '../../../exchange/simulation/volatility-surface'

const DAY = 86_400_000
const SHAPE = { nearVariance: 0.3, farVariance: 0.25, skew: -0.15 }
const TICKS = { min: 100_000, max: 20_000_000 }

describe('values of a strike', () => {
  it('keeps put-call parity to the last tick, and is never below what an exercise would pay', () => {
    const time = fc.integer({ min: 0, max: 300 * DAY })
    fc.assert(
      fc.property(fc.integer(TICKS), fc.double({ min: 0.3, max: 3, noNaN: true }), time, (forward, part, ms) => {
        const strike = Math.round(forward * part)
        const { callTicks, putTicks } = strikeValues(sliceAt(SHAPE, ms), forward, strike)
        // C − P = F − K, without interest.
        expect(callTicks - putTicks).toBe(forward - strike)
        expect(callTicks).toBeGreaterThanOrEqual(Math.max(0, forward - strike))
        expect(putTicks).toBeGreaterThanOrEqual(Math.max(0, strike - forward))
      }),
    )
  })

  it('is what is paid once no time is left', () => {
    expect(strikeValues(sliceAt(SHAPE, 0), 6_400_000, 6_000_000)).toMatchObject({ callTicks: 400_000, putTicks: 0 })
  })

  it('has spreads that widen with time, and, against what it is worth, with the distance from the forward', () => {
    const half = (days: number, part: number) => {
      const slice = sliceAt(SHAPE, days * DAY)
      const values = strikeValues(slice, 6_400_000, Math.round(6_400_000 * part))
      return { ticks: halfSpreadTicks(values, slice.years, 6_400_000), worth: values.callTicks }
    }
    expect(half(90, 1).ticks).toBeGreaterThan(half(7, 1).ticks)
    const [near, far] = [half(30, 1), half(30, 1.3)]
    expect(far.ticks / far.worth).toBeGreaterThan(2 * (near.ticks / near.worth))
  })
})
