import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../../src/domain/decimal'
import type { ExecutionMark } from '../../../../src/ui/trading-kit/chart-line'
import { groupExecutions } from '../../../../src/ui/chart/lines/execution-groups'

const MINUTE_MS = 60_000
const mark = (timeMs: number, side: 'buy' | 'sell', qty: string, price: string): ExecutionMark => ({
  id: `${timeMs}/${side}/${qty}/${price}`,
  side,
  qty: qty as Qty,
  price: price as Price,
  timeMs,
})

describe('fills by bar', () => {
  test('of one side are one, with their sum and their mean by quantity', () => {
    const groups = groupExecutions(
      [
        mark(31 * MINUTE_MS, 'buy', '0.1', '100'),
        mark(59 * MINUTE_MS, 'buy', '0.3', '104'),
        mark(59 * MINUTE_MS, 'sell', '0.2', '103'),
        mark(60 * MINUTE_MS, 'buy', '0.7', '99'),
      ],
      '30',
    )
    // (0.1 × 100 + 0.3 × 104) / 0.4 = 103.
    expect(groups).toEqual([
      { barMs: 30 * MINUTE_MS, side: 'buy', qty: '0.4', averagePrice: 103, price: null, count: 2 },
      { barMs: 30 * MINUTE_MS, side: 'sell', qty: '0.2', averagePrice: 103, price: '103', count: 1 },
      { barMs: 60 * MINUTE_MS, side: 'buy', qty: '0.7', averagePrice: 99, price: '99', count: 1 },
    ])
  })

  test('have all of the quantity, each fill once, whatever the interval', () => {
    const fill = fc
      .tuple(fc.nat(5_000_000), fc.constantFrom('buy' as const, 'sell' as const), fc.integer({ min: 1, max: 999 }))
      .map(([timeMs, side, lots]) =>
        mark(timeMs * 1000, side, `0.${String(lots).padStart(3, '0')}`.replace(/0+$/, ''), '5'),
      )
    fc.assert(
      fc.property(
        fc.array(fill, { maxLength: 30 }),
        fc.constantFrom('1' as const, '240' as const, '1W' as const, '1M' as const),
        (fills, interval) => {
          const groups = groupExecutions(fills, interval)
          for (const side of ['buy', 'sell'] as const) {
            const lots = (all: readonly { readonly side: string; readonly qty: string }[]) =>
              all.filter((one) => one.side === side).reduce((sum, one) => sum + Math.round(Number(one.qty) * 1000), 0)
            expect(lots(groups)).toBe(lots(fills))
          }
          expect(groups.reduce((sum, one) => sum + one.count, 0)).toBe(fills.length)
          expect(new Set(groups.map((one) => `${one.barMs}/${one.side}`)).size).toBe(groups.length)
        },
      ),
    )
  })
})
