import { expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import { legBookRows, netIsBetter } from '../../../src/ui/leg-books/leg-book-rows'
import type { BookView } from '../../../src/workers/hub-events'

const STEPS = { tickSize: '0.01' as Price, lotSize: '0.1' as Qty }
const price = (text: string): Price => text as Price

test('bid and ask of the same distance share a line; a side that ends leaves its place empty', () => {
  // 151.92 × 84.1, 151.91 × 212 to the one side, 151.97 × 62 to the other.
  const view = {
    bids: Float64Array.of(15_192, 841, 15_191, 2_120),
    asks: Float64Array.of(15_197, 620),
  } as unknown as BookView
  expect(legBookRows(view, STEPS, 3)).toEqual([
    { bid: { price: '151.92', qty: '84.1' }, ask: { price: '151.97', qty: '62' } },
    { bid: { price: '151.91', qty: '212' }, ask: null },
    { bid: null, ask: null },
  ])
})

test('a book that is not known keeps its lines, so that nothing moves when it comes', () => {
  expect(legBookRows(null, STEPS, 2)).toEqual([
    { bid: null, ask: null },
    { bid: null, ask: null },
  ])
})

test('the net book is better by a higher bid and by a lower ask', () => {
  // Drawn in the design: leg by leg −0.42 / −0.36, net −0.40 / −0.38: 0.02 on both sides.
  const implied = { bid: price('-0.42'), ask: price('-0.36') }
  expect(netIsBetter(implied, { bid: price('-0.40'), ask: price('-0.38') })).toEqual({ bid: '0.02', ask: '0.02' })
  expect(netIsBetter(implied, { bid: price('-0.45'), ask: null })).toEqual({ bid: '-0.03', ask: null })
})
