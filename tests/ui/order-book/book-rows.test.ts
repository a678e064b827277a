import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { barWidth } from '../../../src/ui/order-book/book-renderer'
import { bookRows, layoutBook, MIDDLE_HEIGHT, rowAt, rowTop } from '../../../src/ui/order-book/book-rows'
import type { BookView } from '../../../src/workers/hub-events'

function view(bids: readonly number[], asks: readonly number[]): BookView {
  return {
    symbol: 'BTCUSDT' as InstrumentSymbol,
    group: 1,
    bids: Float64Array.from(bids),
    asks: Float64Array.from(asks),
    updateId: 1,
    timeMs: 0,
  }
}

describe('bookRows', () => {
  test('totals add up from the best level outwards and both sides share one scale', () => {
    const rows = bookRows(view([99, 5, 98, 7], [100, 1, 101, 2, 102, 30]), 10)
    expect(rows.asks.map((row) => row.total)).toEqual([1, 3, 33])
    expect(rows.bids.map((row) => row.total)).toEqual([5, 12])
    expect(rows.maxTotal).toBe(33)
  })

  test('only as many levels as fit are counted', () => {
    const rows = bookRows(view([99, 5, 98, 7, 97, 100], [100, 1]), 2)
    expect(rows.bids).toHaveLength(2)
    expect(rows.maxTotal).toBe(12)
  })

  test('an empty side is an empty side', () => {
    expect(bookRows(view([], []), 5)).toEqual({ asks: [], bids: [], maxTotal: 0 })
  })
})

describe('layoutBook', () => {
  test('at least ten levels a side in the height that 1440×900 leaves to the book', () => {
    // 900 − 44 header − 56 symbol − 36 tabs − 22 columns − 268 tables − 24 footer = 450, less hairlines
    expect(layoutBook(446).rowsPerSide).toBeGreaterThanOrEqual(10)
  })

  test('rows and the middle fill the height exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 80, max: 1400 }), (height) => {
        const layout = layoutBook(height)
        expect(2 * layout.rowsPerSide * layout.rowHeight + MIDDLE_HEIGHT).toBeCloseTo(height, 6)
        expect(layout.rowHeight).toBeGreaterThanOrEqual(16)
      }),
    )
  })

  test('the row under a point is the row drawn there', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 120, max: 900 }),
        fc.constantFrom('ask' as const, 'bid' as const),
        fc.nat(100),
        (height, side, pick) => {
          const layout = layoutBook(height)
          const index = pick % layout.rowsPerSide
          expect(rowAt(layout, rowTop(layout, side, index, 1) + layout.rowHeight / 2)).toEqual({ side, index })
        },
      ),
    )
  })

  test('the middle and the outside are no level', () => {
    const layout = layoutBook(400)
    expect(rowAt(layout, layout.middleTop + MIDDLE_HEIGHT / 2)).toBeNull()
    expect(rowAt(layout, -1)).toBeNull()
    expect(rowAt(layout, 400)).toBeNull()
  })
})

describe('barWidth', () => {
  test('is the share of the deepest total, on the device grid', () => {
    // 1/3 of 100 px at 2 device pixels per pixel: 66.67 → 67 device pixels
    expect(barWidth(1, 3, 100, 2)).toBe(33.5)
  })
  test('no depth, no bar', () => {
    expect(barWidth(0, 0, 100, 1)).toBe(0)
  })
})
