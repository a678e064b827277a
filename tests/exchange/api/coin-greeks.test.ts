import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { coinGreeks } from '../../../exchange/api/calls/v5/coin-greeks'
import { optionGreeks, optionValue, type OptionTerms } from '../../../src/domain/options/black'

type Asked = Parameters<typeof coinGreeks>[0]

interface Held {
  readonly terms: OptionTerms
  readonly side: 'buy' | 'sell'
  readonly size: number
}

const FORWARD = 64_000
const held: fc.Arbitrary<Held> = fc.record({
  terms: fc.record({
    forward: fc.constant(FORWARD),
    strike: fc.integer({ min: 40, max: 90 }).map((thousands) => thousands * 1_000),
    isCall: fc.boolean(),
    volatility: fc.double({ min: 0.2, max: 1.5, noNaN: true }),
    years: fc.double({ min: 7 / 365, max: 1, noNaN: true }),
  }),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  size: fc.integer({ min: 1, max: 500 }).map((hundredths) => hundredths / 100),
})

/** The sums as the call has them for an account with these options, of one coin. */
function greeksOf(portfolio: readonly Held[]) {
  const bySymbol = new Map(portfolio.map((one, index) => [`BTC-${index}`, one]))
  const world = {
    journal: {
      venue: {
        positions: () => [...bySymbol].map(([symbol, { side, size }]) => ({ symbol, side, size: String(size) })),
        ticker: (symbol: string) => ({ option: { greeks: optionGreeks(bySymbol.get(symbol)!.terms) } }),
      },
    },
    catalogue: { find: () => ({ strike: '1', baseCoin: 'BTC' }) },
  } as unknown as Asked
  const [row] = coinGreeks(world, 'someone')
  return row === undefined ? { delta: 0, theta: 0 } : { delta: Number(row.totalDelta), theta: Number(row.totalTheta) }
}

/** Σ of what the options are worth, sold ones as a debt. */
function worth(portfolio: readonly Held[], forwardBy: number, yearsBy: number): number {
  return portfolio.reduce((sum, { terms, side, size }) => {
    const value = optionValue({ ...terms, forward: terms.forward + forwardBy, years: terms.years - yearsBy })
    return sum + (side === 'buy' ? 1 : -1) * size * value
  }, 0)
}

const portfolios = fc.array(held, { minLength: 1, maxLength: 12 })

test('the delta and theta of a portfolio are what its whole worth does when the forward moves and a moment passes', () => {
  fc.assert(
    fc.property(portfolios, (portfolio) => {
      const { delta, theta } = greeksOf(portfolio)
      const step = 1
      // Central differences: what is left is of third order in the step.
      const byForward = (worth(portfolio, step, 0) - worth(portfolio, -step, 0)) / (2 * step)
      const moment = 1e-6
      const byDay = (worth(portfolio, 0, moment) - worth(portfolio, 0, -moment)) / (2 * moment) / 365
      expect(delta).toBeCloseTo(byForward, 4)
      expect(Math.abs(theta - byDay)).toBeLessThan(1e-3 * (1 + Math.abs(byDay)))
    }),
  )
})

test('the greeks of two portfolios together are the sum of theirs, and what is bought and sold alike has none', () => {
  fc.assert(
    fc.property(portfolios, portfolios, (one, other) => {
      const [first, second, both] = [greeksOf(one), greeksOf(other), greeksOf([...one, ...other])]
      expect(both.delta).toBeCloseTo(first.delta + second.delta, 5)
      expect(both.theta).toBeCloseTo(first.theta + second.theta, 3)
      const opposite = one.map((row): Held => ({ ...row, side: row.side === 'buy' ? 'sell' : 'buy' }))
      expect(greeksOf([...one, ...opposite]).delta).toBeCloseTo(0, 6)
    }),
  )
})
