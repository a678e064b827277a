import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { optionGreeks, optionValue, tickerGreeks, YEAR_MS } from '../../../src/domain/options/black'
import { impliedVolatility, impliedVolatilityNear } from '../../../src/domain/options/implied-volatility'
import { normalDistribution } from '../../../src/domain/options/normal'
import { MIDDLE_ROW, ROWS_PER_UNIT, toNormals } from '../../../src/domain/options/normal-table'
import {
  exercisePayoff,
  optionDeliveryFee,
  optionInitialMargin,
  optionMaintenanceMargin,
  optionOrderCost,
  optionTradeFee,
  outOfTheMoney,
} from '../../../src/domain/options/option-margin'
import type { Price, Qty, Rate } from '../../../src/domain/decimal'
import { workedExamples } from '../../data/worked-examples'

const example = (id: string, file?: 'worked-examples-products') => {
  const found = workedExamples(file).find((one) => one.id === id)!
  return { inputs: found.inputs as Record<string, never>, expected: found.expected as Record<string, number> }
}
const terms = fc.record({
  forward: fc.double({ min: 100, max: 200_000, noNaN: true }),
  moneyness: fc.double({ min: -1.2, max: 1.2, noNaN: true }),
  volatility: fc.double({ min: 0.1, max: 3, noNaN: true }),
  years: fc.double({ min: 0.003, max: 2, noNaN: true }),
  isCall: fc.boolean(),
})
const optionOf = ({ forward, moneyness, ...rest }: { forward: number; moneyness: number } & Record<string, unknown>) =>
  ({ forward, strike: forward * Math.exp(moneyness), ...rest }) as Parameters<typeof optionValue>[0]

test('the normal distribution, against values of tables with sixteen digits', () => {
  // N(1), N(−5) and N(−10) as published for double precision.
  for (const [x, value] of [
    [0, 0.5],
    [1, 0.841_344_746_068_542_9],
    [-5, 2.866_515_718_791_939e-7],
    [-10, 7.619_853_024_160_527e-24],
  ] as const) {
    expect(Math.abs(normalDistribution(x) - value)).toBeLessThan(1e-15)
    // Far out, too, where the value of a distant option comes from.
    expect(Math.abs(normalDistribution(x) / value - 1)).toBeLessThan(1e-10)
  }
  expect(normalDistribution(40)).toBe(1)
  expect(normalDistribution(-40)).toBe(0)
})

test('the table of the normal distribution is off by less than 1e-15, between its rows and beyond them', () => {
  const tabled = (values: readonly number[]): readonly number[] => {
    const rows = Float64Array.from(values, (x) => x * ROWS_PER_UNIT + MIDDLE_ROW)
    toNormals(rows)
    return [...rows]
  }
  fc.assert(
    fc.property(fc.array(fc.double({ min: -12, max: 12, noNaN: true }), { maxLength: 50 }), (values) => {
      for (const [at, found] of tabled(values).entries())
        expect(Math.abs(found - normalDistribution(values[at]!))).toBeLessThan(1e-15)
    }),
    { numRuns: 500 },
  )
  const [one, least, most] = tabled([1, -Infinity, Infinity])
  expect(one).toBeCloseTo(0.841_344_746_068_542_9, 15)
  expect(least).toBeLessThan(1e-15)
  expect(most).toBeGreaterThan(1 - 1e-15)
})

describe('Black-76 (semantics.md §1.7)', () => {
  test('gives the published ticker: price, delta and vega to 0.11 %, gamma and theta times the days that are left', () => {
    const { inputs, expected } = example('opt-09')
    const { underlying, strike, markIv, tsMs, expiryMs } = inputs as unknown as Record<string, number>
    const option = {
      forward: underlying!,
      strike: strike!,
      isCall: true,
      volatility: markIv!,
      years: (expiryMs! - tsMs!) / YEAR_MS,
    }
    const near = (value: number, wanted: number) => expect(Math.abs(value / wanted - 1)).toBeLessThan(0.0011)
    near(optionValue(option), expected['markPrice']!)
    near(optionGreeks(option).delta, expected['delta']!)
    near(optionGreeks(option).vega, expected['vega']!)
    const last = example('opt-10').expected
    near(tickerGreeks(option).gamma, last['gamma']!)
    near(tickerGreeks(option).theta, last['theta']!)
  })

  test('holds put-call parity, and lies between what it would pay now and the forward or the strike', () => {
    fc.assert(
      fc.property(terms, (input) => {
        const option = optionOf(input)
        const { forward, strike } = option
        const call = optionValue({ ...option, isCall: true })
        const put = optionValue({ ...option, isCall: false })
        expect(Math.abs(call - put - (forward - strike))).toBeLessThan(1e-9 * (forward + strike))
        expect(call).toBeGreaterThanOrEqual(Math.max(0, forward - strike) - 1e-9 * forward)
        expect(call).toBeLessThanOrEqual(forward)
        expect(put).toBeLessThanOrEqual(strike)
      }),
    )
  })

  test('its greeks are what its value does', () => {
    fc.assert(
      fc.property(terms, (input) => {
        const option = optionOf(input)
        const { delta, gamma, vega, theta } = optionGreeks(option)
        const step = option.forward * 1e-4
        const up = optionValue({ ...option, forward: option.forward + step })
        const down = optionValue({ ...option, forward: option.forward - step })
        expect(delta).toBeCloseTo((up - down) / (2 * step), 4)
        const curve = (up - 2 * optionValue(option) + down) / step ** 2
        expect(Math.abs(gamma - curve) * option.forward).toBeLessThan(0.02 * (1 + gamma * option.forward))
        const point = (shift: number) => optionValue({ ...option, volatility: option.volatility + shift })
        expect(Math.abs(vega - (point(1e-4) - point(-1e-4)) / 0.02)).toBeLessThan(1e-4 * option.forward)
        const day = 1 / 365
        const later = (days: number) => optionValue({ ...option, years: option.years - days * day })
        const slope = (later(1e-3) - later(-1e-3)) / 2e-3
        expect(Math.abs(theta - slope)).toBeLessThan(1e-3 * option.forward * (1 + Math.abs(theta) / option.forward))
      }),
    )
  })

  test('at its expiry it is worth what it pays', () => {
    const option = { forward: 105, strike: 100, volatility: 0.8, years: 0 }
    expect(optionValue({ ...option, isCall: true })).toBe(5)
    expect(optionValue({ ...option, isCall: false })).toBe(0)
    expect(optionGreeks({ ...option, isCall: true })).toEqual({ delta: 1, gamma: 0, vega: 0, theta: 0 })
  })
})

describe('implied volatility', () => {
  test('of the published ask of 10 is 0.5140', () => {
    const { underlying, strike, price, T } = example('opt-11').inputs as unknown as Record<string, number>
    const found = impliedVolatility(price!, { forward: underlying!, strike: strike!, isCall: true, years: T! })
    expect(found!.toFixed(4)).toBe('0.5140')
  })

  test('finds the volatility that a price was made by, wherever the price still tells it', () => {
    fc.assert(
      fc.property(terms, (input) => {
        const option = optionOf(input)
        const price = optionValue(option)
        // A deep option's price holds too few digits of its time value to tell a volatility by.
        fc.pre(optionGreeks(option).vega * 100 > 1e-4 * option.forward)
        const found = impliedVolatility(price, option)!
        expect(Math.abs(found / option.volatility - 1)).toBeLessThan(1e-9)
      }),
    )
  })

  test('there is none for a price that no volatility gives', () => {
    const call = { forward: 100, strike: 80, isCall: true, years: 0.1 }
    for (const price of [20, 19, 0, -1, 100, 101, Number.NaN]) expect(impliedVolatility(price, call)).toBeNull()
    expect(impliedVolatility(21, { ...call, years: 0 })).toBeNull()
  })

  test('looked for from near, or from anywhere, it is the same', () => {
    const from = fc.double({ min: 0.01, max: 10, noNaN: true })
    fc.assert(
      fc.property(terms, from, (input, near) => {
        const option = optionOf(input)
        fc.pre(optionGreeks(option).vega * 100 > 1e-4 * option.forward)
        const found = impliedVolatilityNear(optionValue(option), option, near)!
        expect(Math.abs(found / option.volatility - 1)).toBeLessThan(1e-9)
      }),
      { numRuns: 1_000 },
    )
  })

  test('of a price in whole ticks, which may be far from any, it is told to the same four digits', () => {
    const ticks = fc.integer({ min: 1, max: 4_000 })
    fc.assert(
      fc.property(terms, ticks, (input, count) => {
        const { volatility, ...option } = optionOf(input)
        const price = (count * option.forward) / 4_000
        const [exact, near] = [impliedVolatility(price, option), impliedVolatilityNear(price, option, volatility)]
        // Deep in the money the last digits of the price are all that tells a volatility: no two ways find the same.
        fc.pre(exact === null || optionGreeks({ ...option, volatility: exact }).vega * 100 > 1e-6 * option.forward)
        if (exact === null) expect(near).toBeNull()
        else expect(Math.abs(near! / exact - 1)).toBeLessThan(1e-7)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('margin and fees of options (semantics.md §1.2, §1.7)', () => {
  const put = { strike: '18500' as Price, isCall: false }

  test('a short put holds the published 2,315, and 938 to be kept', () => {
    const input = {
      contract: put,
      side: 'sell',
      qty: '1' as Qty,
      index: '20250' as Price,
      mark: '290' as Price,
      average: '280' as Price,
    } as const
    expect(Number(optionMaintenanceMargin(input))).toBe(example('opt-02').expected['maintenanceMargin'])
    expect(Number(optionInitialMargin(input))).toBe(example('opt-02').expected['initialMargin'])
    // A buyer has paid all that can be lost.
    expect(optionMaintenanceMargin({ ...input, side: 'buy' })).toBe('0')
    expect(optionInitialMargin({ ...input, side: 'buy' })).toBe('0')
    // Seller: 2,315 + fee 0.0003 · 20,250 = 6.075 (an eighth of 280 is 35) − premium 280.
    expect(optionOrderCost(input, '0.0003' as Rate)).toBe('2041.075')
  })

  test('a buyer pays premium and fee: 1,050 and 3.78', () => {
    const fill = { qty: '0.3' as Qty, price: '3500' as Price, index: '42000' as Price, rate: '0.0003' as Rate }
    const { expected } = example('opt-03')
    expect(Number(optionTradeFee(fill))).toBe(expected['fee'])
    const cost = optionOrderCost(
      {
        contract: { strike: '48000' as Price, isCall: true },
        side: 'buy',
        qty: fill.qty,
        index: fill.index,
        mark: '3500' as Price,
        average: fill.price,
      },
      fill.rate,
    )
    expect(Number(cost)).toBe(expected['cost'])
    // An eighth of a price of 4 is less than 0.03 % of 42,000 (12.6): 0.5 × 0.3.
    expect(optionTradeFee({ ...fill, price: '4' as Price })).toBe('0.15')
  })

  test('what expires out of the money pays nothing and costs nothing', () => {
    const { strike, settle, qty } = example('opt-12').inputs as unknown as Record<string, number>
    const contract = { strike: String(strike) as Price, isCall: false }
    expect(exercisePayoff(contract, String(settle) as Price, String(qty) as Qty)).toBe('0')
    expect(optionDeliveryFee(contract, String(settle) as Price, String(qty) as Qty)).toBe('0')
    // 16,000 − 15,000 = 1,000 per coin; fee 0.015 % of 15,000 = 2.25, less than an eighth of it.
    expect(exercisePayoff(contract, '15000' as Price, '2' as Qty)).toBe('2000')
    expect(optionDeliveryFee(contract, '15000' as Price, '2' as Qty)).toBe('4.5')
    // 16,000 − 15,992 = 8: an eighth is 1.
    expect(optionDeliveryFee(contract, '15992' as Price, '2' as Qty)).toBe('2')
  })

  test('how far out of the money', () => {
    const { inputs, expected } = example('opt-n2', 'worked-examples-products')
    const { underlying, callStrike, putStrike } = inputs as unknown as Record<string, number>
    const far = (strike: number, isCall: boolean) =>
      outOfTheMoney({ strike: String(strike) as Price, isCall }, String(underlying) as Price).toNumber()
    expect(far(callStrike!, true)).toBe(expected['call'])
    expect(far(putStrike!, false)).toBe(expected['put'])
  })
})
