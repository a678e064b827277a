import { signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import type { Price, Qty, Rate } from '../../../src/domain/decimal'
import type { Order } from '../../../src/domain/order/order'
import { AmendForm } from '../../../src/ui/orders/amend-form'
import { instrumentOf, orderOf } from '../fixtures'
import { CALL_60K } from '../option-fixtures'

const waiting = orderOf('w', {
  status: 'untriggered',
  stopOrderType: 'stop',
  triggerPrice: '61000' as Price,
  triggerBy: 'last',
  triggerDirection: 1,
})

describe('amending (semantics §2.7)', () => {
  test('sends only what differs, and nothing while nothing does', () => {
    const form = new AmendForm(orderOf('a'), instrumentOf())
    expect(form.change.value).toBeNull()
    form.price?.setText('59000')
    expect(form.change.value).toEqual({ price: '59000', qty: null })
  })

  test('the new quantity exceeds the filled part', () => {
    const form = new AmendForm(orderOf('a', { filledQty: '0.1' as Qty }), instrumentOf())
    form.setQtyText('0.1')
    expect(form.isBelowFilled.value).toBe(true)
    expect(form.change.value).toBeNull()
    form.setQtyText('0.101')
    expect(form.change.value).toEqual({ price: null, qty: '0.101' })
  })

  test('an order that waits has its trigger and basis too', () => {
    const form = new AmendForm(waiting, instrumentOf())
    form.trigger?.setText('62000')
    form.setTriggerBy('mark')
    expect(form.change.value).toEqual({ price: null, qty: null, triggerPrice: '62000', triggerBy: 'mark' })
  })

  test('a guard over the whole position has a trigger and nothing else', () => {
    const { price: _price, ...rest } = waiting as Extract<Order, { type: 'limit' }>
    const form = new AmendForm({ ...rest, type: 'market', stopOrderType: 'stopLoss' }, instrumentOf())
    expect([form.price, form.hasQty]).toEqual([null, false])
    form.trigger?.setText('')
    expect(form.change.value).toBeNull()
  })
})

describe('amending an option’s order', () => {
  // At the money a year before: 60,000 × (2 Φ(v ÷ 2) − 1), so 4,779.33 at 20 % and 7,155.57 at 30 %; the tick is 5.
  const yearBefore = CALL_60K.delivery.timeMs - 365 * 86_400_000
  const formOf = (change: { readonly orderIv?: Rate }) =>
    new AmendForm(
      orderOf('o', { symbol: CALL_60K.symbol, qty: '0.1' as Qty, ...change }),
      CALL_60K,
      signal({ forward: '60000' as Price, nowMs: yearBefore }),
    )

  test('that was asked for by volatility goes on by volatility, and sends no price beside it', () => {
    const form = formOf({ orderIv: '0.2' as Rate })
    expect([form.volatility?.pricedBy.value, form.volatility?.text.value]).toEqual(['volatility', '20.00'])
    expect(form.change.value).toBeNull()
    form.volatility?.setText('30')
    expect(form.volatility?.price.value).toBe('7155')
    expect(form.change.value).toEqual({ price: null, qty: null, orderIv: '0.3' })
    form.volatility?.setText('')
    expect(form.change.value).toBeNull()
  })

  test('changes its quantity alone without a new price, whatever the market did', () => {
    const form = formOf({ orderIv: '0.2' as Rate })
    form.setQtyText('0.2')
    expect(form.change.value).toEqual({ price: null, qty: '0.2' })
    // Typed anew, the same volatility is made a price of anew.
    form.volatility?.setText('20')
    expect(form.change.value).toEqual({ price: null, qty: '0.2', orderIv: '0.2' })
  })

  test('that was asked for by price begins its volatility with what the price comes to', () => {
    const form = formOf({})
    expect(form.volatility?.pricedBy.value).toBe('price')
    form.volatility?.setPricedBy('volatility', '4780' as Price)
    expect(Number(form.volatility?.text.value)).toBeCloseTo(20, 1)
    form.volatility?.setPricedBy('price', null)
    form.price?.setText('4785')
    expect(form.change.value).toEqual({ price: '4785', qty: null })
  })

  test('a contract’s order has no volatility', () => {
    expect(new AmendForm(orderOf('a'), instrumentOf()).volatility).toBeNull()
  })
})
