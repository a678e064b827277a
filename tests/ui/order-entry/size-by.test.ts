import { signal } from '@preact/signals-react'
import { describe, expect, test } from 'vitest'
import type { Money, Price, Qty } from '../../../src/domain/decimal'
import type { OrderId } from '../../../src/domain/order/order'
import type { OrderIntent, Outcome } from '../../../src/workers/presses'
import { OrderFormModel } from '../../../src/ui/order-entry/order-form-model'
import { SizeBy } from '../../../src/ui/order-entry/size-by'
import type { TicketDraft } from '../../../src/ui/order-entry/ticket-drafts'
import { takenPrice } from '../../../src/ui/order-entry/price-warning'
import { TicketExtras } from '../../../src/ui/order-entry/ticket-extras'
import { coinOf, deskOf, instrumentOf, positionOf, tickerOf, walletOf } from '../fixtures'

const until = async (isThere: () => boolean): Promise<void> => {
  for (let i = 0; i < 50 && !isThere(); i++) await Promise.resolve()
  expect(isThere()).toBe(true)
}

/** 10,000 USDT, last 60,000, leverage 10×, taker 0.055 %, a lot of 0.001. */
function ticketOn(desk = deskOf(), draft: TicketDraft | null = null) {
  const placed: OrderIntent[] = []
  let saved = draft
  let now = 1000
  const ticket = new OrderFormModel(desk.market, {
    picked: signal(null),
    app: desk,
    place: (intent) => {
      placed.push(intent)
      return Promise.resolve<Outcome<OrderId>>({ kind: 'accepted', value: 'o1' as OrderId })
    },
    drafts: { load: () => draft, save: (_symbol, next) => (saved = next) },
    loadExtras: async () => TicketExtras,
    loadSizing: async () => SizeBy,
    now: () => now,
    monotonic: () => (now += 2_000),
  })
  ticket.start()
  return { desk, ticket, placed, saved: () => saved }
}

async function by(method: 'value' | 'cost' | 'risk', desk = deskOf()) {
  const scene = ticketOn(desk)
  scene.ticket.setPriceText('60000')
  scene.ticket.setSizeMethod(method)
  await until(() => scene.ticket.sizeBy.value !== null)
  return { ...scene, sizeBy: scene.ticket.sizeBy.value! }
}

describe('a price beyond the band', () => {
  test('is reckoned where the exchange takes it: figures, the most, and an amount of both sides', async () => {
    const { desk, ticket, sizeBy } = await by('value')
    // Highest buy: the lesser of 60,000 · 1.02 and 60,000 · 1.01 + 200 of premium.
    desk.send({ type: 'ticker', ticker: tickerOf('60000', { bandPremium: '200' as Price }), stale: false })
    ticket.setPriceText('70000')
    // Said while it is typed for the first time, too.
    expect([takenPrice(ticket, 'buy'), takenPrice(ticket, 'sell')]).toEqual(['60800', null])
    ticket.blurPrice()
    expect([takenPrice(ticket, 'buy'), takenPrice(ticket, 'sell')]).toEqual(['60800', null])
    // A sale rests at 70,000, so that 6,100 USDT are 0.0871… of a coin on that side.
    sizeBy.setText('value', '6100')
    expect(ticket.size.text.value).toBe('0.087')
    // 0.087 · 60,800 and 0.087 · 70,000.
    expect(ticket.outlook.figures.buy.value.value).toBe('5289.6')
    expect(ticket.outlook.figures.sell.value.value).toBe('6090')
    const terms = { instrument: instrumentOf(), type: 'limit' } as const
    const most = ticket.outlook.sizesAt100({ ...terms, price: '70000' as Price })
    expect(most?.buy).toBe(ticket.outlook.sizesAt100({ ...terms, price: '60800' as Price })?.buy)
  })
})

describe('an amount instead of a quantity', () => {
  test('6,100 USDT at 60,000 are 0.101 coins, down to the lot; the price moves the quantity', async () => {
    const { ticket, sizeBy } = await by('value')
    sizeBy.setText('value', '6100')
    expect(ticket.size.text.value).toBe('0.101')
    ticket.setPriceText('59500')
    expect(ticket.size.text.value).toBe('0.102')
    // A sale at 30,000 would be placed at 60,000 · 0.99: it is worth twice what its price says.
    ticket.setPriceText('30000')
    expect(ticket.size.text.value).toBe('0.102')
  })

  test('a cost pays for margin and both fees, whichever side is pressed', async () => {
    const { ticket, sizeBy } = await by('cost')
    // A coin costs 6,000 margin + 33 to open + 60,000·(1 + 1/10)·0.00055 = 36.3 to close a short: 6,069.3; 1,000 pay for
    // 0.16476…, so 0.164.
    sizeBy.setText('cost', '1000')
    expect(ticket.size.text.value).toBe('0.164')
  })

  test('a cost is exceeded on neither side where one of them fills at better prices than its own', async () => {
    const { ticket, sizeBy, desk } = await by('cost')
    const best = { bid1Price: '60000' as Price, bid1Qty: '5' as Qty, ask1Price: '60000.1' as Price }
    desk.send({ type: 'ticker', ticker: tickerOf('60000', best), stale: false })
    // A purchase rests at 59,500: 5,950 + 32.725 + 29.4525 a coin. A sale fills at 60,000: 6,000 margin of the mark, 33 to
    // open, 36.3 to close: 6,069.3 a coin, so 1,000 pay for 0.16476… instead of 0.166.
    ticket.setPriceText('59500')
    sizeBy.setText('cost', '1000')
    expect(ticket.size.text.value).toBe('0.164')
    expect(ticket.outlook.figures.sell.value.cost).toBe('995.3652')
    // The amount of a quantity gives it back: 0.165 · 6,069.3 = 1,001.4345.
    sizeBy.take('0.165' as Qty)
    expect([sizeBy.text('cost').value, ticket.size.text.value]).toEqual(['1001.44', '0.165'])
    // The bid rises: the quantity follows with the second, as of every amount.
    desk.send({ type: 'ticker', ticker: tickerOf('60300', { ...best, bid1Price: '60300' as Price }), stale: false })
    expect(ticket.size.text.value).toBe('0.165')
    desk.clock.ticking.value = 1_000
    expect(Number(ticket.size.text.value)).toBeLessThan(0.165)
  })

  test('what is pressed is the quantity that stood there', async () => {
    const { ticket, sizeBy, placed } = await by('value')
    sizeBy.setText('value', '6100')
    await ticket.press('buy')
    expect(placed[0]?.order.qty).toBe('0.101')
  })

  test('an amount below a lot is none, and says so; no number sends nothing', async () => {
    const { ticket, sizeBy, placed } = await by('value')
    sizeBy.setText('value', '59')
    expect(ticket.size.text.value).toBe('')
    expect(sizeBy.sized.value.note).toBe('belowLot')
    sizeBy.setText('value', 'x')
    await ticket.press('buy')
    expect(placed).toEqual([])
    expect(ticket.shown.quantity.value?.key).toBe('qtyMissing')
  })

  test('at market the quantity follows the price once a second', async () => {
    const { ticket, sizeBy, desk } = await by('value')
    ticket.setTab('market')
    sizeBy.setText('value', '6000')
    expect(ticket.size.text.value).toBe('0.100')
    desk.send({ type: 'ticker', ticker: tickerOf('50000'), stale: false })
    expect(ticket.size.text.value).toBe('0.100')
    desk.clock.ticking.value = 1_000
    expect(ticket.size.text.value).toBe('0.120')
  })

  test('the slider gives an amount that comes to the quantity at its place', async () => {
    const { ticket, sizeBy } = await by('value')
    ticket.setPercent(50)
    const qty = ticket.size.text.value
    expect(Number(qty)).toBeGreaterThan(0.5)
    expect(Number(sizeBy.text('value').value)).toBeCloseTo(Number(qty) * 60_000, 2)
    expect(ticket.size.text.value).toBe(qty)
  })
})

describe('a risk instead of a quantity', () => {
  test('switches the stop-loss on, which is its stop: 1 % of 10,000 from 60,000 to 59,000', async () => {
    const { ticket, sizeBy } = await by('risk')
    expect(ticket.switches.usesTpSl.value).toBe(true)
    await until(() => ticket.extras.value !== null)
    sizeBy.setText('risk', '1')
    expect(sizeBy.sized.value.note).toBe('noStop')
    const { stopLoss, takeProfit } = ticket.extras.value!.tpSl
    stopLoss.price.setText('59000')
    // A coin loses 1,000 + 60,000·0.00055 + 59,000·0.00055 = 1,065.45: 100 USDT are 0.0938…, so 0.093, which risk 99.08685.
    expect(ticket.size.text.value).toBe('0.093')
    expect(sizeBy.sized.value).toMatchObject({ qty: '0.093', risk: '99.08685', side: 'buy', note: null })
    expect(ticket.sideNote('sell')).toBe('slPriceTooLow')
    takeProfit.price.set(sizeBy.targetAt(2))
    expect(takeProfit.price.text.value).toBe('62000.0')
  })

  test('is cut to what the margin pays for, and says so', async () => {
    const { ticket, sizeBy } = await by('risk')
    await until(() => ticket.extras.value !== null)
    ticket.extras.value!.tpSl.stopLoss.price.setText('59990')
    sizeBy.setText('risk', '50')
    expect(sizeBy.sized.value.note).toBe('capped')
    // 10,000 of margin at 10× pay for some 1.6 coins; the risk alone would be 50 / 75.9945 = 657.9 of them.
    expect(Number(ticket.size.text.value)).toBeLessThan(1.7)
  })

  test('ends where take-profit and stop-loss are switched off: the quantity stays', async () => {
    const { ticket, sizeBy } = await by('risk')
    await until(() => ticket.extras.value !== null)
    ticket.extras.value!.tpSl.stopLoss.price.setText('59000')
    sizeBy.setText('risk', '1')
    ticket.switches.setTpSl(false)
    expect(ticket.size.method.value).toBe('qty')
    expect(ticket.size.text.value).toBe('0.093')
  })

  test('another unit keeps what it is worth: 1 % of 10,000 is 100 USDT', async () => {
    const { sizeBy } = await by('risk')
    sizeBy.setText('risk', '1')
    sizeBy.setRiskUnit('coin')
    expect(sizeBy.text('risk').value).toBe('100.00')
    sizeBy.setRiskUnit('percent')
    expect(sizeBy.text('risk').value).toBe('1')
  })

  test('a draft brings amounts and method back', async () => {
    const first = await by('risk')
    first.sizeBy.setText('risk', '2.5')
    const again = ticketOn(deskOf(), first.saved())
    expect(again.ticket.size.method.value).toBe('risk')
    await until(() => again.ticket.sizeBy.value !== null)
    expect(again.ticket.sizeBy.value!.text('risk').value).toBe('2.5')
  })
})

describe('another way to give the size', () => {
  test('a typed quantity becomes the value, the cost and the risk that give it back, and comes back itself', async () => {
    const { ticket, sizeBy } = await by('risk')
    await until(() => ticket.extras.value !== null)
    ticket.extras.value!.tpSl.stopLoss.price.setText('59000')
    ticket.setSizeMethod('qty')
    ticket.size.setText('0.1')
    ticket.setSizeMethod('value')
    // 0.1 · 60,000
    expect(sizeBy.text('value').value).toBe('6000.00')
    ticket.setSizeMethod('cost')
    // 0.1 · 6,069.3, what a coin costs a short
    expect(sizeBy.text('cost').value).toBe('606.93')
    ticket.setSizeMethod('risk')
    // 0.1 · 1,065.45 of 10,000
    expect(sizeBy.text('risk').value).toBe('1.06545')
    expect(ticket.size.text.value).toBe('0.100')
    ticket.setSizeMethod('qty')
    expect(ticket.size.text.value).toBe('0.100')
  })

  test('an older amount stays where it still comes to the size, and is replaced where it does not', async () => {
    const { ticket, sizeBy } = await by('value')
    // 6,100 are 0.101 coins, which are worth 6,060.
    sizeBy.setText('value', '6100')
    ticket.setSizeMethod('qty')
    ticket.setSizeMethod('value')
    expect(sizeBy.text('value').value).toBe('6100')
    ticket.setSizeMethod('qty')
    ticket.size.setText('0.2')
    ticket.setSizeMethod('value')
    expect(sizeBy.text('value').value).toBe('12000.00')
    expect(ticket.size.text.value).toBe('0.200')
  })

  test('no size stays none: what an earlier value came to is not sent', async () => {
    const { ticket, sizeBy, placed } = await by('value')
    sizeBy.setText('value', '6100')
    ticket.setSizeMethod('qty')
    ticket.size.setText('')
    ticket.setSizeMethod('value')
    expect(sizeBy.text('value').value).toBe('')
    expect(ticket.size.text.value).toBe('')
    await ticket.press('buy')
    expect(placed).toEqual([])
  })

  test('a size that a risk without a stop cannot say sends nothing, and is there again as a quantity', async () => {
    const { ticket, sizeBy } = await by('value')
    sizeBy.setText('value', '6100')
    ticket.setSizeMethod('risk')
    expect(ticket.size.text.value).toBe('')
    expect(ticket.order('buy')).toBeNull()
    ticket.setSizeMethod('qty')
    expect(ticket.size.text.value).toBe('0.101')
    ticket.setSizeMethod('risk')
    sizeBy.setText('risk', '1')
    ticket.setSizeMethod('qty')
    expect(ticket.size.text.value).toBe('')
  })

  test('the quantity that was typed before amounts were there is carried when they come', async () => {
    const { ticket } = ticketOn()
    ticket.setPriceText('60000')
    ticket.size.setText('0.05')
    ticket.setSizeMethod('value')
    await until(() => ticket.sizeBy.value !== null)
    expect(ticket.sizeBy.value!.text('value').value).toBe('3000.00')
    expect(ticket.size.text.value).toBe('0.050')
  })

  test('of a large account a small size is the same risk again', async () => {
    // 0.001 coins lose 1.06545 to the stop: of 100 million that is 0.00000106545 %, far below a fourth decimal.
    const { ticket, sizeBy } = await by('risk', deskOf({ available: '100000000' }))
    await until(() => ticket.extras.value !== null)
    ticket.extras.value!.tpSl.stopLoss.price.setText('59000')
    ticket.setSizeMethod('qty')
    ticket.size.setText('0.001')
    ticket.setSizeMethod('risk')
    expect(sizeBy.text('risk').value).toBe('0.00000106545')
    expect(ticket.size.text.value).toBe('0.001')
  })
})

describe('presets and both maxima (issue 23.1)', () => {
  test('a preset becomes the quantity, and the value that it comes to', async () => {
    const { ticket, sizeBy } = await by('value')
    ticket.size.take('0.1' as Qty)
    sizeBy.take('0.1' as Qty)
    expect(ticket.size.text.value).toBe('0.100')
    // 0.1 · 60,000
    expect(sizeBy.text('value').value).toBe('6000.00')
    expect(ticket.order('buy')?.qty).toBe('0.1')
  })

  test('the most of a long and of a short are two amounts; the slider ends at the smaller', () => {
    const { ticket, desk } = ticketOn()
    const instrument = desk.market.instrument.value!
    const terms = { instrument, price: '60000' as Price, type: 'limit' } as const
    // A coin costs a long 6,000 + 33 + 60,000 · 0.9 · 0.00055 = 29.7, a short 6,000 + 33 + 36.3: 10,000 pay for
    // 1.6494… and 1.6476…, down to the lot of 0.001.
    expect(ticket.outlook.sizesAt100(terms)).toEqual({ buy: '1.649', sell: '1.647' })
    expect(ticket.outlook.sizeAt100(terms)).toBe('1.647')
  })

  test('reduce-only: the side that is held already has nothing to buy back or to sell', () => {
    const { ticket, desk } = ticketOn()
    desk.send({ type: 'positions', positions: [positionOf()], isSnapshot: true })
    const terms = { instrument: desk.market.instrument.value!, price: '60000' as Price, type: 'limit' } as const
    ticket.switches.setReduceOnly(true)
    // A long of 0.5 alone.
    expect(ticket.outlook.sizesAt100(terms)).toEqual({ buy: '0', sell: '0.5' })
    expect(ticket.outlook.sizeAt100(terms)).toBe('0.5')
  })

  test('whoever is short with all that there is buys back with the slider', () => {
    const { ticket, desk } = ticketOn()
    desk.send({ type: 'positions', positions: [positionOf({ side: 'sell' })], isSnapshot: true })
    desk.send({ type: 'wallet', wallet: walletOf(coinOf('0')) })
    ticket.setPriceText('60000')
    const terms = { instrument: desk.market.instrument.value!, price: '60000' as Price, type: 'limit' } as const
    // Nothing is free, and what closes the short of 0.5 needs nothing.
    const most = ticket.outlook.sizesAt100(terms)
    expect(most).toEqual({ buy: '0.5', sell: '0' })
    expect(ticket.outlook.endOf(most)).toEqual({ qty: '0.5', side: 'buy' })
    ticket.setPercent(100)
    expect(ticket.size.text.value).toBe('0.500')
    ticket.setPercent(50)
    expect(ticket.size.text.value).toBe('0.250')
  })

  test('a risk is cut to what its own side can have, not to the smaller of both', async () => {
    const { ticket, desk, sizeBy } = await by('risk')
    desk.send({ type: 'positions', positions: [positionOf({ side: 'sell' })], isSnapshot: true })
    desk.send({ type: 'wallet', wallet: walletOf(coinOf('0', { equity: '10000' as Money })) })
    ticket.extras.value!.tpSl.stopLoss.price.setText('59000')
    sizeBy.setText('risk', '100')
    // A stop below is a long's: it closes the short of 0.5 without a margin. A short could have nothing.
    expect(sizeBy.sized.value).toMatchObject({ side: 'buy', qty: '0.5', note: 'capped' })
  })

  test('of two maxima that are far apart the one that the slider ends at is named; a sheet of one side has its own', () => {
    const { outlook } = ticketOn().ticket
    const far = { buy: '26.481' as Qty, sell: '6.722' as Qty }
    expect(outlook.endOf(far)).toEqual({ qty: '6.722', side: 'sell' })
    // 9 is no less than nine tenths of 10.
    expect(outlook.endOf({ buy: '9' as Qty, sell: '10' as Qty })).toEqual({ qty: '9', side: null })
    expect(outlook.endOf({ buy: '8.999' as Qty, sell: '10' as Qty })).toEqual({ qty: '8.999', side: 'buy' })
    expect(outlook.endOf({ buy: '0' as Qty, sell: '0' as Qty })).toEqual({ qty: '0', side: null })
    // A short that took all but a few dollars: 1.71 is less than a twentieth of 415.47.
    expect(outlook.endOf({ buy: '415.47' as Qty, sell: '1.71' as Qty })).toEqual({ qty: '415.47', side: 'buy' })
    expect(outlook.endOf({ buy: '100' as Qty, sell: '5' as Qty })).toEqual({ qty: '5', side: 'sell' })
    expect(outlook.endOf({ buy: '9' as Qty, sell: null })).toEqual({ qty: null, side: null })
    outlook.setOnly('buy')
    expect(outlook.endOf(far)).toEqual({ qty: '26.481', side: null })
    expect(outlook.endOf({ buy: '0' as Qty, sell: '6.722' as Qty })).toEqual({ qty: '0', side: null })
  })

  test('reduce-only where the exchange says the largest order: the side that can close has its slider', () => {
    const { ticket, desk } = ticketOn()
    desk.send({ type: 'session', session: { account: 'acc', name: 'paper', kind: 'pm' } })
    desk.send({ type: 'positions', positions: [positionOf()], isSnapshot: true })
    ticket.setPriceText('60000')
    ticket.switches.setReduceOnly(true)
    const told = { rates: null, cost: '0' as Money, required: null, rejection: null }
    // Of a side with nothing to reduce nothing is asked, so nothing is said.
    const most = { buy: null, sell: '0.5' as Qty }
    ticket.outlook.told.value = { sides: { buy: null, sell: told }, most, isAsking: false }
    ticket.setPercent(100)
    expect(ticket.size.text.value).toBe('0.500')
  })

  test('a quantity below the minimum is raised to it when the field is left (spec §5)', () => {
    const { ticket } = ticketOn(deskOf({ instrument: instrumentOf({ minQty: '0.01' as Qty }) }))
    ticket.size.setText('0.004')
    ticket.size.blur()
    expect(ticket.size.text.value).toBe('0.010')
    ticket.size.setText('0')
    ticket.size.blur()
    expect(ticket.size.qty.value).toBe('0')
  })
})
