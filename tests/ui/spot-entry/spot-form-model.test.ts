import { signal, type Signal } from '@preact/signals-react'
import { describe, expect, test, vi } from 'vitest'
import type { SpotPower } from '../../../src/domain/account/lending'
import type { Money, Price, Rate } from '../../../src/domain/decimal'
import type { OrderId } from '../../../src/domain/order/order'
import type { SpotTicketDraft } from '../../../src/ui/spot-entry/spot-drafts'
import { spotDraftPrices } from '../../../src/ui/spot-entry/spot-draft-prices'
import { spotDraftFields } from '../../../src/ui/spot-entry/spot-draft-fields'
import { SpotFormModel } from '../../../src/ui/spot-entry/spot-form-model'
import { orderAsks } from '../../../src/ui/state/order-asks'
import type { PickedPrice } from '../../../src/ui/state/picked-price'
import type { OrderIntent, Outcome } from '../../../src/workers/presses'
import type { TradePlan } from '../../../src/ui/trading-kit/chart-line'
import { beginDraftMove } from '../../../src/ui/trading-kit/draft-move'
import { coinOf, walletOf } from '../fixtures'
import { BTC_USDT, spotDeskOf } from '../spot-fixtures'

/** With 10,000 USDT of its own and 20,000 besides that the exchange would lend. */
const POWER: SpotPower = {
  coin: 'USDT',
  own: '10000' as Money,
  most: '30000' as Money,
  hourlyRate: '0.0000065' as Rate,
  repaysItself: true,
  isOn: true,
  mode: 'cross',
}

/** A ticket, what it sent, and the clock that only rises. */
function ticketOf({ desk = spotDeskOf(), draft = null as SpotTicketDraft | null, power = POWER } = {}) {
  const sent: OrderIntent[] = []
  const saved: SpotTicketDraft[] = []
  const picked: Signal<PickedPrice | null> = signal(null)
  let monotonicMs = 0
  const ticket = new SpotFormModel(desk.market, {
    app: desk,
    api: { spotPower: async () => ({ hasError: false as const, value: power, asOfMs: 1, fromCache: false }) },
    picked,
    place: async (intent): Promise<Outcome<OrderId>> => {
      sent.push(intent)
      return { kind: 'accepted', value: 'o-1' as OrderId }
    },
    drafts: { load: () => draft, save: (_symbol, one) => saved.push(one) },
    now: () => 1_000,
    monotonic: () => (monotonicMs += 1_000),
  })
  return { ticket, sent, saved, picked, desk }
}

describe('a pair’s ticket', () => {
  test('begins with the last price, and takes one that is picked in the book', () => {
    const { ticket, picked } = ticketOf()
    const stop = ticket.start()
    expect(ticket.price.text.value).toBe('60000.0')
    picked.value = { symbol: BTC_USDT.symbol, price: '59990.1' as Price, sequence: 1 }
    expect(ticket.price.text.value).toBe('59990.1')
    stop()
  })

  test('its price follows a place in the book until one is typed, and stays while a pointer is down', () => {
    const { ticket, saved } = ticketOf()
    const stop = ticket.start()
    ticket.priceSource.follow('ask1')
    expect(ticket.price.text.value).toBe('60000.0')
    ticket.priceSource.setOffset(-10)
    expect(ticket.price.text.value).toBe('59999.0')
    ticket.holdPrice(true)
    ticket.priceSource.follow('bid1')
    expect(ticket.price.text.value).toBe('59999.0')
    ticket.holdPrice(false)
    // 59,999 less ten ticks of 0.1.
    expect(ticket.price.text.value).toBe('59998.0')
    // Whoever comes back finds the market's price.
    expect(saved.at(-1)?.priceText).toBe('')
    ticket.setPriceText(ticket.price.stepped(50)!)
    expect([ticket.price.text.value, ticket.priceSource.source.value]).toEqual(['60003.0', null])
    stop()
  })

  test('sends a limit order as it stands, once', async () => {
    const { ticket, sent } = ticketOf()
    ticket.setPriceText('59000')
    ticket.setSizeText('0.1')
    expect(await ticket.press('buy')).toMatchObject({ kind: 'accepted' })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      account: 'acc',
      order: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '59000', qty: '0.1', positionIdx: 0 },
    })
    expect(sent[0]?.order).not.toHaveProperty('marketUnit')
  })

  test('a limit order may be given by what it is worth: the quantity is what its price gives for it', async () => {
    const { ticket, sent } = ticketOf()
    ticket.size.setUnit('quote')
    ticket.setPriceText('59000')
    ticket.setSizeText('1000')
    // 1,000 / 59,000 = 0.01694…
    expect(ticket.outlook.qty.value).toBe('0.016')
    await ticket.press('buy')
    expect(sent[0]?.order).toMatchObject({ type: 'limit', qty: '0.016' })
  })

  test('a market buy by amount sends the amount, and says what it buys', async () => {
    const { ticket, sent } = ticketOf()
    ticket.setTab('market')
    ticket.size.setUnit('quote')
    ticket.setSizeText('9000')
    // 0.1 at 60,000 (6,000) and of the 3,000 left 0.049 at 60,100 (2,944.9); fee 0.1 % of 0.149.
    expect(ticket.outlook.outcome.value).toMatchObject({
      amount: '8944.9',
      fee: '0.000149',
      received: '0.148851',
      // What its lots cost, and not the worst price for all of them (8,954.9).
      required: '8944.9',
    })
    expect(ticket.outlook.receivedCoin.value).toBe('BTC')
    await ticket.press('buy')
    expect(sent[0]?.order).toMatchObject({ type: 'market', qty: '9000', marketUnit: 'quote', price: null })
  })

  test('a sale pays with the base coin and is paid in the quote coin', () => {
    const { ticket } = ticketOf()
    ticket.setSide('sell')
    ticket.setTab('market')
    ticket.setSizeText('0.3')
    expect(ticket.outlook.available.value).toBe('0.5')
    // 0.2 at 59,999 and 0.1 at 59,900: 11,999.8 + 5,990; fee 0.1 %.
    expect(ticket.outlook.outcome.value).toMatchObject({ amount: '17989.8', fee: '17.9898', received: '17971.8102' })
    expect(ticket.outlook.receivedCoin.value).toBe('USDT')
  })

  test('post-only waits whole at its own price', () => {
    const { ticket } = ticketOf()
    ticket.setPostOnly(true)
    ticket.setPriceText('61000')
    ticket.setSizeText('0.1')
    expect(ticket.outlook.outcome.value).toMatchObject({ avgPrice: '61000', amount: '6100' })
    ticket.setPostOnly(false)
    expect(ticket.outlook.outcome.value).toMatchObject({ avgPrice: '60000', amount: '6000' })
  })
})

describe('the slider', () => {
  test('a limit buy: a share of what the free quote coin pays for', () => {
    const { ticket } = ticketOf()
    ticket.setPriceText('50000')
    ticket.setPercent(100)
    expect(ticket.size.text.value).toBe('0.200')
    ticket.setPercent(25)
    expect(ticket.size.text.value).toBe('0.050')
    expect(ticket.outlook.percent.value).toBe(25)
  })

  test('a market buy: no more than is free at the worst price that it reaches', () => {
    const { ticket } = ticketOf()
    ticket.setTab('market')
    ticket.setPercent(100)
    // 10,000 / 60,100 = 0.16638…
    expect(ticket.size.text.value).toBe('0.166')
    expect(ticket.order.value).not.toBeNull()
    ticket.size.setUnit('quote')
    ticket.setPercent(100)
    // An amount pays for what its lots cost, so all that is there is taken: 0.1 × 60,000 + 0.066 × 60,100 = 9,966.6.
    expect([ticket.size.text.value, ticket.outlook.percent.value]).toEqual(['10000', 100])
    expect(ticket.outlook.outcome.value).toMatchObject({ amount: '9966.6' })
    expect(ticket.order.value).toMatchObject({ qty: '10000', marketUnit: 'quote' })
  })

  test('a sale: a share of the base coin', () => {
    const { ticket } = ticketOf()
    ticket.setSide('sell')
    ticket.setPriceText('60000')
    ticket.setPercent(50)
    expect(ticket.size.text.value).toBe('0.250')
  })
})

describe('what stands in the way', () => {
  const shown = (ticket: SpotFormModel) =>
    (['price', 'size', 'order'] as const).flatMap((field) => ticket.shownProblem(field) ?? [])

  test('nothing is said before a field was left or the button pressed', async () => {
    const { ticket, sent } = ticketOf()
    ticket.setPriceText('62000')
    ticket.setSizeText('0.1')
    expect(shown(ticket)).toEqual([])
    expect(await ticket.press('buy')).toBeNull()
    // 60,000 × 1.03.
    expect(shown(ticket)).toEqual([{ field: 'price', key: 'buyTooHigh', values: { bound: '61800' } }])
    expect(sent).toEqual([])
  })

  test('what is left in the fields behind an order that was taken is not judged until it is pressed again', async () => {
    const { ticket, desk } = ticketOf()
    ticket.setPriceText('60000')
    ticket.setSizeText('0.2')
    await ticket.press('buy')
    expect(shown(ticket)).toMatchObject([{ key: 'insufficientBalance' }])
    ticket.setSizeText('0.1')
    expect(await ticket.press('buy')).toMatchObject({ kind: 'accepted' })
    desk.send({ type: 'wallet', wallet: walletOf(coinOf('0')) })
    expect([ticket.problem.value?.key, shown(ticket)]).toEqual(['insufficientBalance', []])
    await ticket.press('buy')
    expect(shown(ticket)).toMatchObject([{ key: 'insufficientBalance' }])
  })

  test('more than is free is refused with both numbers', async () => {
    const { ticket, sent } = ticketOf()
    ticket.setPriceText('60000')
    ticket.setSizeText('0.2')
    await ticket.press('buy')
    expect(shown(ticket)).toEqual([
      {
        field: 'order',
        key: 'insufficientBalance',
        values: { cost: '12000', available: '10000', coin: 'USDT' },
      },
    ])
    expect(sent).toEqual([])
  })

  test('a price that leaving its field moves is not sent by the press that left it', async () => {
    const { ticket, sent } = ticketOf()
    ticket.setPriceText('59000.05')
    ticket.setSizeText('0.0015')
    expect(await ticket.press('buy')).toBeNull()
    expect(ticket.size.text.value).toBe('0.001')
    expect(sent).toEqual([])
  })

  test('by rules that are not confirmed nothing is sent (I17)', async () => {
    const { ticket, sent } = ticketOf({ desk: spotDeskOf({ confirmed: false }) })
    ticket.setPriceText('59000')
    ticket.setSizeText('0.1')
    expect(ticket.block.value).toBe('rulesUnconfirmed')
    expect(await ticket.press('buy')).toBeNull()
    expect(sent).toEqual([])
  })

  test('a press on the other side than the ticket’s is none', async () => {
    const { ticket, sent } = ticketOf()
    ticket.setPriceText('59000')
    ticket.setSizeText('0.1')
    expect(await ticket.press('sell')).toBeNull()
    // Nothing went, and the trader is told so.
    expect(ticket.result.value).toEqual({ kind: 'changed' })
    expect(sent).toEqual([])
  })
})

describe('an order that waits', () => {
  /** 10,000 USDT and 0.5 BTC; last price 60,000. */
  const oco = () => {
    const made = ticketOf()
    made.ticket.setSide('sell')
    made.ticket.setTab('oco')
    made.ticket.planForm.ocoLimit.setText('62000')
    made.ticket.planForm.stopLoss.trigger.setText('58000')
    made.ticket.setSizeText('0.2')
    return made
  }

  test('an OCO order goes as one press, and says what either price brings and what is held back', async () => {
    const { ticket, sent } = oco()
    // 0.2 × 62,000 = 12,400 and 0.2 × 58,000 = 11,600, less 0.1 %.
    expect(ticket.outlook.legs.value.map(({ outcome }) => outcome)).toMatchObject([
      { amount: '12400', fee: '12.4', received: '12387.6' },
      { amount: '11600', fee: '11.6', received: '11588.4' },
    ])
    expect([ticket.outlook.held.value, ticket.outlook.payCoin.value]).toEqual(['0.2', 'BTC'])
    await ticket.press('sell')
    expect(sent[0]?.order).toMatchObject({
      heldFor: 'oco',
      qty: '0.2',
      tpSl: {
        takeProfit: { price: '62000', orderType: 'limit', limitPrice: '62000' },
        stopLoss: { price: '58000', orderType: 'market' },
      },
    })
  })

  test('one that holds back needs the balance now, one that does not is free until it triggers', () => {
    const { ticket } = oco()
    ticket.setSizeText('0.6')
    expect(ticket.problem.value).toMatchObject({
      key: 'insufficientBalance',
      values: { cost: '0.6', available: '0.5' },
    })
    ticket.setTab('plan')
    ticket.planForm.conditional.setType('market')
    ticket.planForm.conditional.trigger.setText('58000')
    expect([ticket.problem.value, ticket.outlook.held.value]).toEqual([null, '0'])
  })

  test('two legs to buy are paid for at the dearer one: the whole balance is what 100 % takes', () => {
    const { ticket } = ticketOf()
    ticket.setTab('plan')
    ticket.setPlanKind('takeProfitStopLoss')
    ticket.planForm.takeProfit.trigger.setText('58000')
    ticket.planForm.stopLoss.trigger.setText('62500')
    ticket.setPercent(100)
    // 10,000 / 62,500.
    expect([ticket.size.text.value, ticket.outlook.held.value]).toEqual(['0.160', '10000'])
    expect(ticket.order.value).toMatchObject({ heldFor: 'bidirectionalTpSl', qty: '0.16' })
    ticket.size.setUnit('quote')
    ticket.setPercent(50)
    expect([ticket.size.text.value, ticket.order.value?.qty]).toEqual(['5000', '0.08'])
  })

  test('what trails is counted in the base coin, and an amount that stood there is gone', () => {
    const { ticket } = ticketOf()
    ticket.size.setUnit('quote')
    ticket.setSizeText('500')
    ticket.setTab('plan')
    ticket.setPlanKind('trailingProfit')
    expect([ticket.hasAmount.value, ticket.size.unit.value, ticket.size.text.value]).toEqual([false, 'base', ''])
    ticket.setSizeText('0.1')
    ticket.planForm.setDistance('1.5')
    ticket.planForm.activation.setText('59000')
    expect(ticket.order.value).toMatchObject({ trailRate: '0.015', activationPrice: '59000', type: 'market' })
  })

  test('a limit order brings its take-profit and stop-loss, around its own price', () => {
    const { ticket } = ticketOf()
    ticket.setPriceText('59000')
    ticket.setSizeText('0.1')
    ticket.brought.setOn(true)
    expect(ticket.problem.value).toMatchObject({ field: 'order', key: 'legsMissing' })
    ticket.brought.takeProfit.trigger.setText('58900')
    expect(ticket.problem.value).toMatchObject({
      field: 'tpTrigger',
      key: 'notAbove.order',
      values: { bound: '59000' },
    })
    ticket.brought.takeProfit.trigger.setText('61000')
    expect(ticket.order.value).toMatchObject({ tpSl: { takeProfit: { price: '61000' }, stopLoss: null } })
    // What is typed for an order at once is not sent by one that waits.
    ticket.setTab('oco')
    // Its legs are a limit order and a stop: what is wrong with them is said under those names.
    ticket.planForm.ocoLimit.setText('61000')
    ticket.planForm.stopLoss.trigger.setText('57000')
    expect(ticket.problem.value).toMatchObject({ field: 'tpTrigger', key: 'notBelow.last', ocoPart: 'buy' })
    ticket.planForm.ocoLimit.setText('58000')
    expect(ticket.problem.value).toMatchObject({ field: 'slTrigger', key: 'notAbove.last', ocoPart: 'stop' })
    ticket.planForm.stopLoss.trigger.setText('62000')
    expect(ticket.order.value).toMatchObject({ heldFor: 'oco', tpSl: { takeProfit: { price: '58000' } } })
  })

  test('it is asked about by its own kind', async () => {
    const { ticket, sent, desk } = oco()
    orderAsks(desk.kept).set('oco', true)
    await orderAsks(desk.kept).reading
    const pressed = ticket.press('sell')
    expect(ticket.question.asked.value).toMatchObject({ choice: 'oco', order: { heldFor: 'oco' } })
    ticket.question.answer(false)
    expect(await pressed).toBeNull()
    expect(sent).toEqual([])
  })
})

describe('what the chart shows of it before it is sent', () => {
  const shown = (ticket: SpotFormModel) => spotDraftPrices(ticket).map(({ kind, price }) => `${kind} ${price}`)

  test('its limit and what it brings, while it is on the screen and has a quantity', async () => {
    const { ticket } = ticketOf()
    ticket.setPriceText('59000')
    ticket.brought.setOn(true)
    ticket.brought.takeProfit.trigger.setText('61000')
    ticket.setSizeText('0.1')
    expect(shown(ticket)).toEqual([])
    const stop = ticket.start()
    expect(shown(ticket)).toEqual(['limit 59000', 'takeProfit 61000'])
    // Once it is pressed the order has a line of its own.
    await ticket.press('buy')
    expect(shown(ticket)).toEqual([])
    ticket.setSizeText('0.2')
    expect(shown(ticket)).toEqual(['limit 59000', 'takeProfit 61000'])
    stop()
    expect(shown(ticket)).toEqual([])
  })

  test('both legs of an OCO order, and a trigger that the chart gave', () => {
    const { ticket } = ticketOf()
    const stop = ticket.start()
    ticket.setSizeText('0.1')
    ticket.setTab('oco')
    ticket.planForm.ocoLimit.setText('58000')
    ticket.planForm.stopLoss.trigger.setText('62000')
    expect(shown(ticket)).toEqual(['takeProfit 58000', 'stopLoss 62000'])
    ticket.takeTrigger('61500' as Price)
    expect([ticket.tab.value, shown(ticket)]).toEqual(['plan', ['trigger 61500']])
    stop()
  })
})

test('what was typed is kept, and found again', () => {
  const { ticket, saved } = ticketOf()
  const stop = ticket.start()
  ticket.setSide('sell')
  ticket.setPriceText('61000')
  ticket.setSizeText('0.2')
  stop()
  const draft = saved.at(-1)!
  expect(draft).toMatchObject({ side: 'sell', tab: 'limit', unit: 'base', priceText: '61000', sizeText: '0.2' })
  const again = ticketOf({ draft }).ticket
  expect([again.side.value, again.price.text.value, again.size.text.value]).toEqual(['sell', '61000', '0.2'])
})

describe('an order whose rest ends', () => {
  test('FOK that cannot fill whole within its price fills nothing', () => {
    const { ticket } = ticketOf()
    // 0.1 is offered at 60,000, and 2 at 60,100, which is beyond its price.
    ticket.setPriceText('60000')
    ticket.setSizeText('0.15')
    ticket.setTimeInForce('fillOrKill')
    expect(ticket.outlook.fillsAtOnce.value).toBe('0')
    expect(ticket.outlook.outcome.value).toMatchObject({ amount: '0', avgPrice: null, fee: '0', received: '0' })
    // What is there fills all of 0.1.
    ticket.setSizeText('0.1')
    expect(ticket.outlook.fillsAtOnce.value).toBe('0.1')
    expect(ticket.outlook.outcome.value).toMatchObject({ amount: '6000', avgPrice: '60000' })
  })

  test('IOC that fills in part says how much, and is worth that much where it is asked about', async () => {
    const { ticket, desk } = ticketOf()
    orderAsks(desk.kept).set('limit', true)
    await orderAsks(desk.kept).reading
    // The 0.1 of 60,000 are 6,000; the 0.05 that are left end.
    ticket.setPriceText('60000')
    ticket.setSizeText('0.15')
    ticket.setTimeInForce('immediateOrCancel')
    expect(ticket.outlook.fillsAtOnce.value).toBe('0.1')
    expect(ticket.outlook.outcome.value?.amount).toBe('6000')
    const pressed = ticket.press('buy')
    expect(ticket.question.asked.value).toMatchObject({ value: '6000', terms: { qty: '0.15' } })
    ticket.question.answer(false)
    expect(await pressed).toBeNull()
    // How much fills is not seen where the book is old or in coarser steps: 0.1 is what the best price has.
    desk.send({ type: 'book', stale: true, book: desk.market.book.value! })
    expect([ticket.outlook.fillsAtOnce.value, ticket.outlook.shown.value]).toEqual([null, null])
    desk.send({ type: 'book', stale: false, book: desk.market.book.value! })
    // What rests is worth all of it.
    ticket.setTimeInForce('goodTillCancel')
    expect(ticket.outlook.fillsAtOnce.value).toBeNull()
    expect(ticket.outlook.outcome.value?.amount).toBe('9000')
  })
})

describe('margin in a pair’s ticket', () => {
  async function marginOf(power: SpotPower = POWER) {
    const made = ticketOf({ power })
    const stop = made.ticket.start()
    made.ticket.setMargin(true)
    await vi.waitUntil(() => made.ticket.margin.power.value !== null)
    return { ...made, stop }
  }

  test('adds what may be borrowed to what is available, says what an order borrows, and sends it so', async () => {
    const { ticket, sent, stop } = await marginOf()
    expect(ticket.outlook.available.value).toBe('30000')
    ticket.setPriceText('59000')
    // 0.3 · 59,000 = 17,700, of which 10,000 are the account's own.
    ticket.setSizeText('0.3')
    expect(ticket.outlook.borrows.value).toBe('7700')
    await ticket.press('buy')
    expect(sent[0]?.order).toMatchObject({ side: 'buy', qty: '0.3', price: '59000', isLeverage: true })
    // A waiting order borrows nothing, and the choice is kept for the next one that may.
    ticket.setTab('oco')
    expect([ticket.offersMargin.value, ticket.margin.isOn.value, ticket.outlook.available.value]).toEqual([
      false,
      false,
      '10000',
    ])
    ticket.setTab('limit')
    expect(ticket.margin.isOn.value).toBe(true)
    stop()
  })

  test('of what is reserved, what the order does not pay is no loan, unless the coin is repaid by hand', async () => {
    const { ticket, stop } = await marginOf()
    // 0.1 at 60,000 and 0.2 at 60,100 are 18,020, of which 10,000 are there; 18,090 are reserved at its own price.
    ticket.setPriceText('60300')
    ticket.setSizeText('0.3')
    expect(ticket.outlook.borrows.value).toBe('8020')
    stop()
    const byHand = await marginOf({ ...POWER, repaysItself: false })
    byHand.ticket.setPriceText('60300')
    byHand.ticket.setSizeText('0.3')
    expect(byHand.ticket.outlook.borrows.value).toBe('8090')
    byHand.stop()
  })

  test.each([
    ['marginOff', { ...POWER, isOn: false }],
    ['marginIsolated', { ...POWER, isOn: false, mode: 'isolated' as const }],
    ['insufficientBalance', { ...POWER, most: '10000' as Money }],
  ])('sends nothing where the exchange would refuse it: %s', async (key, power) => {
    const { ticket, sent, stop } = await marginOf(power)
    ticket.setPriceText('59000')
    ticket.setSizeText('0.3')
    await ticket.press('buy')
    expect([ticket.shownProblem('order')?.key, sent.length]).toEqual([key, 0])
    stop()
  })

  test.each([
    ['marginOff', { ...POWER, isOn: false }],
    ['marginIsolated', { ...POWER, isOn: false, mode: 'isolated' as const }],
  ])('says as soon as it is chosen that nothing is lent: %s', async (key, power) => {
    const { ticket, stop } = await marginOf(power)
    expect(ticket.outlook.unlent.value?.key).toBe(key)
    ticket.setMargin(false)
    expect(ticket.outlook.unlent.value).toBeNull()
    stop()
  })

  test('an OCO, which borrows nothing, is sized by the coins that are there', () => {
    const desk = spotDeskOf()
    // 2 BTC, of which an order holds 0.5 back; with what backs contracts beside them 5.8 are available for those.
    const coin = coinOf('5.8', { coin: 'BTC', walletBalance: '2' as Money, locked: '0.5' as Money })
    desk.send({ type: 'wallet', wallet: { ...walletOf(coinOf('10000')), coins: [coinOf('10000'), coin] } })
    const { ticket } = ticketOf({ desk })
    ticket.setSide('sell')
    ticket.setTab('oco')
    ticket.planForm.ocoLimit.set('61000' as Price)
    ticket.planForm.stopLoss.trigger.set('59000' as Price)
    ticket.planForm.stopLoss.limit.set('58000' as Price)
    expect(ticket.outlook.available.value).toBe('1.5')
    ticket.setPercent(100)
    expect(ticket.size.text.value).toBe('1.500')
    ticket.setSizeText('1.6')
    expect(ticket.outlook.lack.value?.key).toBe('insufficientBalance')
  })

  test('is not offered where a coin of the pair is not lent', () => {
    const margin = { ...BTC_USDT.margin, isLoanEnabled: false }
    expect(ticketOf({ desk: spotDeskOf({ pair: { ...BTC_USDT, margin } }) }).ticket.offersMargin.value).toBe(false)
  })
})

describe('what stands in a pair’s ticket, moved on its chart', () => {
  const PLAN = { side: 'buy', entry: '59000', target: '60000', stop: '58500' } as unknown as TradePlan
  const lines = (ticket: SpotFormModel) => spotDraftPrices(ticket).map(({ kind, price }) => `${kind} ${price}`)

  test('a plan is a limit order that brings target and stop; the entry takes them along, and back', () => {
    const { ticket, sent } = ticketOf()
    const stop = ticket.start()
    ticket.takePlan(PLAN)
    ticket.setSizeText('0.01')
    expect(lines(ticket)).toEqual(['limit 59000', 'takeProfit 60000', 'stopLoss 58500'])
    const moving = beginDraftMove(spotDraftFields(ticket), 'limit')
    expect(moving?.at(59_100.04)).toMatchObject({ price: '59100' })
    expect(lines(ticket)).toEqual(['limit 59100', 'takeProfit 60100', 'stopLoss 58600'])
    moving?.cancel?.()
    expect(lines(ticket)).toEqual(['limit 59000', 'takeProfit 60000', 'stopLoss 58500'])
    beginDraftMove(spotDraftFields(ticket), 'stopLoss')?.at(58_400)
    expect(lines(ticket)).toEqual(['limit 59000', 'takeProfit 60000', 'stopLoss 58400'])
    expect(sent).toEqual([])
    stop()
  })

  test('a trigger takes the limit price of its leg along; a price that the plan has not is not moved', () => {
    const { ticket } = ticketOf()
    const stop = ticket.start()
    ticket.takeTrigger('61000' as Price)
    ticket.edit(() => ticket.planForm.conditional.limit.set('61050' as Price))
    beginDraftMove(spotDraftFields(ticket), 'trigger')?.at(61_500)
    expect(ticket.planForm.conditional.leg.value).toEqual({ trigger: '61500', type: 'limit', limit: '61550' })
    expect(beginDraftMove(spotDraftFields(ticket), 'limit')).toBeNull()
    stop()
  })

  test('of an OCO order the limit and the stop are moved apart', () => {
    const { ticket } = ticketOf()
    const stop = ticket.start()
    ticket.setTab('oco')
    ticket.edit(() => {
      ticket.planForm.ocoLimit.set('59000' as Price)
      ticket.planForm.stopLoss.trigger.set('61000' as Price)
    })
    beginDraftMove(spotDraftFields(ticket), 'takeProfit')?.at(58_900)
    beginDraftMove(spotDraftFields(ticket), 'stopLoss')?.at(61_200)
    expect([ticket.planForm.ocoLimit.typed.value, ticket.planForm.stopLoss.trigger.typed.value]).toEqual([
      '58900',
      '61200',
    ])
    stop()
  })
})
