import { describe, expect, test } from 'vitest'
import type { Price, Qty } from '../../../src/domain/decimal'
import type { Order } from '../../../src/domain/order/order'
import { AmendForm } from '../../../src/ui/orders/amend-form'
import { instrumentOf, orderOf } from '../fixtures'

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
