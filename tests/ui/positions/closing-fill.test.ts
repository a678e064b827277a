import { expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import { closingFill } from '../../../src/ui/positions/closing-fill'
import type { BookView } from '../../../src/workers/hub-events'
import { instrumentOf, orderOf } from '../fixtures'

// Ticks of 0.1 and lots of 0.001: 0.5 at 60,000 and 0.5 at 59,990.
const book = (group = 1) => ({ group, asks: [600_010, 500], bids: [600_000, 500, 599_900, 500] }) as unknown as BookView
const closing = (qty: string, openOrders: Parameters<typeof closingFill>[0]['openOrders'] = []) =>
  closingFill({ side: 'buy', positionIdx: 0, qty: qty as Qty, openOrders }, instrumentOf(), {
    view: book(),
    best: '60000' as Price,
  })

test('a long is closed at the mean of the bids that it takes', () => {
  expect(closing('0.5')).toEqual({ price: '60000', beyond: '0' })
  // (0.5 × 60,000 + 0.3 × 59,990) / 0.8 = 59,996.25.
  expect(closing('0.8')).toEqual({ price: '59996.25', beyond: '0' })
})

test('of what the book has not enough for nothing is made up', () => {
  // The book has 1.
  expect(closing('1.2')).toEqual({ price: null, beyond: '0.2' })
})

test('it trades past the own bids, which make room', () => {
  const own = orderOf('1', { side: 'buy', price: '60000', qty: '0.4' as Qty, leavesQty: '0.4' as Qty } as object)
  // 0.1 of others at 60,000, 0.4 at 59,990: (6,000 + 23,996) / 0.5 = 59,992.
  expect(closing('0.5', [own])).toEqual({ price: '59992', beyond: '0' })
})

test('without a book it is the best price', () => {
  const fill = closingFill({ side: 'buy', positionIdx: 0, qty: '0.8' as Qty, openOrders: [] }, instrumentOf(), {
    view: null,
    best: '60000' as Price,
  })
  expect(fill).toEqual({ price: '60000', beyond: '0' })
})
