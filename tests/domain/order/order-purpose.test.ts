import { describe, expect, test } from 'vitest'
import { PURPOSE_OF_CREATE_TYPE, purposeOf } from '../../../src/domain/order/order-purpose'
import { orderOf } from '../../ui/fixtures'

describe('what an order is there for (semantics.md §2.1, createType)', () => {
  test.each([
    ['CreateByUser', null],
    ['CreateByClosing', null],
    ['CreateByStopOrder', 'stop'],
    ['CreateByTakeProfit', 'takeProfit'],
    ['CreateByPartialTakeProfit', 'partialTakeProfit'],
    ['CreateByStopLoss', 'stopLoss'],
    ['CreateByPartialStopLoss', 'partialStopLoss'],
    ['CreateByTrailingStop', 'trailingStop'],
    ['CreateByTrailingProfit', 'trailingProfit'],
    ['CreateByLiq', 'liquidation'],
    ['CreateByTakeOver_PassThrough', 'takeover'],
    ['CreateByAdl_PassThrough', 'autoDeleveraging'],
    ['CreateByFutureSpread', 'spread'],
    ['CreateBySettle', 'delivery'],
    ['CreateByMmRateClose', 'mmRateClose'],
    // What a later exchange may say is no reason to name it wrongly.
    ['CreateByMoonlight', null],
    ['constructor', null],
  ])('%s: %s', (createType, purpose) => {
    expect(purposeOf(orderOf('a', { createType }))).toBe(purpose)
  })

  test('the kind of a waiting order says more than its maker', () => {
    expect(purposeOf(orderOf('a', { createType: 'CreateByUser', stopOrderType: 'stopLoss' }))).toBe('stopLoss')
  })

  test('none is left out', () => {
    expect(Object.keys(PURPOSE_OF_CREATE_TYPE)).toHaveLength(13)
  })
})
