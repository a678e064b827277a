import { expect, test } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import type { OrderId, OrderLinkId } from '../../../src/domain/order/order'
import { OrderPress, SAME_PRESS_MS } from '../../../src/ui/trading-kit/order-press'
import type { Outcome } from '../../../src/workers/presses'

const pressed = (id: string) => ({ side: 'buy' as const, id: id as OrderLinkId, price: '100' as Price })

/** A press whose answer is given by hand. */
function open(press: OrderPress<OrderId>, id: string): { answer: () => void; done: Promise<unknown> } {
  let answer = (): void => {}
  const placed = new Promise<Outcome<OrderId>>((resolve) => {
    answer = () => resolve({ kind: 'accepted', value: `order-${id}` as OrderId })
  })
  return { done: press.send(pressed(id), () => placed), answer: () => answer() }
}

test('one press at a time: the ticket that was not changed is held until its answer, and half a second more', async () => {
  let now = 0
  const press = new OrderPress<OrderId>(() => now)
  const first = open(press, 'a')
  now = SAME_PRESS_MS * 2
  expect(press.isFree('buy')).toBe(false)
  first.answer()
  await first.done
  expect(press.isFree('buy')).toBe(true)
})

test('a second press on the same button within half a second is a double click, one on the other button is not', async () => {
  let now = 0
  const press = new OrderPress<OrderId>(() => now)
  const first = open(press, 'a')
  // One that is on its way holds its own button.
  expect([press.isFree('buy'), press.isFree('sell')]).toEqual([false, true])
  first.answer()
  await first.done
  now = SAME_PRESS_MS - 1
  expect([press.isFree('buy'), press.isFree('sell')]).toEqual([false, true])
  now = SAME_PRESS_MS
  expect(press.isFree('buy')).toBe(true)
})

test('a changed ticket is pressed at once though the answer to what stood there before is still out (O7)', async () => {
  const press = new OrderPress<OrderId>(() => 0)
  const first = open(press, 'a')
  expect(press.isFree('buy')).toBe(false)
  press.forget()
  expect([press.isFree('buy'), press.result.value]).toEqual([true, null])
  const second = open(press, 'b')
  // The late answer of the first neither frees the second's buttons nor is said of it.
  first.answer()
  await first.done
  expect([press.isFree('buy'), press.result.value]).toEqual([false, { kind: 'sending', side: 'buy' }])
  second.answer()
  await second.done
  expect(press.result.value).toMatchObject({ kind: 'done', id: 'b' })
})

test('an answer that comes after a change says nothing of the new text', async () => {
  const press = new OrderPress<OrderId>(() => 0)
  const first = open(press, 'a')
  press.forget()
  first.answer()
  await first.done
  expect([press.isFree('buy'), press.result.value]).toEqual([true, null])
})
