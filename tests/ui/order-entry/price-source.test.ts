import { describe, expect, test } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import { batch, signal } from '@preact/signals-react'
import { TicketPrice } from '../../../src/ui/order-entry/ticket-price'
import type { TicketTab } from '../../../src/ui/order-entry/ticket-drafts'
import { deskOf, tickerOf } from '../fixtures'

/** Best prices 59,999.9 and 60,000.1, a tick of 0.1. */
const best = (bid: string, ask: string) => tickerOf('60000', { bid1Price: bid as Price, ask1Price: ask as Price })

function scene() {
  const desk = deskOf()
  const tab = signal<TicketTab>('limit')
  const price = new TicketPrice(desk.market, tab, null)
  price.start()
  desk.send({ type: 'ticker', ticker: best('59999.9', '60000.1'), stale: false })
  const move = (bid: string, ask: string): void => desk.send({ type: 'ticker', ticker: best(bid, ask), stale: false })
  return { desk, tab, price, move }
}

describe('a price by a place in the book', () => {
  test('follows the best bid, with an offset in ticks, until one is typed', () => {
    const { price, move } = scene()
    price.follow('bid1')
    expect(price.text.value).toBe('59999.9')
    move('60010', '60010.2')
    expect(price.text.value).toBe('60010.0')
    price.source.setOffset(-10)
    expect(price.text.value).toBe('60009.0')
    price.setText('58000')
    move('60020', '60020.2')
    expect(price.text.value).toBe('58000')
    expect(price.source.source.value).toBeNull()
  })

  test('the middle is on the tick, rounded down', () => {
    const { price, move } = scene()
    price.follow('mid')
    move('60000', '60000.3')
    expect(price.text.value).toBe('60000.1')
  })

  test('while a press is on its way the price stays the one that was pressed (I11)', () => {
    const { price, move } = scene()
    price.follow('ask1')
    price.hold(true)
    move('60010', '60010.2')
    expect(price.text.value).toBe('60000.1')
    price.hold(false)
    expect(price.text.value).toBe('60010.2')
  })

  test('an old book is followed no further (I4)', () => {
    const { price, desk } = scene()
    price.follow('bid1')
    // What a page gets is applied whole.
    batch(() => desk.send({ type: 'ticker', ticker: best('50000', '50001'), stale: true }))
    expect(price.text.value).toBe('59999.9')
  })

  test('a level that is not there is not followed, and a draft does not keep a followed price', () => {
    const { price } = scene()
    price.follow('bid5')
    expect(price.source.price.value).toBeNull()
    price.follow('bid1')
    expect(price.draft().limit).toEqual({ text: '', touched: false })
  })

  test('a conditional order has a price of its own', () => {
    const { price, tab, move } = scene()
    price.follow('bid1')
    tab.value = 'conditional'
    price.setText('61000')
    move('60010', '60010.2')
    expect(price.text.value).toBe('61000')
  })

  test('the offset is bounded', () => {
    const { price } = scene()
    price.source.setOffset(5_000)
    expect(price.source.offset.value).toBe(200)
  })
})
