import { expect, test } from 'vitest'
import { PastDeliveries, type Delivery } from '../../../exchange/venue/past-deliveries'
import type { Price } from '../../../src/domain/decimal'

const DAY_MS = 86_400_000
const option = (symbol: string, price: string, timeMs: number): Delivery => ({
  symbol,
  baseCoin: 'BTC',
  settleCoin: 'USDT',
  price: price as Price,
  timeMs,
})

test('options of one expiry are kept together, and found one by one', () => {
  const past = new PastDeliveries([])
  const [call, put, later] = [option('C', '90000', DAY_MS), option('P', '90000', DAY_MS), option('D', '1', 2 * DAY_MS)]
  for (const one of [call, put, later]) past.add(one, 2 * DAY_MS)
  expect(past.groups().map(({ symbols }) => symbols)).toEqual([['C', 'P'], ['D']])
  expect(past.find(null, 2 * DAY_MS)).toEqual([call, put, later])
  expect(past.find('P', 2 * DAY_MS)).toEqual([put])
  expect(past.find('nothing', 2 * DAY_MS)).toEqual([])
})

test('for thirty days', () => {
  const past = new PastDeliveries([])
  const [first, second] = [option('C', '90000', DAY_MS), option('D', '91000', 31 * DAY_MS)]
  past.add(first, 2 * DAY_MS)
  expect(past.find(null, 31 * DAY_MS - 1)).toEqual([first])
  expect(past.find(null, 31 * DAY_MS)).toEqual([])
  past.add(second, 32 * DAY_MS)
  expect(new PastDeliveries(past.groups()).find(null, 32 * DAY_MS)).toEqual([second])
  expect(past.groups()).toHaveLength(1)
})
