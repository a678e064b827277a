import { expect, test } from 'vitest'
import type { InstrumentSymbol } from '../../../src/domain/order/order'
import { WatchList } from '../../../src/ui/hub-link/watch-list'
import type { Watch } from '../../../src/workers/hub-api'

const BTC = 'BTCUSDT' as InstrumentSymbol
const book = (depth: 50 | 200, rows: number, group: number): Watch => ({
  topic: { kind: 'book', symbol: BTC, depth },
  rows,
  group,
})

function listOf(...watches: readonly Watch[]): WatchList {
  const list = new WatchList(() => undefined)
  for (const watch of watches) list.add(watch)
  return list
}

test('one grouping that two panels show is drawn once, with the rows of the higher one', () => {
  expect(listOf(book(50, 12, 1), book(50, 30, 1)).union()).toEqual([book(50, 30, 1)])
})

test('one grouping comes from one stream: the deepest that a panel needs', () => {
  expect(listOf(book(50, 12, 1), book(200, 60, 1)).union()).toEqual([book(200, 60, 1)])
})

test('two groupings of one stream are one watch with two shapes', () => {
  expect(listOf(book(200, 12, 2), book(200, 20, 10)).union()).toEqual([
    { ...book(200, 12, 2), others: [{ rows: 20, group: 10 }] },
  ])
})

test('groupings of two streams are two watches', () => {
  expect(listOf(book(50, 12, 1), book(200, 20, 10)).union()).toEqual([book(50, 12, 1), book(200, 20, 10)])
})

test('what one panel lets go of stays for the other', () => {
  const list = new WatchList(() => undefined)
  list.add(book(200, 12, 2))
  const release = list.add(book(200, 20, 10))
  const releaseTwin = list.add(book(200, 12, 2))
  release()
  releaseTwin()
  expect(list.union()).toEqual([book(200, 12, 2)])
})

test('what is expected is asked for until the first panel asks for the same stream in its own way', () => {
  const list = new WatchList(() => undefined)
  list.expect(book(50, 25, 1))
  list.expect({ topic: { kind: 'trades', symbol: BTC } })
  expect(list.union()).toEqual([book(50, 25, 1), { topic: { kind: 'trades', symbol: BTC } }])
  const release = list.add(book(200, 60, 1))
  expect(list.union()).toEqual([book(200, 60, 1), { topic: { kind: 'trades', symbol: BTC } }])
  release()
  expect(list.union()).toEqual([{ topic: { kind: 'trades', symbol: BTC } }])
})
