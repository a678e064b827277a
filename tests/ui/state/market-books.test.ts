import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import { MarketModel } from '../../../src/ui/state/market-model'
import { BTCUSDT } from '../fixtures'

/** A market that is told of books: `ask` is the best ask, in ticks. */
function market() {
  const model = new MarketModel(BTCUSDT, signal(null))
  const tell = (group: number, ask: number, stale = false): void =>
    model.apply({
      type: 'book',
      book: {
        symbol: BTCUSDT,
        group,
        bids: new Float64Array(),
        asks: Float64Array.of(ask, 1),
        updateId: ask,
        timeMs: ask,
      },
      stale,
    })
  const shown = (group: number) => model.drawnBook(group)?.view.asks[0] ?? null
  return { model, tell, shown }
}

test('each panel sees its own grouping', () => {
  const { model, tell, shown } = market()
  model.showBook(2)
  model.showBook(10)
  tell(2, 600_002)
  tell(10, 600_010)
  tell(2, 600_004)
  expect([shown(2), shown(10)]).toEqual([600_004, 600_010])
})

test('until a grouping has come, what was drawn last is shown', () => {
  const { model, tell, shown } = market()
  expect(shown(1)).toBeNull()
  const release = model.showBook(1)
  tell(1, 600_001)
  release()
  model.showBook(10)
  expect(shown(10)).toBe(600_001)
  tell(10, 600_010)
  expect(shown(10)).toBe(600_010)
})

test('a grouping that nobody shows any more does not come back as it was (I4)', () => {
  const { model, tell, shown } = market()
  const release = model.showBook(1)
  tell(1, 600_001)
  release()
  const releaseCoarse = model.showBook(10)
  tell(10, 600_010)
  releaseCoarse()
  model.showBook(1)
  // Not 600,001, which is from before.
  expect(shown(1)).toBe(600_010)
})

test('one of two panels of a grouping goes: the other keeps it', () => {
  const { model, tell, shown } = market()
  model.showBook(2)
  const release = model.showBook(2)
  model.showBook(10)
  tell(2, 600_002)
  release()
  tell(10, 600_010)
  expect(shown(2)).toBe(600_002)
})

test('what else reckons with the book takes the finest one, with its own age', () => {
  const { model, tell } = market()
  expect([model.book.value, model.bookStale.value]).toEqual([null, true])
  model.showBook(1)
  model.showBook(10)
  tell(1, 600_001)
  tell(10, 600_010, true)
  expect([model.book.value?.group, model.bookStale.value]).toEqual([1, false])
  model.markFromBefore()
  expect([model.book.value?.group, model.bookStale.value]).toEqual([1, true])
})
