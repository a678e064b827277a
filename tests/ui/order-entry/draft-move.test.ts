import { describe, expect, test, vi } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import { draftFields } from '../../../src/ui/order-entry/draft-fields'
import { OrderFormModel } from '../../../src/ui/order-entry/order-form-model'
import { SizeBy } from '../../../src/ui/order-entry/size-by'
import { takePlan, takePrice } from '../../../src/ui/order-entry/take-plan'
import { TicketExtras } from '../../../src/ui/order-entry/ticket-extras'
import { FIRST_GROUP } from '../../../src/ui/state/link-group'
import { pickedPrice } from '../../../src/ui/state/picked-price'
import { beginDraftMove } from '../../../src/ui/trading-kit/draft-move'
import { deskOf } from '../fixtures'

function ticketOf() {
  const desk = deskOf()
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
  const stop = ticket.start()
  const prices = () => [
    ticket.price.peek(),
    ticket.extras.peek()?.tpSl.takeProfit.price.price.peek() ?? null,
    ticket.extras.peek()?.tpSl.stopLoss.price.price.peek() ?? null,
  ]
  return { ticket, place, prices, stop }
}

async function bracketOf() {
  const desk = ticketOf()
  const plan = { side: 'buy', entry: '59000', target: '60000', stop: '58500' }
  takePlan(desk.ticket, plan as unknown as Parameters<typeof takePlan>[1])
  await vi.waitFor(() => expect(desk.prices()).toEqual(['59000', '60000', '58500']))
  return desk
}

describe('a price of the ticket that is moved on the chart', () => {
  test('stands in the ticket at once, on the tick, and nothing is sent', () => {
    const { ticket, prices, place, stop } = ticketOf()
    ticket.setPriceText('59000')
    const moving = beginDraftMove(draftFields(ticket), 'limit')
    // 58,812.34 is nearest to 58,812.3; 1,187.7 of 60,000 are 1.98 %.
    expect(moving?.at(58_812.34)).toMatchObject({ price: '58812.3', detail: { text: '−1,187.7 · −1.98%' } })
    expect(prices()[0]).toBe('58812.3')
    expect(place).not.toHaveBeenCalled()
    moving?.cancel?.()
    expect(prices()[0]).toBe('59000')
    stop()
  })

  test('the entry takes target and stop along, as far as itself; alone they move alone', async () => {
    const { ticket, prices, stop } = await bracketOf()
    const entry = beginDraftMove(draftFields(ticket), 'limit')
    entry?.at(59_100)
    entry?.at(58_900.5)
    expect(prices()).toEqual(['58900.5', '59900.5', '58400.5'])
    entry?.cancel?.()
    expect(prices()).toEqual(['59000', '60000', '58500'])
    beginDraftMove(draftFields(ticket), 'stopLoss')?.at(58_200)
    expect(prices()).toEqual(['59000', '60000', '58200'])
    stop()
  })

  test('what the ticket does not have is not moved', () => {
    const { ticket, stop } = ticketOf()
    expect(beginDraftMove(draftFields(ticket), 'takeProfit')).toBeNull()
    stop()
  })
})

test('a price of the chart becomes the limit price, or the trigger of a conditional order', async () => {
  const { ticket, place, stop } = ticketOf()
  takePrice(ticket, 'limit', '59500' as Price)
  expect([ticket.tab.value, ticket.price.value]).toEqual(['limit', '59500'])
  takePrice(ticket, 'conditional', '61500' as Price)
  expect(ticket.tab.value).toBe('conditional')
  await vi.waitFor(() => expect(ticket.extras.value?.trigger.price.price.value).toBe('61500'))
  expect(place).not.toHaveBeenCalled()
  stop()
})
