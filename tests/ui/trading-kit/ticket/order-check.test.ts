import { signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MarginRates } from '../../../../src/domain/account/margin-rates'
import type { Qty, Rate } from '../../../../src/domain/decimal'
import type { NewOrder } from '../../../../src/domain/order/new-order'
import { ASK_AFTER_MS, ASK_AGAIN_MS, OrderCheck } from '../../../../src/ui/trading-kit/ticket/order-check'
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
const SAID: Read<MarginRates> = { hasError: false, value: RATES, asOfMs: 0, fromCache: false }
const LACKING: Read<MarginRates> = {
  hasError: true,
  code: 110_007,
  message: '',
  ext: { required: '3776266.52128218', available: '368041.86424773', coin: 'USDC' },
}

function checkOf(answer: (order: NewOrder) => Read<MarginRates> = () => SAID) {
  const qty = signal<string | null>('1')
  const tick = signal(0)
  const isAsked = signal(true)
  const asked: string[] = []
  let isHidden = false
  const check = new OrderCheck({
    api: {
      orderRates: async (order) => {
        asked.push(`${order.side} ${order.qty}`)
        return answer(order)
      },
    },
    // A buy alone is complete; the market moves beside it.
    order: (side) =>
      tick.value < 0 || qty.value === null || side === 'sell'
        ? null
        : ({ symbol: 'BTC-26NOV26-60000-C', side, qty: qty.value as Qty } as NewOrder),
    isAsked,
    isHidden: () => isHidden,
  })
  return { check, qty, tick, isAsked, asked, hide: () => (isHidden = true), stop: check.start() }
}

test('a ticket is asked about once it rests, whatever the market does beside it, and again while it stands', async () => {
  const { check, qty, tick, asked, stop } = checkOf()
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS - 1)
  tick.value += 1
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect([asked, check.sides.buy.value, check.sides.sell.value]).toEqual([
    ['buy 1'],
    { rates: RATES, required: null, rejection: null },
    null,
  ])
  await vi.advanceTimersByTimeAsync(ASK_AGAIN_MS)
  expect(asked).toEqual(['buy 1', 'buy 1'])
  // What is changed since has no answer, and is no question before it rests.
  qty.value = '2'
  expect(check.sides.buy.value).toBeNull()
  qty.value = '3'
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect(asked).toEqual(['buy 1', 'buy 1', 'buy 3'])
  stop()
  await vi.advanceTimersByTimeAsync(10 * ASK_AGAIN_MS)
  expect([asked.length, check.sides.buy.value]).toEqual([3, null])
})

test('a refusal says what would have to be free; no answer says nothing', async () => {
  const refused = checkOf(() => LACKING)
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect(refused.check.sides.buy.value).toMatchObject({
    rates: null,
    required: '3776266.52128218',
    rejection: { code: 110_007 },
  })
  refused.stop()
  const silent = checkOf(() => ({ hasError: true, code: null, message: '' }))
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect(silent.check.sides.buy.value).toBeNull()
  silent.stop()
})

test('an answer that comes after a change is none, and nothing is asked while nobody looks', async () => {
  let answer: (read: Read<MarginRates>) => void = () => {}
  const late = checkOf()
  const slow = new OrderCheck({
    api: { orderRates: () => new Promise((resolve) => (answer = resolve)) },
    order: (side) => (side === 'buy' ? ({ qty: late.qty.value } as NewOrder) : null),
    isAsked: late.isAsked,
    isHidden: () => false,
  })
  const stop = slow.start()
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  late.qty.value = '5'
  answer(SAID)
  await vi.advanceTimersByTimeAsync(1)
  expect(slow.sides.buy.value).toBeNull()
  stop()
  await vi.advanceTimersByTimeAsync(ASK_AFTER_MS)
  expect(late.check.sides.buy.value).not.toBeNull()
  late.hide()
  const before = late.asked.length
  await vi.advanceTimersByTimeAsync(3 * ASK_AGAIN_MS)
  expect([late.asked.length, late.check.sides.buy.value]).toEqual([before, null])
  late.stop()
})
