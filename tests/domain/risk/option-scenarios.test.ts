import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { optionValue } from '../../../src/domain/options/black'
import { optionValues, type RepricedOption } from '../../../src/domain/risk/option-scenarios'
import { VENUE_RULES } from '../../../src/domain/risk/portfolio-margin'
import { shockedVolatility } from '../../../src/domain/risk/volatility-shock'

/** Few enough that strikes are asked for again, with one number changed or none. */
const option: fc.Arbitrary<RepricedOption> = fc.record({
  forward: fc.constantFrom(60_000, 60_001, 3_000),
  strike: fc.constantFrom(45_000, 60_000, 60_000.5, 75_000),
  volatility: fc.constantFrom(0.4, 0.6, 0),
  years: fc.constantFrom(0, 2 / 365, 30 / 365, 0.5),
  isCall: fc.boolean(),
  discount: fc.constantFrom(1, 1_000_000),
})

test('whatever was asked before, an option is worth in each place what Black-76 says at its price and volatility', () => {
  fc.assert(
    fc.property(fc.array(option, { minLength: 1, maxLength: 30 }), (asked) => {
      for (const one of asked) {
        const { now, shocked } = optionValues(one, VENUE_RULES)
        const { forward, strike, isCall, years, discount } = one
        VENUE_RULES.grid.scenarios.forEach(({ move, volatility: way }, at) => {
          const volatility = shockedVolatility(one.volatility, way, years * 365, VENUE_RULES.shock)
          const worth = optionValue({ forward: forward * (1 + move), strike, isCall, volatility, years })
          expect(Math.abs(shocked[at]! - discount * worth)).toBeLessThanOrEqual(1e-9 * discount * Math.max(1, forward))
        })
        const still = discount * optionValue({ forward, strike, isCall, volatility: one.volatility, years })
        expect(Math.abs(now - still)).toBeLessThanOrEqual(1e-9 * discount * Math.max(1, forward))
      }
    }),
    { numRuns: 300 },
  )
})

test('call less put is forward less strike in every place, taken from one strike', () => {
  const strike = { forward: 60_000, strike: 52_500, volatility: 0.6, years: 30 / 365, discount: 1 }
  const call = [...optionValues({ ...strike, isCall: true }, VENUE_RULES).shocked]
  const put = [...optionValues({ ...strike, isCall: false }, VENUE_RULES).shocked]
  VENUE_RULES.grid.scenarios.forEach(({ move }, at) => {
    expect(call[at]! - put[at]!).toBeCloseTo(60_000 * (1 + move) - 52_500, 8)
  })
})
