import { expect, test } from 'vitest'
import { parseOrder, writeOrder } from '../../../src/wire/shape/order'
import { orderOf } from '../../ui/fixtures'

/** v5's row of a pair's market order that was asked for by an amount repeats that amount as its quantity. */
test('an order of an amount has the quantity that it filled or that is left, not the amount', () => {
  const row = { ...writeOrder(orderOf('o-1'), 'v5'), qty: '1000', cumExecQty: '0.015', leavesQty: '0.0005' }
  expect(parseOrder({ ...row, marketUnit: 'quoteCoin' }).qty).toBe('0.0155')
  expect(parseOrder({ ...row, marketUnit: 'baseCoin' }).qty).toBe('1000')
  expect(parseOrder({ ...row, marketUnit: '' }).qty).toBe('1000')
})
