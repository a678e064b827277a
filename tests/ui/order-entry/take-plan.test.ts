import { expect, test, vi } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import { OrderFormModel } from '../../../src/ui/order-entry/order-form-model'
import { SizeBy } from '../../../src/ui/order-entry/size-by'
import { takePlan } from '../../../src/ui/order-entry/take-plan'
import { TicketExtras } from '../../../src/ui/order-entry/ticket-extras'
import { FIRST_GROUP } from '../../../src/ui/state/link-group'
import { pickedPrice } from '../../../src/ui/state/picked-price'
import type { TradePlan } from '../../../src/ui/trading-kit/chart-line'
import { deskOf } from '../fixtures'

function ticketOf() {
  const desk = deskOf({ available: '10000' })
  const place = vi.fn(() => new Promise<never>(() => {}))
  const ticket = new OrderFormModel(desk.market, {
    picked: pickedPrice(FIRST_GROUP),
    app: desk,
    place,
    drafts: { load: () => null, save() {} },
    loadExtras: async () => TicketExtras,
    loadSizing: async () => SizeBy,
    now: () => 1000,
    monotonic: () => 1000,
  })
  return { ticket, place }
}

const plan = (entry: string, target: string, stop: string): TradePlan => ({
  side: Number(target) > Number(entry) ? 'buy' : 'sell',
  entry: entry as Price,
  target: target as Price,
  stop: stop as Price,
})

test('a plan becomes a limit order with both legs, sized by one per cent, and nothing is sent', async () => {
  const { ticket, place } = ticketOf()
  const stop = ticket.start()
  takePlan(ticket, plan('59000', '60000', '58500'))
  await vi.waitFor(() => expect(ticket.extras.value?.tpSl.stopLoss.price.price.value).toBe('58500'))
  expect(ticket.tab.value).toBe('limit')
  expect(ticket.orderPrice.value).toBe('59000')
  expect(ticket.extras.value?.tpSl.takeProfit.price.price.value).toBe('60000')
  await vi.waitFor(() => expect(ticket.sizeBy.value?.text('risk').value).toBe('1'))
  expect(ticket.sizeBy.value?.sized.value.side).toBe('buy')
  expect(place).not.toHaveBeenCalled()
  stop()
})

test('a size that was typed stays under a bracket of the menu, and a ticket without one is sized by risk', async () => {
  const { ticket } = ticketOf()
  const stop = ticket.start()
  takePlan(ticket, plan('59000', '60000', '58500'), { keepsSize: true })
  await vi.waitFor(() => expect(ticket.sizeBy.value?.text('risk').value).toBe('1'))
  ticket.setSizeMethod('qty')
  ticket.size.setText('0.01')
  takePlan(ticket, plan('61000', '62000', '60500'), { keepsSize: true })
  await vi.waitFor(() => expect(ticket.extras.value?.tpSl.stopLoss.price.price.value).toBe('60500'))
  expect(ticket.size.method.value).toBe('qty')
  expect(ticket.size.text.value).toBe('0.01')
  stop()
})

test('a risk that was given stays, and the last plan is the one that holds', async () => {
  const { ticket } = ticketOf()
  const stop = ticket.start()
  takePlan(ticket, plan('59000', '60000', '58500'))
  await vi.waitFor(() => expect(ticket.sizeBy.value?.text('risk').value).toBe('1'))
  ticket.sizeBy.value?.setText('risk', '')
  ticket.sizeBy.value?.setText('risk', '2')
  takePlan(ticket, plan('61000', '60000', '61500'))
  await vi.waitFor(() => expect(ticket.extras.value?.tpSl.stopLoss.price.price.value).toBe('61500'))
  expect(ticket.sizeBy.value?.text('risk').value).toBe('2')
  expect(ticket.sizeBy.value?.sized.value.side).toBe('sell')
  stop()
})

test('a plan is sized by one per cent, not by what another size would risk', async () => {
  const { ticket } = ticketOf()
  const stop = ticket.start()
  takePlan(ticket, plan('59000', '60000', '58500'))
  await vi.waitFor(() => expect(ticket.sizeBy.value?.text('risk').value).toBe('1'))
  ticket.setSizeMethod('qty')
  ticket.size.setText('0.01')
  takePlan(ticket, plan('61000', '62000', '60500'))
  await vi.waitFor(() => expect(ticket.sizeBy.value?.text('risk').value).toBe('1'))
  stop()
})

test('a ticket that is not on the screen takes the last plan when it comes', async () => {
  const { ticket } = ticketOf()
  takePlan(ticket, plan('59000', '60000', '58500'))
  takePlan(ticket, plan('59100', '60100', '58600'))
  const stop = ticket.start()
  await vi.waitFor(() => expect(ticket.extras.value?.tpSl.stopLoss.price.price.value).toBe('58600'))
  await Promise.resolve()
  expect(ticket.extras.value?.tpSl.takeProfit.price.price.value).toBe('60100')
  stop()
})
