import { describe, expect, test } from 'vitest'
import type { Money, Price, Qty } from '../../../src/domain/decimal'
import { closeOutcome } from '../../../src/ui/positions/close-form'
import { closingFee, closingFill } from '../../../src/ui/positions/closing-fill'
import type { BookView } from '../../../src/workers/hub-events'
import { instrumentOf, orderOf, positionOf } from '../fixtures'

// Ticks of 0.1 and lots of 0.001: 0.5 at 60,000 and 0.5 at 59,990.
const book = (group = 1) => ({ group, asks: [600_010, 500], bids: [600_000, 500, 599_900, 500] }) as unknown as BookView
const closing = (qty: string, openOrders: Parameters<typeof closingFill>[0]['openOrders'] = []) =>
  closingFill({ side: 'buy', positionIdx: 0, qty: qty as Qty, limit: null, openOrders }, instrumentOf(), {
    view: book(),
    best: '60000' as Price,
  })

test('a long is closed at the mean of the bids that it takes', () => {
  expect(closing('0.5')).toMatchObject({ price: '60000', beyond: '0' })
  // (0.5 × 60,000 + 0.3 × 59,990) / 0.8 = 59,996.25.
  expect(closing('0.8')).toMatchObject({ price: '59996.25', beyond: '0' })
})

test('of what the book has not enough for nothing is made up', () => {
  // The book has 1.
  expect(closing('1.2')).toMatchObject({ price: null, beyond: '0.2' })
})

test('it trades past the own bids, which make room', () => {
  const own = orderOf('1', { side: 'buy', price: '60000', qty: '0.4' as Qty, leavesQty: '0.4' as Qty } as object)
  // 0.1 of others at 60,000, 0.4 at 59,990: (6,000 + 23,996) / 0.5 = 59,992.
  expect(closing('0.5', [own])).toMatchObject({ price: '59992', beyond: '0' })
})

test('without a book it is the best price', () => {
  const closed = { side: 'buy', positionIdx: 0, qty: '0.8' as Qty, limit: null, openOrders: [] } as const
  const fill = closingFill(closed, instrumentOf(), { view: null, best: '60000' as Price })
  expect(fill).toMatchObject({ price: '60000', beyond: '0' })
})

describe('closing at a limit (issue 19.3)', () => {
  const atLimit = (limit: string, qty = '0.8') =>
    closingFill(
      { side: 'buy', positionIdx: 0, qty: qty as Qty, limit: limit as Price, openOrders: [] },
      instrumentOf(),
      { view: book(), best: '60000' as Price },
    )

  test('one that crosses is reckoned at the prices that it fills at, and pays the taker’s fee', () => {
    const fill = atLimit('59000', '0.4')
    expect(fill).toMatchObject({ price: '60000', rests: [] })
    // 0.4 × 60,000 × 0.055 % = 13.2; at its limit of 59,000 it would be 12.98.
    expect(closingFee(fill, instrumentOf(), null)).toBe('13.2')
    const position = positionOf({ size: '0.4' as Qty, entryPrice: '60000.75' as Price, value: '24000.3' as Money })
    // 0.4 × (60,000 − 60,000.75) = −0.3; at the limit −400.3.
    expect(closeOutcome(position, instrumentOf(), { qty: '0.4' as Qty, price: fill.price }).pnl).toBe('-0.3')
  })

  test('what the book has not up to its price waits at it, and pays the maker’s', () => {
    const fill = atLimit('59995')
    expect([fill.taken, fill.rests]).toEqual([[{ qty: '0.5', price: '60000' }], [{ qty: '0.3', price: '59995' }]])
    // (0.5 × 60,000 + 0.3 × 59,995) / 0.8 = 59,998.125.
    expect(fill.price).toBe('59998.125')
    // 30,000 × 0.055 % + 17,998.5 × 0.02 % = 16.5 + 3.5997.
    expect(closingFee(fill, instrumentOf(), null)).toBe('20.0997')
  })

  test('one above the market waits whole', () => {
    const fill = atLimit('61000', '0.4')
    expect(fill).toMatchObject({ price: '61000', taken: [], beyond: '0' })
    // 0.4 × 61,000 × 0.02 %.
    expect(closingFee(fill, instrumentOf(), null)).toBe('4.88')
  })

  test('of an inverse short: the mean is that of contracts, and result and fee are in its coin', () => {
    const inverse = instrumentOf({
      kind: 'inversePerpetual',
      settleCoin: 'BTC',
      tickSize: '0.5' as Price,
      lotSize: '1' as Qty,
    })
    // Ticks of 0.5 and lots of a dollar: 1,000 at 40,000 and 1,000 at 62,500.
    const view = { group: 1, asks: [80_000, 1000, 125_000, 1000], bids: [79_000, 1000] } as unknown as BookView
    const qty = '2000' as Qty
    const closed = { side: 'sell', positionIdx: 0, qty, limit: '50000' as Price, openOrders: [] } as const
    const fill = closingFill(closed, inverse, { view, best: '40000' as Price })
    // 1,000 / 40,000 = 0.025 at once and 1,000 / 50,000 = 0.02 at its limit: 2,000 / 0.045 = 44,444.4…
    expect(Number(fill.price)).toBeCloseTo(44_444.444_444, 5)
    // 0.025 × 0.055 % + 0.02 × 0.02 % = 0.00001375 + 0.000004.
    expect(closingFee(fill, inverse, null)).toBe('0.00001775')
    const position = positionOf({ side: 'sell', size: qty, entryPrice: '50000' as Price, value: '0.04' as Money })
    // Sold for 2,000 / 50,000 = 0.04, bought back for 0.045: a short of an inverse contract gains 0.005.
    expect(closeOutcome(position, inverse, { qty, price: fill.price })).toEqual({ value: '0.045', pnl: '0.005' })
  })
})
