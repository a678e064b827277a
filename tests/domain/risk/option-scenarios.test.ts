import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repriceBySeries } from '../../../exchange/engine/risk/reprice-by-series'
import { optionValue } from '../../../src/domain/options/black'
import { optionValues } from '../../../src/domain/risk/option-scenarios'
import type { RepricedOption } from '../../../src/domain/risk/strike-values'
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

/** As exchanges do it that begin now, and as those go on that began before. */
const WAYS_TO_REPRICE = [
  ['the table', VENUE_RULES],
  ['the series', { ...VENUE_RULES, reprice: repriceBySeries }],
] as const

describe.each(WAYS_TO_REPRICE)('by %s of the normal distribution', (_, rules) => {
  test('whatever was asked before, an option is worth in each place what Black-76 says at its price and volatility', () => {
    fc.assert(
      fc.property(fc.array(option, { minLength: 1, maxLength: 30 }), (asked) => {
        for (const one of asked) {
          const { now, shocked } = optionValues(one, rules)
          const { forward, strike, isCall, years, discount } = one
          rules.grid.scenarios.forEach(({ move, volatility: way }, at) => {
            const volatility = shockedVolatility(one.volatility, way, years * 365, rules.shock)
            const worth = optionValue({ forward: forward * (1 + move), strike, isCall, volatility, years })
            expect(Math.abs(shocked[at]! - discount * worth)).toBeLessThanOrEqual(
              1e-9 * discount * Math.max(1, forward),
            )
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
    const call = [...optionValues({ ...strike, isCall: true }, rules).shocked]
    const put = [...optionValues({ ...strike, isCall: false }, rules).shocked]
    rules.grid.scenarios.forEach(({ move }, at) => {
      expect(call[at]! - put[at]!).toBeCloseTo(60_000 * (1 + move) - 52_500, 8)
    })
  })
})
