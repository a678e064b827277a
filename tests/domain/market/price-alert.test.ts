import { assert as check, array, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Price, Rate } from '../../../src/domain/decimal'
import {
  alertLevel,
  firedAlert,
  NOTHING_SEEN,
  watchAlert,
  type PriceAlert,
} from '../../../src/domain/market/price-alert'
import type { InstrumentSymbol } from '../../../src/domain/order/order'

const MINUTE_MS = 60_000
const alertOf = (change: Partial<PriceAlert> = {}): PriceAlert => ({
  id: 'a',
  linkId: null,
  symbol: 'BTCUSDT' as InstrumentSymbol,
  condition: 'crossing',
  price: '100' as Price,
  percent: null,
  by: 'last',
  frequency: 'everyTime',
  interval: null,
  createdAtMs: 0,
  isActive: true,
  firedCount: 0,
  firedAtMs: null,
  firedPrice: null,
  ...change,
})

/** Which of the prices fire it, by their place; a price each `stepMs`. */
function firings(alert: PriceAlert, prices: readonly number[], stepMs = 1000): readonly number[] {
  let seen = NOTHING_SEEN
  return prices.flatMap((price, index) => {
    const look = watchAlert(alert, seen, String(price) as Price, index * stepMs)
    seen = look.seen
    return look.fired === null ? [] : [index]
  })
}

describe('an alert by each price', () => {
  test.each<[string, Partial<PriceAlert>, readonly number[], readonly number[]]>([
    ['a level is crossed upwards and downwards', {}, [99, 101, 102, 99], [1, 3]],
    ['a price on the level is the crossing, and leaving it is none', {}, [99, 100, 101, 100, 99], [1, 3]],
    ['the first price crosses nothing', {}, [101, 102], []],
    [
      'above holds from the first price on, and again after it has ceased',
      { condition: 'above' },
      [101, 102, 99, 100],
      [0, 3],
    ],
    ['below holds likewise', { condition: 'below' }, [101, 100, 99, 101, 98], [1, 4]],
    // 100 × 1.05 = 105 and 100 × 0.95 = 95.
    ['five per cent up', { condition: 'percent', percent: '0.05' as Rate }, [100, 104.9, 105, 95], [2]],
    ['five per cent down', { condition: 'percent', percent: '-0.05' as Rate }, [100, 105, 95.1, 95], [3]],
  ])('%s', (_what, change, prices, expected) => {
    expect(firings(alertOf(change), prices)).toEqual(expected)
  })

  test('the level of a share is exact', () => {
    // 64,123.4 × 0.985 = 63,161.549.
    expect(alertLevel({ condition: 'percent', price: '64123.4' as Price, percent: '-0.015' as Rate })).toBe('63161.549')
  })

  test('crossing fires exactly where the level lies between two prices, or one of them moves onto it', () => {
    const prices = array(integer({ min: 95, max: 105 }), { maxLength: 40 })
    check(
      property(prices, (walk) => {
        const expected = walk.flatMap((now, index) => {
          const before = walk[index - 1]
          if (before === undefined || before === 100) return []
          return (before < 100 ? now >= 100 : now <= 100) ? [index] : []
        })
        expect(firings(alertOf(), walk)).toEqual(expected)
      }),
    )
  })

  test('above and below never fire twice in a row on the same side', () => {
    const condition = constantFrom('above' as const, 'below' as const)
    check(
      property(condition, array(integer({ min: 95, max: 105 }), { maxLength: 40 }), (side, walk) => {
        const fired = firings(alertOf({ condition: side }), walk)
        for (const [place, index] of fired.entries()) {
          const last = fired[place - 1]
          if (last === undefined) continue
          const between = walk.slice(last + 1, index)
          expect(between.some((price) => (side === 'above' ? price < 100 : price > 100))).toBe(true)
        }
      }),
    )
  })
})

describe('an alert by the close of each bar', () => {
  const closes = alertOf({ frequency: 'barClose', interval: '1' })
  test('what a bar reached and left again does not count; its last price does, once the next bar has begun', () => {
    // Two prices a minute; the closes are 99, 99, 101, 98.
    const prices = [99, 99, 101, 99, 99, 101, 102, 98, 98]
    expect(firings(closes, prices, MINUTE_MS / 2)).toEqual([6, 8])
  })

  test('it goes on, while one that is to be told once is over', () => {
    expect(firedAlert(closes, '101' as Price, 5)).toMatchObject({ isActive: true, firedCount: 1, firedAtMs: 5 })
    expect(firedAlert(alertOf({ frequency: 'once' }), '101' as Price, 5)).toMatchObject({
      isActive: false,
      firedPrice: '101',
    })
  })
})
