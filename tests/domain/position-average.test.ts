import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact, type Money, type Price, type Qty } from '../../src/domain/decimal'
import { averageDecimals, averageOf, exactEntryPrice, wireAverage } from '../../src/domain/position/average-entry'

const paid = (qty: string, value: string) => ({ qty: qty as Qty, value: value as Money })

describe('the average of what was paid', () => {
  test.each([
    // 100.01 × 2384.01 + 106.02 × 2384.86 + 200 × 2385.29 = 238,424.8401 + 252,842.8572 + 477,058 = 968,325.6973,
    // ÷ 406.03 = 2384.86244193…, of which the wire has 8 decimals.
    ['linear', '406.03', '968325.6973', '2384.86244194'],
    // A price that ends is written as it is.
    ['linear', '0.5', '30000', '60000'],
    // 3 × 10^9 of a small coin: 8 decimals would be up to 15 USDT off, 13 are 0.00015.
    ['linear', '3000000000', '37037', '0.0000123456667'],
    // 6,000 contracts for 0.1 coins.
    ['inverse', '6000', '0.1', '60000'],
  ] as const)('%s: %s for %s is %s on the wire', (payoff, qty, value, expected) => {
    expect(wireAverage(payoff, paid(qty, value))).toBe(expected)
  })

  test('whoever multiplies the average of the wire by the size has the value to a twentieth of a cent, or a coin’s unit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('linear', 'inverse'),
        fc.integer({ min: 1, max: 1e9 }),
        fc.integer({ min: 0, max: 4 }),
        fc.bigInt({ min: 1n, max: 4_503_599_627_370_496n }),
        (payoff, lots, places, valueE8) => {
          const terms = paid(
            new Exact(lots).div(10 ** places).toFixed(),
            new Exact(valueE8.toString()).div(1e8).toFixed(),
          )
          const price = new Exact(wireAverage(payoff, terms))
          const again = payoff === 'linear' ? price.times(terms.qty) : new Exact(terms.qty).div(price)
          const limit = payoff === 'linear' ? '0.0005' : '0.0000000051'
          expect(again.minus(terms.value).abs().lte(limit), `${terms.qty} for ${terms.value}`).toBe(true)
        },
      ),
      { numRuns: 5_000 },
    )
  })

  test('a position’s results are reckoned from the exact average, not from the rounded one', () => {
    // 10 ÷ 3 does not end: 40 digits of it.
    const position = { side: 'buy', size: '3' as Qty, value: '10' as Money, entryPrice: '3.33333333' as Price } as const
    expect(exactEntryPrice(position, 'linear')).toBe(`3.${'3'.repeat(39)}`)
    expect(exactEntryPrice({ ...position, side: null }, 'linear')).toBeNull()
    expect(averageOf('inverse', paid('10', '3'))).toBe(`3.${'3'.repeat(39)}`)
  })

  test('an average on the screen has the decimals that give the result to the cent', () => {
    // 406.03 × 10^-5 = 0.004 is below a cent, 406.03 × 10^-4 is not.
    expect(averageDecimals('linear', paid('406.03', '968325.6973'), { least: 2, unit: '0.01' })).toBe(5)
    // 0.01 × 10^-1 is far below: the tick's own.
    expect(averageDecimals('linear', paid('0.01', '600'), { least: 1, unit: '0.01' })).toBe(1)
  })
})
