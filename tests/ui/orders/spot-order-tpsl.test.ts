import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { Order } from '../../../src/domain/order/order'
import { SpotOrderTpSl } from '../../../src/ui/orders/spot-order-tpsl'
import { orderOf } from '../fixtures'
import { BTC_USDT } from '../spot-fixtures'

const price = (text: string): Price => text as Price
/** A buy at 60,000 that brings a take-profit at 66,000, limit 66,100, and nothing else. */
const ORDER = {
  ...orderOf('1', {
    symbol: BTC_USDT.symbol,
    side: 'buy',
    qty: '0.1' as Qty,
    tpSlMode: 'full',
    takeProfit: price('66000'),
    tpLimitPrice: price('66100'),
  }),
  price: price('60000'),
} as Order
const modelOf = (change: Partial<Order> = {}) => new SpotOrderTpSl({ ...ORDER, ...change } as Order, BTC_USDT)

describe('what a pair’s order brings is changed (v5 amend: takeProfit, stopLoss, tpLimitPrice, slLimitPrice)', () => {
  test('it opens with what the order has, which is nothing to send', () => {
    const { takeProfit, stopLoss, terms } = modelOf()
    expect(takeProfit.leg.value).toEqual({ trigger: '66000', type: 'limit', limit: '66100' })
    expect([stopLoss.leg.value, terms.value]).toEqual([null, null])
  })

  test('a leg that is not touched is not named; a new one is', () => {
    const model = modelOf()
    model.stopLoss.trigger.setText('57000')
    expect(model.terms.value).toEqual({
      mode: 'full',
      takeProfit: null,
      stopLoss: { price: '57000', by: 'last', orderType: 'market', limitPrice: null, slippage: null },
    })
  })

  test('an emptied one is taken away, and one at a limit may go to market', () => {
    const model = modelOf()
    model.takeProfit.setType('market')
    expect(model.terms.value?.takeProfit).toMatchObject({ price: '66000', orderType: 'market', limitPrice: null })
    model.takeProfit.trigger.setText('')
    expect(model.terms.value?.takeProfit).toMatchObject({ price: '0' })
  })

  test('a profit of what is bought lies above the order’s price and its stop below, of what is sold the other way round', () => {
    const model = modelOf()
    model.takeProfit.trigger.setText('59000')
    expect(model.problem.value).toMatchObject({ field: 'tpTrigger', key: 'notAbove.order', values: { bound: '60000' } })
    expect(model.terms.value).toBeNull()
    const sale = modelOf({ side: 'sell', takeProfit: null, tpLimitPrice: null })
    sale.takeProfit.trigger.setText('59000')
    expect(sale.terms.value?.takeProfit).toMatchObject({ price: '59000' })
    sale.stopLoss.trigger.setText('59500')
    expect(sale.problem.value).toMatchObject({ field: 'slTrigger', key: 'notAbove.order' })
  })
})
