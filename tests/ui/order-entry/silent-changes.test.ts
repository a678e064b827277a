import { signal } from '@preact/signals-react'
import { SizeBy } from '../../../src/ui/order-entry/size-by'
import { FIRST_GROUP } from '../../../src/ui/state/link-group'
import { pickedPrice } from '../../../src/ui/state/picked-price'
import { describe, expect, test } from 'vitest'
import type { Leverage } from '../../../src/domain/decimal'
import type { OrderId } from '../../../src/domain/order/order'
import { OrderFormModel } from '../../../src/ui/order-entry/order-form-model'
import { TicketExtras } from '../../../src/ui/order-entry/ticket-extras'
import { AmendForm } from '../../../src/ui/orders/amend-form'
import { LeverageForm } from '../../../src/ui/trading-kit/modes/leverage-form'
import type { OrderIntent, Outcome } from '../../../src/workers/presses'
import { PriceText } from '../../../src/ui/trading-kit/price-text'
import { deskOf, instrumentOf, orderOf } from '../fixtures'

function ticketOn(available = '10000') {
  const desk = deskOf({ available })
  const placed: OrderIntent[] = []
  const ticket = new OrderFormModel(desk.market, {
    picked: pickedPrice(FIRST_GROUP),
    app: desk,
    place: (intent): Promise<Outcome<OrderId>> => {
      placed.push(intent)
      return Promise.resolve({ kind: 'accepted', value: 'o1' as OrderId })
    },
    drafts: { load: () => null, save: () => {} },
    loadExtras: async () => TicketExtras,
    loadSizing: async () => SizeBy,
    now: () => 1000,
    monotonic: () => 1000,
  })
  ticket.start()
  return { ticket, placed }
}

describe('what leaving a field changes is not sent by the press that left it (issue 19.2)', () => {
  test.each([
    ['0.04', '0.1', 'sell'],
    ['99999999999', '1999999.8', 'buy'],
  ] as const)('a price of %s becomes %s, and then asks', async (typed, settled, side) => {
    const { ticket, placed } = ticketOn('100000000')
    ticket.size.setText('60')
    ticket.size.blur()
    ticket.setPriceText(typed)
    expect(await ticket.press(side)).toBeNull()
    expect([ticket.priceText.value, placed.length, ticket.question.asked.value]).toEqual([settled, 0, null])
    void ticket.press(side)
    expect(ticket.question.asked.value?.doubts[0]).toMatchObject({ kind: 'farPrice', price: settled, fills: true })
    expect(placed).toEqual([])
  })

  test.each(['0', '-5'])(
    'a price of %s stays as typed, is refused with its bound, and is never sent',
    async (typed) => {
      const { ticket, placed } = ticketOn('100000000')
      ticket.size.setText('1')
      ticket.size.blur()
      ticket.setPriceText(typed)
      ticket.blurPrice()
      expect(ticket.priceText.value).toBe(typed)
      expect(ticket.shown.price.value).toMatchObject({ key: 'priceBelowMin', values: { min: '0.1' } })
      expect(await ticket.press('sell')).toBeNull()
      expect([placed.length, ticket.question.asked.value]).toEqual([0, null])
    },
  )

  test.each(['0', '-5', '-0.04'])(
    '%s stays as typed in every other field for a price, and is told with its bound',
    (typed) => {
      // Triggers, take-profits, stop-losses, activation prices, prices of pairs, options and closes.
      const field = new PriceText(signal(instrumentOf()))
      field.setText(typed)
      field.settle()
      expect([field.text.value, field.price.value, field.isLeft.value]).toEqual([typed, null, true])
      expect(field.problem.value).toEqual({ kind: 'belowMin', bound: '0.1' })
    },
  )

  test('a quantity below the minimum becomes the minimum; one of too little value stays and is told what would do', async () => {
    const { ticket, placed } = ticketOn()
    ticket.setPriceText('60000')
    ticket.blurPrice()
    ticket.size.setText('0.0005')
    expect(await ticket.press('buy')).toBeNull()
    expect([ticket.size.text.value, placed.length]).toEqual(['0.001', 0])
    // At 100, 0.01 is worth 1 USDT; 5 USDT are 0.05.
    ticket.setPriceText('100')
    ticket.blurPrice()
    ticket.size.setText('0.01')
    ticket.size.blur()
    expect(ticket.size.text.value).toBe('0.010')
    expect(ticket.shown.quantity.value).toMatchObject({ key: 'belowMinNotional', values: { min: '5', qty: '0.05' } })
    // Nothing stays nothing.
    for (const typed of ['', '0']) {
      ticket.size.setText(typed)
      ticket.size.blur()
      expect(ticket.size.qty.value ?? '').toBe(typed)
    }
  })

  test('a quantity of 9999999999 becomes the largest, and then asks for its value', async () => {
    const { ticket, placed } = ticketOn('1000000000')
    ticket.setPriceText('60000')
    ticket.blurPrice()
    ticket.size.setText('9999999999')
    expect(await ticket.press('buy')).toBeNull()
    expect([ticket.size.text.value, ticket.question.asked.value]).toEqual(['1190.000', null])
    void ticket.press('buy')
    expect(ticket.question.asked.value?.doubts.map(({ kind }) => kind)).toEqual(['largeValue'])
    expect(placed).toEqual([])
  })

  test('an amended quantity of 99999 is 1190 in the field before it is in a change', () => {
    const form = new AmendForm(orderOf('a'), instrumentOf())
    form.setQtyText('99999')
    form.settleQty()
    expect([form.qtyText.value, form.change.value?.qty]).toEqual(['1190.000', '1190'])
  })

  test('leverage: 200 is 100 in the field, 0 and less are no leverage and stay as typed', () => {
    const form = new LeverageForm(instrumentOf(), '10' as Leverage)
    form.setText('200')
    form.settle()
    expect([form.text.value, form.leverage.value]).toEqual(['100', '100'])
    for (const text of ['0', '-3']) {
      form.setText(text)
      form.settle()
      expect([form.text.value, form.leverage.value]).toEqual([text, null])
    }
  })
})
