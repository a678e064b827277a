import { signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ForetoldOrder } from '../../../../src/domain/account/foretold-order'
import type { MarginRates } from '../../../../src/domain/account/margin-rates'
import type { Money, Qty, Rate } from '../../../../src/domain/decimal'
import type { NewOrder } from '../../../../src/domain/order/new-order'
import {
  ASK_AFTER_MS,
  ASK_AGAIN_MS,
  ASK_AT_LATEST_MS,
  OrderCheck,
} from '../../../../src/ui/trading-kit/ticket/order-check'
import type { Read } from '../../../../src/workers/hub-api'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const rate = (text: string): Rate => text as Rate
const RATES: MarginRates = {
  initialBefore: rate('0.1'),
  initialAfter: rate('0.2'),
  maintenanceBefore: rate('0.05'),
  maintenanceAfter: rate('0.1'),
}
const VALUE: ForetoldOrder = { rates: RATES, cost: '12.5' as Money, most: '40' as Qty }
const SAID: Read<ForetoldOrder> = { hasError: false, value: VALUE, asOfMs: 0, fromCache: false }
const LACKING: Read<ForetoldOrder> = {
  hasError: true,
  code: 110_007,
  message: '',
  ext: { maxQty: '3', required: '3776266.52128218', available: '368041.86424773', coin: 'USDC' },
}

function checkOf(answer: (order: NewOrder) => Read<ForetoldOrder> = () => SAID) {
  const qty = signal<string | null>('1')
  const type = signal<NewOrder['type']>('limit')
  const tick = signal(0)
  const isAsked = signal(true)
  const asked: string[] = []
  let isHidden = false
  const check = new OrderCheck({
    api: {
      foretell: async (order) => {
        asked.push(`${order.side} ${order.qty}`)
        return answer(order)
      },
    },
    // A buy alone is complete; the market moves beside it.
    order: (side) =>
      tick.value < 0 || qty.value === null || side === 'sell'
        ? null
        : ({ symbol: 'BTC-26NOV26-60000-C', side, type: type.value, qty: qty.value as Qty } as NewOrder),
    least: (side) =>
      qty.value === null && side === 'buy'
        ? ({ symbol: 'BTC-26NOV26-60000-C', side, type: type.value, qty: '0.1' as Qty } as NewOrder)
        : null,
    isAsked,
    isHidden: () => isHidden,
  })
  return { check, qty, type, tick, isAsked, asked, hide: () => (isHidden = true), stop: check.start() }
}

test('a ticket is asked about once it rests, whatever the market does beside it, and again while it stands', async () => {
  const { check, qty, tick, asked, stop } = checkOf()
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS - 1)
  tick.value += 1
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect([asked, check.sides.value.buy, check.sides.value.sell]).toEqual([
    ['buy 1'],
    { rates: RATES, cost: '12.5', required: null, rejection: null },
    null,
  ])
  await vi.advanceTimersByTimeAsync(ASK_AGAIN_MS)
  expect(asked).toEqual(['buy 1', 'buy 1'])
  expect(check.isAsking.value).toBe(false)
  // What is changed since is no question before it rests; what was said stays until then, as of the terms before.
  qty.value = '2'
  expect([check.isAsking.value, check.sides.value.buy?.cost]).toEqual([true, '12.5'])
  qty.value = '3'
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect([check.isAsking.value, asked]).toEqual([false, ['buy 1', 'buy 1', 'buy 3']])
  stop()
  await vi.advanceTimersByTimeAsync(10 * ASK_AGAIN_MS)
  expect([asked.length, check.isAsking.value, check.sides.value.buy]).toEqual([3, false, null])
})

test('of another order altogether nothing is said; a ticket that does not rest is asked about all the same', async () => {
  const { check, qty, type, asked, stop } = checkOf()
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect([check.sides.value.buy?.cost, check.most.value.buy]).toEqual(['12.5', '40'])
  type.value = 'market'
  expect([check.isAsking.value, check.sides.value.buy, check.most.value.buy]).toEqual([true, null, null])
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  const before = asked.length
  // A price that follows the book moves it three times a second, or a line is dragged.
  for (let moved = 0; moved <= ASK_AT_LATEST_MS; moved += 300) {
    qty.value = String(10 + moved)
    expect([check.isAsking.value, check.sides.value.buy?.cost]).toEqual([true, '12.5'])
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(asked.length).toBe(before + 1)
  stop()
})

test('the largest order stays while the quantity alone is changed, and is asked for without one', async () => {
  const { check, qty, isAsked, asked, stop } = checkOf()
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect(check.most.value).toEqual({ buy: '40', sell: null })
  // A slider is a share of it.
  qty.value = '20'
  expect(check.most.value.buy).toBe('40')
  qty.value = null
  // Of no quantity nothing is said from then on.
  expect([check.most.value.buy, check.sides.value.buy]).toEqual(['40', null])
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect(asked.at(-1)).toBe('buy 0.1')
  // The figures of a quantity that nobody gave are not shown.
  expect([check.most.value.buy, check.sides.value.buy]).toEqual(['40', null])
  isAsked.value = false
  expect(check.most.value).toEqual({ buy: null, sell: null })
  stop()
})

test('what gives more than it takes costs nothing', async () => {
  const hedge = checkOf(() => ({ ...SAID, value: { ...VALUE, cost: '-3' as Money } }))
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect(hedge.check.sides.value.buy).toMatchObject({ cost: '0' })
  hedge.stop()
})

test('a refusal says what would have to be free; no answer says nothing', async () => {
  const refused = checkOf(() => LACKING)
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect(refused.check.sides.value.buy).toMatchObject({
    rates: null,
    required: '3776266.52128218',
    rejection: { code: 110_007 },
  })
  expect(refused.check.most.value.buy).toBe('3')
  refused.stop()
  const silent = checkOf(() => ({ hasError: true, code: null, message: '' }))
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect(silent.check.sides.value.buy).toBeNull()
  silent.stop()
})

test('an answer that comes after a change is none, and nothing is asked while nobody looks', async () => {
  let answer: (read: Read<ForetoldOrder>) => void = () => {}
  const late = checkOf()
  const slow = new OrderCheck({
    api: { foretell: () => new Promise((resolve) => (answer = resolve)) },
    order: (side) => (side === 'buy' ? ({ qty: late.qty.value } as NewOrder) : null),
    least: () => null,
    isAsked: late.isAsked,
    isHidden: () => false,
  })
  const stop = slow.start()
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  late.qty.value = '5'
  answer(SAID)
  await vi.advanceTimersByTimeAsync(1)
  expect(slow.sides.value.buy).toBeNull()
  stop()
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect(late.check.sides.value.buy).not.toBeNull()
  late.hide()
  const before = late.asked.length
  await vi.advanceTimersByTimeAsync(3 * ASK_AGAIN_MS)
  expect([late.asked.length, late.check.sides.value.buy]).toEqual([before, null])
  late.stop()
})
