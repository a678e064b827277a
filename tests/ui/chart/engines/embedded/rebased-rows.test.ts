import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RebasedRows } from '../../../../../src/ui/chart/engines/embedded/rebased-rows'

function rowsOf(own: readonly number[], other: readonly (number | null)[], range: readonly [number, number]) {
  return new RebasedRows(() => other.map((value) => [value]), { range: () => range, close: (index) => own[index] })
}

test('at the first bar in view both are level, and a tenth more is a tenth more', () => {
  // Own 100 where the other is 2: its 2.2 lies at 110, its 1 at 50.
  const rows = rowsOf([90, 100, 105], [3, 2, 2.2, 1], [1, 3])
  expect([1, 2, 3].map((index) => rows.at(index))).toEqual([100, 110.00000000000001, 50])
  expect(rows.changeAt(2)).toBeCloseTo(0.1, 12)
})

test('a missing bar is no point, and one that begins later begins level with the first in view', () => {
  const rows = rowsOf([10, 11, 12, 13], [null, null, 4, null], [0, 4])
  expect([0, 1, 2, 3].map((index) => rows.at(index))).toEqual([null, null, 10, null])
  expect(rows.changeAt(3)).toBeNull()
  expect(rows.rows().map((row) => row[0])).toEqual([null, null, 10, null])
})

test('without a bar of both there is nothing to compare', () => {
  expect(rowsOf([1], [null], [0, 1]).base()).toBeNull()
  expect(rowsOf([], [], [0, 0]).base()).toBeNull()
})

test('on an axis in per cent of the first bar in view a line lies at its own change', () => {
  const price = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(fc.array(fc.tuple(price, price), { minLength: 2, maxLength: 30 }), fc.nat(28), (closes, first) => {
      const from = Math.min(first, closes.length - 2)
      const rows = rowsOf(
        closes.map(([own]) => own),
        closes.map(([, other]) => other),
        [from, closes.length],
      )
      const own0 = closes[from]![0]
      for (let i = from; i < closes.length; i++) expect(rows.at(i)! / own0 - 1).toBeCloseTo(rows.changeAt(i)!, 9)
    }),
  )
})
