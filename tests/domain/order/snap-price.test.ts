import { assert, constantFrom, double, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare, Exact, type Price } from '../../../src/domain/decimal'
import { snapPrice } from '../../../src/domain/order/price-rules'

const LIMITS = { tickSize: '0.1' as Price, minPrice: '0.1' as Price, maxPrice: '1999999.8' as Price }

describe('snapPrice: the price of a place on a chart', () => {
  test.each([
    [63_999.96, '64000'],
    [63_999.94, '63999.9'],
    // Floating point: 0.1 + 0.2.
    [0.300_000_000_000_000_04, '0.3'],
    [-1, '0.1'],
    [2e9, '1999999.8'],
  ])('%d is %s', (value, price) => {
    expect(snapPrice(value, LIMITS)).toBe(price)
  })

  test('bounds that are no whole ticks are met by the last tick inside them', () => {
    const limits = { tickSize: '0.5' as Price, minPrice: '0.7' as Price, maxPrice: '9.9' as Price }
    expect([snapPrice(0, limits), snapPrice(100, limits)]).toEqual(['1', '9.5'])
  })

  test('whatever the scale says, it is a whole tick inside the range, and no tick is nearer', () => {
    const tick = constantFrom('0.00001', '0.05', '0.1', '0.5', '1', '25')
    assert(
      property(tick, double({ min: -1e6, max: 3e6, noNaN: true }), (tickSize, value) => {
        const limits = { ...LIMITS, tickSize: tickSize as Price }
        const price = snapPrice(value, limits)
        expect(new Exact(price).mod(tickSize).isZero()).toBe(true)
        expect(compare(price, limits.minPrice)).toBeGreaterThanOrEqual(0)
        expect(compare(price, limits.maxPrice)).toBeLessThanOrEqual(0)
        const lowest = Math.max(Number(limits.minPrice), Number(tickSize))
        const isInside = value >= lowest && value <= Number(limits.maxPrice) - Number(tickSize)
        if (isInside) expect(new Exact(value).minus(price).abs().times(2).lte(tickSize)).toBe(true)
      }),
    )
  })
})
