import { signal, type Signal } from '@preact/signals-react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Price } from '../../../src/domain/decimal'
import type { OrderId } from '../../../src/domain/order/order'
import type { SpreadTicketDraft } from '../../../src/ui/spread-entry/spread-drafts'
import { spreadDraftPrices } from '../../../src/ui/spread-entry/spread-draft-prices'
import { SpreadFormModel } from '../../../src/ui/spread-entry/spread-form-model'
import type { PickedPrice } from '../../../src/ui/state/picked-price'
import type { HubApi } from '../../../src/workers/hub-api'
import type { OrderIntent, Outcome } from '../../../src/workers/presses'
import { coinOf, orderOf, positionOf, walletOf } from '../fixtures'
import { BASIS, spreadDeskOf } from '../spread-fixtures'

const UNANSWERED: Pick<HubApi, 'foretell'> = { foretell: () => new Promise(() => {}) }

function ticketOf({ desk = spreadDeskOf(), draft = null as SpreadTicketDraft | null, api = UNANSWERED } = {}) {
  const sent: OrderIntent[] = []
  const picked: Signal<PickedPrice | null> = signal(null)
  let monotonicMs = 0
  const ticket = new SpreadFormModel(desk.market, {
    app: desk,
    legs: desk.legs,
    api,
    picked,
    place: async (intent): Promise<Outcome<OrderId>> => {
      sent.push(intent)
      return { kind: 'accepted', value: 'o-1' as OrderId }
    },
    drafts: { load: () => draft, save: () => {} },
    now: () => 1_000,
    monotonic: () => (monotonicMs += 1_000),
  })
  return { ticket, sent, picked, desk }
}

function typed(price: string, qty: string, options: Parameters<typeof ticketOf>[0] = {}) {
  const made = ticketOf(options)
  made.ticket.setPriceText(price)
  made.ticket.setQtyText(qty)
  return made
}

describe('a spread’s ticket', () => {
  test('begins at the last price, and takes one below zero that is picked in the book', () => {
    const { ticket, picked } = ticketOf()
    const stop = ticket.start()
    expect(ticket.price.text.value).toBe('10.0')
    picked.value = { symbol: BASIS.symbol, price: '-3.5' as Price, sequence: 1 }
    expect(ticket.price.text.value).toBe('-3.5')
    stop()
  })

  test('its price follows the book below zero, and its sign is turned by one press', () => {
    const { ticket, desk } = ticketOf()
    const stop = ticket.start()
    desk.send({
      type: 'book',
      stale: false,
      book: {
        symbol: BASIS.symbol,
        group: 1,
        bids: Float64Array.of(-20, 100),
        asks: Float64Array.of(0, 100),
        updateId: 2,
        timeMs: 2,
      },
    })
    ticket.priceSource.follow('bid1')
    expect(ticket.price.text.value).toBe('-2.0')
    ticket.priceSource.follow('ask1')
    expect(ticket.price.text.value).toBe('0.0')
    ticket.setPriceText('-7.5')
    ticket.flipSign()
    expect([ticket.price.text.value, ticket.priceSource.source.value]).toEqual(['7.5', null])
    ticket.setPriceText(ticket.price.stepped(-80)!)
    // 7.5 less eighty ticks of 0.1.
    expect(ticket.price.text.value).toBe('-0.5')
    stop()
  })

  test.each(['-4.5', '0'])('sends a limit order at %s as it stands, once', async (price) => {
    const { ticket, sent } = typed(price, '0.1')
    expect(await ticket.press('buy')).toMatchObject({ kind: 'accepted' })
    expect(sent.map(({ order }) => order)).toEqual([
      {
        symbol: BASIS.symbol,
        side: 'buy',
        type: 'limit',
        price,
        qty: '0.1',
        timeInForce: 'goodTillCancel',
        reduceOnly: false,
        closeOnTrigger: false,
        positionIdx: 0,
      },
    ])
  })

  test('what is left in the fields behind an order that was taken is not judged until it is pressed again', async () => {
    const { ticket, desk } = typed('10', '2.001')
    await ticket.press('buy')
    expect(ticket.shownProblem('order')).toMatchObject({ key: 'insufficientBalance' })
    ticket.setQtyText('0.1')
    expect(await ticket.press('buy')).toMatchObject({ kind: 'accepted' })
    desk.send({ type: 'wallet', wallet: walletOf(coinOf('0')) })
    expect([ticket.problem.value?.key, ticket.shownProblem('order')]).toEqual(['insufficientBalance', null])
    await ticket.press('buy')
    expect(ticket.shownProblem('order')).toMatchObject({ key: 'insufficientBalance' })
  })

  test('what each leg is bought and sold at, and how much better that is than its own book', () => {
    const { ticket } = typed('12', '0.1')
    // The marks differ by 10: at 12 each leg is 1 off its mark. Alone the perpetual costs 60,011 and the pair brings 59,999.
    expect(ticket.outlook.legs.value).toMatchObject([
      {
        symbol: 'BTCUSDT',
        side: 'buy',
        now: '60011',
        at: '60011',
        better: '0',
        before: '0',
        change: '0.1',
        after: '0.1',
      },
      {
        symbol: 'BTC/USDT',
        side: 'sell',
        now: '59999',
        at: '59999',
        better: '0',
        before: '2',
        change: '-0.1',
        after: '1.9',
      },
    ])
    ticket.setSide('sell')
    // Selling it sells the perpetual: 60,009 alone, 60,011 here; the pair costs 60,001 alone and 59,999 here.
    expect(ticket.outlook.legs.value).toMatchObject([
      { side: 'sell', now: '60009', at: '60011', better: '2' },
      { side: 'buy', now: '60001', at: '59999', better: '2' },
    ])
  })

  test('the position that a leg turns round is named', () => {
    const { ticket, desk } = typed('12', '0.3')
    desk.send({ type: 'positions', isSnapshot: true, positions: [positionOf({ side: 'sell', size: '0.1' as never })] })
    expect(ticket.outlook.legs.value[0]).toMatchObject({ before: '-0.1', after: '0.2', turns: true })
    expect(ticket.outlook.legs.value[1].turns).toBe(false)
  })

  test('margin, coins that are delivered and paid, and fees', () => {
    const { ticket } = typed('10', '0.1')
    const { fee } = ticket.outlook.outcome.value!
    const rise = ticket.outlook.outcome.value!.rise!
    // 0.1 at 60,010 with 10×: 600.1; half of 0.055 % of 6,001 and of its 5,400.9 at the price of bankruptcy: 1.650275 and
    // 1.4852475. A buy delivers the coin.
    expect([rise.margin.toString(), rise.coins.toString(), rise.base.toString()]).toEqual(['603.2355225', '0', '0.1'])
    // At rest as a maker: half of 0.02 % of 6,001, and half of the pair's 0.1 % of 6,000: 0.6001 + 3.
    expect(Number(fee)).toBeCloseTo(3.6001, 6)
    ticket.setSide('sell')
    // A sale at 10, where 9 is bid: it rests, and pays 0.1 × 60,000 and half a tick a lot: 0.005.
    expect(ticket.outlook.outcome.value!.rise!.coins.toString()).toBe('6000.005')
    // The perpetual pays its 0.6001 of USDT; the coins that are bought pay half of 0.1 % of 0.1 themselves: 0.00005.
    expect(ticket.outlook.outcome.value).toMatchObject({ fee: '0.6001', baseFee: '0.00005' })
    expect(ticket.outlook.legs.value[1]).toMatchObject({ before: '2', change: '0.1', after: '2.09995' })
  })

  test('own orders count: the dearer side alone holds back margin', () => {
    const { ticket, desk } = typed('10', '0.1')
    const alone = ticket.outlook.outcome.value!.rise!.margin.toString()
    const resting = { ...orderOf('r-1', { symbol: BASIS.symbol, side: 'sell' }), price: '30' as Price }
    desk.send({ type: 'orders', isSnapshot: true, orders: [resting as never] })
    // A sale of 0.2 at rest holds back more than a purchase of 0.1 would: nothing is added.
    expect(alone).not.toBe('0')
    expect(ticket.outlook.outcome.value!.rise!.margin.toString()).toBe('0')
  })

  test('the largest order is what balance and coins carry, to the lot', () => {
    const { ticket } = typed('10', '')
    // Two coins to deliver.
    expect(ticket.outlook.most.value).toBe('2')
    ticket.setQtyText('2.001')
    expect(ticket.problem.value).toMatchObject({ key: 'insufficientBalance', values: { coin: 'BTC', available: '2' } })
    ticket.setSide('sell')
    const most = ticket.outlook.most.value!
    ticket.setQtyText(most)
    expect(ticket.outlook.lack.value).toBeNull()
    ticket.setQtyText((Number(most) + 0.001).toFixed(3))
    expect(ticket.outlook.lack.value).not.toBeNull()
  })

  test('of what ends unfilled it reckons what fills at once, and the largest order all the same', () => {
    // 0.1 is offered at 11 and 0.2 at 12: at 11.5 the first 0.1 fills of 0.5, fill-or-kill nothing of it.
    const { ticket } = typed('11.5', '0.5')
    ticket.setTimeInForce('immediateOrCancel')
    expect(ticket.outlook.outcome.value).toMatchObject({ qty: '0.1', average: '11' })
    expect(ticket.outlook.legs.value[0]).toMatchObject({ change: '0.1', after: '0.1' })
    ticket.setTimeInForce('fillOrKill')
    expect(ticket.outlook.outcome.value).toMatchObject({ qty: '0', average: null, fee: null })
    expect(ticket.outlook.legs.value[0]).toMatchObject({ change: '0', after: '0' })
    // Two coins to deliver, whatever fills of it.
    expect(ticket.outlook.most.value).toBe('2')
    ticket.setPriceText('-50')
    expect([ticket.outlook.outcome.value?.qty, ticket.outlook.most.value]).toEqual(['0', '2'])
    // What is wanted beyond the 0.3 that are seen has no price.
    ticket.setType('market')
    expect(ticket.outlook.outcome.value).toMatchObject({ qty: null, average: null, rise: null })
  })

  test('at market the exchange says the largest order, and what the order would lack', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('document', { hidden: false })
    onTestFinished(() => void vi.useRealTimers().unstubAllGlobals())
    const api = {
      foretell: async () => ({ hasError: false, value: { rates: null, cost: '601.5', most: '0.3' } }),
    } as unknown as Pick<HubApi, 'foretell'>
    const { ticket } = ticketOf({ api })
    const stop = ticket.start()
    ticket.setType('market')
    ticket.setQtyText('0.1')
    await vi.advanceTimersByTimeAsync(500)
    expect(ticket.outlook.most.value).toBe('0.3')
    expect(ticket.check.sides.value.buy).toMatchObject({ cost: '601.5' })
    // A limit order is reckoned here.
    ticket.setType('limit')
    expect(ticket.outlook.most.value).toBe('2')
    stop()
  })

  test.each([
    ['', '0.1', 'priceMissing'],
    ['20000', '0.1', 'priceAboveMax'],
    ['-20000', '0.1', 'priceBelowMin'],
    ['1.05', '0.1', 'priceStep'],
    ['1', '', 'qtyMissing'],
    // The least one is named.
    ['1', '0', 'qtyBelowMin'],
    ['1', '0.0005', 'qtyStep'],
    ['1', '84', 'qtyAboveMax'],
  ])('price %s and quantity %s: %s', (price, qty, key) => {
    expect(typed(price, qty).ticket.problem.value?.key).toBe(key)
  })

  test('what the exchange refuses of every spread is said before: isolated margin, a leg in hedge mode', () => {
    const { ticket, desk } = typed('1', '0.1')
    desk.send({ type: 'positions', isSnapshot: true, positions: [positionOf({ positionIdx: 1, size: '0' as never })] })
    expect(ticket.problem.value?.key).toBe('hedge')
    desk.send({ type: 'positions', isSnapshot: true, positions: [positionOf({ marginMode: 'isolated' })] })
    expect(ticket.problem.value?.key).toBe('isolated')
  })

  test('a price that is far is asked about by what a leg costs', async () => {
    // 0.5 % of 60,010 is 300.05: 320 is 310 above the mark of 10.
    const { ticket, sent } = typed('320', '0.1')
    const press = ticket.press('buy')
    expect(ticket.question.asked.value?.doubts).toMatchObject([{ kind: 'farPrice', isAbove: true, bound: '310.05' }])
    ticket.question.answer(false)
    expect(await press).toBeNull()
    expect(sent).toEqual([])
    ticket.setPriceText('300')
    await ticket.press('buy')
    expect(sent).toHaveLength(1)
  })

  test('its price stands on the chart while it is typed, at zero and below too', async () => {
    const { ticket } = typed('0', '0.1')
    const stop = ticket.start()
    expect(spreadDraftPrices(ticket)).toMatchObject([{ kind: 'limit', price: '0', qty: '0.1' }])
    ticket.setPriceText('-4')
    expect(spreadDraftPrices(ticket)).toMatchObject([{ price: '-4' }])
    await ticket.press('buy')
    expect(spreadDraftPrices(ticket)).toEqual([])
    stop()
  })

  test('a draft comes back', () => {
    const draft: SpreadTicketDraft = {
      side: 'sell',
      type: 'market',
      priceText: '-2.5',
      qtyText: '0.3',
      postOnly: true,
      timeInForce: 'fillOrKill',
    }
    const { ticket } = ticketOf({ draft })
    expect([ticket.side.value, ticket.type.value, ticket.size.text.value, ticket.price.text.value]).toEqual([
      'sell',
      'market',
      '0.3',
      '-2.5',
    ])
  })
})
