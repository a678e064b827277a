import { expect, test } from 'vitest'
import type { OrderTrigger } from '../../../src/domain/order/tp-sl'
import { isFilling } from '../../../src/ui/positions/filling'
import { intentOf, orderOf, positionOf } from '../fixtures'

const row = positionOf()
const NONE = { intents: [], openOrders: [] }
const IOC = { timeInForce: 'immediateOrCancel', positionIdx: 0 } as const

test('a position says so while an order that fills at once is on its way for it (issue 23.5)', () => {
  expect(isFilling(row, NONE)).toBe(false)
  for (const state of ['sending', 'unknown'] as const)
    expect(isFilling(row, { ...NONE, intents: [intentOf('a', state)] })).toBe(true)
  for (const state of ['refused', 'notPlaced', 'accepted'] as const)
    expect(isFilling(row, { ...NONE, intents: [intentOf('a', state)] })).toBe(false)
  expect(isFilling(row, { ...NONE, openOrders: [orderOf('a', { ...IOC, status: 'partiallyFilled' })] })).toBe(true)
})

test('what rests, waits for a trigger, or is another position’s is no news of it', () => {
  expect(isFilling(row, { ...NONE, openOrders: [orderOf('a', { timeInForce: 'goodTillCancel' })] })).toBe(false)
  expect(isFilling(row, { ...NONE, openOrders: [orderOf('a', { ...IOC, status: 'untriggered' })] })).toBe(false)
  const trigger = { price: '61000', by: 'last', direction: 1 } as OrderTrigger
  const sending = intentOf('a', 'sending')
  expect(isFilling(row, { ...NONE, intents: [{ ...sending, order: { ...sending.order, trigger } }] })).toBe(false)
  expect(isFilling(positionOf({ positionIdx: 2 }), { ...NONE, intents: [sending] })).toBe(false)
  expect(isFilling(positionOf({ symbol: 'ETHUSDT' as never }), { ...NONE, intents: [sending] })).toBe(false)
})
